"""The bar at the top: workspace, search, follow mode, look and menu."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QEnterEvent, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QAbstractButton, QHBoxLayout, QSizePolicy, QWidget

from ui import fonts
from ui.fonts import Role, Weight
from ui.icons import Icon
from ui.theme import Mode, tokens
from ui.tokens import Meaning
from ui.widgets import painting
from ui.widgets.button import IconButton
from ui.widgets.labels import ELIDE_END, plain_tip

if TYPE_CHECKING:
    from collections.abc import Callable

HEIGHT = 44
_SEARCH = 420
_SEARCH_LEAST = 120
_NAME_MOST, _NAME_LEAST = 240, 110
_BETWEEN = 30


class _Painted(QAbstractButton):
    """A button that repaints under the pointer and shows the ring of the focus."""

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setText(name)
        self.setAccessibleName(name)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)
        self._is_tight = False

    def set_tight(self, tight: bool) -> None:  # noqa: FBT001 - a state, set as it is
        """Let it be as narrow as ``least``, because there is no room for everything."""
        if tight != self._is_tight:
            self._is_tight = tight
            self.updateGeometry()

    def least(self) -> QSize:
        """Return what it can do with."""
        return self.sizeHint()

    def enterEvent(self, event: QEnterEvent) -> None:
        self.update()
        super().enterEvent(event)

    def leaveEvent(self, event: QEvent) -> None:
        self.update()
        super().leaveEvent(event)

    def minimumSizeHint(self) -> QSize:
        return self.least() if self._is_tight else self.sizeHint()

    def paint_ground(self, painter: QPainter) -> None:
        """Paint what says that the pointer or the focus is here."""
        painting.smooth(painter)
        area = QRectF(self.rect())
        if self.underMouse() or self.isDown():
            painting.fill_rounded(painter, area, 6, tokens().sunken)
        if self.hasFocus():
            painting.focus_ring(painter, area, 6)


class WorkspaceButton(_Painted):
    """Loupe and name of the workspace; opens the menu of workspaces."""

    def set_name(self, name: str, tip: str) -> None:
        """Show the name of another workspace."""
        self.setText(name)
        self.setAccessibleName(self.tr("Workspace {0}").format(name))
        self.setToolTip(plain_tip(tip) if tip else "")
        self.updateGeometry()
        self.update()

    def least(self) -> QSize:
        return self.sizeHint().boundedTo(QSize(fonts.px(_NAME_LEAST), fonts.px(32)))

    def sizeHint(self) -> QSize:
        wide = fonts.metrics(Role.BODY, Weight.STRONG).horizontalAdvance(self.text())
        return QSize(
            fonts.px(8 + 18 + 8 + 6 + 12 + 8) + min(math.ceil(wide), fonts.px(_NAME_MOST)),
            fonts.px(32),
        )

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        self.paint_ground(painter)
        colours, middle = tokens(), self.height() / 2
        left, loupe = float(fonts.px(8)), fonts.px(18)
        painting.draw_icon(
            painter, Icon.LOUPE, QPointF(left, middle - loupe / 2), loupe, colours.accent
        )
        left += loupe + fonts.px(8)
        metrics = fonts.metrics(Role.BODY, Weight.STRONG)
        room = min(self.width() - left - fonts.px(6 + 12 + 8), fonts.px(_NAME_MOST))
        text = painting.elide(self.text(), metrics, room, ELIDE_END)
        wide = metrics.horizontalAdvance(text)
        area = QRectF(left, 0, wide + 1, self.height())
        strong = fonts.font(Role.BODY, Weight.STRONG)
        painting.draw_text(painter, area, text, strong, colours.text)
        size = fonts.px(12)
        place = QPointF(left + wide + fonts.px(6), middle - size / 2)
        painting.draw_icon(painter, Icon.CHEVRON_DOWN, place, size, colours.text2)


class SearchButton(_Painted):
    """Looks like a field and opens the palette."""

    def __init__(self, text: str, key: str, parent: QWidget | None = None) -> None:
        super().__init__(text, parent)
        self._key = key
        self.setCursor(Qt.CursorShape.IBeamCursor)
        self.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)

    def sizeHint(self) -> QSize:
        return QSize(fonts.px(_SEARCH), fonts.px(28))

    def minimumSizeHint(self) -> QSize:
        return QSize(fonts.px(_SEARCH_LEAST), fonts.px(28))

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        painting.smooth(painter)
        colours, area = tokens(), QRectF(self.rect())
        ground = colours.hover if self.underMouse() else colours.surface
        painting.fill_rounded(painter, area, 6, ground)
        painting.edge_rounded(painter, area, 6, colours.strong)
        size, middle = fonts.px(16), area.center().y()
        place = QPointF(fonts.px(8), middle - size / 2)
        painting.draw_icon(painter, Icon.SEARCH, place, size, colours.text2)
        wide, high = painting.key_cap_width(self._key), fonts.px(18)
        cap = QRectF(area.right() - wide - fonts.px(5), round(middle - high / 2), wide, high)
        painting.draw_key_cap(painter, cap, self._key)
        room = QRectF(fonts.px(30), 0, cap.left() - fonts.px(36), area.height())
        text = painting.elide(self.text(), fonts.metrics(Role.BODY), room.width(), ELIDE_END)
        painting.draw_text(painter, room, text, fonts.font(Role.BODY), colours.text2)
        if self.hasFocus():
            painting.focus_ring(painter, area, 6)


class FollowButton(_Painted):
    """Says whether the window follows the engine; a click changes it."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("", parent)
        self.setCheckable(True)
        self.toggled.connect(self._name)
        self._name()

    def sizeHint(self) -> QSize:
        wide = fonts.metrics(Role.SECONDARY, Weight.MEDIUM).horizontalAdvance(self.text())
        return QSize(fonts.px(8 + 8 + 6 + 8) + math.ceil(wide), fonts.px(28))

    def least(self) -> QSize:
        return QSize(fonts.px(28), fonts.px(28))  # the dot tells it without words too

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        self.paint_ground(painter)
        colours, middle = tokens(), self.height() / 2
        left, size = fonts.px(8), fonts.px(8)
        dot = QRectF(left, middle - size / 2, size, size)
        shades = colours.shades(Meaning.IN)
        if self.isChecked():
            painting.fill_rounded(painter, dot, size / 2, shades.fill)
        else:
            painting.edge_rounded(painter, dot, size / 2, colours.control, 1.4)
        left += size + fonts.px(6)
        area = QRectF(left, 0, self.width() - left, self.height())
        face = (Role.SECONDARY, Weight.MEDIUM)
        tone = colours.text if self.isChecked() else colours.text2
        shown = painting.elide(self.text(), fonts.metrics(*face), area.width(), ELIDE_END)
        painting.draw_text(painter, area, shown, fonts.font(*face), tone)

    def _name(self) -> None:
        on = self.isChecked()
        self.setText(self.tr("Following") if on else self.tr("Not following"))
        self.setAccessibleName(self.text())
        self.setToolTip(
            self.tr("What the engine writes shows by itself")
            if on
            else self.tr("Shows the moment of the last reload")
        )
        self.updateGeometry()
        self.update()


