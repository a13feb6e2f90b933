"""Dialogs: a panel over the window, with the choices at its foot. Nothing else can be reached."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, Qt, Signal, Slot
from PySide6.QtGui import QKeyEvent, QMouseEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QApplication, QDialog, QWidget

from ui import fonts
from ui.theme import tokens
from ui.tokens import Meaning
from ui.widgets.button import Button, ButtonKind
from ui.widgets.dialog_panel import SHADOW, Panel
from ui.widgets.fade import fade_in

if TYPE_CHECKING:
    from PySide6.QtCore import SignalInstance

    from ui.icons import Icon

_EDGE = 24
_ENTER = {Qt.Key.Key_Return, Qt.Key.Key_Enter}


class Dialog(QDialog):
    """A veil over a window with a panel on it; ``open`` shows it.

    Put what it is about into ``body``, a vertical layout. Esc is the safe choice, Ctrl Enter the
    primary one. Both close it, unless it ``stays``: then whoever listens calls ``finish`` once
    nothing can be lost any more.

    Args:
        parent: Anything in the window that it shall cover.
        title: What it asks or says.
        primary: What the primary button does.
        safe: What the safe button does, which changes nothing.
        sentence: One more sentence below the title.
        icon: Icon before the title, in the colour of ``meaning``.
        width: How wide the panel is where there is room.
        stays: Whether a choice leaves it open.
    """

    confirmed = Signal()
    dismissed = Signal()
    closed = Signal()

    def __init__(  # noqa: PLR0913 - options by keyword
        self,
        parent: QWidget,
        title: str,
        *,
        primary: str,
        safe: str,
        sentence: str = "",
        icon: Icon | None = None,
        meaning: Meaning = Meaning.CAUTION,
        width: int = 560,
        stays: bool = False,
    ) -> None:
        super().__init__(parent.window())
        # A dialog for screen readers, but a part of the window for everybody else.
        self.setWindowFlags(Qt.WindowType.Widget)
        self._width, self._stays = width, stays
        self._focus_before: QWidget | None = None
        self._top: int | None = None  # of the panel, once a person sees it
        self._panel = Panel(self, icon, meaning)
        self._panel.show_words(title, sentence)
        self._panel.body_changed.connect(self._cover)
        self.body = self._panel.body
        self.safe_button = Button(safe, key=self.tr("Esc"), large=True)
        self.primary_button = Button(
            primary, kind=ButtonKind.PRIMARY, key=self.tr("Ctrl ↵"), large=True
        )
        self.safe_button.clicked.connect(self.dismiss)
        self.primary_button.clicked.connect(self.confirm)
        self._panel.add_choices(self.safe_button, self.primary_button)
        self.setAccessibleName(title)
        self.setAccessibleDescription(sentence)
        self._panel.setAccessibleName(title)
        parent.window().installEventFilter(self)
        self.hide()

    @property
    def panel(self) -> QWidget:
        """The panel, with the soft edge around it."""
        return self._panel

    def set_sentence(self, sentence: str) -> None:
        """Say another sentence below the title."""
        self._panel.show_words(self.accessibleName(), sentence)
        self.setAccessibleDescription(sentence)
        self._cover()

    def hide_body(self) -> None:
        """Show only title and choices, where there is nothing else to see."""
        self._panel.hide_body()

    def add_wide_choice(self, text: str) -> Button:
        """Add a choice at the left of the foot, for many things at once; returns its button."""
        button = Button(text, kind=ButtonKind.GHOST, large=True)
        self._panel.add_wide(button)
        return button

    def open(self, first: QWidget | None = None) -> None:
        """Show it with the focus in ``first``, else in the first thing that takes it."""
        window = self.window()
        self._focus_before = window.focusWidget()
        _application().focusChanged.connect(self._keep_focus)
        self._cover()
        self.show()
        self.raise_()
        self._cover()
        fade_in(self)
        stops = self._stops()
        (first or (stops[0] if stops else self)).setFocus(Qt.FocusReason.PopupFocusReason)

    @Slot()
    def confirm(self) -> None:
        """Take the primary choice, as Ctrl Enter does."""
        if self.primary_button.isEnabled() and self.isVisible():
            self._end_with(self.confirmed)

    @Slot()
    def dismiss(self) -> None:
        """Take the safe choice, as Esc does."""
        if self.safe_button.isEnabled() and self.isVisible():
            self._end_with(self.dismissed)

    @Slot()
    def finish(self) -> None:
        """Close it and give the focus back to where it was."""
        if self.isHidden():
            return
        _application().focusChanged.disconnect(self._keep_focus)
        self.hide()
        if self._focus_before is not None:
            self._focus_before.setFocus(Qt.FocusReason.PopupFocusReason)
        self.closed.emit()
        self.deleteLater()

    def event(self, event: QEvent) -> bool:
        # The window's own keys do nothing while it is covered.
        if event.type() == QEvent.Type.ShortcutOverride:
            event.accept()
            return True
        if event.type() == QEvent.Type.LayoutRequest:
            self._cover()
        return super().event(event)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Resize and watched is self.parent():
            self._top = None
            self._cover()
        return super().eventFilter(watched, event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.dismiss()
        elif event.key() in _ENTER and event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            self.confirm()
        event.accept()

    def focusNextPrevChild(self, forward: bool) -> bool:  # noqa: FBT001, N802 - called by Qt
        stops = self._stops()
        here = QApplication.focusWidget()
        if not stops:
            return True
        place = stops.index(here) if here in stops else -1
        step = 1 if forward else -1
        reasons = Qt.FocusReason
        reason = reasons.TabFocusReason if forward else reasons.BacktabFocusReason
        stops[(place + step) % len(stops)].setFocus(reason)
        return True

    def mousePressEvent(self, event: QMouseEvent) -> None:
        event.accept()

    def paintEvent(self, _event: QPaintEvent) -> None:
        QPainter(self).fillRect(self.rect(), tokens().scrim)

    def _end_with(self, choice: SignalInstance) -> None:
        choice.emit()
        if not self._stays:
            self.finish()

    def _stops(self) -> list[QWidget]:
        """Return what Tab goes through, in order."""
        # Not along the focus chain: it leads through the whole window, and Python would take what
        # it meets there for its own, and delete it with the next garbage.
        stops: list[QWidget] = []
        for widget in self._panel.findChildren(QWidget):
            takes = widget.focusPolicy() & Qt.FocusPolicy.TabFocus == Qt.FocusPolicy.TabFocus
            reached = widget.isVisibleTo(self) and widget.isEnabled() and not widget.focusProxy()
            if takes and reached:
                stops.append(widget)
        # What the body got later comes before the foot all the same.
        return sorted(stops, key=self._panel.place_in_foot)

    @Slot("QWidget*", "QWidget*")
    def _keep_focus(self, before: QWidget | None, now: QWidget | None) -> None:
        if now is not None and self.isAncestorOf(now):
            self._panel.reveal(now)
        if now is None or now.window() is not self.window() or _covering(now) is not None:
            return
        inside = before is not None and self.isAncestorOf(before)
        back = before if inside and before is not None else self.safe_button
        back.setFocus(Qt.FocusReason.OtherFocusReason)

    @Slot()
    def _cover(self) -> None:
        parent = self.parentWidget()
        if parent is None:
            return
        self.setGeometry(parent.rect())
        wide = min(fonts.px(self._width), self.width() - 2 * _EDGE) + 2 * SHADOW
        high = min(self._panel.height_for(wide), self.height() - 2 * _EDGE + 2 * SHADOW)
        left, lowest = (self.width() - wide) // 2, self.height() - high - _EDGE + SHADOW
        # What grows while somebody types goes on downwards, as long as there is room below.
        top = (self.height() - high) // 2 if self._top is None else min(self._top, lowest)
        if self.isVisible():
            self._top = top
        self._panel.setGeometry(left, top, wide, high)


def _application() -> QApplication:
    application = QApplication.instance()
    assert isinstance(application, QApplication)
    return application


def _covering(widget: QWidget) -> Dialog | None:
    """Return the dialog that a widget is in."""
    up: QWidget | None = widget
    while up is not None and not isinstance(up, Dialog):
        up = up.parentWidget()
    return up
