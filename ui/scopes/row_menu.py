"""The menu of a row of the tree: what can be copied of it."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QMenu

from ui.scopes.nodes import Kind

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget

    from ui.scopes.nodes import Node


def row_menu(parent: QWidget, node: Node) -> QMenu:
    """Return the menu of a row; it goes when it is closed."""
    menu = QMenu(parent)
    menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    for words, text in _copies(node):
        menu.addAction(words, partial(QGuiApplication.clipboard().setText, text))
    return menu


def _copies(node: Node) -> list[tuple[str, str]]:
    """Return what can be copied of a row, with the words for the menu."""
    words = (_tr("Copy tenant"), _tr("Copy conversation"))
    copies = list(zip(words, node.key[:2], strict=False))
    if node.kind is Kind.AGENT:
        copies += [(_tr("Copy agent"), node.name), (_tr("Copy memory id"), node.key[-1])]
    return copies


def _tr(text: str) -> str:
    return QCoreApplication.translate("ScopesView", text)
