"""One side of a pair as a card: text with its differing words, where it stands, its source."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QRectF, Signal, Slot
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget

from desktop_app.core.engine_time import EngineTimeError, format_seconds, parse_json_time
from desktop_app.core.observational.observation import ZERO_TIME
from ui.fonts import Role, Weight
from ui.icons import Icon
from ui.naming import shown_id
from ui.reflection.card_parts import Letter, SideImportance
from ui.reflection.prose import Prose
from ui.theme import tokens
from ui.tokens import Meaning
from ui.widgets import painting
from ui.widgets.badge import Badge
from ui.widgets.labels import ElidedLabel, TextLabel
from ui.widgets.link import Link

if TYPE_CHECKING:
    from desktop_app.core.transcript import Message
    from ui.reflection.sides import Side
    from ui.widgets.display_map import Span

_RADIUS = 8
_SHOWN = 300
_FIRST = 2
"""So many messages of a source are shown at once; the link above them shows all."""


class SideCard(QWidget):
    """Shows one observation of a pair."""

    jump_wanted = Signal(int)  # index of the observation
    messages_wanted = Signal(int)  # index of the observation whose source shall be shown

    def __init__(self, letter: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._letter = letter
        self._is_kept = False
        self._side: Side | None = None
        self.box = Letter(letter)
        self.name = Link("", role=Role.BODY)
        self.name.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.plain_name = TextLabel("", weight=Weight.MEDIUM, tone="text2")
        self.badge = Badge()
        self.importance = SideImportance()
        self.text = Prose(self.tr("Text of {0}").format(letter), role=Role.TITLE, most=300)
        self.missing = TextLabel("", tone="text2", wrap=True)
        self.source = Link("", role=Role.SECONDARY)
        self.created = ElidedLabel(role=Role.SECONDARY, tone="text2")
        self._found: tuple[Message, ...] = ()
        self._shows_all = False
        self.messages = QVBoxLayout()
        self.messages.setSpacing(2)
        self.messages.setContentsMargins(10, 0, 0, 0)
        self._lay_out()
        self.name.clicked.connect(self._jump)
        self.source.clicked.connect(self._ask)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)

    @property
    def side(self) -> Side | None:
        """What is shown."""
        return self._side

    def show_side(self, side: Side, marks: tuple[Span, ...], *, has_source: bool) -> None:
        """Show a side, its differing words marked."""
        self._side = side
        name = self.tr("Observation {0}").format(side.seq)
        self.name.setText(name)
        self.name.setAccessibleName(self.tr("{0}, show in table").format(name))
        leads = side.index is not None
        self.name.setVisible(leads)
        self.name.updateGeometry()
        self.plain_name.setText(name)
        self.plain_name.setVisible(not leads)
        self._show_badge(side)
        self.importance.show_side(side)
        self.text.show_marked(side.text, marks)
        self.text.setVisible(bool(side.text))
        self._show_missing(side)
        self._show_source(side, has_source=has_source)
        self.show_messages(())
        self.setAccessibleName(f"{self._letter}: {name}. {shown_id(side.text[:_SHOWN])}")

    def show_kept(self, *, kept: bool) -> None:
        """Mark the card as the side to keep."""
        self._is_kept = kept
        self.box.show_kept(kept=kept)
        self.setAccessibleDescription(self.tr("to be kept") if kept else "")
        self.update()

    def show_messages(self, messages: tuple[Message, ...], *, all_of_them: bool = False) -> None:
        """Show the messages that the observation was taken from, the first ones to begin with."""
        self._found, self._shows_all = messages, all_of_them
        self._fill_messages(messages if all_of_them else messages[:_FIRST])

    def _fill_messages(self, messages: tuple[Message, ...]) -> None:
        while (item := self.messages.takeAt(0)) is not None:
            if (widget := item.widget()) is not None:
                widget.hide()
                widget.deleteLater()
        for message in messages:
            words = shown_id(message.content[:_SHOWN]) if message.content else "–"
            row = ElidedLabel(
                f"{message.role} {message.step}   {words}", role=Role.SECONDARY, tone="text2"
            )
            self.messages.addWidget(row)
        self.update()

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        painting.smooth(painter)
        area = QRectF(self.rect())
        painting.fill_rounded(painter, area, _RADIUS, tokens().surface)
        if self._is_kept:
            painting.edge_rounded(painter, area, _RADIUS, tokens().accent_fill, 2)
        else:
            painting.edge_rounded(painter, area, _RADIUS, tokens().line)
        if self.messages.count():
            place = self.messages.geometry()
            bar = QRectF(place.left(), place.top() + 1, 2, place.height() - 2)
            painter.fillRect(bar, tokens().strong)

    def _lay_out(self) -> None:
        head = QHBoxLayout()
        head.setSpacing(8)
        for part in (self.box, self.name, self.plain_name, self.badge):
            head.addWidget(part)
        head.addStretch(1)
        head.addWidget(self.importance)
        foot = QHBoxLayout()
        foot.setSpacing(8)
        foot.addWidget(self.source)
        foot.addWidget(self.created, 1)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(12, 10, 12, 12)
        layout.setSpacing(8)
        layout.addLayout(head)
        layout.addWidget(self.text)
        layout.addWidget(self.missing)
        layout.addStretch(1)
        layout.addLayout(foot)
        layout.addLayout(self.messages)

    def _show_badge(self, side: Side) -> None:
        self.badge.setVisible(side.standing is not None)
        if side.standing is None:
            return
        if side.standing.superseded_by:
            self.badge.show_badge(self.tr("superseded"), Meaning.SUPERSEDED, Icon.SUPERSEDED)
        elif side.standing.is_in:
            self.badge.show_badge(self.tr("in"), Meaning.IN, Icon.CHECK)
        else:
            self.badge.show_badge(self.tr("out"), Meaning.OUT, Icon.DASH)

    def _show_missing(self, side: Side) -> None:
        words = ""
        if side.observation is None:
            words = self.tr("There is no observation with this number.")
        elif not side.text:
            words = self.tr("Its text is empty.")
        elif side.same > 1:
            words = self.tr("The first of {0} observations with this number.").format(side.same)
        self.missing.setText(words)
        self.missing.setVisible(bool(words))

    def _show_source(self, side: Side, *, has_source: bool) -> None:
        item = side.observation
        has_source = has_source and side.index is not None
        self.source.setVisible(item is not None and has_source)
        self.created.setVisible(item is not None)
        if item is None:
            return
        words = self.tr("messages {0} – {1}").format(item.source_start_index, item.source_end_index)
        self.source.setText(words)
        self.source.setAccessibleName(self.tr("{0}, show them").format(words))
        self.source.updateGeometry()
        created = _time(item.created_at)
        if item.created_at == ZERO_TIME:
            created = self.tr("no time stored")
        self.created.set_text(created if has_source else f"{words} · {created}")

    @Slot()
    def _jump(self) -> None:
        if self._side is not None and self._side.index is not None:
            self.jump_wanted.emit(self._side.index)

    @Slot()
    def _ask(self) -> None:
        if self._found:
            self.show_messages(self._found, all_of_them=not self._shows_all)
        elif self._side is not None and self._side.index is not None:
            self.messages_wanted.emit(self._side.index)


def _time(stored: str) -> str:
    try:
        return format_seconds(parse_json_time(stored)).replace("T", " ").replace("Z", " UTC")
    except EngineTimeError:
        return shown_id(stored[:_SHOWN])
