"""Keys with which Qt deletes in a text field where X11 is, as Emacs does.

The program gives them to commands, and nobody who wants such a command may lose a character.
"""

from __future__ import annotations

from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QKeyEvent

_KINDS = frozenset({QEvent.Type.ShortcutOverride, QEvent.Type.KeyPress})
_KEYS = frozenset({Qt.Key.Key_D, Qt.Key.Key_K})


def leaves_key(event: QEvent) -> bool:
    """Leave a key that would delete to the commands; return whether it was one.

    For every field in which somebody types: its ``event`` asks this first.
    """
    if event.type() not in _KINDS or not isinstance(event, QKeyEvent):
        return False
    if event.key() not in _KEYS or event.modifiers() != Qt.KeyboardModifier.ControlModifier:
        return False
    event.ignore()
    return True
