"""Icons: SVG files with the colour put in, rendered sharp for the screen and cached."""

from __future__ import annotations

from enum import StrEnum
from functools import cache
from pathlib import Path

from PySide6.QtCore import QByteArray, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QIcon, QPainter, QPixmap
from PySide6.QtSvg import QSvgRenderer

from desktop_app.resources import resource
from ui.tokens import Meaning, Tokens


class Icon(StrEnum):
    """Every icon on the 16 pixel grid; the value is the file's name."""

    SEARCH = "search"
    LOUPE = "loupe"
    FILTER = "filter"
    FOLDER = "folder"
    TENANT = "tenant"
    CONVERSATION = "conversation"
    AGENT = "agent"
    CALENDAR = "calendar"
    FILE = "file"
    LAYERS = "layers"
    DOCTOR = "doctor"
    HISTORY = "history"
    SLIDERS = "sliders"
    TURN = "turn"
    CHECK = "check"
    DASH = "dash"
    SUPERSEDED = "superseded"
    CONTRADICTION = "contradiction"
    ENGINE = "engine"
    DAMAGED = "damaged"
    INFO = "info"
    LOCK = "lock"
    UNDO = "undo"
    REDO = "redo"
    COPY = "copy"
    EXPORT = "export"
    REFLECT = "reflect"
    EDIT = "edit"
    REMOVE = "remove"
    JUMP = "jump"
    MERGE = "merge"
    BOTH = "both"
    COMPARE = "compare"
    WATERLINE = "waterline"
    CLOCK = "clock"
    PLAY = "play"
    PLUS = "plus"
    CLOSE = "close"
    THEME = "theme"
    MENU = "menu"
    MORE = "more"
    KEY = "key"
    DOT = "dot"
    CHEVRON_DOWN = "chevron-down"
    CHEVRON_UP = "chevron-up"
    CHEVRON_LEFT = "chevron-left"
    CHEVRON_RIGHT = "chevron-right"
    RECORDED = "recorded"
    REBUILT = "rebuilt"
    PARTLY = "partly"
    UNKNOWN = "unknown"


MEANING_ICONS = {
    Meaning.IN: Icon.CHECK,
    Meaning.OUT: Icon.DASH,
    Meaning.SUPERSEDED: Icon.SUPERSEDED,
    Meaning.CAUTION: Icon.INFO,
    Meaning.ENGINE: Icon.ENGINE,
    Meaning.DAMAGED: Icon.DAMAGED,
}
APPLICATION_SIZES = (16, 24, 32, 48, 64, 128, 256)


def icon_pixmap(name: Icon, size: int, colour: QColor, device_ratio: float) -> QPixmap:
    """Return an icon of ``size`` logical pixels; cached, so do not paint on it."""
    return _pixmap(name, size, colour.rgba(), device_ratio)


def picture_pixmap(name: str, size: QSize, colours: Tokens, device_ratio: float) -> QPixmap:
    """Return the larger drawing ``picture-<name>.svg`` in the colours of the look."""
    svg = _source(f"picture-{name}")
    for word, colour in _picture_colours(colours).items():
        svg = svg.replace(f"token-{word}", colour.name())
    return _render(svg, size, device_ratio)


@cache
def application_icon() -> QIcon:
    """Return the icon of the program for windows and task bars."""
    icon = QIcon()
    svg = _source("app")
    for size in APPLICATION_SIZES:
        icon.addPixmap(_render(svg, QSize(size, size), 1.0))
    return icon


def qicon(name: Icon, colour: QColor, size: int = 16) -> QIcon:
    """Return an icon for menus and actions, sharp at single and double scale."""
    icon = QIcon()
    for ratio in (1.0, 2.0):
        icon.addPixmap(icon_pixmap(name, size, colour, ratio))
    return icon


def clear() -> None:
    """Forget rendered icons; the theme calls this when colours change."""
    _pixmap.cache_clear()


@cache
def _pixmap(name: Icon, size: int, rgba: int, device_ratio: float) -> QPixmap:
    svg = _source(name).replace("currentColor", QColor.fromRgba(rgba).name())
    return _render(svg, QSize(size, size), device_ratio)


def _render(svg: str, size: QSize, device_ratio: float) -> QPixmap:
    pixmap = QPixmap(size * device_ratio)
    pixmap.setDevicePixelRatio(device_ratio)
    pixmap.fill(Qt.GlobalColor.transparent)
    painter = QPainter(pixmap)
    QSvgRenderer(QByteArray(svg.encode())).render(painter, QRectF(0, 0, *size.toTuple()))
    painter.end()
    return pixmap


@cache
def _source(name: str) -> str:
    return Path(resource(f"icons/{name}.svg")).read_text(encoding="utf-8")


def _picture_colours(colours: Tokens) -> dict[str, QColor]:
    return {
        "strong": colours.strong,
        "surface": colours.surface,
        "accent": colours.accent_fill,
        "in": colours.shades(Meaning.IN).fill,
        "out": colours.shades(Meaning.OUT).fill,
        "superseded": colours.shades(Meaning.SUPERSEDED).fill,
    }
