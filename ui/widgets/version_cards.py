"""Versions of one text side by side, to choose one of; words that differ are marked."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QKeyEvent, QPainter, QPen, QTextCharFormat, QTextCursor
from PySide6.QtWidgets import QSizePolicy, QTextEdit, QVBoxLayout, QWidget

from desktop_app.core.word_diff import Marks
from ui import fonts
from ui.fonts import Role, Weight
from ui.theme import tokens
from ui.tokens import Meaning
from ui.widgets import painting
from ui.widgets.card_row import Card, CardRow
from ui.widgets.display_map import Span
from ui.widgets.labels import plain_tip
from ui.widgets.mapped_text import MappedText
from ui.widgets.wrapping import break_anywhere

if TYPE_CHECKING:
    from collections.abc import Sequence


_PAD = 12
_HEAD = 60
_LEAST, _LOWEST, _HIGHEST = 116, 170, 240
_RADIO = 16
_PAGES = {Qt.Key.Key_PageDown: 1, Qt.Key.Key_PageUp: -1}


@dataclass(frozen=True, slots=True)
class Version:
    """One version.

    Attributes:
        title: Whose it is.
        subtitle: From when it is.
        text: What it says; ``None`` where there is nothing.
        marks: The words that differ, as start and end in ``text``.
        meaning: In whose colour they are marked.
    """

    title: str
    subtitle: str
    text: str | None
    marks: Marks = ()
    meaning: Meaning = Meaning.ACCENT


class _VersionText(MappedText):
    """The text on a card; it can be selected with the pointer."""

    def __init__(self, name: str) -> None:
        super().__init__(name, role=Role.BODY)
        self._marks: Marks = ()
        self._meaning = Meaning.ACCENT
        self.document().setDocumentMargin(0)
        self.viewport().setAutoFillBackground(False)
        break_anywhere(self.document())
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFocusPolicy(Qt.FocusPolicy.ClickFocus)

    def show_marked(self, text: str, marks: Marks, meaning: Meaning) -> None:
        self.show_text(text)
        self._marks, self._meaning = marks, meaning
        self._apply_marks()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange and hasattr(self, "_marks"):
            self._apply_marks()

    def _apply_marks(self) -> None:
        shades, selections = tokens().shades(self._meaning), []
        look = QTextCharFormat()
        look.setBackground(shades.tint)
        look.setForeground(shades.foreground)
        for start, end in self._marks:
            shown = self.map.positions(Span(start, end))
            if shown is None:
                continue
            selection, cursor = QTextEdit.ExtraSelection(), QTextCursor(self.document())
            cursor.setPosition(shown.start)
            cursor.setPosition(shown.end, QTextCursor.MoveMode.KeepAnchor)
            selection.cursor, selection.format = cursor, look
            selections.append(selection)
        self.setExtraSelections(selections)


class _VersionCard(Card):
    def __init__(self, key: str, parent: QWidget) -> None:
        super().__init__(key, parent)
        self.version = Version("", "", "")
        self.text = _VersionText("")
        self.text.viewport().installEventFilter(self)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        self._lay_out = QVBoxLayout(self)
        self._lay_out.setContentsMargins(_PAD, fonts.px(_HEAD) + 8, _PAD, _PAD)
        self._lay_out.addWidget(self.text)

    def show_version(self, version: Version) -> None:
        self.version = version
        missing = self.tr("(not there)")
        words = missing if version.text is None else version.text
        self.text.setAccessibleName(version.title)
        self.text.show_marked(words, version.marks, version.meaning)
        self.text.set_quiet((Span(0, len(missing)),) if version.text is None else ())
        self.setAccessibleName(f"{version.title}, {version.subtitle}: {words}")
        self.setToolTip(plain_tip(f"{version.title}, {version.subtitle}"))
        self.update()

    def sizeHint(self) -> QSize:
        lines = self.text.document().size().height()
        text = round(lines * fonts.metrics(Role.BODY).lineSpacing())
        high = fonts.px(_HEAD) + 8 + text + _PAD + 4
        return QSize(180, min(max(high, fonts.px(_LOWEST)), fonts.px(_HIGHEST)))

    def minimumSizeHint(self) -> QSize:
        return QSize(fonts.px(84), fonts.px(_LEAST))

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if (
            event.type() == QEvent.Type.MouseButtonRelease
            and not self.text.textCursor().hasSelection()
        ):
            self.picked.emit()
        return super().eventFilter(watched, event)

    def paint_content(self, painter: QPainter, area: QRectF) -> None:
        colours, size = tokens(), fonts.px(_RADIO)
        top = fonts.px(14)
        _draw_radio(painter, QRectF(_PAD, top, size, size), chosen=self.is_chosen)
        wide, high = painting.key_cap_width(self.key), fonts.px(18)
        cap = QRectF(area.right() - _PAD - wide, fonts.px(13), wide, high)
        painting.draw_key_cap(painter, cap, self.key)
        left = _PAD + size + 8
        room = cap.left() - 8 - left
        bold, small = (Role.BODY, Weight.MEDIUM), Role.SECONDARY
        title = painting.elide(self.version.title, fonts.metrics(*bold), room)
        place = QRectF(left, fonts.px(13), room, high)
        painting.draw_text(painter, place, title, fonts.font(*bold), colours.text)
        if (
            fonts.metrics(small).horizontalAdvance(self.version.subtitle)
            > area.right() - _PAD - left
        ):
            left = _PAD  # below the radio button there is more room
        room = area.right() - _PAD - left
        words = painting.elide(self.version.subtitle, fonts.metrics(small), room)
        below = QRectF(left, fonts.px(31), room, high)
        painting.draw_text(painter, below, words, fonts.font(small), colours.text2)
        line = QPointF(_PAD, fonts.px(_HEAD) - 1)
        painting.hairline(painter, line, area.width() - 2 * _PAD)


class VersionCards(CardRow):
    """Shows versions; the keys 1, 2, 3 choose, Page Up and Page Down scroll the chosen one."""

    def __init__(self, name: str, count: int, parent: QWidget | None = None) -> None:
        super().__init__(name, parent)
        self._version_cards = [_VersionCard(str(number + 1), self) for number in range(count)]
        self._put(self._version_cards)

    @property
    def versions(self) -> tuple[Version, ...]:
        """What is shown."""
        return tuple(card.version for card in self._version_cards)

    def show_versions(self, versions: Sequence[Version]) -> None:
        """Show other versions, as many as there are cards."""
        for card, version in zip(self._version_cards, versions, strict=True):
            card.show_version(version)
        self.updateGeometry()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() not in _PAGES:
            super().keyPressEvent(event)
            return
        bar = self._version_cards[self.chosen or 0].text.verticalScrollBar()
        bar.setValue(bar.value() + _PAGES[Qt.Key(event.key())] * bar.pageStep())


def _draw_radio(painter: QPainter, area: QRectF, *, chosen: bool) -> None:
    colours = tokens()
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(QPen(colours.accent_fill if chosen else colours.control, 1.5))
    painter.drawEllipse(area.adjusted(0.75, 0.75, -0.75, -0.75))
    if chosen:
        inset = area.width() / 4
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(colours.accent_fill)
        painter.drawEllipse(area.adjusted(inset, inset, -inset, -inset))
