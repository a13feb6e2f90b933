"""A supersession or contradiction as a row: what it says, and both texts."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QPointF, Qt, QTimer, Signal, Slot
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget

from ui import fonts
from ui.fonts import Role, Weight
from ui.icons import Icon
from ui.naming import shown_id
from ui.reflection.sides import Pair, PairKind, Side
from ui.theme import tokens
from ui.tokens import Meaning
from ui.widgets import painting
from ui.widgets.badge import Badge
from ui.widgets.labels import TextLabel
from ui.widgets.link import Link

if TYPE_CHECKING:
    from collections.abc import Iterator

_SHOWN = 600
_PAGE = 50
_AT_ONCE = 5
_TOP = Qt.AlignmentFlag.AlignTop


def _tr(text: str) -> str:
    return QCoreApplication.translate("ReflectionEntry", text)


class EntryRow(QWidget):
    """One pair; its links jump to the observations."""

    jump_wanted = Signal(int)  # index of an observation

    def __init__(self, pair: Pair, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._pair = pair
        self.setAccessibleName(pair_words(pair))
        layout = QVBoxLayout(self)
        layout.setContentsMargins(24, 8, 0, 10)
        layout.setSpacing(4)
        layout.addLayout(self._head())
        if pair.words:
            words = TextLabel(shown_id(pair.words[:_SHOWN]), weight=Weight.MEDIUM, wrap=True)
            layout.addWidget(words)
        layout.addLayout(self._texts())

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        painting.smooth(painter)
        newer = self._pair.kind is PairKind.SUPERSESSION
        icon = Icon.SUPERSEDED if newer else Icon.CONTRADICTION
        meaning = Meaning.SUPERSEDED if newer else Meaning.CAUTION
        colour = tokens().shades(meaning).foreground
        painting.draw_icon(painter, icon, QPointF(0, 8 + fonts.px(4)), fonts.px(16), colour)
        painting.hairline(painter, QPointF(0, self.height() - 1), self.width())

    def _head(self) -> QHBoxLayout:
        head = QHBoxLayout()
        head.setSpacing(fonts.px(5))
        for part in self._head_parts():
            head.addWidget(part)
        head.addStretch(1)
        return head

    def _head_parts(self) -> Iterator[QWidget]:
        pair = self._pair
        middle = self.tr("replaces") if pair.kind is PairKind.SUPERSESSION else self.tr("or")
        yield self._number(pair.a)
        yield TextLabel(middle, tone="text2")
        yield self._number(pair.b)
        for side in dict.fromkeys((pair.a, pair.b)):
            if side.index is None:
                words = self.tr("no observation {0}").format(side.seq)
                yield Badge(words, Meaning.CAUTION, Icon.INFO)
            elif side.same > 1:
                words = self.tr("{0} observations have the number {1}").format(side.same, side.seq)
                yield Badge(words, Meaning.CAUTION, Icon.INFO)

    def _number(self, side: Side) -> QWidget:
        if side.index is None:
            return TextLabel(str(side.seq), weight=Weight.STRONG, tone="text2")
        link = Link(str(side.seq))
        link.setAccessibleName(self.tr("Observation {0}").format(side.seq))
        link.setProperty("index", side.index)
        link.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        link.clicked.connect(self._jump)
        return link

    def _texts(self) -> QGridLayout:
        grid = QGridLayout()
        grid.setHorizontalSpacing(fonts.px(10))
        grid.setVerticalSpacing(2)
        grid.setColumnStretch(1, 1)
        older = self._pair.kind is PairKind.SUPERSESSION
        for row, side in enumerate((self._pair.a, self._pair.b)):
            number = TextLabel(str(side.seq), Role.SECONDARY, tone="text3")
            tone = "text2" if older and row else "text"
            words = shown_id(side.text[:_SHOWN]) if side.index is not None else self._missing()
            text = TextLabel(words, tone="text3" if side.index is None else tone, wrap=True)
            grid.addWidget(number, row, 0, _TOP | Qt.AlignmentFlag.AlignRight)
            grid.addWidget(text, row, 1)
        return grid

    def _missing(self) -> str:
        if self._pair.kind is PairKind.SUPERSESSION:
            return self.tr("There is none. The line is injected all the same.")
        return self.tr("There is none. The warning is injected all the same.")

    @Slot()
    def _jump(self) -> None:
        sender = self.sender()
        if sender is not None:
            self.jump_wanted.emit(int(sender.property("index")))


class EntryList(QWidget):
    """Rows of pairs, some at a time, made bit by bit: a reflection may hold thousands."""

    jump_wanted = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._pairs: tuple[Pair, ...] = ()
        self._most = 0
        self.rows: list[EntryRow] = []
        self.more = Link("")
        self.more.clicked.connect(self.show_more)
        self._layout = QVBoxLayout(self)
        self._layout.setContentsMargins(0, 0, 0, 0)
        self._layout.setSpacing(0)
        self._layout.addWidget(self.more)
        self._next = QTimer(self, singleShot=True, interval=0)
        self._next.timeout.connect(self._fill)

    def show_pairs(self, pairs: tuple[Pair, ...]) -> None:
        """Show other pairs."""
        if pairs == self._pairs:
            return
        for row in self.rows:
            row.hide()
            row.deleteLater()
        self.rows, self._pairs, self._most = [], pairs, 0
        self.show_more()

    @Slot()
    def show_more(self) -> None:
        """Show the next rows."""
        self._most = min(self._most + _PAGE, len(self._pairs))
        self._fill()

    @Slot()
    def _fill(self) -> None:
        start = len(self.rows)
        for pair in self._pairs[start : min(start + _AT_ONCE, self._most)]:
            row = EntryRow(pair, self)
            row.jump_wanted.connect(self.jump_wanted)
            self.rows.append(row)
            self._layout.insertWidget(self._layout.count() - 1, row)
        if len(self.rows) < self._most:
            self._next.start()
        left = len(self._pairs) - self._most
        self.more.setText(self.tr("Show more, {0} left").format(f"{left:,}"))
        self.more.setAccessibleName(self.more.text())
        self.more.updateGeometry()
        self.more.setVisible(left > 0)


def pair_words(pair: Pair) -> str:
    """Return a pair in one line, for screen readers and titles."""
    newer = pair.kind is PairKind.SUPERSESSION
    form = _tr("{0} replaces {1}") if newer else _tr("{0} or {1}")
    words = form.format(pair.a.seq, pair.b.seq)
    return f"{words}: {shown_id(pair.words[:_SHOWN])}" if pair.words else words
