"""Menus in which one of several is chosen."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtGui import QActionGroup

if TYPE_CHECKING:
    from PySide6.QtWidgets import QMenu


def only_one(menu: QMenu) -> None:
    """Show a round mark at what is chosen: a box to tick would say that there can be more."""
    group = QActionGroup(menu)
    for action in menu.actions():
        if action.isCheckable():
            group.addAction(action)
