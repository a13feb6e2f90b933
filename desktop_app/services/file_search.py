"""Search over everything that a workspace remembers in files, the first hits first."""

from __future__ import annotations

from enum import Enum
from typing import TYPE_CHECKING

import msgspec

from desktop_app.core.engine_text import decode
from desktop_app.core.errors import MemloupeError
from desktop_app.core.files.facts import FileFacts, FileKind
from desktop_app.core.ledger.book import (
    AGENTS_FILE,
    ARCHIVE_FOLDER,
    KNOWLEDGE_FOLDER,
    MEMORY_FILE,
    MEMORY_FOLDER,
    OFFLOADED_FOLDER,
    SESSIONS_FOLDER,
)
from desktop_app.core.notes.listing import mounted_path
from desktop_app.core.search.json_text import unescaped
from desktop_app.core.search.matching import Mark, Needle
from desktop_app.services.harness_source import never
from desktop_app.services.jobs import JobCancelledError
from desktop_app.services.ledger.reading import find_ledgers
from desktop_app.services.notes.reading import read_layers

if TYPE_CHECKING:
    from collections.abc import Iterator

    from desktop_app.core.ledger.book import Bucket
    from desktop_app.core.notes.layer import Layer
    from desktop_app.core.ports import Cancelled
    from desktop_app.services.file_memory import FileMemory

_UTF_16 = {b"\xff\xfe", b"\xfe\xff"}
_PIECE = 1 << 20
_LOGS = ".md"
_JSON = (".jsonl", ".json")


class FileHitKind(Enum):
    """What kind of file a hit stands in."""

    MEMORY = "curated memory"
    LOG = "daily log"
    ARCHIVE = "archived log"
    AGENTS = "agent file"
    KNOWLEDGE = "knowledge"
    SESSION = "session history"
    OFFLOADED = "offloaded result"
    NOTE = "note"


class FileHit(msgspec.Struct, frozen=True, kw_only=True):
    """One line that has the text.

    Attributes:
        path: The file, below the workspace.
        kind: What it is.
        bucket: Path of the bucket, or mount of the layer, that it belongs to.
        line: Number of the line, from 1.
        excerpt: The text around the first occurrence in the line.
        marks: Start and end of each occurrence in ``excerpt``.
    """

    path: str
    kind: FileHitKind
    bucket: str
    line: int
    excerpt: str
    marks: tuple[Mark, ...]


class _Place(msgspec.Struct, frozen=True):
    path: str
    kind: FileHitKind
    bucket: str


def search_files(
    files: FileMemory, text: str, *, cancelled: Cancelled = never
) -> Iterator[FileHit]:
    """Yield the lines that have ``text`` in them, whatever the case, as soon as they are found.

    Curated memory comes first, then logs, archive, what the agent knows, sessions, offloaded
    results, bucket by bucket, then the notes. Links, hidden files, what is no text and what
    can't be read are left out.

    Args:
        files: The workspace.
        text: What to look for; nothing is found for an empty text.
        cancelled: Asked for every file; true ends the search.

    Raises:
        StoreError: the workspace can't be read.
        JobCancelledError: cancelled.
    """
    if not text:
        return
    needle, folded = Needle(text), text.casefold()
    for place in _places(files, cancelled):
        if cancelled():
            raise JobCancelledError
        for number, line in _lines(_content(files, place), folded, is_json=_is_json(place)):
            excerpt = needle.excerpt(line)
            if excerpt is not None:
                yield FileHit(
                    path=place.path,
                    kind=place.kind,
                    bucket=place.bucket,
                    line=number,
                    excerpt=excerpt.text,
                    marks=excerpt.marks,
                )


def not_searched(files: FileMemory, cancelled: Cancelled = never) -> tuple[str, ...]:
    """Return the folders of memories that nobody may look into: what is in them is not found.

    Raises:
        StoreError: the workspace can't be read.
        JobCancelledError: cancelled.
    """
    folders = [
        bucket.at(name)
        for root in find_ledgers(files, cancelled)
        for bucket in root.buckets
        for name in (MEMORY_FOLDER, KNOWLEDGE_FOLDER, SESSIONS_FOLDER, OFFLOADED_FOLDER)
    ]
    folders += [layer.source for layer in read_layers(files).layers if layer.is_usable]
    found = (path for folder in folders for path in files.folder.unlisted(folder))
    return tuple(dict.fromkeys(found))


