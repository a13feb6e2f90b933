"""What is asked of an open journal."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sqlalchemy import (
    ColumnElement,
    Select,
    and_,
    exists,
    func,
    insert,
    literal,
    select,
    update,
)

from desktop_app.core.editing.journal import Entry, EntryKind, EntryState
from desktop_app.core.engine_time import EngineTime
from desktop_app.store.journal_tables import changes, entries, memories
from desktop_app.store.sqlite_errors import DamagedStoreError

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from sqlalchemy import Connection, Row

_FIRST_SECOND, _LAST_SECOND = -62_135_596_800, 253_402_300_799
"""Of the years 1 to 9999."""
_BILLION, _DAY = 1_000_000_000, 86_400
_STEPS_BACK = (EntryKind.UNDO.value, EntryKind.REDO.value)


class JournalQueries:
    """Asks and tells an open journal; the caller owns the transaction."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def add(self, entry: Entry, data: bytes) -> None:
        """Store an entry and the bytes of its change."""
        new = insert(entries).values(_columns_of(entry)).returning(entries.c.place)
        place = self._connection.execute(new).scalar_one()
        self._connection.execute(insert(changes).values(entry=place, data=data))
        owners = [
            {"entry": place, "number": number, "memory_id": memory_id}
            for number, memory_id in enumerate(entry.memory_ids)
        ]
        if owners:
            self._connection.execute(insert(memories), owners)

    def settle(self, entry_id: str, state: EntryState) -> bool:
        """Store how an entry ended, and return whether there is one.

        What is written stays written.
        """
        may_change = and_(entries.c.id == entry_id, entries.c.state != EntryState.WRITTEN.value)
        self._connection.execute(update(entries).where(may_change).values(state=state.value))
        return self._place(entry_id) is not None

    def change(self, entry_id: str) -> bytes | None:
        """Return the bytes of the change of an entry."""
        wanted = select(changes.c.data).join(entries).where(entries.c.id == entry_id)
        return self._connection.execute(wanted).scalar()

    def entry(self, entry_id: str) -> Entry | None:
        """Return the entry with this id."""
        return self._first(_entry_columns().where(entries.c.id == entry_id))

    def page(
        self, names: Sequence[str], *, before: str, limit: int, memory_id: str | None
    ) -> Sequence[Entry]:
        """Return entries of files, newest first; none behind an entry that is not there."""
        wanted = _entry_columns().where(entries.c.file.in_(names))
        if before:
            wanted = wanted.where(entries.c.place < (self._place(before) or 0))
        if memory_id is not None:
            belongs = and_(memories.c.entry == entries.c.place, memories.c.memory_id == memory_id)
            wanted = wanted.where(exists().where(belongs))
        return self._entries(wanted.order_by(entries.c.place.desc()).limit(limit))

    def members(self, names: Sequence[str], group: str) -> Sequence[Entry]:
        """Return the written changes of one action, oldest first."""
        wanted = _entry_columns().where(*_written_changes(names), entries.c.group == group)
        return self._entries(wanted.order_by(entries.c.place))

    def last_step(self, entry_id: str) -> Entry | None:
        """Return the newest written entry that undoes or redoes an entry."""
        wanted = _entry_columns().where(
            entries.c.of == entry_id,
            entries.c.kind.in_(_STEPS_BACK),
            entries.c.state == EntryState.WRITTEN.value,
        )
        return self._first(wanted.order_by(entries.c.place.desc()))

    def intended(self, names: Sequence[str]) -> Sequence[Entry]:
        """Return the entries of files whose outcome is not known, oldest first."""
        is_open = and_(entries.c.file.in_(names), entries.c.state == EntryState.INTENDED.value)
        return self._entries(_entry_columns().where(is_open).order_by(entries.c.place))

    def undoable(self, names: Sequence[str]) -> Entry | None:
        """Return the newest written change that is not undone."""
        wanted = _entry_columns().where(*_written_changes(names), ~_is_undone())
        return self._first(wanted.order_by(entries.c.place.desc()))

    def redoable(self, names: Sequence[str]) -> Entry | None:
        """Return the change that was undone last, unless a new one was written since."""
        undone_at = _last_step(entries.c.place)
        newest = select(func.max(entries.c.place)).where(*_written_changes(names))
        wanted = _entry_columns().where(
            *_written_changes(names), _is_undone(), undone_at > newest.scalar_subquery()
        )
        return self._first(wanted.order_by(undone_at.desc()))

    def _place(self, entry_id: str) -> int | None:
        wanted = select(entries.c.place).where(entries.c.id == entry_id)
        return self._connection.execute(wanted).scalar()

    def _first(self, wanted: Select[Any]) -> Entry | None:
        return next(iter(self._entries(wanted.limit(1))), None)

    def _entries(self, wanted: Select[Any]) -> Sequence[Entry]:
        try:
            return self._read(wanted)
        except (ValueError, TypeError) as error:
            raise DamagedStoreError(
                f"The journal of changes has an entry that can't be read: {error}.",
                "The memory itself is not touched. Nothing is edited until the journal is moved "
                "aside; a new one starts empty, and the old one can still be looked into.",
            ) from error

    def _read(self, wanted: Select[Any]) -> Sequence[Entry]:
        rows = self._connection.execute(wanted).all()
        owners: dict[int, list[str]] = {row.place: [] for row in rows}
        found = self._connection.execute(
            select(memories.c.entry, memories.c.memory_id)
            .where(memories.c.entry.in_(owners))
            .order_by(memories.c.entry, memories.c.number)
        )
        for place, memory_id in found:
            owners[place].append(memory_id)
        return [_entry(row, owners[row.place]) for row in rows]


