"""A description is written in place: no other byte of the note changes."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st

from desktop_app.core.errors import RefusedError
from desktop_app.core.notes.metadata_edit import set_description, with_new_block
from desktop_app.store.front_matter import read_front_matter

if TYPE_CHECKING:
    from desktop_app.core.notes.front_matter import FrontMatter

BLOCK = """\
---
# About this note
tags: [a, 'b']   # keep
description: {}
owner:   "x"

nested: {{a: 1}}
---

Body.
"""


def block_of(text: str) -> FrontMatter:
    found = read_front_matter(text)
    assert found is not None
    return found


def edited(text: str, value: str) -> str:
    return set_description(text, block_of(text), value, read_front_matter)


@pytest.mark.parametrize(
    ("before", "value", "after"),
    [
        ("Plain words.", "Other words.", "Other words."),
        ("Plain words.", "Loans: 15 % of it", '"Loans: 15 % of it"'),
        ("Plain words. # why", "New.", "New. # why"),
        ("Plain words.", "a # b", '"a # b"'),
        ("Plain words.", "42", '"42"'),
        ("Plain words.", "1e3", '"1e3"'),
        ("Plain words.", "0o17", '"0o17"'),
        ("Plain words.", "yes", '"yes"'),
        ("Plain words.", "No", '"No"'),
        ("Plain words.", "", '""'),
        ("Plain words.", " blank ", '" blank "'),
        ("Plain words.", "two\nlines", '"two\\nlines"'),
        ("Plain words.", 'say "so"', 'say "so"'),
        ("Plain words.", "- item", '"- item"'),
        ("Plain words.", "40 % of it", "40 % of it"),
        ("'it''s'", "don't", "'don''t'"),
        ("'old'", "two\nlines", '"two\\nlines"'),
        ('"old"', 'a "b" \\ c', '"a \\"b\\" \\\\ c"'),
        ('"old"  # why', "new\x1b", '"new\\x1b"  # why'),
        ("", "Now there is one", "Now there is one"),
        ("42", "Words", "Words"),
        ("[a, b]", "Words", "Words"),
        (">-\n  Folded over\n  lines.", "One line.", ">-\n  One line."),
        (">  # why\n    Four blanks.", "Other.", ">  # why\n    Other."),
        (">  # why\n    Four blanks.", "new\x1b", '"new\\x1b"  # why'),
        ("|-\t# why\n  old", "a\rb", '"a\\rb"\t# why'),
        ("|\n  # no comment\n  old", "a\rb", '"a\\rb"'),
        ("|\n  first\n  second", "one\ntwo", "|\n  one\n  two"),
        ("|2\n   first\n  second", "one\ntwo", '"one\\ntwo"'),
        ("plain over\n  two lines", "one line", "one line"),
        ("&name Words", "Other", "Other"),
    ],
)
def test_a_value_keeps_its_style_and_gets_quotes_where_it_needs_them(
    before: str, value: str, after: str
) -> None:
    result = edited(BLOCK.format(before), value)
    assert result == BLOCK.format(after)


def test_a_missing_description_comes_first_and_the_rest_stays() -> None:
    text = "\ufeff---\r\ntags: [a]\r\n---\r\nBody.\r\n"
    assert edited(text, "Words: these") == (
        '\ufeff---\r\ndescription: "Words: these"\r\ntags: [a]\r\n---\r\nBody.\r\n'
    )


@pytest.mark.parametrize(
    "inner",
    [
        "a: b: c",
        "{a: b}",
        "description:\n  - a\n  # why\nb: c",
        "description: &x words\nother: *x",
    ],
)
def test_what_can_not_be_changed_in_place_is_refused(inner: str) -> None:
    with pytest.raises(RefusedError) as caught:
        edited(f"---\n{inner}\n---\nBody.\n", "New")
    assert "whole text" in caught.value.advice


def test_a_flow_block_is_edited_in_place() -> None:
    text = "---\n{description: old, b: c}\n---\n"
    assert edited(text, "a, b") == '---\n{description: "a, b", b: c}\n---\n'


@pytest.mark.parametrize("body", ["", "Text.\n", "\ufeffText.\r\nMore.\r\n", "---\nnot closed\n"])
def test_a_new_block_stands_before_the_text(body: str) -> None:
    text = with_new_block(body, "What it: says", read_front_matter)
    block = block_of(text)
    assert block.description == "What it: says"
    assert text.endswith(body.removeprefix("\ufeff"))
    assert text.startswith("\ufeff") == body.startswith("\ufeff")


# Text that people write, then anything that can be a character.
WORDS = st.text(st.sampled_from("ab: #'\"\\-[]{},&*!|>%@`~?\n\t0.é📄\u2028\x85\x07"), max_size=20)
VALUES = WORDS | st.text(st.characters(exclude_categories=["Cs"]), max_size=30)
NAMES = st.sampled_from(["tags", "owner", "Description", "a b", "'quoted'", "x-y"])
PLAIN = st.text(st.sampled_from("abc é.-"), min_size=1, max_size=12).filter(str.strip)


@st.composite
def written_values(draw: st.DrawFn) -> str:
    text = draw(PLAIN).strip()
    return draw(
        st.sampled_from(
            [
                text,
                f"'{text}'",
                f'"{text}"  # why',
                f">-\n  {text}\n  more",
                f"|+  # why\n   {text}\n\n",
                f"|\n {text}\n",
                "",
                "42",
                "~ # nothing",
                f"[{text}, b]",
            ]
        )
    )


@st.composite
def notes(draw: st.DrawFn) -> str:
    names = draw(st.lists(NAMES, unique=True, max_size=4))
    lines = [
        f"{name}:{draw(st.sampled_from([' ', '   ']))}{draw(written_values())}" for name in names
    ]
    place = draw(st.integers(0, len(lines)))
    lines.insert(place, f"description: {draw(written_values())}")
    for at in draw(st.lists(st.integers(0, len(lines)), max_size=2)):
        lines.insert(at, draw(st.sampled_from(["# a comment", ""])))
    body = draw(st.sampled_from(["", "\nBody: 'x'\n", "Body", "---\na: b\n---\n"]))
    text = "---\n" + "\n".join(lines) + "\n---\n" + body
    ending = draw(st.sampled_from(["\n", "\r\n", "\r"]))
    return draw(st.sampled_from(["", "\ufeff"])) + text.replace("\n", ending)


@given(notes(), VALUES)
@example("---\ndescription:\n---\n", "")
@example("---\ndescription: |+  # why\n   x\n\n\nb: c\n---\n", "y\n\n")
def test_only_the_bytes_of_the_value_change_and_it_reads_back(text: str, value: str) -> None:
    before = block_of(text)
    assume(not before.error)
    key = before.key("description")
    assert key is not None
    result = edited(text, value)
    assert result.startswith(text[: key.value_start])
    behind = text[key.value_end :]
    assert result.endswith(behind if key.value_start < key.value_end else behind.lstrip(" "))
    after = block_of(result)
    found = after.key("description")
    assert found is not None
    if found.style in {"|", ">"}:
        assert isinstance(found.value, str)
        assert found.value.rstrip("\n") == value.rstrip("\n")
    else:
        assert found.value == value
    assert result[after.body_start :] == text[before.body_start :]
    assert [other.name for other in after.keys] == [other.name for other in before.keys]
