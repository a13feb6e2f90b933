"""The rows of the tree for the pages of the workspace."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication

from ui.navigation import Place
from ui.scopes.nodes import Kind, Node

if TYPE_CHECKING:
    from collections.abc import Iterable


def page_rows(places: Iterable[Place]) -> list[Node]:
    """Return a heading and a row for each page."""
    names = {
        Place.REVIEW: _tr("Review"),
        Place.DOCTOR: _tr("Doctor"),
        Place.CHANGES: _tr("Changes"),
        Place.STATUS: _tr("Status"),
        Place.CONFIGURATION: _tr("Configuration"),
    }
    rows = [Node(Kind.PAGE, names[place], place=place) for place in places]
    return [Node(Kind.HEAD, _tr("Workspace")), *rows]


def _tr(text: str) -> str:
    return QCoreApplication.translate("ScopesPresenter", text)
