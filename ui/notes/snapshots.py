"""What a layer was at one time, to be compared with what it is."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING

from desktop_app.core.engine_time import EngineTime
from desktop_app.core.errors import MemloupeError, RefusedError
from desktop_app.core.files.facts import FileKind
from desktop_app.core.files.text import Encoding, read_text
from desktop_app.core.notes.layer import Layer
from desktop_app.core.notes.listing import below, mounted_path
from desktop_app.core.notes.turn_diff import (
    Digests,
    TurnDiff,
    check_snapshot,
    read_snapshot,
    turn_diff,
    write_snapshot,
)
from desktop_app.core.text_diff import DiffLine, diff_lines
from desktop_app.services.export import save
from desktop_app.services.file_memory import FileMemory
from desktop_app.services.jobs import JobCancelledError
from desktop_app.services.notes.turns import folder_digests, layer_digests
from desktop_app.services.workspace_files import open_files
from ui.notes.words import tr

if TYPE_CHECKING:
    from desktop_app.services.jobs import JobContext

_MOST_KEPT = 64 * 1024 * 1024
"""Bytes of text that a snapshot holds; of more files it knows the marks alone."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Snapshot:
    """A layer as it was.

    Attributes:
        layer: The layer, with its placeholders filled in.
        name: What it is, in words.
        digests: The mark of each file.
        contents: Bytes that are kept here.
        folder: Where the files are, if it is a folder.
        taken_at: When it was taken here; ``None`` if it comes from elsewhere.
        unknown: What a file does not say of it, in words.
    """

    layer: Layer
    name: str
    digests: Digests
    contents: Mapping[str, bytes] = field(default_factory=dict)
    folder: FileMemory | None = None
    taken_at: EngineTime | None = None
    unknown: str = ""

    def bytes_of(self, path: str) -> bytes | None:
        """Return a file as it was; ``None`` if only its mark is known, or it was not there."""
        if path in self.contents or self.folder is None:
            return self.contents.get(path)
        row = self.folder.folder.read(path)
        return row.data if row else None


@dataclass(frozen=True, slots=True)
class Compared:
    """What a turn changed."""

    snapshot: Snapshot
    diff: TurnDiff


@dataclass(frozen=True, slots=True)
class FileDifference:
    """One file before and after; ``problem`` says why there is no difference to show."""

    lines: tuple[DiffLine, ...] = ()
    problem: str = ""


def take_snapshot(files: FileMemory, layer: Layer, context: JobContext) -> Snapshot:
    """Return a layer as it is now, with its bytes as far as there is room."""
    digests: dict[str, str] = {}
    contents: dict[str, bytes] = {}
    room = _MOST_KEPT
    for facts in files.folder.entries(layer.source, cancelled=lambda: context.cancelled):
        if context.cancelled:
            raise JobCancelledError
        row = files.folder.read(facts.path) if facts.kind is FileKind.FILE else None
        if row is None:
            continue
        path = mounted_path(layer, facts.path)
        digests[path] = sha256(row.data).hexdigest()
        if len(row.data) <= room:
            contents[path] = row.data
            room -= len(row.data)
    now = files.now()
    return Snapshot(
        layer=layer,
        name=tr("the snapshot of this window"),
        digests=digests,
        contents=contents,
        taken_at=now,
    )


def open_folder(place: str, layer: Layer, context: JobContext) -> Snapshot:
    """Return a folder as what the layer was."""
    files = open_files(Path(place))
    digests = folder_digests(files, cancelled=lambda: context.cancelled)
    return Snapshot(layer=layer, name=place, digests=digests, folder=files)


def open_file(place: str, layer: Layer, _context: JobContext) -> Snapshot:
    """Return what a snapshot file says the layer was.

    Raises:
        DamagedError: it is no snapshot.
        RefusedError: it is of another layer, or of somebody else's notes.
    """
    path = Path(place)
    files = open_files(path.parent)
    row = files.folder.read(path.name)
    kept = read_snapshot(row.data if row else b"")
    unknown = check_snapshot(kept, layer)
    return Snapshot(layer=layer, name=place, digests=kept.digests, unknown=unknown)


def write_file(files: FileMemory, snapshot: Snapshot, place: Path, _context: JobContext) -> Path:
    """Write the marks of a snapshot, without texts; returns where.

    Raises:
        RefusedError: the place is in the workspace, or can't be written.
    """
    if place.parent.resolve().is_relative_to(files.root):
        message = tr("That place is in the workspace, where looking leaves nothing.")
        raise RefusedError(message, tr("Choose another one."))
    return save(write_snapshot(snapshot.layer, snapshot.digests), place, replace=True)


def compare(files: FileMemory, layer: Layer, snapshot: Snapshot, context: JobContext) -> Compared:
    """Return what differs now."""
    now = layer_digests(files, layer, lambda: context.cancelled)
    return Compared(snapshot, turn_diff(snapshot.digests, now))


def difference(
    files: FileMemory, layer: Layer, snapshot: Snapshot, path: str, _context: JobContext
) -> FileDifference:
    """Return the difference that a turn made to one file."""
    try:
        before = snapshot.bytes_of(path)
        row = files.folder.read(below(layer, path))
    except MemloupeError as error:
        return FileDifference(problem=error.words)
    after = row.data if row else None
    if before is None and path in snapshot.digests:
        return FileDifference(problem=tr("The snapshot has its hash only, so no text to compare."))
    texts = [read_text(data or b"") for data in (before, after)]
    if any(text.encoding is Encoding.BINARY for text in texts):
        return FileDifference(problem=tr("It is not text."))
    return FileDifference(diff_lines(texts[0].text, texts[1].text))
