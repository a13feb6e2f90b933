"""Fonts by role, cached. Inter and JetBrains Mono where the system has them, else its own."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum, StrEnum
from functools import cache

from PySide6.QtGui import QFont, QFontDatabase, QFontMetricsF

SANS = ("Inter", "Noto Sans", "Noto Sans CJK SC")
MONO = ("JetBrains Mono", "Noto Sans Mono", "Noto Sans Mono CJK SC")
EMOJI = ("Noto Color Emoji", "Apple Color Emoji", "Segoe UI Emoji")


class Role(StrEnum):
    """What a piece of text is for."""

    CAPTION = "caption"
    SECONDARY = "secondary"
    BODY = "body"
    TITLE = "title"
    EMPTY = "empty"
    MONO = "mono"


_PIXELS = {
    Role.CAPTION: 11,
    Role.SECONDARY: 12,
    Role.BODY: 13,
    Role.TITLE: 15,
    Role.EMPTY: 20,
    Role.MONO: 12,
}


class Weight(IntEnum):
    """The three weights in use."""

    NORMAL = 400
    MEDIUM = 500
    STRONG = 600


@dataclass(slots=True)
class _Zoom:
    percent: int = 100


_ZOOM = _Zoom()
ZOOM_STEPS = (80, 90, 100, 110, 125, 150, 175, 200)


def zoom() -> int:
    """Return the size of text and rows in percent."""
    return _ZOOM.percent


def set_zoom(percent: int) -> None:
    """Set the size of text and rows; ``Theme.set_zoom`` calls this and repaints."""
    _ZOOM.percent = min(max(percent, ZOOM_STEPS[0]), ZOOM_STEPS[-1])
    clear()


def px(length: float) -> int:
    """Return a length of the design, in pixels, at the zoom of now."""
    return round(length * _ZOOM.percent / 100)


def clear() -> None:
    """Forget cached fonts and metrics."""
    font.cache_clear()
    metrics.cache_clear()


@cache
def font(role: Role = Role.BODY, weight: Weight = Weight.NORMAL, *, struck: bool = False) -> QFont:
    """Return the font for ``role``; do not change the result, it is shared."""
    mono = role is Role.MONO
    result = QFont(_mono_families() if mono else _sans_families())
    result.setPixelSize(px(_PIXELS[role]))
    result.setWeight(QFont.Weight(int(weight)))
    result.setHintingPreference(QFont.HintingPreference.PreferNoHinting)
    result.setStrikeOut(struck)
    if mono:
        result.setStyleHint(QFont.StyleHint.Monospace)
        result.setFeature(QFont.Tag("calt"), 0)
        result.setFeature(QFont.Tag("liga"), 0)
        return result
    result.setFeature(QFont.Tag("tnum"), 1)
    if _sans_families()[0] == "Inter":
        result.setLetterSpacing(QFont.SpacingType.PercentageSpacing, 98.5)
    return result


@cache
def metrics(role: Role = Role.BODY, weight: Weight = Weight.NORMAL) -> QFontMetricsF:
    """Return the metrics of ``font(role, weight)``."""
    return QFontMetricsF(font(role, weight))


@cache
def _sans_families() -> list[str]:
    system = QFontDatabase.systemFont(QFontDatabase.SystemFont.GeneralFont).family()
    return _present(SANS, system)


@cache
def _mono_families() -> list[str]:
    system = QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont).family()
    return _present(MONO, system)


def _present(wanted: tuple[str, ...], system: str) -> list[str]:
    """Return the best family, then what fills its gaps."""
    known = set(QFontDatabase.families())
    best = wanted[0] if wanted[0] in known else system
    gaps = [family for family in (*wanted[1:], *EMOJI) if family in known and family != best]
    # The system's name may stand for a list with bold faces in it, so it comes last.
    return list(dict.fromkeys([best, *gaps, system]))
