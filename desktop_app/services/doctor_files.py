"""The doctor of memory files: looks through buckets of logs and layers of notes."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from desktop_app.core.doctor.file_cases import FileBench, NotesCase
from desktop_app.core.doctor.file_rules import BOOK_CHECKS, FILE_RULES, NOTES_CHECKS, OF_NOTES
from desktop_app.core.doctor.layer_rules import check_same, check_settings
from desktop_app.core.files.facts import FileKind
from desktop_app.core.ledger.book import MEMORY_FILE, MEMORY_FOLDER
from desktop_app.core.ledger.instants import local_day
from desktop_app.core.notes.access import Editing
from desktop_app.services.doctor import Found, Report
from desktop_app.services.doctor_cases import book_case
from desktop_app.services.ledger.reading import find_ledgers, read_book
from desktop_app.services.notes.reading import choices, never, read_layers, read_note, read_notes

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Sequence

    from desktop_app.core.ledger.book import Bucket
    from desktop_app.core.notes.layer import Layer, Layers
    from desktop_app.core.notes.note import NoteFolder
    from desktop_app.core.ports import Cancelled
    from desktop_app.services.file_memory import FileMemory
    from desktop_app.services.jobs import JobContext


def has_memory(
    files: FileMemory, by_hand: Sequence[Layer] = (), cancelled: Cancelled = never
) -> bool:
    """Return whether any memory is kept as files here.

    Raises:
        StoreError: the workspace can't be read.
    """
    layers = read_layers(files, by_hand)
    return bool(layers.layers or layers.problems or find_ledgers(files, cancelled))


def memory_size(files: FileMemory, cancelled: Cancelled = never) -> int:
    """Return how many bytes the curated memories and the logs of all buckets have together.

    Raises:
        StoreError: the workspace can't be read.
    """
    size = 0
    for bucket in (one for root in find_ledgers(files, cancelled) for one in root.buckets):
        memory = files.folder.facts(bucket.at(MEMORY_FILE))
        logs = files.folder.entries(bucket.at(MEMORY_FOLDER), cancelled=cancelled)
        found = logs if memory is None else (memory, *logs)
        size += sum(one.size for one in found if one.kind is FileKind.FILE)
    return size


def examine_files(
    files: FileMemory,
    context: JobContext,
    *,
    rules: Collection[str] = FILE_RULES,
    by_hand: Sequence[Layer] = (),
) -> Report:
    """Look for everything that is odd about memory files. Changes nothing.

    Args:
        files: The workspace.
        context: Reports how many files were looked at; a cancel ends it.
        rules: Names of the rules to try; those of state files are left out.
        by_hand: Layers of notes that no file of the workspace names.

    Raises:
        NotFoundError: there is no rule of one of these names.
        StoreError: the workspace can't be read; says why.
        JobCancelledError: cancelled.
    """
    found = Found(rules, FILE_RULES)
    buckets = _buckets(files, context)
    layers = read_layers(files, by_hand)
    look = _Look(files, found, context)
    for bucket in buckets:
        look.at_bucket(bucket)
    look.at_layers(layers, by_hand)
    return found.report(files=look.files)


def _buckets(files: FileMemory, context: JobContext) -> list[Bucket]:
    roots = find_ledgers(files, lambda: context.cancelled)
    return [bucket for root in roots for bucket in root.buckets]


class _Look:
    """One look at memory files."""

    def __init__(self, files: FileMemory, found: Found, context: JobContext) -> None:
        self.files = 0
        self._found, self._wanted = found, found.wanted
        self._memory, self._context = files, context
        self._bench = FileBench(
            book=partial(read_book, files),
            note=partial(read_note, files),
            editing=Editing(read=files.read_front_matter, anyway=True),
            today=local_day(files.now(), files.zone),
            zone=files.zone,
            check=context.check,
        )

    def at_bucket(self, bucket: Bucket) -> None:
        checks = [
            check for names, check in BOOK_CHECKS.items() if not self._wanted.isdisjoint(names)
        ]
        if not checks:
            return
        self._context.report(self.files, note="Looking at daily logs")
        case = book_case(self._memory, bucket, self._wanted, lambda: self._context.cancelled)
        self.files += case.files
        for check in checks:
            self._context.check()
            self._found.take(check(case.case, self._bench))

    def at_layers(self, layers: Layers, by_hand: Sequence[Layer]) -> None:
        self._found.take(check_settings(layers))
        if self._wanted.isdisjoint(OF_NOTES):
            return
        folders = [self._notes(layer) for layer in self._filled(layers, by_hand)]
        for folder in folders:
            for names, check in NOTES_CHECKS.items():
                self._context.check()
                if not self._wanted.isdisjoint(names):
                    self._found.take(check(NotesCase(folder), self._bench))
        self._found.take(check_same(folders))

    def _filled(self, layers: Layers, by_hand: Sequence[Layer]) -> Iterator[Layer]:
        """Yield every usable layer, one with a placeholder for each folder that is there."""
        for number, layer in enumerate(layers.layers):
            if layer.is_usable:
                yield layer
            elif len(layer.missing) == 1:
                for value in choices(self._memory, layer):
                    filled = read_layers(self._memory, by_hand, {layer.missing[0]: value})
                    yield filled.layers[number]

    def _notes(self, layer: Layer) -> NoteFolder:
        done = self.files

        def report(read: int, _total: int) -> None:
            self._context.report(done + read, note="Looking at notes")

        folder = read_notes(self._memory, layer, lambda: self._context.cancelled, report)
        self.files += len(folder.notes)
        return folder
