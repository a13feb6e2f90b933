"""Keeps work for a page that nobody sees until somebody does."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QEvent, QObject, Slot

if TYPE_CHECKING:
    from collections.abc import Callable

    from PySide6.QtWidgets import QWidget

_NOTHING = object()


class WhenShown(QObject):
    """Hands values to ``take``: at once while ``page`` is visible, else the last one when it is.

    Connect a signal to ``offer`` instead of to the page's own method.
    """

    def __init__(self, page: QWidget, take: Callable[[Any], None]) -> None:
        super().__init__(page)
        self._page = page
        self._take = take
        self._waiting: object = _NOTHING
        page.installEventFilter(self)

    @Slot(object)
    def offer(self, value: object) -> None:
        """Take ``value`` now or when the page is shown, whichever comes first."""
        self._waiting = value
        if self._page.isVisible():
            self._hand_over()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Show:
            self._hand_over()
        return super().eventFilter(watched, event)

    def _hand_over(self) -> None:
        if self._waiting is not _NOTHING:
            value, self._waiting = self._waiting, _NOTHING
            self._take(value)
