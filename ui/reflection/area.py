"""A scroll area on the surface that keeps what has the focus in sight."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, QPoint, Qt, QTimer, Slot
from PySide6.QtGui import QPalette
from PySide6.QtWidgets import QApplication, QFrame, QScrollArea, QWidget

_MARGIN = 12
_MOVES = {QEvent.Type.Resize, QEvent.Type.LayoutRequest}
"""What may have pushed the field out of sight."""


class FollowingArea(QScrollArea):
    """Scrolls to a field that gets the focus by a key, not only by Tab; fill it through ``inside``.

    Args:
        name: What is in it, for screen readers.
        parent: Where it is shown.
    """

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        # What has just been shown has no place yet.
        self._later = QTimer(self, singleShot=True, interval=0)
        self._later.timeout.connect(self._follow)
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setAlignment(Qt.AlignmentFlag.AlignLeft)
        self.setBackgroundRole(QPalette.ColorRole.Base)
        self.inside = QWidget(self.viewport())
        self.setWidget(self.inside)
        self.setAccessibleName(name)
        self.inside.setAutoFillBackground(False)
        application = QApplication.instance()
        if isinstance(application, QApplication):
            application.focusChanged.connect(self._note)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() in _MOVES and watched is self.widget():
            self._later.start()
        return super().eventFilter(watched, event)

    @Slot("QWidget*", "QWidget*")
    def _note(self, _before: QWidget | None, now: QWidget | None) -> None:
        if now is not None and self.inside.isAncestorOf(now):
            self._later.start()

    @Slot()
    def _follow(self) -> None:
        focused = QApplication.focusWidget()
        if focused is None or not self.inside.isAncestorOf(focused):
            return
        # Qt itself looks only at the cursor in a field.
        self.ensureWidgetVisible(focused, 0, _MARGIN)
        around = focused.parentWidget()
        field = around if around is not None and around.focusProxy() is focused else focused
        if field.height() + 2 * _MARGIN <= self.viewport().height():
            top = field.mapTo(self.inside, QPoint(0, 0)).y()
            self.ensureVisible(0, top + field.height(), 0, _MARGIN)
            self.ensureVisible(0, top, 0, _MARGIN)