def _places(files: FileMemory, cancelled: Cancelled) -> Iterator[_Place]:
    for root in find_ledgers(files, cancelled):
        for bucket in root.buckets:
            yield from _of_bucket(files, bucket, cancelled)
    for layer in read_layers(files).layers:
        if layer.is_usable:
            yield from _of_layer(files, layer, cancelled)


def _of_bucket(files: FileMemory, bucket: Bucket, cancelled: Cancelled) -> Iterator[_Place]:
    yield _Place(bucket.at(MEMORY_FILE), FileHitKind.MEMORY, bucket.path)
    archive = bucket.at(ARCHIVE_FOLDER) + "/"
    logs = [
        one.path
        for one in _below(files, bucket.at(MEMORY_FOLDER), cancelled)
        if one.name.endswith(_LOGS)
    ]
    for path in sorted(logs, key=lambda path: (path.startswith(archive), path)):
        kind = FileHitKind.ARCHIVE if path.startswith(archive) else FileHitKind.LOG
        yield _Place(path, kind, bucket.path)
    yield _Place(bucket.at(AGENTS_FILE), FileHitKind.AGENTS, bucket.path)
    for name, kind in (
        (KNOWLEDGE_FOLDER, FileHitKind.KNOWLEDGE),
        (SESSIONS_FOLDER, FileHitKind.SESSION),
        (OFFLOADED_FOLDER, FileHitKind.OFFLOADED),
    ):
        for one in _below(files, bucket.at(name), cancelled):
            yield _Place(one.path, kind, bucket.path)


def _of_layer(files: FileMemory, layer: Layer, cancelled: Cancelled) -> Iterator[_Place]:
    for one in files.folder.entries(layer.source, cancelled=cancelled):
        parts = mounted_path(layer, one.path).split("/")
        if one.kind is FileKind.FILE and not any(part.startswith(".") for part in parts):
            yield _Place(one.path, FileHitKind.NOTE, layer.mount)


def _below(files: FileMemory, folder: str, cancelled: Cancelled) -> Iterator[FileFacts]:
    found = files.folder.entries(folder, cancelled=cancelled)
    return (one for one in found if one.kind is FileKind.FILE and not one.name.startswith("."))


def _content(files: FileMemory, place: _Place) -> bytes:
    try:
        row = files.folder.read(place.path)
    except MemloupeError:
        return b""  # a link, or unreadable: other pages say so
    is_text = row is not None and b"\0" not in row.data and row.data[:2] not in _UTF_16
    return row.data if row is not None and is_text else b""


def _is_json(place: _Place) -> bool:
    return place.kind is FileHitKind.SESSION and place.path.endswith(_JSON)


def _lines(content: bytes, needle: str, *, is_json: bool) -> Iterator[tuple[int, str]]:
    """Yield number and text of the lines that may have what is looked for."""
    number = 1
    for piece in _pieces(content):
        if is_json:
            # As people read it: what is written as an escape in JSON is found too.
            yield from enumerate(map(unescaped, piece.split("\n")), number)
        else:
            yield from _candidates(piece, needle, number)
        number += piece.count("\n")


def _pieces(content: bytes) -> Iterator[str]:
    """Yield the text, cut between lines: the window waits while one of them is looked through."""
    start = 0
    while start < len(content):
        end = content.find(b"\n", start + _PIECE) + 1 or len(content)
        yield decode(content[start:end])
        start = end


def _candidates(piece: str, needle: str, number: int) -> Iterator[tuple[int, str]]:
    folded = piece.casefold()
    place = folded.find(needle)
    if place < 0:
        return
    lines = piece.split("\n")
    # No letter folds to a line break, so that lines stay lines.
    at = folded.count("\n", 0, place)
    while place >= 0:
        yield number + at, lines[at].removesuffix("\r")
        end = folded.find("\n", place)
        if end < 0:
            return
        place = folded.find(needle, end + 1)
        at += folded.count("\n", end, max(place, end))
