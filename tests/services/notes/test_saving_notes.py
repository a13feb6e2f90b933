"""Plans for notes, saved by the editor that saves everything else."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from desktop_app.core.notes.access import Editing
from desktop_app.core.notes.edits import NoteEdit, edit_note, edit_raw
from desktop_app.core.notes.places import delete_note, move_note, new_note
from desktop_app.services.editing.outcomes import Saved
from desktop_app.services.jobs import JobContext
from desktop_app.services.notes.reading import read_all, read_layers, read_note, read_notes
from desktop_app.services.workspace import open_editor
from desktop_app.services.workspace_files import open_files

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from desktop_app.core.files.plan import FilePlan
    from desktop_app.core.notes.note import Note, NoteFolder
    from desktop_app.services.file_memory import FileMemory


class Desk:
    """The sample, and the hands of an underwriter."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.files: FileMemory = open_files(root)
        self.layers = read_layers(self.files, values={"userId": "u-101"})
        self.editing = Editing(read=self.files.read_front_matter, role="underwriter")
        self.editor = open_editor(self.files)

    def folder(self, mount: str = "/persistent/company") -> NoteFolder:
        layer = self.layers.at(mount)
        assert layer is not None
        return read_notes(self.files, layer)

    def note(self, path: str, mount: str = "/persistent/company") -> Note:
        layer = self.layers.at(mount)
        assert layer is not None
        found = read_note(self.files, layer, path)
        assert found is not None
        return found

    def save(self, plan: FilePlan) -> None:
        assert isinstance(self.editor.apply(plan.change, JobContext()), Saved)

    def state(self) -> dict[str, tuple[bytes, int]]:
        return {
            str(path.relative_to(self.root)): (path.read_bytes(), path.stat().st_mtime_ns)
            for path in sorted((self.root / "memory").rglob("*"))
            if path.is_file() and not path.is_symlink()
        }


@pytest.fixture
def desk(sample_workspace: Callable[..., Path]) -> Desk:
    return Desk(sample_workspace("little_harness_desk"))


def test_opening_and_saving_without_an_edit_changes_no_byte(
    sample_workspace: Callable[..., Path],
) -> None:
    desk = Desk(sample_workspace("little_harness_desk", odd=True))
    before = desk.state()
    edited = 0
    for folder in read_all(desk.files, desk.layers):
        for listed in folder.notes:
            note = read_note(desk.files, folder.layer, listed.path)
            assert note is not None
            assert note.line == listed.line
            if note.is_editable:
                assert note.text is not None
                edit = NoteEdit(description=note.description, body=note.body)
                assert edit_note(folder, note, edit, desk.editing).change.is_empty
                raw = edit_raw(folder, note, note.text.text, desk.editing)
                assert raw.change.is_empty
                edited += 1
    assert edited > 100
    assert desk.state() == before


@pytest.mark.parametrize(
    "path", ["crlf.md", "bom.md", "cr-only.md", "folded-description.md", "only-frontmatter.md"]
)
def test_a_saved_description_reads_back_and_undo_restores_bytes_and_time(
    desk: Desk, path: str
) -> None:
    before = desk.state()
    plan = edit_note(
        desk.folder(), desk.note(path), NoteEdit(description="Now: this"), desk.editing
    )
    desk.save(plan)
    assert desk.note(path).line.text == "Now: this"
    assert desk.note(path).body == desk.note(path).body
    after = desk.state()
    assert {name for name in after if after[name] != before[name]} == {f"memory/company/{path}"}
    desk.editor.undo(JobContext())
    assert desk.state() == before


def test_new_moved_and_deleted_notes_are_undone_one_after_the_other(desk: Desk) -> None:
    before = desk.state()
    desk.save(new_note(desk.folder(), "a/b/c.md", desk.editing, description="New."))
    mine = desk.folder("/persistent/me")
    desk.save(move_note(desk.folder(), desk.note("crlf.md"), mine, "c.md", desk.editing))
    desk.save(delete_note(desk.folder(), desk.note("binary.dat"), desk.editing))
    moved = desk.state()["memory/users/u-101/c.md"]
    assert moved == before["memory/company/crlf.md"]
    for _ in range(3):
        desk.editor.undo(JobContext())
    assert desk.state() == before


def test_what_a_turn_has_written_meanwhile_is_not_lost(desk: Desk) -> None:
    note, folder = desk.note("crlf.md"), desk.folder()
    plan = edit_note(folder, note, NoteEdit(description="Mine."), desk.editing)
    (desk.root / "memory/company/crlf.md").write_bytes(
        b"---\r\ndescription: Theirs.\r\n---\r\n\r\nOther.\r\n"
    )
    outcome = desk.editor.apply(plan.change, JobContext())
    assert not isinstance(outcome, Saved)
    assert desk.note("crlf.md").description == "Theirs."


def test_a_note_that_is_gone_meanwhile_is_not_resurrected(desk: Desk) -> None:
    plan = edit_note(desk.folder(), desk.note("crlf.md"), NoteEdit(body="x"), desk.editing)
    (desk.root / "memory/company/crlf.md").unlink()
    assert not isinstance(desk.editor.apply(plan.change, JobContext()), Saved)
    assert not (desk.root / "memory/company/crlf.md").exists()


def test_the_first_note_makes_the_folder_of_its_layer(desk: Desk) -> None:
    layers = read_layers(desk.files, values={"userId": "u-900"})
    layer = layers.at("/persistent/me")
    assert layer is not None
    folder = read_notes(desk.files, layer)
    assert "first note makes it" in folder.problem
    desk.save(new_note(folder, "first.md", desk.editing, description="Hello."))
    assert (desk.root / "memory/users/u-900/first.md").read_bytes() == (
        b"---\ndescription: Hello.\n---\n"
    )
