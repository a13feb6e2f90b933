"""What a person changes in working memory: set, rename, delete, and mend keys."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum
from typing import TYPE_CHECKING

from desktop_app.core.changes import Change, combined, set_working
from desktop_app.core.engine_json import JsonError, parse
from desktop_app.core.engine_text import trim, valid_unicode
from desktop_app.core.errors import NotFoundError, RefusedError
from desktop_app.core.working.entry import WorkingEntry
from desktop_app.core.working.lost_digits import (
    HiddenKey,
    LostDigits,
    hidden_keys,
    lost_digits,
)
from desktop_app.core.working.value import entry_json

if TYPE_CHECKING:
    from collections.abc import Sequence

    from desktop_app.core.observational.record import ColumnValue


class InvalidValueError(RefusedError):
    """The text is not a value that working memory can hold.

    Attributes:
        offset: Where, in characters from 0.
        line: In which line, from 1.
        column: At which character of it, from 1.
    """

    def __init__(self, text: str, error: JsonError) -> None:
        before = text[: error.offset]
        self.offset = error.offset
        self.line = before.count("\n") + 1
        self.column = error.offset - (before.rfind("\n") + 1) + 1
        super().__init__(
            f"Not JSON at line {self.line}, character {self.column}: {error}.",
            "Nothing was changed. A text needs quotes around it.",
        )


class WorkingNote(Enum):
    """What a person should know about an edit before it is saved."""

    REPLACES = "There is an entry with this key; its value is replaced."
    TWIN = "Another entry has this key with white space around it; the agent sees both alike."


class Keep(Enum):
    """Which of two entries stays whose keys differ in white space around them only."""

    UNTRIMMED = "the one with white space around its key"
    TRIMMED = "the one without"


@dataclass(frozen=True, slots=True, kw_only=True)
class WorkingEdit:
    """An edit of one entry that is not saved yet.

    Attributes:
        before: The entry that was seen; ``None`` if there was none.
        after: The entry as it will be; ``None`` if it goes.
        notes: What to say beside it.
        lost_digits: Numbers that are stored as others.
        hidden_keys: Keys that are written again in the same object and not stored.
    """

    before: WorkingEntry | None
    after: WorkingEntry | None
    notes: frozenset[WorkingNote] = field(default_factory=frozenset)
    lost_digits: tuple[LostDigits, ...] = ()
    hidden_keys: tuple[HiddenKey, ...] = ()

    def change(self, memory_id: ColumnValue, *, reason: str = "") -> Change:
        """Return the change that saves it."""
        return set_working(self._label(), memory_id, self.before, self.after, reason=reason)

    def _label(self) -> str:
        if self.after is None:
            return f"Delete working memory “{'' if self.before is None else self.before.key}”"
        if self.before is not None and self.before.key != self.after.key:
            return f"Rename working memory “{self.before.key}” to “{self.after.key}”"
        return f"Set working memory “{self.after.key}”"


def set_value(
    entries: Sequence[WorkingEntry], key: str, text: str, *, is_new: bool = False
) -> WorkingEdit:
    """Return the edit that sets an entry to the JSON that a person wrote.

    A key that is stored exactly so is taken as it is, any other without white space at its
    ends. A text that is the stored one, or is stored alike, changes nothing.

    Args:
        entries: All entries of the scope.
        key: Which entry.
        text: Its value as JSON.
        is_new: Whether an entry with this key is to be refused.

    Raises:
        InvalidValueError: the text is not JSON, or the engine refuses it.
        RefusedError: the key is blank, or taken although it is to be new.
    """
    before = _find(entries, key)
    if before is None:
        key = _checked_key(key)
        before = _find(entries, key)
    if before is not None and is_new:
        raise _taken(key)
    if before is not None and text == before.value_json:
        return WorkingEdit(before=before, after=before)
    try:
        stored, value = entry_json(text), parse(text)
    except JsonError as error:
        raise InvalidValueError(text, error) from error
    notes = _twin_notes(entries, key, before)
    if before is not None and before.value_json != stored:
        notes |= {WorkingNote.REPLACES}
    return WorkingEdit(
        before=before,
        after=WorkingEntry(key, stored),
        notes=notes,
        lost_digits=lost_digits(value),
        hidden_keys=hidden_keys(value),
    )


def rename(entries: Sequence[WorkingEntry], key: str, new_key: str) -> WorkingEdit:
    """Return the edit that gives an entry another key; its value stays byte for byte.

    Raises:
        NotFoundError: there is no such entry.
        RefusedError: the new key is blank or taken.
    """
    before = _existing(entries, key)
    if new_key == key:
        return WorkingEdit(before=before, after=before)
    new_key = _checked_key(new_key)
    other = _find(entries, new_key)
    if other is not None and other is not before:
        raise _taken(new_key)
    return WorkingEdit(
        before=before,
        after=WorkingEntry(new_key, before.value_json),
        notes=_twin_notes(entries, new_key, before),
    )


def delete(entries: Sequence[WorkingEntry], key: str) -> WorkingEdit:
    """Return the edit that takes an entry away.

    Raises:
        NotFoundError: there is no such entry.
    """
    return WorkingEdit(before=_existing(entries, key), after=None)


def untrimmed(entries: Sequence[WorkingEntry]) -> tuple[WorkingEntry, ...]:
    """Return the entries that the agent is told of under a key that does not find them (H30)."""
    return tuple(entry for entry in entries if entry.key != trim(entry.key))


def trimmed_key_change(
    memory_id: ColumnValue,
    entries: Sequence[WorkingEntry],
    key: str,
    *,
    keep: Keep | None = None,
) -> Change:
    """Return the change that takes the white space around a stored key away.

    Args:
        memory_id: The memory it belongs to.
        entries: All entries of the scope.
        key: The key as stored.
        keep: Which entry stays if there is one with the trimmed key already.

    Raises:
        NotFoundError: there is no such entry.
        RefusedError: the trimmed key is blank, or taken and nobody said which entry stays.
    """
    entry = _existing(entries, key)
    twin = _find(entries, trim(key))
    if twin is None or twin is entry:
        return rename(entries, key, trim(key)).change(memory_id)
    if keep is None:
        raise RefusedError(
            f"There is an entry “{twin.key}” already.", "Choose which of the two values stays."
        )
    gone = delete(entries, key).change(memory_id)
    if keep is Keep.TRIMMED:
        return gone
    kept = WorkingEdit(before=twin, after=WorkingEntry(twin.key, entry.value_json))
    label = f"Rename working memory “{key}” to “{twin.key}”"
    return combined(label, (gone, kept.change(memory_id)))


def _find(entries: Sequence[WorkingEntry], key: str) -> WorkingEntry | None:
    return next((entry for entry in entries if entry.key == key), None)


def _existing(entries: Sequence[WorkingEntry], key: str) -> WorkingEntry:
    entry = _find(entries, key)
    if entry is None:
        raise NotFoundError(
            f"There is no working memory entry “{key}”.",
            "The agent may have renamed or deleted it meanwhile.",
        )
    return entry


def _checked_key(key: str) -> str:
    checked = trim(valid_unicode(key))
    if not checked:
        raise RefusedError("A working memory entry needs a key.", "Write one, such as “port”.")
    return checked


def _taken(key: str) -> RefusedError:
    return RefusedError(
        f"There is an entry “{key}” already.", "Choose another key, or change that entry."
    )


def _twin_notes(
    entries: Sequence[WorkingEntry], key: str, own: WorkingEntry | None
) -> frozenset[WorkingNote]:
    twins = [entry for entry in entries if entry is not own and trim(entry.key) == trim(key)]
    return frozenset({WorkingNote.TWIN}) if twins else frozenset()
