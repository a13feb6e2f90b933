"""The note of the system prompt, against results that were derived by hand from its description."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import pytest

from desktop_app.core.files.facts import FileKind
from desktop_app.core.notes.section import TRUNCATED, LineKind, layer_index, note_section
from desktop_app.services.notes.reading import read_all, read_layers, read_notes
from desktop_app.services.workspace_files import open_files

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from desktop_app.core.notes.note import NoteFolder

SHORTENED = re.compile(r"(.*)  ?\[shortened in this file, (\d+) characters\]", re.DOTALL)
NAMES = {
    "company": ("/persistent/company", ""),
    "me_u-101": ("/persistent/me", "u-101"),
    "me_u-102": ("/persistent/me", "u-102"),
    "big": ("/persistent/big", ""),
}


def folder_of(root: Path, name: str) -> NoteFolder:
    mount, user = NAMES[name]
    files = open_files(root)
    layer = read_layers(files, values={"userId": user}).at(mount)
    assert layer is not None
    return read_notes(files, layer)


@pytest.mark.parametrize("name", NAMES)
def test_every_row_is_as_expected(
    name: str, sample_workspace: Callable[..., Path], sample_results: Callable[[str], Any]
) -> None:
    expected = sample_results("little_harness_note")[name]
    folder = folder_of(sample_workspace("little_harness_desk"), name)
    index = layer_index(folder)
    listed = {note.path for note in index.listed}
    assert len(folder.notes) == expected["files"]
    assert (len(index.listed), len(index.left_out)) == (expected["listed"], expected["left_out"])
    assert index.bytes_used == expected["bytes_used"]
    links = expected["links_not_followed"] or []
    assert [one.path for one in folder.skipped if one.facts.kind is FileKind.LINK] == sorted(links)
    for note, row in zip(folder.notes, expected["rows"], strict=True):
        assert {
            "path": note.path,
            "rule": note.line.rule_words,
            "certainty": "doc" if note.line.is_stated else "inferred",
            "line_utf8_bytes_with_newline": note.line.size,
            "listed_at_8000_bytes": note.path in listed,
        } == {key: value for key, value in row.items() if key != "text"}
        assert_text(note.line.text, row["text"])


def assert_text(text: str, expected: str) -> None:
    shortened = SHORTENED.fullmatch(expected)
    if shortened is None:
        assert text == expected
    else:
        assert text.startswith(shortened[1].rstrip())
        assert len(text) == int(shortened[2])


def test_every_folder_of_the_expected_results_is_looked_at(
    sample_results: Callable[[str], Any],
) -> None:
    assert set(sample_results("little_harness_note")) == {"_about", *NAMES}


def test_the_section_of_an_officer_is_exact(sample_workspace: Callable[..., Path]) -> None:
    files = open_files(sample_workspace("little_harness_desk"))
    folders = read_all(files, read_layers(files, values={"userId": "u-101"}))
    section = note_section([folders[1]], "officer")
    assert section.text == (
        "# Memory\n\n"
        "Long-term memory is kept as files in the folders below. It carries over to later"
        " conversations.\n\n"
        "## /persistent/me\n"
        "This person's own preferences.\n"
        "You may change this memory in this conversation. Read the memory skill before you save,"
        " change or forget anything.\n"
        "Files (one line each):\n"
        "- language.md: Answer in English even when documents are German.\n"
        "- preferences.md: Prefers short bullet lists and amounts in thousands."
    )
    assert [line.note.path for line in section.lines if line.note] == [
        "language.md",
        "preferences.md",
    ]


def test_who_may_not_write_is_told_so(sample_workspace: Callable[..., Path]) -> None:
    files = open_files(sample_workspace("little_harness_desk"))
    folders = read_all(files, read_layers(files))
    for role, words in (
        ("officer", "This memory is read-only in this conversation. If you are asked to change"),
        ("underwriter", "You may change this memory in this conversation."),
        (None, "This memory is read-only"),
        ("stranger", "This memory is read-only"),
    ):
        lines = [line for line in note_section(folders, role).lines if "company" in line.mount]
        assert lines[3].text.startswith(words)


def test_the_big_folder_says_how_many_files_are_left_out(
    sample_workspace: Callable[..., Path],
) -> None:
    files = open_files(sample_workspace("little_harness_desk"))
    section = note_section(read_all(files, read_layers(files)), None)
    last = section.lines[-1]
    assert last.kind is LineKind.LEFT_OUT
    assert last.text.startswith("28 more files are left out here")
    assert "/persistent/big" in last.text
    assert section.warnings == (("/persistent/big", TRUNCATED),)


def test_a_folder_of_hidden_files_is_empty(sample_workspace: Callable[..., Path]) -> None:
    folder = folder_of(sample_workspace("little_harness_desk"), "me_u-102")
    assert note_section([folder], None).text.endswith("There are no files yet.")


def test_hidden_files_and_links_are_named_as_skipped(
    sample_workspace: Callable[..., Path],
) -> None:
    folder = folder_of(sample_workspace("little_harness_desk"), "company")
    reasons = {one.path: one.reason for one in folder.skipped}
    assert sorted(reasons) == [
        ".drafts/plan.md",
        ".gitkeep",
        ".hidden.md",
        "link-folder-outside",
        "link-inside.md",
        "link-outside.md",
        "rules/.DS_Store",
    ]
    leaving = [path for path, reason in reasons.items() if "leaves the folder" in reason]
    assert leaving == ["link-folder-outside", "link-outside.md"]
    assert "secret-note" not in note_section([folder], None).text


def test_same_descriptions_are_flagged(sample_workspace: Callable[..., Path]) -> None:
    folder = folder_of(sample_workspace("little_harness_desk"), "company")
    assert {path: list(others) for path, others in folder.duplicates.items()} == {
        "duplicate-a.md": ["duplicate-b.md"],
        "duplicate-b.md": ["duplicate-a.md"],
    }


@pytest.mark.parametrize(
    ("path", "words"),
    [
        ("broken-yaml.md", "does not parse"),
        ("rules/collateral/agri/seasonal.md", "does not parse"),
        ("description-null.md", "The description is empty"),
        ("description-upper-key.md", "no key “description”"),
        ("frontmatter-no-description.md", "no key “description”"),
        ("unterminated-frontmatter.md", "never closed"),
        ("rule-line-only.md", "never closed"),
        ("empty.md", "is empty"),
        ("whitespace-only.md", "nothing but white space"),
        ("binary.dat", "not text"),
        ("nul-inside.md", "not text"),
        ("utf16.md", "not text"),
        ("latin1.md", "not UTF-8"),
        ("bom.md", ""),
        ("crlf.md", ""),
        ("rules/dti-limit.md", ""),
    ],
)
def test_what_is_odd_is_said(path: str, words: str, sample_workspace: Callable[..., Path]) -> None:
    note = folder_of(sample_workspace("little_harness_desk"), "company").get(path)
    assert note is not None
    assert words in note.line.warning
    assert bool(note.line.warning) == bool(words)


def test_odd_names_are_listed_and_never_normalised(sample_workspace: Callable[..., Path]) -> None:
    root = sample_workspace("little_harness_desk", odd=True)
    folder = folder_of(root, "company")
    paths = {note.path for note in folder.notes}
    for name in (
        "colon: in name.md",
        "n" * 240 + ".md",
        "Case.md",
        "case.md",
        "pair-\u00e4.md",
        "pair-a\u0308.md",
        "line\nbreak.md",
        "bytes-\udcff.md",
    ):
        assert name in paths
    skipped = {one.path for one in folder.skipped}
    assert {"link-dangling.md", "link-self.md", "loop", "pipe.md"} <= skipped
    assert list(folder.twins["Case.md"]) == ["case.md"]
    assert list(folder.twins["pair-\u00e4.md"]) == ["pair-a\u0308.md"]
    lines = [line.written for line in folder.lines]
    assert "- line\\nbreak.md: The name contains a line break." in lines
    assert "- bytes-\ufffd.md: The name is not valid UTF-8." in lines
    assert all("\n" not in line for line in lines)
