"""Where the metadata of a note stands, and what is refused in it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from desktop_app.core.files.text import read_text
from desktop_app.core.notes.front_matter import NoText
from desktop_app.store.front_matter import read_front_matter

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path


@pytest.mark.parametrize("ending", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("mark", ["", "\ufeff"])
def test_every_place_is_exact_for_every_line_ending(ending: str, mark: str) -> None:
    lines = ["---", "# why", "tags: [a, b]", "description: 'it''s 📄' # so", "---", "", "Body."]
    text = mark + ending.join(lines)
    block = read_front_matter(text)
    assert block is not None
    found = block.key("description")
    assert found is not None
    assert (found.value, found.style) == ("it's 📄", "'")
    assert text[found.start :].startswith("description")
    assert text[found.value_start : found.value_end] == "'it''s 📄'"
    assert text[: block.inner_start] == f"{mark}---{ending}"
    assert text[block.inner_end : block.body_start] == f"---{ending}"
    assert text[block.body_start :] == f"{ending}Body."


@pytest.mark.parametrize(
    "text",
    [
        "",
        "Text.\n---\na: b\n---\n",
        "---\ndescription: never closed\n",
        "---\nA text between two rules.\n---\n",
        "---\n- a\n- list\n---\n",
        "----\na: b\n----\n",
        " ---\na: b\n---\n",
    ],
)
def test_what_is_no_block_is_text(text: str) -> None:
    assert read_front_matter(text) is None


@pytest.mark.parametrize(
    ("inner", "words"),
    [
        ("a: b: c", "mapping values are not allowed"),
        ("a: 1\na: 2", "twice"),
        ("a: !!python/object/apply:os.system [x]", "tag"),
        ("a: !mine b", "tag"),
        ("a: " + "[" * 200 + "]" * 200, "levels"),
        ("a: [" + "x," * 20_000 + "]", "parts"),
        ("a: " + "x" * 70_000, "characters"),
        ("a: 1\n...\nb: 2", ""),
        ("a: *nothing", "refers to"),
        ("a: \x1b[31m", "control characters"),
    ],
)
def test_a_block_that_is_not_read_says_why(inner: str, words: str) -> None:
    block = read_front_matter(f"---\n{inner}\n---\nBody.\n")
    assert block is not None
    assert block.error
    assert words in block.error
    assert block.keys == ()


def test_references_are_never_followed() -> None:
    levels = "".join(f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 9)}]\n" for n in range(1, 20))
    block = read_front_matter(f"---\na0: &a0 x\n{levels}description: *a19\n---\n")
    assert block is not None
    found = block.key("description")
    assert found is not None
    assert found.value is NoText.REFERENCE
    assert block.description is None


@pytest.mark.parametrize(
    ("written", "value"),
    [
        ("", None),
        ("~", None),
        ("42", NoText.OTHER),
        ("yes", NoText.OTHER),
        ("2026-01-02", NoText.OTHER),
        ("[a]", NoText.LIST),
        ("{a: b}", NoText.MAPPING),
        ("'42'", "42"),
        ("!!str 42", "42"),
        ('"\\e\\u263a"', "\x1b☺"),
    ],
)
def test_only_a_text_is_a_text(written: str, value: object) -> None:
    block = read_front_matter(f"---\ndescription: {written}\n---\n")
    assert block is not None
    found = block.key("description")
    assert found is not None
    assert found.value == value


def test_bytes_that_are_not_utf8_move_no_place() -> None:
    text = read_text(b"---\ndescription: a\xffb\nnext: c\n---\n").text
    block = read_front_matter(text)
    assert block is not None
    assert block.description == "a\ufffdb"
    found = block.key("next")
    assert found is not None
    assert text[found.value_start : found.value_end] == "c"


def test_every_sample_is_read_without_a_failure(sample_workspace: Callable[..., Path]) -> None:
    root = sample_workspace("little_harness_desk", odd=True)
    errors = {}
    for path in (root / "memory").rglob("*"):
        if path.is_file() and not path.is_symlink():
            block = read_front_matter(read_text(path.read_bytes()).text)
            if block and block.error:
                errors[path.name] = block.error
    assert sorted(errors) == ["broken-yaml.md", "seasonal.md"]
    assert all("line" in error for error in errors.values())
