"""Drawing that several widgets and delegates share: edges, rings, icons, text, hatching, bars."""

from __future__ import annotations

import math

from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPainterPath, QPen

from ui import fonts
from ui.fonts import Role, Weight
from ui.icons import Icon, icon_pixmap
from ui.theme import tokens

HATCH_PITCH = 5.0
HATCH_WIDTH = 1.4
LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
CENTRE = Qt.AlignmentFlag.AlignCenter


def smooth(painter: QPainter) -> None:
    """Switch on antialiasing for shapes and pixmaps."""
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)


def fill_rounded(painter: QPainter, area: QRectF, radius: float, fill: QColor) -> None:
    """Fill a rounded rectangle without an edge."""
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(fill)
    painter.drawRoundedRect(area, radius, radius)


def edge_rounded(
    painter: QPainter, area: QRectF, radius: float, edge: QColor, width: float = 1.0
) -> None:
    """Draw the edge of a rounded rectangle inside ``area``, on whole pixels."""
    half = width / 2
    painter.setPen(QPen(edge, width))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    inner = max(radius - half, 0)
    painter.drawRoundedRect(area.adjusted(half, half, -half, -half), inner, inner)


def focus_ring(painter: QPainter, area: QRectF, radius: float, *, inner: bool = False) -> None:
    """Draw the 2 px ring of the focus; ``inner`` adds the light ring of primary buttons."""
    edge_rounded(painter, area, radius, tokens().accent_fill, 2.0)
    if inner:
        within = area.adjusted(2, 2, -2, -2)
        edge_rounded(painter, within, max(radius - 2, 0), tokens().surface, 1.0)


def draw_icon(painter: QPainter, name: Icon, place: QPointF, size: int, colour: QColor) -> None:
    """Draw an icon with its top left corner at ``place``, on whole pixels."""
    ratio = painter.device().devicePixelRatioF()
    pixmap = icon_pixmap(name, size, colour, ratio)
    snapped = QPointF(round(place.x() * ratio) / ratio, round(place.y() * ratio) / ratio)
    painter.drawPixmap(snapped, pixmap)


def draw_text(  # noqa: PLR0913, PLR0917 - one short call a text
    painter: QPainter,
    area: QRectF,
    text: str,
    font: QFont,
    colour: QColor,
    align: Qt.AlignmentFlag = LEFT,
) -> None:
    """Draw one line of plain text."""
    painter.setFont(font)
    painter.setPen(colour)
    painter.drawText(area, int(align | Qt.TextFlag.TextSingleLine), text)


def elide(
    text: str,
    metrics: QFontMetricsF,
    width: float,
    mode: Qt.TextElideMode = Qt.TextElideMode.ElideRight,
) -> str:
    """Return ``text`` cut to ``width`` with three dots at the cut."""
    return metrics.elidedText(text, mode, math.floor(width) + 0.5)


def hatch(
    painter: QPainter, area: QRectF, colour: QColor, *, radius: float = 0.0, origin: float = 0.0
) -> None:
    """Draw 45° lines over ``area``; ``origin`` keeps the pattern still while parts change."""
    painter.save()
    path = QPainterPath()
    path.addRoundedRect(area, radius, radius)
    painter.setClipPath(path, Qt.ClipOperation.IntersectClip)
    painter.setPen(QPen(colour, HATCH_WIDTH, Qt.PenStyle.SolidLine, Qt.PenCapStyle.FlatCap))
    height = area.height()
    first = origin + math.floor((area.left() - height - origin) / HATCH_PITCH) * HATCH_PITCH
    count = math.ceil((area.right() - first) / HATCH_PITCH) + 1
    painter.drawLines(
        [
            QLineF(
                first + n * HATCH_PITCH, area.bottom(), first + n * HATCH_PITCH + height, area.top()
            )
            for n in range(count)
        ]
    )
    painter.restore()


def key_cap_width(text: str) -> float:
    """Return the width of the key cap for ``text``."""
    wide = fonts.metrics(Role.CAPTION, Weight.MEDIUM).horizontalAdvance(text)
    return max(fonts.px(18), math.ceil(wide) + fonts.px(10))


def draw_key_cap(painter: QPainter, area: QRectF, text: str, *, on_accent: bool = False) -> None:
    """Draw one key cap that fills ``area``."""
    colours = tokens()
    if on_accent:
        veil = QColor(255, 255, 255, 52)
        fill_rounded(painter, area, 4, veil)
    else:
        fill_rounded(painter, area, 4, colours.window)
        edge_rounded(painter, area, 4, colours.strong)
    colour = colours.on_accent if on_accent else colours.text2
    draw_text(painter, area, text, fonts.font(Role.CAPTION, Weight.MEDIUM), colour, CENTRE)


def hairline(painter: QPainter, start: QPointF, length: float, *, upright: bool = False) -> None:
    """Draw a separator one logical pixel wide, never blurred."""
    size = (1.0, length) if upright else (length, 1.0)
    painter.fillRect(QRectF(start.x(), start.y(), *size), tokens().line)
