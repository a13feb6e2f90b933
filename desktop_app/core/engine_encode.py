"""Writing JSON exactly as the engine's encoder does."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import TYPE_CHECKING

from desktop_app.core.engine_time import rewrite_json_time
from desktop_app.core.observational.observation import Observation

if TYPE_CHECKING:
    from desktop_app.core.observational.record import ObservationConfig


class Encoded(str):
    """Text that is JSON already; ``encode`` writes it as it is."""

    __slots__ = ()


Scalar = bool | int | float | str | None
Encodable = Scalar | list["Encodable"] | tuple["Encodable", ...] | Mapping[str, "Encodable"]
"""What ``encode`` writes; objects keep the order of the mapping."""

_SHORT = {
    '"': r"\"", "\\": r"\\", "\b": r"\b", "\f": r"\f", "\n": r"\n", "\r": r"\r", "\t": r"\t",
}  # fmt: skip
_ALWAYS = '"\\\\\x00-\x1f\u2028\u2029\ud800-\udfff'
_compiled = cache(re.compile)  # at first use: it takes a millisecond
_SCORED = Observation.__struct_fields__
_UNSCORED = tuple(name for name in _SCORED if name != "importance")
_SMALLEST_PLAIN = 1e-6
_SMALLEST_WITH_EXPONENT = 1e21


def quote(text: str, *, escape_html: bool = True) -> str:
    r"""Return engine text as a JSON string.

    Args:
        text: Engine text; an invalid byte becomes the six characters ``\ufffd``.
        escape_html: Whether ``<``, ``>`` and ``&`` become ``\u`` escapes, as in everything
            the engine stores.
    """
    special = _compiled(f"[{_ALWAYS}<>&]" if escape_html else f"[{_ALWAYS}]")
    return f'"{special.sub(_escape, text)}"'


def format_float(value: float) -> str:
    """Return a number as ECMAScript writes it, which is what the engine stores.

    Raises:
        ValueError: NaN and infinities, which the engine can't write.
    """
    if not math.isfinite(value):
        raise ValueError(f"JSON has no number {value}, so the engine can't write it")
    sign = "-" if math.copysign(1.0, value) < 0 else ""
    digits, exponent = _shortest(abs(value))
    if value and not _SMALLEST_PLAIN <= abs(value) < _SMALLEST_WITH_EXPONENT:
        point = "." if len(digits) > 1 else ""
        return f"{sign}{digits[0]}{point}{digits[1:]}e{exponent:+d}"
    if exponent < 0:
        return f"{sign}0.{'0' * (-exponent - 1)}{digits}"
    whole = digits[: exponent + 1].ljust(exponent + 1, "0")
    rest = digits[exponent + 1 :]
    return f"{sign}{whole}.{rest}" if rest else f"{sign}{whole}"


def encode(value: Encodable, *, indent: str = "") -> str:
    """Return ``value`` as JSON, compact or with each level indented by ``indent``.

    Works without recursion: the engine stores values of any depth it reads.
    """
    return _Writer(indent).write(value)


def config_fields(config: ObservationConfig) -> dict[str, Encodable]:
    """Return the fields of a configuration in the engine's order."""
    return {
        "observe_min_tokens": config.observe_min_tokens,
        "snippet_max_tokens": config.snippet_max_tokens,
        "reflect_threshold_tokens": config.reflect_threshold_tokens,
    }


def encode_observations(
    observations: Sequence[Observation] | None, *, indent: str = "", depth: int = 0
) -> Encoded:
    """Return what the engine writes to ``active_observations_json``, by default.

    Args:
        observations: ``None`` is written as ``null``.
        indent: As for ``encode``.
        depth: How many levels the list is nested in, for the indentation.

    Raises:
        EngineTimeError: the engine can't read or can't write a ``created_at``.
        ValueError: an importance is NaN or infinite.
    """
    if not observations:
        return Encoded("null" if observations is None else "[]")
    outer, item, field = (f"\n{indent * (depth + level)}" if indent else "" for level in range(3))
    colon = ": " if indent else ":"
    templates = {
        names: "{" + ",".join(f'{field}"{name}"{colon}%s' for name in names) + item + "}"
        for names in (_UNSCORED, _SCORED)
    }
    objects = [_observation(observation, templates) for observation in observations]
    return Encoded(f"[{item}{f',{item}'.join(objects)}{outer}]")


def encode_config(config: ObservationConfig) -> str:
    """Return what the engine writes to ``config_json``; values are not normalised."""
    return encode(config_fields(config))


def _observation(observation: Observation, templates: Mapping[tuple[str, ...], str]) -> str:
    before = (observation.seq, quote(observation.content), observation.token_count)
    after = (
        f'"{rewrite_json_time(observation.created_at)}"',
        observation.source_start_index,
        observation.source_end_index,
    )
    if not observation.importance:
        return templates[_UNSCORED] % (*before, *after)
    return templates[_SCORED] % (*before, format_float(observation.importance), *after)


def _escape(match: re.Match[str]) -> str:
    character = match.group()
    if character in _SHORT:
        return _SHORT[character]
    if "\ud800" <= character <= "\udfff":
        return r"\ufffd"
    return f"\\u{ord(character):04x}"


def _shortest(value: float) -> tuple[str, int]:
    """Return the fewest digits that mean ``value``, and the exponent of the first one."""
    mantissa, _, exponent = repr(value).partition("e")
    whole, _, fraction = mantissa.partition(".")
    digits = (whole + fraction).lstrip("0")
    shift = len(whole) - 1 - (len(whole + fraction) - len(digits))
    return digits.rstrip("0") or "0", int(exponent or 0) + (shift if digits else 0)


class _Open:
    """An array or object of which some members are still to be written."""

    __slots__ = ("end", "members", "separator")

    def __init__(self, members: Iterator[tuple[str, Encodable]], separator: str, end: str) -> None:
        self.members = members
        self.separator = separator
        self.end = end


class _Writer:
    def __init__(self, indent: str) -> None:
        self._indent = indent
        self._colon = ": " if indent else ":"
        self._parts: list[str] = []
        self._stack: list[_Open] = []

    def write(self, value: Encodable) -> str:
        self._begin(value)
        while self._stack:
            self._go_on(self._stack[-1])
        return "".join(self._parts)

    def _go_on(self, inner: _Open) -> None:
        for key, value in inner.members:
            self._parts += inner.separator, key
            inner.separator = "," + inner.separator.removeprefix(",")
            if self._begin(value):
                return
        self._stack.pop()
        self._parts.append(inner.end)

    def _begin(self, value: Encodable) -> bool:
        """Write a plain value, or open a container and return ``True``."""
        if isinstance(value, Mapping):
            keyed = ((f"{quote(key)}{self._colon}", item) for key, item in value.items())
            return self._open(keyed, "{}", is_empty=not value)
        if isinstance(value, list | tuple):
            return self._open((("", item) for item in value), "[]", is_empty=not value)
        self._parts.append(_scalar(value))
        return False

    def _open(
        self, members: Iterator[tuple[str, Encodable]], brackets: str, *, is_empty: bool
    ) -> bool:
        if is_empty:
            self._parts.append(brackets)
            return False
        outer = f"\n{self._indent * len(self._stack)}" if self._indent else ""
        self._parts.append(brackets[0])
        self._stack.append(_Open(members, outer and outer + self._indent, outer + brackets[1]))
        return True


def _scalar(value: Scalar) -> str:
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return value if isinstance(value, Encoded) else quote(value)
    return format_float(value) if isinstance(value, float) else str(value)
