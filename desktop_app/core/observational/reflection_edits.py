"""What a person changes in a reflection, as a form or as text."""

from __future__ import annotations

import dataclasses
import re
from typing import TYPE_CHECKING, TypeVar

from msgspec.structs import replace

from desktop_app.core.engine_text import estimate_tokens, trim
from desktop_app.core.errors import NotFoundError
from desktop_app.core.observational.edit_preview import Edit, Note
from desktop_app.core.observational.reflection import (
    Contradiction,
    Reflection,
    Supersession,
    parse_reflection,
)
from desktop_app.core.observational.reflection_convert import structured_form
from desktop_app.core.observational.reflection_writer import rewrite_reflection, write_reflection
from desktop_app.core.observational.renumbering import ends
from desktop_app.core.observational.silence import silence

if TYPE_CHECKING:
    from collections.abc import Iterator

    from desktop_app.core.observational.record import Record

Entry = TypeVar("Entry")
# A surrogate that stands for no byte; a text column can't hold it.
_UNSTORABLE = re.compile("[\ud800-\udc7f\udd00-\udfff]")


def set_text(record: Record, raw: str) -> Edit:
    """Return the edit that stores ``raw``, trimmed as the engine stores a model's output."""
    text = trim(_storable(raw))
    after = replace(record, reflection=text, reflection_tokens=estimate_tokens(text))
    if not text:
        after = replace(after, last_reflected_seq=0)
    notes = frozenset({Note.NOTHING_READ}) if silence(text) else frozenset()
    return Edit(before=record, after=after, notes=notes)


def clear(record: Record) -> Edit:
    """Return the edit that leaves no reflection, as in a record that never had one."""
    return set_text(record, "")


def set_parts(record: Record, meant: Reflection) -> Edit:
    """Return the edit after which the engine reads ``meant``.

    Lines that mean the same stay as they are.

    Raises:
        RefusedError: there is no text that the engine reads so; says why.
    """
    meant = _clean(meant)
    return _stored(record, rewrite_reflection(record.reflection, meant), meant)


def set_summary(record: Record, summary: str) -> Edit:
    """Return the edit of the summary; entries stay.

    Raises:
        RefusedError: a line of it would be read as a heading.
    """
    return set_parts(record, dataclasses.replace(_read(record), summary=summary))


def put_entry(
    record: Record, entry: Supersession | Contradiction, index: int | None = None
) -> Edit:
    """Return the edit that adds ``entry``, or puts it in the place of number ``index`` from 0.

    Raises:
        RefusedError: the reason takes more than one line, or a number is too large.
        NotFoundError: there is no such entry.
    """
    read = _read(record)
    if isinstance(entry, Supersession):
        return set_parts(
            record,
            dataclasses.replace(read, supersessions=_with(read.supersessions, index, entry)),
        )
    return set_parts(
        record, dataclasses.replace(read, contradictions=_with(read.contradictions, index, entry))
    )


def drop_supersession(record: Record, index: int) -> Edit:
    """Return the edit that takes a supersession away.

    Raises:
        NotFoundError: there is no such entry.
    """
    read = _read(record)
    rest = _with(read.supersessions, index)
    return set_parts(record, dataclasses.replace(read, supersessions=rest))


def drop_contradiction(record: Record, index: int) -> Edit:
    """Return the edit that takes a contradiction away: both observations are kept.

    Raises:
        NotFoundError: there is no such entry.
    """
    read = _read(record)
    rest = _with(read.contradictions, index)
    return set_parts(record, dataclasses.replace(read, contradictions=rest))


def resolve(record: Record, index: int, keep: int, reason: str = "") -> Edit:
    """Return the edit that settles a contradiction: ``keep`` replaces the other one.

    Args:
        record: The record.
        index: Which contradiction, from 0.
        keep: The number of the observation that is right.
        reason: What the engine tells the model about it.

    Raises:
        RefusedError: the reason takes more than one line.
        NotFoundError: there is no such contradiction, or it is not about ``keep``.
    """
    read = _read(record)
    rest = _with(read.contradictions, index)
    pair = ends(read.contradictions[index])
    if keep not in pair:
        raise NotFoundError(f"The contradiction is not about observation {keep}.")
    other = pair[1] if keep == pair[0] else pair[0]
    others = [entry for entry in read.supersessions if {*ends(entry)} != {*pair}]
    supersessions = (*others, Supersession(keep, other, reason))
    return set_parts(
        record,
        dataclasses.replace(read, contradictions=rest, supersessions=supersessions),
    )


def convert(record: Record) -> Edit:
    """Return the edit that writes a legacy or half understood reflection in structured form.

    Raises:
        RefusedError: there is no text that the engine reads as what stands there.
    """
    meant = _clean(structured_form(record.reflection))
    return _stored(record, write_reflection(meant), meant)


def _stored(record: Record, text: str, meant: Reflection) -> Edit:
    edit = record if text == record.reflection else set_text(record, text).after
    return Edit(before=record, after=edit, notes=frozenset(_notes(record, meant)))


def _notes(record: Record, meant: Reflection) -> Iterator[Note]:
    numbers = {observation.seq for observation in record.observations or ()}
    pairs = [ends(entry) for entry in meant.supersessions]
    pairs += [ends(entry) for entry in meant.contradictions]
    if any(not numbers.issuperset(pair) for pair in pairs):
        yield Note.NOBODYS_NUMBER
    if any(first == second for first, second in pairs):
        yield Note.SAME_NUMBER


def _read(record: Record) -> Reflection:
    return parse_reflection(record.reflection)


def _with(
    entries: tuple[Entry, ...], index: int | None, entry: Entry | None = None
) -> tuple[Entry, ...]:
    new: tuple[Entry, ...] = () if entry is None else (entry,)
    if index is None:
        return entries + new
    if not 0 <= index < len(entries):
        raise NotFoundError(
            f"There is no entry {index + 1} in this list.",
            "The engine may have changed the reflection meanwhile. Load it again.",
        )
    return entries[:index] + new + entries[index + 1 :]


def _clean(meant: Reflection) -> Reflection:
    return Reflection(
        trim(_storable(meant.summary)),
        tuple(
            dataclasses.replace(entry, reason=trim(_storable(entry.reason)))
            for entry in meant.supersessions
        ),
        tuple(
            dataclasses.replace(entry, detail=trim(_storable(entry.detail)))
            for entry in meant.contradictions
        ),
        is_structured=meant.is_structured,
    )


def _storable(text: str) -> str:
    return _UNSTORABLE.sub("\ufffd", text)
