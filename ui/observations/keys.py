"""The keys of the table of observations."""

from __future__ import annotations

from enum import Enum, auto
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt

if TYPE_CHECKING:
    from PySide6.QtGui import QKeyEvent


class Command(Enum):
    """What a key does."""

    DOWN = auto()
    UP = auto()
    FIRST = auto()
    LAST = auto()
    SORT = auto()
    COPY = auto()
    COPY_EXACT = auto()
    FILTER = auto()
    INSPECT = auto()
    OTHER_SIDE = auto()
    TURN = auto()
    SOURCES = auto()
    CLEAR = auto()


_NONE = Qt.KeyboardModifier.NoModifier
_SHIFT = Qt.KeyboardModifier.ShiftModifier
_CONTROL = Qt.KeyboardModifier.ControlModifier
_COMMANDS = {
    (Qt.Key.Key_J, _NONE): Command.DOWN,
    (Qt.Key.Key_K, _NONE): Command.UP,
    (Qt.Key.Key_Home, _NONE): Command.FIRST,
    (Qt.Key.Key_End, _NONE): Command.LAST,
    (Qt.Key.Key_S, _NONE): Command.SORT,
    (Qt.Key.Key_C, _CONTROL): Command.COPY,
    (Qt.Key.Key_C, _CONTROL | _SHIFT): Command.COPY_EXACT,
    (Qt.Key.Key_Slash, _NONE): Command.FILTER,
    (Qt.Key.Key_Slash, _SHIFT): Command.FILTER,  # where / needs Shift
    (Qt.Key.Key_Return, _NONE): Command.INSPECT,
    (Qt.Key.Key_Enter, _NONE): Command.INSPECT,
    (Qt.Key.Key_L, _NONE): Command.OTHER_SIDE,
    (Qt.Key.Key_T, _NONE): Command.TURN,
    (Qt.Key.Key_O, _NONE): Command.SOURCES,
    (Qt.Key.Key_Escape, _NONE): Command.CLEAR,
}


def command_of(event: QKeyEvent) -> Command | None:
    """Return what a key means here; ``None`` leaves it to Qt."""
    held = event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
    return _COMMANDS.get((Qt.Key(event.key()), held))
