"""All layers of a workspace as one person gets them, with the rows of the lists."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from desktop_app.core.notes.layer import Layers, normal_mount
from desktop_app.core.notes.listing import mounted_path
from desktop_app.core.notes.note import NoteFolder, same_lines
from desktop_app.core.notes.section import LayerIndex, NoteSection, layer_index, note_section
from desktop_app.services.notes.reading import known_values, read_layers, read_notes
from ui.notes.rows import NoteRow, note_rows
from ui.notes.words import tr
from ui.person import Person

if TYPE_CHECKING:
    from desktop_app.core.notes.layer import Layer
    from desktop_app.services.file_memory import FileMemory
    from desktop_app.services.jobs import JobContext


@dataclass(frozen=True, slots=True, kw_only=True)
class Desk:
    """What was read at one time.

    Attributes:
        person: As whom.
        layers: Every layer, usable or not.
        folders: Their notes, in the same order.
        indexes: Which of them fit into the list of a turn.
        rows: The rows of each list.
        section: What a turn gets.
        values: What each placeholder could stand for.
    """

    person: Person
    layers: Layers
    folders: tuple[NoteFolder, ...]
    indexes: tuple[LayerIndex, ...]
    rows: tuple[tuple[NoteRow, ...], ...]
    section: NoteSection
    values: Mapping[str, tuple[str, ...]]

    def place_of(self, mount: str | None) -> int | None:
        """Return which layer has a mount; the first one for ``None``, or if it is gone."""
        mounts = [normal_mount(folder.layer.mount) for folder in self.folders]
        wanted = None if mount is None else normal_mount(mount)
        if wanted in mounts:
            return mounts.index(wanted)
        return 0 if mounts else None

    def folder(self, mount: str) -> NoteFolder | None:
        """Return the notes of the layer with this mount."""
        return next((one for one in self.folders if one.layer.mount == mount), None)

    def find(self, path: str) -> tuple[str, str] | None:
        """Return the layer and the note that a file of the workspace is."""
        for folder in self.folders:
            layer = folder.layer
            if layer.is_usable and path.startswith(f"{layer.source}/" if layer.source else ""):
                below = mounted_path(layer, path)
                if folder.get(below):
                    return layer.mount, below
        return None


def read_desk(files: FileMemory, person: Person, known: Desk | None, context: JobContext) -> Desk:
    """Read every layer; notes that nobody has touched since are taken from what is known."""
    layers = read_layers(files, values=dict(person.values))
    folders = tuple(_read(files, layer, known, context) for layer in layers.layers)
    context.check()
    same = same_lines(folders)
    indexes = tuple(layer_index(folder, person.role) for folder in folders)
    context.check()
    rows = tuple(
        note_rows(folder, index, same) for folder, index in zip(folders, indexes, strict=True)
    )
    return Desk(
        person=person,
        layers=layers,
        folders=folders,
        indexes=indexes,
        rows=rows,
        section=note_section(folders, person.role),
        values=known_values(files, layers),
    )


def _read(files: FileMemory, layer: Layer, known: Desk | None, context: JobContext) -> NoteFolder:
    def report(done: int, total: int) -> None:
        words = tr("{0} of {1} notes are read").format(f"{done:,}", f"{total:,}")
        context.report(done, total, words)

    before = known.folder(layer.mount) if known else None
    folder = read_notes(files, layer, lambda: context.cancelled, report, before)
    # Worked out at their first use: here, and not by the window.
    _ = folder.duplicates, folder.twins
    return folder
