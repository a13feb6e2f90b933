"""Tabs with counts over the chosen scope; those without room stand in a menu."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import partial

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt, Signal, Slot
from PySide6.QtGui import QMouseEvent, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QMenu, QTabBar, QWidget

from ui import fonts
from ui.fonts import Role, Weight
from ui.icons import Icon
from ui.theme import tokens
from ui.tokens import Meaning
from ui.widgets import painting
from ui.widgets.badge import count_width, draw_count
from ui.widgets.button import IconButton
from ui.widgets.labels import plain_tip

_MARGIN = 6
_SIDE = 10
_GAP = 6
_FONT = (Role.BODY, Weight.MEDIUM)


@dataclass(slots=True)
class _Tab:
    key: str
    text: str
    count: str = ""
    meaning: Meaning = Meaning.NEUTRAL
    is_wanted: bool = True

    @property
    def words(self) -> str:
        """Text and count on one line."""
        return f"{self.text} {self.count}".strip()


class _Bar(QTabBar):
    """Paints the tabs; Qt keeps keyboard, focus and accessibility."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.tabs: list[_Tab] = []
        self._hovered = -1
        self.setDrawBase(False)
        self.setExpanding(False)
        self.setUsesScrollButtons(False)
        self.setElideMode(Qt.TextElideMode.ElideNone)
        self.setMouseTracking(True)

    def tabSizeHint(self, index: int) -> QSize:
        tab = self.tabs[index]
        wide = math.ceil(fonts.metrics(*_FONT).horizontalAdvance(tab.text))
        if tab.count:
            wide += fonts.px(_GAP) + count_width(tab.count)
        return QSize(wide + fonts.px(2 * _SIDE), fonts.px(36))

    def minimumTabSizeHint(self, index: int) -> QSize:
        return self.tabSizeHint(index)

    def minimumSizeHint(self) -> QSize:
        # Without it the bar would never become narrower than all of its tabs.
        return QSize(fonts.px(80), super().minimumSizeHint().height())

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        self._hover(self.tabAt(event.position().toPoint()))
        super().mouseMoveEvent(event)

    def leaveEvent(self, event: QEvent) -> None:
        self._hover(-1)
        super().leaveEvent(event)

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        painting.smooth(painter)
        for index, tab in enumerate(self.tabs):
            self._paint_tab(painter, index, tab)

    def _hover(self, index: int) -> None:
        if index != self._hovered:
            self._hovered = index
            self.update()

    def _paint_tab(self, painter: QPainter, index: int, tab: _Tab) -> None:
        colours, area = tokens(), QRectF(self.tabRect(index))
        current = index == self.currentIndex()
        inner = area.adjusted(fonts.px(_SIDE), 0, -fonts.px(_SIDE), 0)
        bright = current or index == self._hovered
        colour = colours.text if bright else colours.text2
        painting.draw_text(painter, inner, tab.text, fonts.font(*_FONT), colour)
        if tab.count:
            wide, high = count_width(tab.count), fonts.px(18)
            left, top = inner.right() - wide, round(area.center().y() - high / 2)
            meaning = tab.meaning
            if current and meaning is Meaning.NEUTRAL:
                meaning = Meaning.ACCENT
            draw_count(painter, QRectF(left, top, wide, high), tab.count, meaning)
        if current:
            line = QRectF(inner.left(), area.bottom() - 2, inner.width(), 2)
            painter.fillRect(line, colours.accent_fill)
            if self.hasFocus():
                painting.focus_ring(painter, inner.adjusted(-6, 5, 6, -5), 6)


