"""The reflection of a scope: as a reader wants it, and as it is stored."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QSize, Qt, Slot
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QScrollArea,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from desktop_app.core.engine_text import estimate_tokens, trim
from desktop_app.core.observational.reflection import parse_reflection
from ui import fonts
from ui.fonts import Role, Weight
from ui.navigation import Place, Target
from ui.reflection.entry import EntryList
from ui.reflection.prose import Prose
from ui.reflection.raw import RawReflection
from ui.reflection.sides import PairKind, stored_pairs
from ui.reflection.stored import notice, stored_reflection
from ui.theme import tokens
from ui.widgets import counting
from ui.widgets.banner import Banner
from ui.widgets.empty_state import EmptyState
from ui.widgets.labels import ElidedLabel, TextLabel
from ui.widgets.segments import Segments
from ui.widgets.when_shown import WhenShown

if TYPE_CHECKING:
    from desktop_app.services.snapshot import ScopeSnapshot
    from ui.session import Session

READABLE, RAW = "readable", "raw"
_WIDEST = 760


class ReflectionView(QWidget):
    """Three sections to read, or the raw text; a banner where it is not what it seems."""

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(self.tr("Reflection"))
        self._session = session
        self._wanted = ""
        self.form = Segments(
            self.tr("Form"), [(READABLE, self.tr("Readable")), (RAW, self.tr("Raw"))]
        )
        self.facts = ElidedLabel(role=Role.SECONDARY, tone="text2")
        self.banner = Banner()
        self.nothing = TextLabel(
            self.tr("No part of it reaches a turn; Raw shows what is stored."),
            tone="text2",
            wrap=True,
        )
        self.summary = Prose(self.tr("Summary"), most=480)
        self.supersessions = EntryList()
        self.contradictions = EntryList()
        self.raw = RawReflection()
        self.empty = EmptyState(
            self.tr("No reflection yet"),
            self.tr("The engine writes one when there are enough observations."),
        )
        self._titles: dict[QWidget, TextLabel] = {}
        self._page = self._readable_page()
        self._stack = QStackedWidget()
        for part in (self._page, self.raw, self.empty):
            self._stack.addWidget(part)
        self._tools = self._tool_row()
        self._lay_out()
        self._connect()
        self._show(session.snapshot)

    def sizeHint(self) -> QSize:
        return QSize(fonts.px(720), fonts.px(560))

    def paintEvent(self, _event: QPaintEvent) -> None:
        QPainter(self).fillRect(self.rect(), tokens().surface)

    def _tool_row(self) -> QWidget:
        row = QWidget(self)
        layout = QHBoxLayout(row)
        layout.setContentsMargins(16, 8, 16, 8)
        layout.setSpacing(12)
        layout.addWidget(self.form)
        layout.addWidget(self.facts, 1)
        return row

    def _lay_out(self) -> None:
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(self._tools)
        banner = QHBoxLayout()
        banner.setContentsMargins(16, 0, 16, 8)
        banner.addWidget(self.banner)
        layout.addLayout(banner)
        layout.addWidget(self._stack, 1)

    def _readable_page(self) -> QScrollArea:
        inner = QWidget()
        inner.setMaximumWidth(fonts.px(_WIDEST))
        column = QVBoxLayout(inner)
        column.setContentsMargins(16, 4, 16, 24)
        column.setSpacing(6)
        column.addWidget(self.nothing)
        for words, part in (
            (self.tr("Summary"), self.summary),
            (self.tr("Supersessions"), self.supersessions),
            (self.tr("Contradictions"), self.contradictions),
        ):
            title = TextLabel(words, Role.SECONDARY, Weight.STRONG, tone="text2")
            title.setContentsMargins(0, 10, 0, 0)
            self._titles[part] = title
            column.addWidget(title)
            column.addWidget(part)
        column.addStretch(1)
        page = _Page()
        page.setWidget(inner)
        inner.setAutoFillBackground(False)
        page.setAccessibleName(self.tr("Reflection to read"))
        return page

    def _connect(self) -> None:
        self.form.changed.connect(self._choose)
        self.supersessions.jump_wanted.connect(self._jump)
        self.contradictions.jump_wanted.connect(self._jump)
        self._later = WhenShown(self, self._show)
        self._session.snapshot_changed.connect(self._later.offer)
        self._session.target_requested.connect(self._go)

    @Slot(object)
    def _show(self, snapshot: ScopeSnapshot | None) -> None:
        raw = stored_reflection(snapshot) if snapshot else ""
        stored = bool(trim(raw))
        self._tools.setVisible(stored)
        self._show_notice(snapshot)
        if snapshot is None or not stored:
            self._stack.setCurrentWidget(self.empty)
            return
        pairs = stored_pairs(snapshot)
        summary = parse_reflection(raw).summary
        self._fill(summary, self.summary)
        self.nothing.setVisible(not summary and not pairs)
        if not summary and not pairs:
            self.form.choose(RAW)
        for kind, part in (
            (PairKind.SUPERSESSION, self.supersessions),
            (PairKind.CONTRADICTION, self.contradictions),
        ):
            chosen = tuple(pair for pair in pairs if pair.kind is kind)
            part.show_pairs(chosen)
            part.setVisible(bool(chosen))
            self._titles[part].setVisible(bool(chosen))
        self.raw.show_reflection(raw)
        self.facts.set_text(self._facts(snapshot, raw))
        self._choose()
        self._mark_wanted()

    def _fill(self, summary: str, part: Prose) -> None:
        part.show_marked(summary)
        part.setVisible(bool(summary))
        self._titles[part].setVisible(bool(summary))

    def _facts(self, snapshot: ScopeSnapshot, raw: str) -> str:
        parts = [counting.characters(len(raw))]
        summary = parse_reflection(raw).summary
        parts.append(self.tr("{0} counted").format(counting.tokens(estimate_tokens(summary))))
        record = snapshot.record
        if record is not None:
            parts.append(self.tr("{0} stored").format(f"{record.reflection_tokens:,}"))
            if record.last_reflected_seq:
                form = self.tr("made of observations up to {0}")
                parts.append(form.format(record.last_reflected_seq))
        return " · ".join(parts)

    def _show_notice(self, snapshot: ScopeSnapshot | None) -> None:
        found = notice(snapshot) if snapshot else None
        if found is None:
            self.banner.hide()
        else:
            self.banner.show_banner(found.meaning, found.title, found.sentence)

    @Slot()
    def _choose(self) -> None:
        raw = self.form.current == RAW
        if not self._tools.isHidden():
            self._stack.setCurrentWidget(self.raw if raw else self._page)

    @Slot(int)
    def _jump(self, index: int) -> None:
        self._session.go(Target(Place.OBSERVATIONS, index=index))

    @Slot(object)
    def _go(self, target: Target) -> None:
        if target.place is Place.REFLECTION and target.text:
            self._wanted = target.text
            if target.memory_id in {None, self._session.memory_id}:
                self._mark_wanted()

    def _mark_wanted(self) -> None:
        if self._wanted and self.raw.mark(self._wanted):
            self.form.choose(RAW)
        self._wanted = ""


class _Page(QScrollArea):
    """A column of text on the surface, as wide as lines should be."""

    def __init__(self) -> None:
        super().__init__()
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setAlignment(Qt.AlignmentFlag.AlignLeft)
        self.viewport().setAutoFillBackground(False)
        self.setBackgroundRole(self.backgroundRole().Base)
