"""Reads the layers of a workspace and the notes in them."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from desktop_app.core.errors import MemloupeError
from desktop_app.core.files.facts import FileFacts, FileKind
from desktop_app.core.files.text import FileText, read_text
from desktop_app.core.notes.layer import Layer, Layers, placeholders
from desktop_app.core.notes.layers_file import NAME, checked, read_layers_file
from desktop_app.core.notes.line import index_line, unreadable_line
from desktop_app.core.notes.listing import below, mounted_path, skip_reason, sorted_out
from desktop_app.core.notes.note import Note, NoteFolder
from desktop_app.core.notes.paths import IDENTIFIER
from desktop_app.services.jobs import JobCancelledError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from desktop_app.core.files.row import FileRow
    from desktop_app.core.ports import Cancelled
    from desktop_app.services.file_memory import FileMemory

HEAD = 64 * 1024
"""Bytes that are enough for the line of a file; of a larger one no more is read for a list."""

KEPT = 16 * 1024
"""Characters of a note that a list keeps, so that thousands of large ones fit into memory."""

_REPORT_EVERY = 250


def never() -> bool:
    """Nobody cancels this."""
    return False


def read_layers(
    files: FileMemory,
    by_hand: Sequence[Layer] | None = None,
    values: Mapping[str, str] | None = None,
) -> Layers:
    """Return the layers that ``layers.json`` names, then those that the person has named.

    Args:
        files: The workspace.
        by_hand: Layers that no file of the workspace names; those that were kept by default.
        values: For placeholders: ``{"userId": "u-101"}``.
    """
    known = values or {}
    try:
        row = files.folder.read(NAME)
    except MemloupeError as error:
        found = Layers((), (error.words,))
    else:
        found = read_layers_file(row.data, known) if row else Layers()
    named, problem = files.layers_by_hand() if by_hand is None else (by_hand, "")
    problems = (*found.problems, *filter(None, (problem,)))
    # Mounts are compared with all the others, wherever they are named.
    layers = checked([*found.layers, *named], known) if named else found.layers
    return Layers(layers, problems)


def choices(files: FileMemory, layer: Layer) -> tuple[str, ...]:
    """Return what the last placeholder of a layer could stand for: folders that are there."""
    before, brace, after = layer.template.partition("{")
    if not brace or "{" in after or not before.endswith("/"):
        return ()
    try:
        entries = files.folder.entries(before.rstrip("/"), levels=1)
    except MemloupeError:
        return ()
    folders = (one for one in entries if one.kind is FileKind.FOLDER)
    return tuple(one.name for one in folders if IDENTIFIER.fullmatch(one.name))


def known_values(files: FileMemory, layers: Layers) -> dict[str, tuple[str, ...]]:
    """Return, for each last placeholder of a layer, what it could stand for in any of them."""
    found: dict[str, tuple[str, ...]] = {}
    for layer in layers.layers:
        names = placeholders(layer.template)
        if names:
            both = (*found.get(names[-1], ()), *choices(files, layer))
            found[names[-1]] = tuple(dict.fromkeys(both))
    return found


def read_notes(
    files: FileMemory,
    layer: Layer,
    cancelled: Cancelled = never,
    report: Callable[[int, int], None] = lambda _done, _total: None,
    known: NoteFolder | None = None,
) -> NoteFolder:
    """Return every note of a layer with its line, in the order of the lines.

    A file that can't be read, a link or a pipe hides nothing else.

    Args:
        files: The workspace.
        layer: One of ``read_layers``.
        cancelled: Asked for every file; true ends it.
        report: Told now and then how many files are read, and how many there are.
        known: What was read before: files that nobody has touched are not read again.

    Raises:
        JobCancelledError: it was cancelled.
    """
    if not layer.is_usable:
        return NoteFolder(layer, problem=layer.problem or _missing(layer))
    try:
        problem = _folder_problem(files, layer)
        entries = () if problem else files.folder.entries(layer.source, cancelled=cancelled)
    except MemloupeError as error:
        if cancelled():
            raise JobCancelledError from error
        return NoteFolder(layer, problem=error.words)
    listed, skipped = sorted_out(entries, layer)
    before = known if known and known.layer.source == layer.source else NoteFolder(layer)
    notes = tuple(_notes(files, listed, before, (cancelled, report)))
    unlisted = files.folder.unlisted(layer.source)
    return NoteFolder(layer, notes, skipped, problem or _unlisted_words(unlisted), unlisted)


def read_all(
    files: FileMemory, layers: Layers, cancelled: Cancelled = never
) -> tuple[NoteFolder, ...]:
    """Return the notes of every layer, in order."""
    return tuple(read_notes(files, layer, cancelled) for layer in layers.layers)


def read_note(files: FileMemory, layer: Layer, path: str) -> Note | None:
    """Return one note with all its bytes, ``None`` if there is none: hidden files are no notes.

    Args:
        files: The workspace.
        layer: The layer that it is in.
        path: Below the mount.

    Raises:
        StoreError, RefusedError: it can't be read.
    """
    where = below(layer, path)
    facts = files.folder.facts(where)
    if facts is None or facts.kind is not FileKind.FILE or skip_reason(layer, facts):
        return None
    row = files.folder.read(where)
    return None if row is None else note_of(files, layer, facts, row)


def note_of(files: FileMemory, layer: Layer, facts: FileFacts, row: FileRow) -> Note:
    """Return a note of bytes that are read already."""
    return _note(files, mounted_path(layer, facts.path), facts, read_text(row.data), row)


def _folder_problem(files: FileMemory, layer: Layer) -> str:
    facts = files.folder.facts(layer.source) if layer.source else None
    if layer.source and facts is None:
        return f"The folder “{layer.source}” is not there. The first note makes it."
    if facts and facts.kind is FileKind.LINK:
        return f"The folder “{layer.source}” is a link. Links are not followed."
    is_folder = facts is None or facts.kind is FileKind.FOLDER
    return "" if is_folder else f"“{layer.source}” is no folder."


def _unlisted_words(found: Sequence[str]) -> str:
    if not found:
        return ""
    more = f" and {len(found) - 1} more" if len(found) > 1 else ""
    return f"Nobody may look into “{found[0]}”{more}: what is in it is not listed here."


def _missing(layer: Layer) -> str:
    names = " and ".join(layer.missing)
    return f"{names} is not given, so it is not known whose folder this is."


def _notes(
    files: FileMemory,
    listed: Sequence[tuple[str, FileFacts]],
    known: NoteFolder,
    heard: tuple[Cancelled, Callable[[int, int], None]],
) -> Iterator[Note]:
    cancelled, report = heard
    for done, (path, facts) in enumerate(listed):
        if cancelled():
            raise JobCancelledError
        if done % _REPORT_EVERY == 0:
            report(done, len(listed))
        before = known.get(path)
        yield before if before and before.facts == facts else _listed_note(files, path, facts)


def _listed_note(files: FileMemory, path: str, facts: FileFacts) -> Note:
    try:
        text = _beginning(files.folder.head(facts.path, HEAD), facts.size)
    except MemloupeError as error:
        return Note(path=path, facts=facts, line=unreadable_line(path, error.words))
    note = _note(files, path, facts, text)
    if len(text.text) <= KEPT:
        return note
    return replace(note, text=replace(text, text=text.text[:KEPT]))


def _beginning(data: bytes, size: int) -> FileText:
    if size > len(data):
        # The last character may be cut in two: that is no damage of the file.
        end = data.rfind(b"\n") + 1 or len(data)
        data = data[:end]
        data = data.decode("utf-8", "ignore").encode() if end == HEAD else data
    return read_text(data)


def _note(
    files: FileMemory, path: str, facts: FileFacts, text: FileText, row: FileRow | None = None
) -> Note:
    front = files.read_front_matter(text.text)
    line = index_line(path, text, front)
    return Note(path=path, facts=facts, line=line, text=text, front=front, row=row)
