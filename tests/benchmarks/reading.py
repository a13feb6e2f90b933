"""Snippets, lists and search, straight from the file."""

from __future__ import annotations

import lzma
import tarfile
from functools import partial
from itertools import islice
from typing import TYPE_CHECKING

from desktop_app.core.history.entry import HistoryFilter, StatusFilter
from desktop_app.core.observational.record_reader import read_record
from desktop_app.core.observational.snippet import build_snippet
from desktop_app.services.search import search
from desktop_app.services.workspace import Surroundings, open_workspace, system_time
from tests.benchmarks.files import BIG_SCOPE, RARE, ROOT, write_big, write_scope
from tests.benchmarks.measure import Figure, timed

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from desktop_app.services.harness_source import HarnessSource

ENGINE_SNIPPET = {10: 46.8e-6, 100: 209e-6, 1_000: 1.85e-3, 10_000: 24.62e-3, 100_000: 0.26683}
_SMALL_TARGET = 0.2e-3
_HALF_FROM = 1_000


def open_source(folder: Path) -> HarnessSource:
    """Open the state file of a folder, without this person's own configuration."""
    return open_workspace(folder, Surroundings({}, None, system_time)).require_source()


def unpack_golden(name: str, folder: Path) -> Path:
    """Return a fresh copy of a golden workspace."""
    archive = ROOT / "tests" / "golden" / "workspaces.tar.xz"
    with lzma.open(archive) as packed, tarfile.open(fileobj=packed) as files:
        files.extraction_filter = tarfile.data_filter
        members = [one for one in files if one.name.startswith(f"workspaces/{name}/")]
        files.extractall(folder, members)
    return folder / "workspaces" / name


def snippets(folder: Path) -> Iterator[Figure]:
    """Measure the snippet of one scope, for records of growing length."""
    for count, engine in ENGINE_SNIPPET.items():
        workspace = folder / f"scope-{count}"
        memory_id = write_scope(workspace / ".harness" / "state.db", count)
        source = open_source(workspace)
        name = f"snippet from the file, {count:,} observations"
        target = engine / 2 if count >= _HALF_FROM else _SMALL_TARGET
        yield timed(name, partial(source.turn_texts, memory_id), engine=engine, target=target)
        if count == _HALF_FROM * 10:
            yield from _parts(source, memory_id)


def _parts(source: HarnessSource, memory_id: str) -> Iterator[Figure]:
    row = source.snapshot(memory_id).row
    record = read_record(row)
    yield timed("  of that: decode the row", lambda: read_record(row), engine=14.87e-3)
    yield timed("  of that: build the snippet", lambda: build_snippet(record), engine=6.3e-3)


def large(folder: Path) -> Iterator[Figure]:
    """Measure the golden workspace with 2,001 scopes."""
    source = open_source(unpack_golden("large", folder))
    yield timed("list 2,001 scopes", source.scopes, engine=1.7e-3)
    yield timed(
        "list and snippet of 2,001 scopes",
        lambda: (source.scopes(), sum(len(one.observational) for one in source.all_turn_texts())),
        engine=0.1089,
        target=0.06,
    )


def make_big(folder: Path, scopes: int) -> Path:
    """Write the big file and return its workspace."""
    workspace = folder / "big"
    write_big(workspace / ".harness" / "state.db", scopes)
    return workspace


def big(workspace: Path) -> Iterator[Figure]:
    """Measure the big file."""
    source = open_source(workspace)
    size = source.path.stat().st_size / 1e6
    counts = source.counts()
    records, operations = counts["om_memory_records"], counts["om_operation_log"]
    yield Figure(f"big file: {records:,} scopes, {operations:,} operations", size, "MB")
    yield timed("  list of tenants", source.tenants, least_runs=3)
    yield timed("  one page of conversations", lambda: source.conversations("tenant-001"))
    yield timed(f"  search “{RARE}”: first hit", lambda: next(search(source, RARE)), target=0.1)
    yield timed(f"  search “{RARE}”: all hits", lambda: list(search(source, RARE)), target=0.5)
    yield timed(
        "  search a common word: first 100 hits",
        lambda: list(islice(search(source, "timetable"), 100)),
        target=0.1,
    )
    yield from _log(source)


def _log(source: HarnessSource) -> Iterator[Figure]:
    whole = HistoryFilter(memory_id=BIG_SCOPE)
    failed = HistoryFilter(memory_id=BIG_SCOPE, status=StatusFilter.FAILED)
    first = source.history(whole)
    yield timed("  first page of the longest log", lambda: source.history(whole))
    yield timed(
        "  next page of it", lambda: source.history(whole, before=first.following), least_runs=3
    )
    yield timed("  first page of its failures", lambda: source.history(failed))
    yield timed("  its operations by status", lambda: source.status_counts(BIG_SCOPE))
