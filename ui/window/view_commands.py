"""Commands that a view brings along: in menu, palette and list of keys while it is shown."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Slot

from ui.view_protocols import OffersCommands, SavesItself
from ui.window.reason_keys import ReasonKeys

if TYPE_CHECKING:
    from PySide6.QtGui import QAction
    from PySide6.QtWidgets import QMenu, QWidget

    from ui.main_window import MainWindow


class ViewCommands(QObject):
    """Keeps the registry in step with the view and the inspector that are shown."""

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window)
        self._window = window
        self._shown: list[QWidget] = []
        self._heard: set[QWidget] = set()
        self._actions: list[QAction] = []
        self._owned: list[tuple[QWidget, str]] = []
        self._reasons = ReasonKeys(window.registry, window.frame.toast, self)
        window.frame.middle.inspector_changed.connect(self._show)

    def fill(self, menu: QMenu) -> None:
        """Put the commands of the shown view into ``menu``."""
        menu.clear()
        menu.addActions(self._actions)

    @property
    def is_empty(self) -> bool:
        """Whether the shown view brings no commands."""
        return not self._actions

    @Slot()
    def save(self) -> None:
        """Save what is edited where the focus is, else in the inspector, else in the view."""
        places = [*_upwards(self._window.focusWidget()), *reversed(self._shown)]
        for place in places:
            if isinstance(place, SavesItself):
                place.save()
                return

    @Slot(object)
    def _show(self, inspector: QWidget | None) -> None:
        view = self._window.frame.middle.view
        self._shown = [part for part in (view, inspector) if part is not None]
        for part in self._shown:
            if isinstance(part, OffersCommands) and part not in self._heard:
                self._heard.add(part)
                part.commands_changed.connect(self._renew)
        self._renew()

    @Slot()
    def _renew(self) -> None:
        registry = self._window.registry
        wanted = [
            (part, command)
            for part in self._shown
            if isinstance(part, OffersCommands)
            for command in part.commands()
        ]
        # Two views may bring the same commands, each for its own rows.
        owned: list[tuple[QWidget, str]] = [(part, command.spec.id) for part, command in wanted]
        if owned != self._owned:
            for _, action_id in self._owned:
                registry.remove(action_id)
            self._actions = [
                registry.add(command.spec, command.run, part, local=True)
                for part, command in wanted
            ]
            self._owned = owned
        for _, command in wanted:
            registry.set_unavailable(command.spec.id, command.reason)
        self._reasons.renew(wanted)


def _upwards(widget: QWidget | None) -> list[QWidget]:
    found = []
    while widget is not None:
        found.append(widget)
        widget = widget.parentWidget()
    return found
