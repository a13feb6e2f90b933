"""The engine's operations and markers."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

from desktop_app.cli.columns import padded, widest
from desktop_app.cli.parser import names_scope
from desktop_app.cli.reading import Reader, wanted_key
from desktop_app.cli.text import visible
from desktop_app.core.engine_text import decode
from desktop_app.core.engine_time import format_column
from desktop_app.core.history.entry import HistoryFilter, Source, StatusFilter
from desktop_app.services.harness_source import HarnessSource

if TYPE_CHECKING:
    from argparse import Namespace
    from collections.abc import Iterator

    from desktop_app.cli.terminal import Terminal
    from desktop_app.core.history.entry import HistoryCursor, HistoryEntry
    from desktop_app.core.observational.record import ColumnValue

_PAGE = 500
_TIME_WIDTH, _STATUS_WIDTH, _KIND_WIDTH = 30, 18, 18
_HEADER = (
    f"{'TIME':<{_TIME_WIDTH}}  {'STATUS':<{_STATUS_WIDTH}}  {'WHAT':<{_KIND_WIDTH}}  MEMORY ID"
)


def run(options: Namespace, terminal: Terminal) -> int:
    """Print the entries, newest first."""
    reader = Reader(options, terminal)
    wanted = HistoryFilter(
        memory_id=wanted_key(options) if names_scope(options) else None, status=_status(options)
    )
    table = _Table(terminal)
    printed = 0
    for source in reader.sources:
        for entry in _entries(reader, source, wanted):
            if printed == options.limit:
                return 0
            printed += 1
            fields = _fields(entry, is_stuck=entry.is_stuck(source.now()))
            if options.json:
                terminal.record(fields)
            else:
                table.add(fields)
    if not printed and wanted.memory_id is not None:
        # An empty log and a scope that is not there are two things.
        reader.scope(HarnessSource.entry)
    return 0


def _status(options: Namespace) -> StatusFilter:
    if options.failed:
        return StatusFilter.FAILED
    return StatusFilter.STUCK if options.stuck else StatusFilter.ALL


def _entries(
    reader: Reader, source: HarnessSource, wanted: HistoryFilter
) -> Iterator[HistoryEntry]:
    cursor: HistoryCursor | None = None
    while True:
        page = reader.read(partial(source.history, wanted, before=cursor, limit=_PAGE))
        yield from page.entries
        cursor = page.following
        if cursor is None:
            return


def _fields(entry: HistoryEntry, *, is_stuck: bool) -> dict[str, Any]:
    return {
        "source": entry.source.value,
        **{name: _value(value) for name, value in entry.values.items()},
        "time": format_column(entry.created) if entry.created else None,
        "stuck": is_stuck,
    }


def _value(value: ColumnValue) -> int | float | str | None:
    return decode(value) if isinstance(value, bytes) else value


class _Table:
    """Lines for people: on a terminal with a head, and errors on lines of their own."""

    def __init__(self, terminal: Terminal) -> None:
        self._terminal = terminal
        self._width = 0

    def add(self, fields: dict[str, Any]) -> None:
        """Print one entry."""
        cells = _cells(fields)
        error = visible(str(fields.get("error_text") or ""))
        if not self._terminal.is_watched:
            self._terminal.line("  ".join(cells) + (f" {error}" if error else ""))
            return
        if not self._width:
            self._terminal.line(_HEADER)
        # The first line takes what it needs, later ones follow it where they can.
        self._width = max(self._width, widest([cells[-2], "MEMORY ID"]))
        *start, memory_id, rest = cells
        self._terminal.line("  ".join([*start, padded(memory_id, self._width), rest]))
        if error:
            self._terminal.line(f"{'':{_TIME_WIDTH}}  {error}")


def _cells(fields: dict[str, Any]) -> list[str]:
    if fields["source"] == Source.MARKER.value:
        kind, status = fields["marker_type"], "marker"
        rest = f"messages {fields['message_index_start']}–{fields['message_index_end']}"
    else:
        kind, status = fields["operation_type"], _known(fields["status"])
        rest = _known(fields["operation_id"])
    stuck = " (stuck)" if fields["stuck"] else ""
    columns = (
        f"{_time(fields):<{_TIME_WIDTH}}",
        f"{f'{status}{stuck}':<{_STATUS_WIDTH}}",
        f"{_known(kind):<{_KIND_WIDTH}}",
        _known(fields["memory_id"]),
        rest,
    )
    return list(map(visible, columns))


def _time(fields: dict[str, Any]) -> str:
    """Return the time with nine digits of its second, so that all are equally wide."""
    if not fields["time"]:
        return f"unreadable time {fields['created_at']!r}"
    seconds, _, fraction = fields["time"].removesuffix("Z").partition(".")
    return f"{seconds}.{fraction:0<9}Z"


def _known(value: object) -> str:
    """Return a value as text, ``–`` where the table has no such column."""
    return "–" if value is None else str(value)