def _entry_columns() -> Select[Any]:
    return select(entries, _is_undone().label("is_undone"), _saved_as().label("saved_as"))


def _written_changes(names: Sequence[str]) -> tuple[ColumnElement[bool], ...]:
    return (
        entries.c.file.in_(names),
        entries.c.state == EntryState.WRITTEN.value,
        entries.c.kind.not_in(_STEPS_BACK),
    )


def _is_undone() -> ColumnElement[bool]:
    return func.coalesce(_last_step(entries.c.kind), literal("")) == EntryKind.UNDO.value


def _saved_as() -> Any:
    """Return the id of the newest written entry that saves the draft of the row."""
    later = entries.alias("later")
    return (
        select(later.c.id)
        .where(
            later.c.of == entries.c.id,
            later.c.kind == EntryKind.CHANGE.value,
            later.c.state == EntryState.WRITTEN.value,
        )
        .order_by(later.c.place.desc())
        .limit(1)
        .correlate(entries)
        .scalar_subquery()
    )


def _last_step(column: ColumnElement[Any]) -> Any:
    """Return a column of the newest written entry that undoes or redoes the entry of the row."""
    step = entries.alias("step")
    return (
        select(step.c[column.key or ""])
        .where(
            step.c.of == entries.c.id,
            step.c.kind.in_(_STEPS_BACK),
            step.c.state == EntryState.WRITTEN.value,
        )
        .order_by(step.c.place.desc())
        .limit(1)
        .correlate(entries)
        .scalar_subquery()
    )


def _columns_of(entry: Entry) -> dict[str, str | int]:
    return {
        "id": entry.id,
        "file": entry.file,
        "kind": entry.kind.value,
        "of": entry.of,
        "state": entry.state.value,
        "who": entry.who,
        "at_seconds": entry.at.unix_seconds,
        "at_nanoseconds": entry.at.nanoseconds,
        "at_offset": entry.at.offset_seconds,
        "label": entry.label,
        "reason": entry.reason,
        "group": entry.group,
    }


def _entry(row: Row[Any], owners: Iterable[str]) -> Entry:
    if None in row[: len(entries.c)]:
        raise ValueError("a value that is missing")
    return Entry(
        id=row.id,
        file=row.file,
        kind=EntryKind(row.kind),
        of=row.of,
        state=EntryState(row.state),
        who=row.who,
        at=_time(row.at_seconds, row.at_nanoseconds, row.at_offset),
        label=row.label,
        reason=row.reason,
        memory_ids=tuple(owners),
        is_undone=bool(row.is_undone),
        group=row.group,
        saved_as=row.saved_as or "",
    )


def _time(seconds: int, nanoseconds: int, offset: int) -> EngineTime:
    is_one = (
        _FIRST_SECOND <= seconds <= _LAST_SECOND
        and 0 <= nanoseconds < _BILLION
        and -_DAY < offset < _DAY
    )
    if not is_one:
        raise ValueError("a time that no clock shows")
    return EngineTime(seconds, nanoseconds, offset)
