"""The menu of what can be done to observations, and words for what is not saved."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu

from ui.actions import key_text
from ui.observations.draft import Draft
from ui.observations.words import tr

if TYPE_CHECKING:
    from collections.abc import Sequence

    from PySide6.QtWidgets import QWidget

    from ui.observations.draft import Addition
    from ui.view_protocols import ViewCommand


def edit_menu(parent: QWidget, commands: Sequence[ViewCommand]) -> QMenu:
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


def unsaved_words(unsaved: Sequence[Draft | Addition]) -> str:
    """Return what is not saved; empty for nothing."""
    if not unsaved:
        return ""
    if unsaved[1:]:
        return tr("{0} edits of observations").format(f"{len(unsaved):,}")
    (edit,) = unsaved
    if not isinstance(edit, Draft):
        return tr("a new observation")
    part = tr("the importance of observation {0}") if edit.text is None else ""
    return (part or tr("the text of observation {0}")).format(edit.seen.seq)
