"""A record that the engine can't read, made ready to be shown: its columns and what is wrong."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from desktop_app.core.engine_text import decode, encode
from desktop_app.core.observational.record import ColumnValue
from desktop_app.services.snapshot import ScopeSnapshot
from ui.observations.raw_layout import RawLayout
from ui.observations.words import tr
from ui.widgets.display_map import DisplayMap, Span, name

if TYPE_CHECKING:
    from desktop_app.core.observational.damage import Damage

OBSERVATIONS = "active_observations_json"
_JSON = {OBSERVATIONS, "config_json"}
_SEQ = re.compile(r'"seq"\s*:\s*(-?\d{1,19})', re.IGNORECASE)
# Escapes of what nobody could see; tab, line feed and carriage return are usual.
_ESCAPE = re.compile(
    r"(?<!\\)(?:\\\\)*\\u(?!000[9aAdD])"
    r"(00[01][0-9a-fA-F]|00[789][0-9a-fA-F]|200[b-fB-F]|202[a-eA-E]|206[0-9a-fA-F]|[fF]{2}[eEfF]{2})"
)
_PRINTABLE_7 = range(0x70, 0x7F)
MOST_ODD = 50
_HEX_LINE = 16


@dataclass(frozen=True, slots=True)
class Wrong:
    """Something in a column that a person should see.

    Attributes:
        title: What it is, in a few words.
        reason: Why the engine refuses it, or why it is worth a look.
        span: The stored characters; the whole column where nothing narrower is known.
        offset: The stored character where the engine stops, maybe just after the last one;
            ``None`` for a whole column.
        byte: The same in bytes.
    """

    column: str
    title: str
    reason: str
    span: Span
    offset: int | None
    byte: int


@dataclass(frozen=True)
class ColumnText:
    """One column of the record as text."""

    name: str
    value: ColumnValue
    layout: RawLayout

    @cached_property
    def data(self) -> bytes:
        """The bytes as stored."""
        return encode(self.layout.raw)

    @property
    def is_text(self) -> bool:
        """Whether there are bytes at all; NULL and numbers have none."""
        return isinstance(self.value, str | bytes)

    @cached_property
    def hex_text(self) -> str:
        """The bytes, sixteen a line, with their offsets."""
        return hex_dump(self.data) if self.is_text else tr("{0}: no text").format(self.layout.raw)

    def hex_span(self, wrong: Wrong) -> Span:
        """Return the lines of ``hex_text`` that show what is wrong."""
        size = len(encode(self.layout.raw[wrong.span.start : wrong.span.end]))
        byte = min(wrong.byte, max(len(self.data) - 1, 0))
        first, last = byte // _HEX_LINE, (byte + max(size - 1, 0)) // _HEX_LINE
        wide = len(hex_dump(bytes(_HEX_LINE))) + 1
        return Span(first * wide, last * wide + 1)


@dataclass(frozen=True)
class DamagedRecord:
    """A damaged record with its columns laid out."""

    snapshot: ScopeSnapshot
    columns: dict[str, ColumnText]
    wrong: tuple[Wrong, ...]
    odd: tuple[Wrong, ...]

    @property
    def first_column(self) -> str:
        """The column to show first."""
        return self.wrong[0].column if self.wrong else OBSERVATIONS

    def wrong_in(self, column: str) -> tuple[Wrong, ...]:
        """Return what is wrong in one column."""
        return tuple(one for one in self.wrong if one.column == column)


def lay_out(snapshot: ScopeSnapshot) -> DamagedRecord:
    """Return a damaged record ready to be shown; takes a while for a large one."""
    columns = {
        field: _column(field, getattr(snapshot.row, field))
        for field in (snapshot.row.__struct_fields__ if snapshot.row else ())
    }
    wrong: list[Wrong] = []
    for field, column in columns.items():
        wrong += _placed(column, [one for one in snapshot.damages if one.column == field])
    odd = [one for field in _JSON & columns.keys() for one in _odd(columns[field])]
    return DamagedRecord(snapshot, columns, tuple(wrong), tuple(odd[:MOST_ODD]))


def hex_dump(data: bytes) -> str:
    """Return bytes as a hex dump.

    Example:
        >>> hex_dump(b"abc")
        '00000000  61 62 63                                         abc'
    """
    lines = []
    for start in range(0, len(data), _HEX_LINE):
        part = data[start : start + _HEX_LINE]
        letters = part.decode("latin-1").translate(_LETTERS)
        lines.append(f"{start:08x}  {part.hex(' '):<47}  {letters}")
    return "\n".join(lines)


_LETTERS = {code: "." for code in range(256) if not 0x20 <= code < 0x7F}  # noqa: PLR2004 - ASCII


def _column(field: str, value: ColumnValue) -> ColumnText:
    text = decode(value) if isinstance(value, bytes) else str(value)
    text = "NULL" if value is None else text
    return ColumnText(field, value, RawLayout(text) if field in _JSON else _Plain(text))


class _Plain(RawLayout):
    """A column that is no JSON: shown as it is."""

    def _scan(self) -> None:
        self.items = []


def _placed(column: ColumnText, damages: list[Damage]) -> list[Wrong]:
    """Return the damages of one column with their places."""
    raw, layout = column.layout.raw, column.layout
    offsets = sorted({one.offset or 0 for one in damages})
    before = dict(zip(offsets, _bytes(column, offsets), strict=True))
    return [
        Wrong(
            column.name,
            _title(one, layout),
            one.reason,
            _span(one, raw),
            one.offset,
            before[one.offset or 0],
        )
        for one in damages
    ]


def _bytes(column: ColumnText, offsets: list[int]) -> list[int]:
    """Return how many bytes stand before each of the sorted ``offsets``."""
    places, byte, last = [], 0, 0
    for offset in offsets:
        byte += len(encode(column.layout.raw[last:offset]))
        last = offset
        places.append(byte)
    return places


def _span(damage: Damage, raw: str) -> Span:
    if damage.offset is None:
        return Span(0, max(len(raw), 1))
    if damage.offset >= len(raw):  # it ends too early: mark the last character
        return Span(max(len(raw) - 1, 0), len(raw))
    return Span(damage.offset, damage.offset + max(damage.length, 1))


def _title(damage: Damage, layout: RawLayout) -> str:
    if damage.item is None:
        return damage.key or damage.column
    where = item_name(layout, damage.item)
    return tr("{0} in {1}").format(damage.key, where) if damage.key else where


def item_name(layout: RawLayout, item: int) -> str:
    """Return what to call one stored observation: by its number if that can be read."""
    found = _SEQ.search(layout.item_text(item))
    if found:
        return tr("observation {0}").format(found.group(1))
    return tr("item {0} of the list").format(item + 1)


def _odd(column: ColumnText) -> list[Wrong]:
    """Return what is allowed but that nobody could see in the text."""
    raw = column.layout.raw
    found: dict[int, str] = {}
    for match in _ESCAPE.finditer(raw):
        code = int(match.group(1), 16)
        if code not in _PRINTABLE_7:
            found[match.end() - len(match.group(1)) - 2] = chr(code)
    shown = DisplayMap(raw)
    for mark in shown.marks[:MOST_ODD]:
        offset = shown.to_offset(mark.start)
        found[offset] = raw[offset]
    offsets = sorted(found)[:MOST_ODD]
    reason = tr("It is in the stored text and would be sent as it is.")
    return [
        Wrong(
            column.name,
            tr("Invisible character {0}").format(name(found[offset])),
            reason,
            Span(offset, offset + (1 if raw[offset] == found[offset] else 6)),
            offset,
            byte,
        )
        for offset, byte in zip(offsets, _bytes(column, offsets), strict=True)
    ]
