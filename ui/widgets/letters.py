"""Single letters and digits are commands of lists and tables, and of nothing else."""

from __future__ import annotations

from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QKeyEvent

_KINDS = frozenset({QEvent.Type.ShortcutOverride, QEvent.Type.KeyPress})
_HELD = Qt.KeyboardModifier.ShiftModifier | Qt.KeyboardModifier.KeypadModifier


def takes_letter(event: QEvent) -> bool:
    """Keep a letter or digit from what it would do in a list; return whether it was one.

    For a control on which somebody may begin to type: its ``event`` asks this first.
    """
    if event.type() not in _KINDS or not isinstance(event, QKeyEvent):
        return False
    if not event.text().isalnum() or event.modifiers() & ~_HELD:
        return False
    event.accept()
    return True
