"""What stands in the menu at the right of the header."""

from __future__ import annotations

from typing import NamedTuple

from PySide6.QtCore import QCoreApplication


class Submenu(NamedTuple):
    """Commands that few need, behind one line; the menu has to fit a low screen."""

    title: str
    names: tuple[str, ...]


def menu() -> tuple[str | Submenu, ...]:
    """Return the ids of the commands from top to bottom; an empty one is a line."""
    return (
        "edit.undo",
        "edit.redo",
        "edit.save",
        "",
        "reflect.now",
        "observe.now",
        "logs.consolidate",
        "logs.flush",
        "model.settings",
        "",
        "file.open",
        "file.open_file",
        "file.demo",
        "",
        Submenu(_tr("Export"), ("scope.export_json", "scope.export_markdown", "scope.export_raw")),
        Submenu(
            _tr("Scope"),
            ("scope.switch", "scope.limits", "scope.rename", "scope.delete", "scope.create"),
        ),
        "",
        "view.back",
        "view.forward",
        "view.reload",
        "view.follow",
        Submenu(_tr("Panes"), ("view.tree", "view.inspector", "view.lanes")),
        Submenu(
            _tr("Look and size of text"),
            ("look.light", "look.dark", "look.system", "zoom.in", "zoom.out", "zoom.reset"),
        ),
        "",
        "help.keys",
        "help.about",
        "file.quit",
    )


def _tr(text: str) -> str:
    return QCoreApplication.translate("Menu", text)
