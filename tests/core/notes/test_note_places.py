"""Notes that are made, moved and deleted: what would be written, and what follows from it."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from note_desk import EDITING, LAYER, described, folder_of, needs_care, note_of, words, written

from desktop_app.core.errors import RefusedError
from desktop_app.core.notes.names import spelling
from desktop_app.core.notes.note import NoteFolder
from desktop_app.core.notes.places import delete_note, move_note, new_note

if TYPE_CHECKING:
    from desktop_app.core.files.row import FileRow


def test_a_new_note_gets_metadata_and_its_line_is_told() -> None:
    folder = folder_of(a=described("Same words."))
    plan = new_note(folder, "sub/b.md", EDITING, description="Same words.", body="Text.\n")
    assert written(plan) == b"---\ndescription: Same words.\n---\n\nText.\n"
    assert plan.change.files[0].before is None
    assert plan.change.paths == ("notes/sub/b.md",)
    assert "gets the line “- sub/b.md: Same words.”" in words(plan)
    assert "“a.md” says the same to the agent already" in words(plan)
    assert "Duplicate" in needs_care(plan)


@pytest.mark.parametrize(
    "path",
    [
        "",
        "a/",
        "/a.md",
        "a//b.md",
        "../a.md",
        "a/../b.md",
        ".a.md",
        ".x/a.md",
        "a\\b.md",
        "a\nb.md",
        "a\u202eb.md",
        " a.md",
        "a.md ",
        "x" * 256,
        "a.md",
        "a.md/b.md",
        "sub",
    ],
)
def test_a_name_that_can_not_be_used_is_refused(path: str) -> None:
    folder = NoteFolder(LAYER, (note_of("a.md", "a"), note_of("sub/b.md", "b")))
    with pytest.raises(RefusedError):
        new_note(folder, path, EDITING, body="x")


def test_names_that_some_systems_take_for_the_same_are_warned_of() -> None:
    folder = NoteFolder(LAYER, (note_of("Case.md", "a"), note_of("pa\u0308r.md", "b")))
    for path in ("case.md", "p\u00e4r.md"):
        assert "Name" in needs_care(new_note(folder, path, EDITING, body="x"))
    rename = move_note(folder, folder.notes[0], folder, "case.md", EDITING)
    assert "Name" not in needs_care(rename)


@pytest.mark.parametrize(
    ("path", "other", "words"),
    [
        ("a.md", "A.md", ""),
        ("x-\u00e4.md", "X-a\u0308.md", "“\u00e4” as one character"),
        ("X-a\u0308.md", "x-\u00e4.md", "“a” and a combining mark"),
        ("\u1ead.md", "a\u0323\u0302.md", "“\u1ead” as one character"),
        ("a\u0323\u0302.md", "\u1ead.md", "“a” and 2 combining marks"),
        ("\ud55c.md", "\u1112\u1161\u11ab.md", "“\ud55c” as one character"),
        ("\u212b.md", "\u00c5.md", "U+212B"),
        ("stra\u00dfe-\u00e4.md", "strasse-\u00e4.md", ""),
    ],
)
def test_two_names_that_look_the_same_are_told_apart(path: str, other: str, words: str) -> None:
    assert spelling(path, other) == words


def test_a_rename_keeps_bytes_mode_and_time() -> None:
    folder = folder_of(a=b"\xff\0binary", b=described("x"))
    note = folder.notes[0]
    plan = move_note(folder, note, folder, "c.bin", EDITING)
    gone, come = plan.change.files
    assert (gone.before, gone.after, come.before) == (note.row, None, None)
    row: FileRow | None = come.after
    assert row is not None
    assert (row.path, row.data, row.mode, row.mtime_ns) == ("notes/c.bin", note.row.data, 0o640, 7)
    assert "The line “- a.md” becomes “- c.bin”" in words(plan)


def test_a_note_moves_to_another_layer_that_may_be_written() -> None:
    folder = folder_of(a=described("x"))
    layer = replace(LAYER, source="mine", mount="/me", roles=(("underwriter", True),))
    target = folder_of(layer)
    note = folder.notes[0]
    with pytest.raises(RefusedError, match="/me"):
        move_note(folder, note, target, "a.md", EDITING)
    plan = move_note(folder, note, target, "a.md", replace(EDITING, role="underwriter"))
    assert plan.change.paths == ("notes/a.md", "mine/a.md")
    assert "/m loses the line" in words(plan)
    assert "/me gets the line" in words(plan)


def test_a_move_says_whose_notes_they_are() -> None:
    folder = folder_of(a=described("At 12:04 UTC."))
    layer = replace(LAYER, source="u-102", mount="/me", values=(("userId", "u-102"),))
    plan = move_note(folder, folder.notes[0], folder_of(layer), "a.md", EDITING)
    assert plan.change.label == "Move note a.md from /m to /me (u-102)"
    assert "/me (u-102) gets the line “- a.md: At 12:04 UTC.”" in words(plan)
    assert "/me (u-102): the list would take" in words(plan)
    assert "UTC.”." not in words(plan)


def test_a_deleted_note_can_come_back_with_its_time() -> None:
    folder = folder_of(a=described("x"))
    plan = delete_note(folder, folder.notes[0], EDITING)
    back = plan.change.inverse().files[0]
    assert back.after is not None
    assert back.after.mtime_ns == 7
    assert "loses the line" in words(plan)
