"""Notes made of texts, without a disk."""

from __future__ import annotations

from typing import TYPE_CHECKING

from desktop_app.core.files.facts import FileFacts, FileKind
from desktop_app.core.files.row import FileRow
from desktop_app.core.files.text import read_text
from desktop_app.core.notes.access import Editing
from desktop_app.core.notes.layer import Layer
from desktop_app.core.notes.line import index_line
from desktop_app.core.notes.note import Note, NoteFolder
from desktop_app.store.front_matter import read_front_matter

if TYPE_CHECKING:
    from desktop_app.core.files.plan import FilePlan

EDITING = Editing(read=read_front_matter)
LAYER = Layer(source="notes", mount="/m", template="notes")


def note_of(path: str, data: str | bytes, source: str = "notes") -> Note:
    """A note as if it was read from the disk."""
    raw = data if isinstance(data, bytes) else data.encode("utf-8", "surrogateescape")
    text = read_text(raw)
    front = read_front_matter(text.text)
    return Note(
        path=path,
        facts=FileFacts(f"{source}/{path}", FileKind.FILE, len(raw), 7, 0o640, 1),
        line=index_line(path, text, front),
        text=text,
        front=front,
        row=FileRow(f"{source}/{path}", raw, 0o640, 7),
    )


def folder_of(layer: Layer = LAYER, **notes: str | bytes) -> NoteFolder:
    """A folder of notes whose names end in .md."""
    made = [note_of(f"{name}.md", data, layer.source) for name, data in sorted(notes.items())]
    return NoteFolder(layer, tuple(made))


def described(text: str, body: str = "Body.\n") -> str:
    """A plain note."""
    return f"---\ndescription: {text}\n---\n\n{body}"


def written(plan: FilePlan) -> bytes:
    """What the first file of a plan would hold."""
    after = plan.change.files[0].after
    assert after is not None
    return after.data


def words(plan: FilePlan) -> str:
    """What a plan says that follows from it."""
    return " ".join(f"{one.name}: {one.text}" for one in plan.consequences)


def needs_care(plan: FilePlan) -> set[str]:
    """What of it a person should think about first."""
    return {one.name for one in plan.consequences if one.needs_care}
