"""Keys of commands that can't be used now: they say why."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt
from PySide6.QtGui import QAction

if TYPE_CHECKING:
    from collections.abc import Sequence

    from PySide6.QtWidgets import QWidget

    from ui.actions import Actions
    from ui.view_protocols import ViewCommand
    from ui.widgets.toast import Toast


class ReasonKeys(QObject):
    """Has an action beside each of the commands, with the same keys; one of the two is enabled."""

    def __init__(self, registry: Actions, toast: Toast, parent: QObject) -> None:
        super().__init__(parent)
        self._registry, self._toast = registry, toast
        self._beside: dict[tuple[QWidget, str], QAction] = {}

    def renew(self, wanted: Sequence[tuple[QWidget, ViewCommand]]) -> None:
        """Follow the commands that are offered now, once the registry has them."""
        told = {(part, one.spec.id): one.reason for part, one in wanted if one.tells_reason}
        for key in [key for key in self._beside if key not in told]:
            action = self._beside.pop(key)
            key[0].removeAction(action)
            action.deleteLater()
        for key, reason in told.items():
            action = self._beside.get(key) or self._add(*key)
            action.setToolTip(reason)
            action.setShortcuts(self._registry.action(key[1]).shortcuts())
            action.setEnabled(bool(reason))

    def _add(self, part: QWidget, action_id: str) -> QAction:
        action = self._beside[part, action_id] = QAction(part)
        action.setShortcutContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
        action.triggered.connect(partial(self._tell, action))
        part.addAction(action)
        return action

    def _tell(self, action: QAction, _checked: bool = False) -> None:  # noqa: FBT001, FBT002 - Qt's
        self._toast.show_message(action.toolTip())
