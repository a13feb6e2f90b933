"""Notes with names that some systems can't tell apart, and notes that say the same."""

from __future__ import annotations

from datetime import UTC, date
from typing import TYPE_CHECKING

from note_desk import EDITING, LAYER, described, note_of

from desktop_app.core.doctor.file_cases import FileBench, NotesCase
from desktop_app.core.doctor.layer_rules import check_same
from desktop_app.core.doctor.note_names import check_twins
from desktop_app.core.notes.layer import Layer
from desktop_app.core.notes.note import NoteFolder

if TYPE_CHECKING:
    from desktop_app.core.ledger.book import Book, Bucket


def no_book(bucket: Bucket) -> Book:
    raise AssertionError(bucket)


BENCH = FileBench(
    book=no_book,
    note=lambda layer, path: None,
    editing=EDITING,
    today=date(2026, 6, 1),
    zone=UTC,
    check=lambda: None,
)


def test_names_that_are_alike_are_told_once_in_whatever_order_they_stand() -> None:
    names = ("note.md", "NOTE.md", "Note.md", "other.md", "nOTE.md")
    notes = tuple(note_of(name, described(name)) for name in names)

    (finding,) = check_twins(NotesCase(NoteFolder(LAYER, notes)), BENCH)

    assert finding.place.file == "notes/NOTE.md"
    assert finding.detail == "NOTE.md, Note.md, nOTE.md and note.md"


def test_notes_of_one_path_in_folders_of_two_people_do_not_hide_each_other() -> None:
    shared = Layer(source="all", mount="/all", template="all")
    ada, ben = (
        Layer(source=f"users/{one}", mount="/me", template="users/{userId}")
        for one in ("ada", "ben")
    )
    same = described("Prefers tea.")
    folders = [
        NoteFolder(layer, (note_of("a.md", same, layer.source), *more))
        for layer, more in (
            (ada, (note_of("b.md", described("Only here."), "users/ada"),)),
            (ben, ()),
            (shared, (note_of("empty.md", "", "all"), note_of("void.md", "", "all"))),
        )
    ]

    (finding,) = check_same(folders)

    assert finding.place.file == "users/ada/a.md"
    assert finding.detail == "users/ada/a.md and all/a.md"