class StepButton(IconButton):
    """Undo or redo; its tooltip says what a click would take back or do again."""

    def show_doing(self, name: str, label: str, key: str, reason: str) -> None:
        """Say what it would do, or why it can't."""
        words = f"{name}: {label}" if label else name
        self.setEnabled(not reason)
        self.setAccessibleName(words)
        self.setAccessibleDescription(reason)
        self.setToolTip(plain_tip(reason or f"{words}  {key}"))
        self.update()


class Header(QWidget):
    """The bar itself; the window connects its buttons."""

    def __init__(self, key: Callable[[str], str], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.workspace = WorkspaceButton(self.tr("Memloupe"))
        self.search = SearchButton(self.tr("Search all memory"), key("palette.open"))
        self.follow = FollowButton()
        self.undo = StepButton(Icon.UNDO, self.tr("Undo"), key=key("edit.undo"))
        self.redo = StepButton(Icon.REDO, self.tr("Redo"), key=key("edit.redo"))
        self.theme = IconButton(Icon.THEME, self.tr("Light, dark or as the system"))
        self.menu = IconButton(Icon.MENU, self.tr("Menu"))
        self._left, self._right = QWidget(), QWidget()
        left, right = QHBoxLayout(self._left), QHBoxLayout(self._right)
        left.setContentsMargins(6, 0, 0, 0)
        right.setContentsMargins(0, 0, 8, 0)
        right.setSpacing(4)
        left.addWidget(self.workspace)
        left.addStretch(1)
        right.addStretch(1)
        for button in (self.follow, self.undo, self.redo, self.theme, self.menu):
            right.addWidget(button)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        # Equal stretch at both sides keeps the field in the middle of the window.
        layout.addWidget(self._left, 1)
        layout.addWidget(self.search, 2)
        layout.addWidget(self._right, 1)
        self.setAccessibleName(self.tr("Header"))
        self.show_zoom()

    def show_zoom(self) -> None:
        """Take over another size of text."""
        self.setFixedHeight(fonts.px(HEIGHT))
        self._make_room()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._make_room()

    def _make_room(self) -> None:
        buttons = 4 * self.menu.sizeHint().width() + _BETWEEN
        words = self.workspace.sizeHint().width() + self.follow.sizeHint().width()
        tight = words + buttons + fonts.px(_SEARCH_LEAST) > self.width()
        for part in (self.workspace, self.follow):
            part.set_tight(tight)

    def show_look(self, mode: Mode, *, dark: bool) -> None:
        """Say which look there is, and what a click on the button does."""
        if mode is Mode.SYSTEM:
            now = (
                self.tr("Dark, as the system says")
                if dark
                else self.tr("Light, as the system says")
            )
        else:
            now = self.tr("Dark look") if dark else self.tr("Light look")
        then = self.tr("a click makes it light") if dark else self.tr("a click makes it dark")
        self.theme.setToolTip(f"{now}; {then}")

    def show_workspace(self, name: str, tip: str, *, opened: bool) -> None:
        """Show the name, and what only an open workspace has."""
        self.workspace.set_name(name, tip)
        for part in (self.search, self.follow, self.undo, self.redo):
            part.setVisible(opened)
        self._make_room()

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.fillRect(self.rect(), tokens().window)
        painting.hairline(painter, QPointF(0, self.height() - 1), self.width())
