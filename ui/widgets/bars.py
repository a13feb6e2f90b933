"""Small charts in table rows: importance bars and score plots. Painters only, no widgets."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF, QRectF, Qt

from ui import fonts
from ui.icons import Icon
from ui.theme import tokens
from ui.tokens import Meaning
from ui.widgets import painting

if TYPE_CHECKING:
    from PySide6.QtGui import QPainter

_IMPORTANCE = (48, 6)
_SCORE = 34
_DISC, _CHECK = 16, 12
LOWEST_SCORE, HIGHEST_SCORE = 0.008, 0.6
_SPREAD = math.log(HIGHEST_SCORE / LOWEST_SCORE)


def importance_width() -> int:
    """Return the width of an importance bar at the zoom of now."""
    return fonts.px(_IMPORTANCE[0])


def score_width() -> int:
    """Return the width of a score plot at the zoom of now."""
    return fonts.px(_SCORE)


def draw_importance(
    painter: QPainter,
    place: QPointF,
    importance: float | None,
    *,
    counted: bool,
    effective: float | None = None,
) -> None:
    """Draw an importance bar with its left middle at ``place``.

    Args:
        painter: Where to draw; antialiasing is on.
        place: Left end of the bar, at half its height.
        importance: 0 to 1, or ``None`` for an observation that was never scored.
        counted: Whether the observation is in.
        effective: What the importance counts as when it is superseded: the rest is hatched.
    """
    wide, high = importance_width(), fonts.px(_IMPORTANCE[1])
    track = QRectF(place.x(), place.y() - high / 2, wide, high)
    colours = tokens()
    radius = high / 2
    painting.fill_rounded(painter, track, radius, colours.sunken)
    if importance is None:
        outline = QRectF(track.left(), track.top(), track.width() / 2, high)
        painting.edge_rounded(painter, outline, radius, colours.shades(Meaning.OUT).fill)
        return
    bar = QRectF(track.left(), track.top(), track.width() * _unit(importance), high)
    meaning = Meaning.IN if counted else Meaning.OUT
    if effective is None:
        painting.fill_rounded(painter, bar, radius, colours.shades(meaning).fill)
        return
    painting.hatch(painter, bar, colours.shades(Meaning.SUPERSEDED).fill, radius=radius)
    solid = QRectF(bar.left(), bar.top(), track.width() * _unit(effective), high)
    painting.fill_rounded(painter, solid, 2, colours.shades(meaning).fill)


def score_position(score: float) -> float:
    """Return where a score lies on the log scale, 0 (.008 and less) to 1 (.6 and more).

    Example:
        >>> round(score_position(0.6), 2), score_position(0.0)
        (1.0, 0.0)
    """
    if score <= LOWEST_SCORE:
        return 0.0
    return min(math.log(score / LOWEST_SCORE) / _SPREAD, 1.0)


def draw_score(
    painter: QPainter,
    place: QPointF,
    score: float,
    threshold: float | None,
    *,
    counted: bool,
) -> None:
    """Draw a score plot with its left middle at ``place``.

    Args:
        painter: Where to draw; antialiasing is on.
        place: Left end of the scale, at half its height.
        score: The score of this observation.
        threshold: The lowest score that got in, or ``None`` when nothing is in.
        counted: Whether the observation is in.
    """
    colours = tokens()
    reach, half, dot = score_width(), fonts.px(5), fonts.px(3)
    middle = math.floor(place.y())
    painter.fillRect(QRectF(place.x(), middle, reach, 1), colours.strong)
    if threshold is not None:
        mark = round(place.x() + reach * score_position(threshold))
        painter.fillRect(QRectF(mark, middle - half, 1, 2 * half + 1), colours.control)
    x = place.x() + reach * score_position(score)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(colours.shades(Meaning.IN if counted else Meaning.OUT).fill)
    painter.drawEllipse(QPointF(x, middle + 0.5), dot, dot)


def draw_in_mark(painter: QPainter, centre: QPointF) -> None:
    """Draw the check in a disc that marks an observation as in."""
    shades = tokens().shades(Meaning.IN)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(shades.tint)
    radius, check = fonts.px(_DISC) / 2, fonts.px(_CHECK)
    painter.drawEllipse(centre, radius, radius)
    corner = centre - QPointF(check / 2, check / 2)
    painting.draw_icon(painter, Icon.CHECK, corner, check, shades.foreground)


def limit_mark(painter: QPainter, x: float, top: float, bottom: float) -> None:
    """Draw the 2 px mark of a budget, standing out 4 px at both ends."""
    painter.fillRect(QRectF(round(x) - 1, top - 4, 2, bottom - top + 8), tokens().text)


def _unit(value: float) -> float:
    return min(max(value, 0.0), 1.0)