class TabBar(QWidget):
    """A row of tabs named by keys. Alt+1…9 belong to the window: it calls ``show_index``."""

    current_changed = Signal(str)  # key of the tab

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._bar = _Bar(self)
        self._bar.setAccessibleName(name)
        self.setFocusProxy(self._bar)
        self.more = IconButton(Icon.MORE, self.tr("More views"), self)
        self.menu = QMenu(self)
        self.more.hide()
        layout = QHBoxLayout(self)
        layout.setContentsMargins(_MARGIN, 0, _MARGIN, 0)
        layout.setSpacing(0)
        layout.addWidget(self._bar, 1)
        layout.addWidget(self.more)
        self._bar.currentChanged.connect(self._tell)
        self.more.clicked.connect(self.open_menu)
        self.menu.aboutToShow.connect(self._fill_menu)

    @property
    def current(self) -> str:
        """Key of the current tab; empty without tabs."""
        index = self._bar.currentIndex()
        return self._bar.tabs[index].key if index >= 0 else ""

    @property
    def keys(self) -> list[str]:
        """Keys of the tabs from left to right."""
        return [tab.key for tab in self._bar.tabs]

    def add_tab(
        self, key: str, text: str, count: str = "", meaning: Meaning = Meaning.NEUTRAL
    ) -> None:
        """Append a tab; ``count`` stands in a badge behind the text."""
        self._bar.tabs.append(_Tab(key, text, count, meaning))
        self._bar.addTab(text)
        self._name(len(self._bar.tabs) - 1)

    def set_count(self, key: str, count: str, meaning: Meaning = Meaning.NEUTRAL) -> None:
        """Change the badge of a tab; an empty count removes it."""
        index = self.keys.index(key)
        tab = self._bar.tabs[index]
        if (tab.count, tab.meaning) == (count, meaning):
            return
        tab.count, tab.meaning = count, meaning
        self._name(index)

    def set_tip(self, key: str, tip: str) -> None:
        """Explain a tab, for instance its count; an empty text explains nothing."""
        self._bar.setTabToolTip(self.keys.index(key), plain_tip(tip) if tip else "")

    def show_tab(self, key: str) -> None:
        """Make the tab with this key the current one."""
        self._choose(self.keys.index(key))

    def set_tab_visible(self, key: str, *, visible: bool) -> None:
        """Show or hide a tab."""
        index = self.keys.index(key)
        self._bar.tabs[index].is_wanted = visible
        self._bar.setTabVisible(index, visible)
        self._fit()

    def show_index(self, index: int) -> None:
        """Make the tab at ``index`` (from 0, hidden ones not counted) the current one."""
        shown = self._wanted()
        if 0 <= index < len(shown):
            self._choose(shown[index])

    @Slot()
    def open_menu(self) -> None:
        """Offer the tabs that have no room."""
        self.menu.popup(self.more.mapToGlobal(self.more.rect().bottomLeft()))

    @Slot()
    def _fill_menu(self) -> None:
        self.menu.clear()
        for index in self._wanted():
            if not self._bar.isTabVisible(index):
                words = self._bar.tabs[index].words
                self.menu.addAction(words, partial(self._choose, index))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.StyleChange and hasattr(self, "menu"):
            self._fit()

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        painting.hairline(painter, QPointF(0, self.height() - 1), self.width())

    def _name(self, index: int) -> None:
        words = self._bar.tabs[index].words
        self._bar.setAccessibleTabName(index, words)
        self._bar.setTabText(index, words)
        self._fit()

    def _wanted(self) -> list[int]:
        return [index for index, tab in enumerate(self._bar.tabs) if tab.is_wanted]

    def _choose(self, index: int) -> None:
        self._fit(index)
        self._bar.setCurrentIndex(index)

    def _fit(self, chosen: int | None = None) -> None:
        """Show the tabs that have room, the chosen one among them."""
        current = self._bar.currentIndex() if chosen is None else chosen
        wanted = self._wanted()
        widths = {index: self._bar.tabSizeHint(index).width() for index in wanted}
        room = self.width() - 2 * _MARGIN
        crowded = sum(widths.values()) > room
        if crowded:
            room -= self.more.sizeHint().width() + widths.get(current, 0)
        for index in wanted:
            if crowded and index != current:
                room -= widths[index]
            self._bar.setTabVisible(index, not crowded or index == current or room >= 0)
        self.more.setVisible(crowded)

    @Slot(int)
    def _tell(self, _index: int) -> None:
        self.current_changed.emit(self.current)
