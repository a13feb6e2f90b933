"""Numbers of observations after an edit, and the references in the reflection that follow."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from desktop_app.core.engine_text import trim
from desktop_app.core.observational.json_fields import INT64_MAX, INT64_MIN
from desktop_app.core.observational.reflection import (
    SUMMARY,
    SUPERSESSIONS,
    Contradiction,
    LineRole,
    Reflection,
    ReflectionLine,
    Supersession,
    parse_reflection,
    reflection_lines,
)
from desktop_app.core.observational.reflection_writer import header_of, reads_as

if TYPE_CHECKING:
    from collections.abc import Sequence

_REFERENCE = re.compile(r"( ?)\[seq:([^\]\n]*)\]( ?)")
_NUMBER = re.compile("[+-]?[0-9]{1,19}")
_GONE = "[removed]"


@dataclass(frozen=True, slots=True)
class ReferenceChange:
    """A line of the reflection before and after; ``after`` is ``None`` where it goes."""

    before: str
    after: str | None


@dataclass(frozen=True, slots=True)
class Numbering:
    """What becomes of every number that a reference can name.

    Attributes:
        numbers: New number of each old one; ``None`` for observations that go. Numbers that are
            not in it are nobody's and stay.
        taken: Numbers in use afterwards: a reference that was nobody's must not become theirs.
        merged: Old numbers of observations that become one.
    """

    numbers: Mapping[int, int | None]
    taken: frozenset[int]
    merged: frozenset[int] = frozenset()

    def new(self, number: int) -> int | None:
        if number in self.numbers:
            return self.numbers[number]
        return None if number in self.taken else number


def number_anew(
    before: Sequence[int], kept: Sequence[int], merged_into: int | None = None
) -> Numbering:
    """Return the numbering that gives the observations at ``kept`` the numbers 1, 2, 3, ….

    Args:
        before: The numbers of all observations; where one is used twice, references to it
            follow the first that stays.
        kept: Places of those that stay, in order.
        merged_into: The place among ``before`` that stands for all that go.
    """
    numbers: dict[int, int | None] = {}
    for new, place in enumerate(kept, start=1):
        numbers.setdefault(before[place], new)
    gone = frozenset(before) - numbers.keys()
    target = None if merged_into is None else kept.index(merged_into) + 1
    numbers.update(dict.fromkeys(gone, target))
    merged = gone | {before[merged_into]} if merged_into is not None else frozenset()
    return Numbering(numbers, frozenset(range(1, len(kept) + 1)), merged)


def follow(raw: str, numbering: Numbering) -> tuple[str, tuple[ReferenceChange, ...]]:
    """Return the reflection with every reference following, and the lines that change.

    A supersession or contradiction goes if one of its two observations goes, or if both become
    one. In other text a reference to what goes is taken out.
    """
    lines = _followed_lines(raw, numbering, "")
    text = _joined(lines)
    if not reads_as(text, _meant(parse_reflection(raw), numbering)):
        # Without the reference its line would be read as something else.
        lines = _followed_lines(raw, numbering, _GONE)
        text = _joined(lines)
    changes = [ReferenceChange(before, after) for before, after in lines if before != after]
    return text, tuple(changes)


def _followed_lines(raw: str, numbering: Numbering, gone: str) -> list[tuple[str, str | None]]:
    return [(text, _followed(text, line, numbering, gone)) for text, line in _lines(raw)]


def _joined(lines: Sequence[tuple[str, str | None]]) -> str:
    return "\n".join(after for _, after in lines if after is not None)


def _lines(raw: str) -> list[tuple[str, ReflectionLine]]:
    return [(raw[line.start : line.end], line) for line in reflection_lines(raw)]


def _followed(text: str, line: ReflectionLine, numbering: Numbering, gone: str) -> str | None:
    entry = line.entry
    if entry is None and line.role is LineRole.IGNORED:
        entry = _entry_in(text)
    if entry is not None and _entry_goes(entry, numbering):
        return header_of(text) or None
    return _replaced(text, numbering, gone)


def _entry_in(text: str) -> Supersession | Contradiction | None:
    """Return the entry that a line outside of any section looks like."""
    if header_of(text):
        return None
    read = parse_reflection(f"{SUMMARY}\n{SUPERSESSIONS}\n{text}\nCONTRADICTIONS:\n{text}")
    return next(iter(read.supersessions), None) or next(iter(read.contradictions), None)


def ends(entry: Supersession | Contradiction) -> tuple[int, int]:
    """Return the two numbers of an entry, the first one as it is written first."""
    if isinstance(entry, Supersession):
        return entry.newer_seq, entry.older_seq
    return entry.seq_a, entry.seq_b


def _entry_goes(entry: Supersession | Contradiction, numbering: Numbering) -> bool:
    first, second = ends(entry)
    if numbering.new(first) is None or numbering.new(second) is None:
        return True
    return first != second and first in numbering.merged and second in numbering.merged


def _replaced(text: str, numbering: Numbering, gone: str) -> str:
    def replace(match: re.Match[str]) -> str:
        before, inner, after = match.groups()
        digits = trim(inner)
        if not _NUMBER.fullmatch(digits) or not INT64_MIN <= int(digits) <= INT64_MAX:
            return match.group()
        new = numbering.new(int(digits))
        if new is None:
            return f"{before}{gone}{after}" if gone else _closed(match)
        return match.group() if new == int(digits) else f"{before}[seq:{new}]{after}"

    return _REFERENCE.sub(replace, text)


def _closed(match: re.Match[str]) -> str:
    """Return what stands where a reference was: a blank between two words, else nothing."""
    text, start, end = match.string, match.start(), match.end()
    at_start = start == 0 or text[start - 1] == "\n"
    return " " if not at_start and (match[3] or text[end : end + 1].isalnum()) else ""


def _meant(old: Reflection, numbering: Numbering) -> Reflection:
    def text(value: str) -> str:
        return trim(_replaced(value, numbering, ""))

    return Reflection(
        text(old.summary),
        tuple(
            Supersession(*_new_ends(entry, numbering), text(entry.reason))
            for entry in old.supersessions
            if not _entry_goes(entry, numbering)
        ),
        tuple(
            Contradiction(*_new_ends(entry, numbering), text(entry.detail))
            for entry in old.contradictions
            if not _entry_goes(entry, numbering)
        ),
        is_structured=old.is_structured,
    )


def _new_ends(entry: Supersession | Contradiction, numbering: Numbering) -> tuple[int, int]:
    first, second = (numbering.new(number) for number in ends(entry))
    assert first is not None
    assert second is not None
    return first, second
