"""One entry of working memory in full: its value, and the line as it is injected."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF, Slot
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from desktop_app.core.engine_text import estimate_tokens
from ui import fonts
from ui.clipboard import copy
from ui.fonts import Role, Weight
from ui.icons import Icon
from ui.theme import tokens
from ui.tokens import Meaning
from ui.widgets import counting, painting
from ui.widgets.banner import Banner
from ui.widgets.button import Button, ButtonKind
from ui.widgets.display_map import Span
from ui.widgets.empty_state import EmptyState
from ui.widgets.exact_parts import Ground
from ui.widgets.exact_text import ExactText
from ui.widgets.json_view import JsonView
from ui.widgets.labels import ELIDE_MIDDLE, ElidedLabel, TextLabel
from ui.working.notes import note
from ui.working.presenter import working_presenter
from ui.working.table import kind_words

if TYPE_CHECKING:
    from ui.session import Session
    from ui.working.model import WorkingRow

_LINE_HIGH = 96


class WorkingInspector(QWidget):
    """Follows the selected entry."""

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(self.tr("Entry"))
        self.presenter = working_presenter(session)
        self.title = ElidedLabel(mode=ELIDE_MIDDLE, role=Role.TITLE, weight=Weight.STRONG)
        self.facts = ElidedLabel(role=Role.SECONDARY, tone="text2")
        self.banner = Banner()
        self.value = JsonView(self.tr("Value"))
        self.line = ExactText(self.tr("Line as injected"))
        self.line.setFixedHeight(fonts.px(_LINE_HIGH))
        self.line_facts = ElidedLabel(role=Role.CAPTION, tone="text2")
        self.copy_button = Button(self.tr("Copy line"), kind=ButtonKind.GHOST, icon=Icon.COPY)
        self.empty = EmptyState(
            self.tr("No entry is selected"),
            self.tr("Select one to see its value and the line that every turn receives."),
        )
        self._content = QWidget(self)
        self._lay_out()
        self.copy_button.clicked.connect(self.copy_line)
        self.presenter.selected_changed.connect(self._show)
        self._show(self.presenter.selected)

    @Slot()
    def copy_line(self) -> None:
        """Copy the line exactly."""
        if self.presenter.selected is not None:
            copy(self.presenter.selected.line)

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.fillRect(self.rect(), tokens().window)
        if not self._content.isHidden():
            for part in (self.value, self.line):
                top = part.mapTo(self, part.rect().topLeft()).y() - 1
                painting.hairline(painter, QPointF(0, top), self.width())
                painting.hairline(painter, QPointF(0, top + part.height() + 1), self.width())

    def _lay_out(self) -> None:
        column = QVBoxLayout(self._content)
        column.setContentsMargins(0, 12, 0, 8)
        column.setSpacing(1)
        for part in (self.title, self.facts):
            column.addLayout(_inset(part))
        banner = _inset(self.banner)
        banner.setContentsMargins(12, 6, 12, 6)
        column.addLayout(banner)
        column.addSpacing(4)
        column.addWidget(self.value, 1)
        column.addSpacing(8)
        heading = TextLabel(
            self.tr("Line as injected"), Role.SECONDARY, Weight.STRONG, tone="text2"
        )
        head = _inset(heading)
        head.addStretch(1)
        head.addWidget(self.line_facts)
        column.addLayout(head)
        column.addSpacing(4)
        column.addWidget(self.line)
        column.addSpacing(6)
        foot = QHBoxLayout()
        foot.setContentsMargins(8, 0, 8, 0)
        foot.addWidget(self.copy_button)
        foot.addStretch(1)
        column.addLayout(foot)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self._content)
        layout.addWidget(self.empty)

    @Slot(object)
    def _show(self, row: WorkingRow | None) -> None:
        self._content.setVisible(row is not None)
        self.empty.setVisible(row is None)
        if row is None:
            return
        self.title.set_text(row.key_words)
        self.facts.set_text(f"{kind_words(row.kind)} · {counting.byte_count(row.size)}")
        self.value.set_grounds(())
        self.value.show_json(row.entry.value_json)
        self.line.show_text(row.line)
        measured = counting.tokens(estimate_tokens(row.line))
        self.line_facts.set_text(self.tr("{0}, not counted").format(measured))
        self._show_note(row)
        self.update()

    def _show_note(self, row: WorkingRow) -> None:
        found = note(row)
        if found is None:
            self.banner.hide()
            return
        meaning = Meaning.DAMAGED if found.offset is not None else Meaning.CAUTION
        self.banner.show_banner(meaning, found.title, found.sentence)
        if found.offset is not None:
            at = min(found.offset, max(len(row.entry.value_json) - 1, 0))
            self.value.set_grounds((Ground(Span(at, at + 1), "removed"),))
            self.value.reveal(Span(at, at + 1))


def _inset(part: QWidget) -> QHBoxLayout:
    row = QHBoxLayout()
    row.setContentsMargins(16, 0, 16, 0)
    row.addWidget(part)
    return row
