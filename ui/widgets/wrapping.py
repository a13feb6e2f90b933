"""How long lines are wrapped."""

from __future__ import annotations

from PySide6.QtGui import QTextDocument, QTextOption


def break_anywhere(document: QTextDocument) -> None:
    """Break words that are longer than a line; Qt's own setting does nothing without this."""
    option = document.defaultTextOption()
    option.setWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
    document.setDefaultTextOption(option)
