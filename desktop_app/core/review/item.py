"""What a person reviews: an observation or a reflection, known by what it says."""

from __future__ import annotations

from enum import StrEnum
from hashlib import blake2b
from typing import TYPE_CHECKING

import msgspec

from desktop_app.core.engine_text import decode, encode, trim
from desktop_app.core.errors import DamagedError
from desktop_app.core.observational.observations_reader import read_observations

if TYPE_CHECKING:
    from collections.abc import Iterable

    from desktop_app.core.observational.observation import Observation
    from desktop_app.core.observational.record import ColumnValue, RecordRow

_MARK_BYTES = 16


class ItemKind(StrEnum):
    """Which part of a memory it is."""

    OBSERVATION = "observation"
    REFLECTION = "reflection"


Identity = tuple[ItemKind, str, float, int, int]


class Item(msgspec.Struct, frozen=True, gc=False):
    """One thing that a scope remembers, as it is or was.

    Attributes:
        kind: Observation or reflection.
        content: Engine text.
        importance: As stored; 0 for a reflection.
        first, last: Messages that it was taken from.
        seq: Its number when it was read. Numbers change, so it is no part of what it is.
    """

    kind: ItemKind
    content: str
    importance: float = 0.0
    first: int = 0
    last: int = 0
    seq: int = 0

    @property
    def identity(self) -> Identity:
        """What tells it from others: everything but its number."""
        return self.kind, self.content, self.importance, self.first, self.last


def observation_item(observation: Observation) -> Item:
    """Return an observation as something to review."""
    return Item(
        ItemKind.OBSERVATION,
        observation.content,
        observation.importance,
        observation.source_start_index,
        observation.source_end_index,
        observation.seq,
    )


def items_of(row: RecordRow) -> tuple[Item, ...]:
    """Return what a record holds: its observations in order, then its reflection if it has one.

    Of a damaged record, what can be read on its own.
    """
    observations, _ = read_observations(row.active_observations_json)
    found = [observation_item(one) for one in observations or ()]
    reflection = _text(row.active_reflection)
    if trim(reflection):
        found.append(Item(ItemKind.REFLECTION, reflection))
    return tuple(found)


def item_count(row: RecordRow) -> int:
    """Return how many items a record holds."""
    observations, _ = read_observations(row.active_observations_json)
    return len(observations or ()) + bool(trim(_text(row.active_reflection)))


def row_mark(row: RecordRow) -> bytes:
    """Return a mark that differs as soon as the items of a record do."""
    digest = blake2b(digest_size=_MARK_BYTES)
    for value in (row.active_observations_json, row.active_reflection):
        data = value if isinstance(value, bytes) else encode(str(value))
        digest.update(b"%d " % len(data) + data)
    return digest.digest()


def pack_items(items: Iterable[Item]) -> bytes:
    """Return items as bytes to be stored; engine text stays exact."""
    return msgspec.msgpack.encode(
        [
            (one.kind, encode(one.content), one.importance, one.first, one.last, one.seq)
            for one in items
        ]
    )


_Packed = tuple[ItemKind, bytes, float, int, int, int]
_PACKED = msgspec.msgpack.Decoder(list[_Packed])


def unpack_items(data: bytes) -> tuple[Item, ...]:
    """Return the items in ``pack_items``.

    Raises:
        DamagedError: these are no such bytes.
    """
    try:
        packed = _PACKED.decode(data)
    except msgspec.MsgspecError as error:
        raise DamagedError(f"What was stored of a review is damaged: {error}.") from error
    return tuple(Item(one[0], decode(one[1]), *one[2:]) for one in packed)


def _text(value: ColumnValue) -> str:
    if isinstance(value, bytes):
        return decode(value)
    return value if isinstance(value, str) else ""
