"""Patches of stored JSON: only the damaged characters change."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from desktop_app.core.doctor.mending import mend_json
from desktop_app.core.engine_json import Array, JsonError, parse
from desktop_app.core.engine_text import trim

if TYPE_CHECKING:
    from collections.abc import Sequence

    from desktop_app.core.observational.damage import Damage

_MOST_TRIES = 50
_EMPTY = {"active_observations_json": "[]", "config_json": "{}"}


@dataclass(frozen=True, slots=True)
class Patch:
    """A stretch of a stored text and what takes its place.

    Attributes:
        column: The column.
        offset: Where it starts, in characters of the engine text.
        before, after: The stretch.
        item: Index of the observation, if it belongs to one.
        key: Key inside the observation or configuration.
        note: What was assumed.
    """

    column: str
    offset: int
    before: str
    after: str
    item: int | None = None
    key: str = ""
    note: str = ""


def patches(column: str, text: str, damages: Sequence[Damage]) -> tuple[Patch, ...] | None:
    """Return what makes the text readable; ``None`` if one of the damages can't be repaired."""
    found: list[Patch] = []
    for damage in damages:
        patch = _patch(column, text, damage)
        if patch is None:
            return None
        found.append(patch)
    return tuple(found)


def patched(text: str, found: Sequence[Patch]) -> str:
    """Return ``text`` with the patches in place, all else as it is."""
    for patch in sorted(found, key=lambda patch: patch.offset, reverse=True):
        end = patch.offset + len(patch.before)
        text = f"{text[: patch.offset]}{patch.after}{text[end:]}"
    return text


def _patch(column: str, text: str, damage: Damage) -> Patch | None:
    if damage.offset is None:
        return None
    if not damage.key:
        return _closing(column, text)
    raw = text[damage.offset : damage.offset + damage.length]
    mended = mend_json(damage.key, raw)
    if mended is None:
        return None
    return Patch(
        column, damage.offset, raw, str(mended.value), damage.item, damage.key, mended.note
    )


def _closing(column: str, text: str) -> Patch | None:
    """Return the patch of an empty text, or of one that ends too early."""
    if not trim(text):
        return Patch(column, 0, text, _EMPTY[column])
    if column != "active_observations_json" or not text.lstrip().startswith("["):
        return None
    if not _ends_too_early(text):
        return None
    return _after_last_whole(column, text)


def _ends_too_early(text: str) -> bool:
    try:
        parse(text)
    except JsonError as error:
        return error.offset >= len(text)
    return False


def _after_last_whole(column: str, text: str) -> Patch | None:
    """Keep every observation that ends with a brace, and close the list behind the last one."""
    end = len(text)
    for _ in range(_MOST_TRIES):
        end = text.rfind("}", 0, end)
        if end < 0:
            break
        if isinstance(_parsed(f"{text[: end + 1]}]"), Array):
            lost = text[end + 1 :]
            note = f"{len(lost):,} characters of a cut-off observation go" if trim(lost) else ""
            return Patch(column, end + 1, lost, "]", note=note)
    return None


def _parsed(text: str) -> object:
    try:
        return parse(text)
    except JsonError:
        return None
