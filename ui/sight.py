"""Whether somebody sees a page: what it shows is read only then."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject

if TYPE_CHECKING:
    from collections.abc import Callable

    from PySide6.QtWidgets import QWidget

_SEEN = {QEvent.Type.Show: True, QEvent.Type.Hide: False}


class Sight(QObject):
    """Puts off what a hidden page would read, and lets it be read when the page is shown.

    A page that was made ahead, or that somebody left, costs nothing while others write.
    """

    def __init__(self, parent: QObject, renew: Callable[[], None]) -> None:
        super().__init__(parent)
        self._renew = renew
        self._is_seen, self._is_stale = False, True

    def follow(self, page: QWidget) -> None:
        """Watch the page that shows what is read."""
        self._is_seen = page.isVisible()
        page.installEventFilter(self)

    def puts_off(self) -> bool:
        """Return whether reading has to wait; if so, ``renew`` is called later."""
        self._is_stale = not self._is_seen
        return self._is_stale

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        seen = _SEEN.get(event.type())
        if seen is not None:
            self._is_seen = seen
            if seen and self._is_stale:
                self._renew()
        return super().eventFilter(watched, event)
