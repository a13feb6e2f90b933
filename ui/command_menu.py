"""The menu of what can be done in a view, as a right click opens it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu

from ui.actions import key_text

if TYPE_CHECKING:
    from collections.abc import Sequence

    from PySide6.QtWidgets import QWidget

    from ui.view_protocols import ViewCommand


def command_menu(parent: QWidget, commands: Sequence[ViewCommand]) -> QMenu:
    """Return a menu with these commands; it goes once it is closed."""
    menu = QMenu(parent)
    menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    menu.setToolTipsVisible(True)
    for command in commands:
        # Only shown: as a real shortcut it would compete with the one of the window.
        keys = "".join(f"\t{key_text(key)}" for key in command.spec.keys[:1])
        action = QAction(f"{command.spec.text}{keys}", menu)
        action.setObjectName(command.spec.id)
        action.setEnabled(not command.reason)
        action.setToolTip(command.reason)
        action.triggered.connect(command.run)
        menu.addAction(action)
    return menu
