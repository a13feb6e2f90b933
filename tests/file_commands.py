"""Every command that looks at memory files, and every dry run, for one workspace."""

from __future__ import annotations

from typing import TYPE_CHECKING

from desktop_app.cli import files_parser, notes_parser, tools_parser
from desktop_app.services.ledger.reading import find_ledgers, read_book
from desktop_app.services.ledger.transcripts import list_sessions
from desktop_app.services.notes.reading import choices, read_layers, read_notes
from desktop_app.services.workspace_files import open_files

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from desktop_app.core.ledger.book import Book, Bucket
    from desktop_app.core.notes.layer import Layer
    from desktop_app.services.file_memory import FileMemory

FAMILIES = (files_parser, notes_parser, tools_parser)
NAMES = frozenset(name for family in FAMILIES for name in family.FAMILY.add)
"""Every command of the three families."""

DRY = "--dry-run"
Command = list[str]


def every_command(root: Path) -> Iterator[Command]:
    """Yield the arguments of every command, the workspace left out, for what is in it."""
    files = open_files(root)
    yield from _of_workspace()
    for ledger in find_ledgers(files):
        for bucket in ledger.buckets:
            yield from _of_bucket(files, bucket)
    for layer in read_layers(files).layers:
        for chosen in choices(files, layer) or ("",):
            values = [f"--user={chosen}"] if chosen else []
            known = {"userId": chosen}
            mounts = read_layers(files, values=known).layers
            mounted = next(one for one in mounts if one.mount == layer.mount)
            yield from _of_layer(files, mounted, values)


def _of_workspace() -> Iterator[Command]:
    yield ["files list"]
    yield ["files list", "--json"]
    yield ["files where", "the"]
    yield ["files forget", "the", DRY]
    yield ["files forget", "invoice", "--sections", "--offloaded", "--keep-time", DRY]
    yield ["notes layers"]
    yield ["notes note"]
    yield ["notes note", "--as=underwriter", "--user=u-101", "--json"]
    yield ["search", "the"]
    yield ["search", "zürich", "--json"]
    yield ["doctor"]
    yield ["doctor", "--repair=all", DRY, "--json"]
    yield ["history"]
    yield ["undo", DRY]
    yield ["redo", DRY]
    yield ["config"]
    yield ["snippet", "--part=turn"]


def _of_bucket(files: FileMemory, bucket: Bucket) -> Iterator[Command]:
    book = read_book(files, bucket)
    where = f"--bucket={bucket.path or '.'}"
    for command in (*_of_files(book), *_of_tools(files, book), *_proposals(files, book)):
        yield [*command, where]
    yield ["snippet", "--part=turn", where]


def _of_files(book: Book) -> Iterator[Command]:
    for name in ("MEMORY.md", *(log.name for log in book.logs)):
        yield ["files show", name]
        yield ["files show", name, "--json"]
        yield ["files edit", name, "--text=- another fact", DRY]
        yield ["files clean", name, DRY]
        yield ["files delete", name, DRY]
        yield ["files convert", name, "--from=cp1252", DRY]
    for log in book.logs:
        if log.sections:
            yield ["files edit", log.name, "--section=1", "--text=x", "--keep-time", DRY]
    yield ["files edit", "MEMORY.md", "--text=- x", "--also-log=- x", DRY, "--json"]
    yield ["files correct", "Replies are sent in French now.", DRY]
    yield ["files archive", "--today=2026-09-30", DRY]
    yield ["files delete", "MEMORY.md", "--with-watermark", DRY]
    yield ["files rebuild", DRY]


def _proposals(files: FileMemory, book: Book) -> Iterator[Command]:
    yield ["files consolidate", "--built-in"]
    yield ["files consolidate", "--built-in", "--all-logs", "--accept", "--override", DRY]
    yield ["files consolidate", "--show-input"]
    for session in list_sessions(files, book.bucket):
        path = files.root / session.shown.path
        yield ["files flush", f"--transcript={path}", "--show-input"]


def _of_tools(files: FileMemory, book: Book) -> Iterator[Command]:
    for mode in ("phrase", "all", "any", "fuzzy"):
        yield ["tools memory_search", "--query=the invoice", f"--match-mode={mode}"]
        yield ["tools session_search", "--query=the ticket", f"--match-mode={mode}"]
    for path in ("MEMORY.md", "memory/2026-06-15.md", "../x", "memory/gone.md"):
        yield ["tools memory_get", f"--path={path}", "--start-line=1", "--end-line=9"]
    yield ["tools memory_save", "--content=- New.", DRY]
    yield ["tools injected"]
    yield ["tools injected", "--vintage=checkout", "--json"]
    for session in list_sessions(files, book.bucket):
        agent = f"--agent-id={session.agent}"
        yield ["tools session_list", agent]
        yield ["tools session_history", agent, f"--session-id={session.id}"]
        yield ["tools compaction", f"--session={session.id}", "--trim-arguments", "--emergency"]


def _of_layer(files: FileMemory, layer: Layer, values: list[str]) -> Iterator[Command]:
    where = [f"--layer={layer.mount}", *values]
    yield ["notes list", *where]
    yield ["notes list", "--find=the", "--json", *where]
    yield ["notes snapshot", *where]
    yield ["notes diff", f"--against={files.root}", *where]
    yield ["notes new", "brand/new.md", "--description=New.", "--body=Body.", DRY, *where]
    for note in read_notes(files, layer).notes:
        yield from ([*command, *where] for command in _of_note(note.path))


def _of_note(path: str) -> Iterator[Command]:
    anyway = ["--anyway", DRY]
    yield ["notes show", path]
    yield ["notes show", path, "--json"]
    yield ["notes edit", path, "--description=Another.", *anyway]
    yield ["notes edit", path, "--description=Another.", "--body=Other.", "--add-metadata", *anyway]
    yield ["notes edit", path, "--text=Whole.", *anyway, "--json"]
    yield ["notes edit", path, "--quote", *anyway]
    yield ["notes move", path, "moved/to.md", *anyway]
    yield ["notes delete", path, *anyway]
    yield ["notes convert", path, *anyway]
