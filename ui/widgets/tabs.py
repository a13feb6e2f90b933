"""Tabs with counts over the chosen scope."""

from __future__ import annotations

import math
from dataclasses import dataclass

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt, Signal, Slot
from PySide6.QtGui import QMouseEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QTabBar, QWidget

from ui import fonts
from ui.fonts import Role, Weight
from ui.theme import tokens
from ui.tokens import Meaning
from ui.widgets import painting
from ui.widgets.badge import count_width, draw_count

_SIDE = 10
_GAP = 6
_FONT = (Role.BODY, Weight.MEDIUM)


@dataclass(slots=True)
class _Tab:
    key: str
    text: str
    count: str = ""
    meaning: Meaning = Meaning.NEUTRAL


class _Bar(QTabBar):
    """Paints the tabs; Qt keeps keyboard, focus and accessibility."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.tabs: list[_Tab] = []
        self._hovered = -1
        self.setDrawBase(False)
        self.setExpanding(False)
        self.setUsesScrollButtons(True)
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
        layout = QHBoxLayout(self)
        layout.setContentsMargins(6, 0, 6, 0)
        layout.addWidget(self._bar, 1)
        self._bar.currentChanged.connect(self._tell)

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

    def show_tab(self, key: str) -> None:
        """Make the tab with this key the current one."""
        self._bar.setCurrentIndex(self.keys.index(key))

    def set_tab_visible(self, key: str, *, visible: bool) -> None:
        """Show or hide a tab."""
        self._bar.setTabVisible(self.keys.index(key), visible)

    def show_index(self, index: int) -> None:
        """Make the tab at ``index`` (from 0, hidden ones not counted) the current one."""
        shown = [n for n in range(self._bar.count()) if self._bar.isTabVisible(n)]
        if 0 <= index < len(shown):
            self._bar.setCurrentIndex(shown[index])

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        painting.hairline(painter, QPointF(0, self.height() - 1), self.width())

    def _name(self, index: int) -> None:
        tab = self._bar.tabs[index]
        self._bar.setAccessibleTabName(index, f"{tab.text} {tab.count}".strip())
        self._bar.setTabText(index, f"{tab.text} {tab.count}".strip())

    @Slot(int)
    def _tell(self, _index: int) -> None:
        self.current_changed.emit(self.current)
