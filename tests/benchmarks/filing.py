"""Daily logs, curated memory and notes: reading, searching, editing."""

from __future__ import annotations

from functools import partial
from time import perf_counter
from typing import TYPE_CHECKING

from desktop_app.core.ledger.edits import edit_memory
from desktop_app.core.ledger.injection import find_cut
from desktop_app.core.notes.access import Editing
from desktop_app.core.notes.edits import NoteEdit, edit_note
from desktop_app.core.notes.section import note_section
from desktop_app.services.editing.outcomes import Saved
from desktop_app.services.file_follow import FileWatch
from desktop_app.services.file_outline import read_outline
from desktop_app.services.file_search import search_files
from desktop_app.services.jobs import JobContext
from desktop_app.services.ledger.reading import find_ledgers, read_book
from desktop_app.services.ledger.tools import AgentTools
from desktop_app.services.ledger.turn import TurnSettings, file_turn
from desktop_app.services.notes.reading import read_layers, read_note, read_notes
from desktop_app.services.workspace import Surroundings, open_editor, system_time
from desktop_app.services.workspace_files import open_files
from tests.benchmarks.measure import Figure, timed
from tests.benchmarks.memory_files import (
    LOGS,
    MEMORY_BYTES,
    NOTES,
    RARE,
    write_logs,
    write_memory,
    write_notes,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from desktop_app.core.changes import Change
    from desktop_app.core.ledger.book import Bucket
    from desktop_app.services.file_memory import FileMemory

_ROOM = 32_000
_TYPED = "A letter more. "
_FEW = 3


def memory(folder: Path, size: int = MEMORY_BYTES) -> Iterator[Figure]:
    """Measure a workspace with one enormous ``MEMORY.md``."""
    files, bucket = _open(write_memory(folder / "long-memory", size))
    title = f"MEMORY.md of {size / 1e6:.0f} MB"
    read = partial(read_book, files, bucket)
    yield timed(f"{title}: read", read, least_runs=_FEW)
    book = read()
    assert book.memory.text is not None
    text = book.memory.text.text
    turn = partial(file_turn, files, book, TurnSettings())
    yield timed("  cut while typing", lambda: find_cut(_TYPED + text, _ROOM // 4), least_runs=_FEW)
    yield timed("  what the next turn gets", turn, least_runs=_FEW)
    plan = partial(edit_memory, book, _TYPED + text)
    yield timed("  plan of an edit", plan, least_runs=_FEW)
    yield from _saved(files, plan().change, "  save it")


def logs(folder: Path, count: int = LOGS) -> Iterator[Figure]:
    """Measure a workspace with years of daily logs."""
    files, bucket = _open(write_logs(folder / "many-logs", count))
    outline = read_outline(files)
    watch = FileWatch(files, outline)
    before = watch.look()
    tools = AgentTools(files, bucket)
    yield timed(f"{count:,} daily logs: read", partial(read_book, files, bucket), least_runs=_FEW)
    for name, function in {
        "what there is": partial(read_outline, files),
        f"search everything for “{RARE}”": lambda: list(search_files(files, RARE)),
        "memory_search, a phrase": lambda: tools.memory_search("refund account"),
        "memory_search, all words": lambda: tools.memory_search("refund account", "all"),
        "following: look at everything": watch.look,
        "following: look at one folder": lambda: watch.look_at(before, ["memory"]),
    }.items():
        yield timed(f"  {name}", function, least_runs=_FEW)


def notes(folder: Path, count: int = NOTES) -> Iterator[Figure]:
    """Measure a layer with thousands of notes."""
    files = open_files(write_notes(folder / "many-notes", count), _surroundings())
    layer = read_layers(files).layers[0]
    read = partial(read_notes, files, layer)
    found = read()
    path = found.notes[count // 2].path
    yield timed(f"{count:,} notes: read all", read, least_runs=_FEW)
    yield timed("  read again, nothing changed", partial(read, known=found), least_runs=_FEW)
    yield timed("  note section of the prompt", lambda: note_section([found], None))
    note = read_note(files, layer, path)
    assert note is not None
    edit = NoteEdit(description="Another description, a little longer than the one before it.")
    plan = partial(edit_note, found, note, edit, Editing(read=files.read_front_matter))
    yield timed("  plan of an edit, with its budget", plan)
    yield from _saved(files, plan().change, "  save it")


def _saved(files: FileMemory, change: Change, name: str) -> Iterator[Figure]:
    editor = open_editor(files)
    start = perf_counter()
    outcome = editor.apply(change, JobContext())
    yield Figure(name, perf_counter() - start)
    assert isinstance(outcome, Saved)
    yield Figure("  undo it", _seconds(lambda: editor.undo(JobContext())))


def _seconds(function: Callable[[], object]) -> float:
    start = perf_counter()
    function()
    return perf_counter() - start


def _open(root: Path) -> tuple[FileMemory, Bucket]:
    files = open_files(root, _surroundings())
    return files, find_ledgers(files)[0].buckets[0]


def _surroundings() -> Surroundings:
    return Surroundings({}, None, system_time)
