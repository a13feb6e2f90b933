"""The inspector of changes: who, when, why, and what was there before and after."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Slot
from PySide6.QtWidgets import QFrame, QHBoxLayout, QScrollArea, QVBoxLayout, QWidget

from desktop_app.core.engine_time import format_seconds
from ui.changes.details import Detail, Form
from ui.changes.presenter import shared_presenter
from ui.changes.rows import (
    LOOKS,
    ChangeRow,
    State,
    is_of_files,
    kind_word,
    scope_words,
    state_word,
    state_words,
)
from ui.changes.steps import Steps
from ui.fonts import Role, Weight
from ui.naming import shown_line
from ui.problems import explain
from ui.theme import theme, tokens
from ui.widgets.badge import Badge
from ui.widgets.differences import Differences
from ui.widgets.empty_state import EmptyState
from ui.widgets.labels import ElidedLabel, TextLabel
from ui.widgets.link import Link
from ui.widgets.section import Facts, Section
from ui.widgets.segments import Segments

if TYPE_CHECKING:
    from ui.session import Session

_LABELS = 64


class ChangeInspector(QWidget):
    """Shows the change that is selected in the list."""

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(self.tr("Inspector of the change"))
        self._presenter = shared_presenter(session)
        area = self._area = QScrollArea(self)
        area.setWidgetResizable(True)
        inside = self._inside = QWidget(area.viewport())
        area.setWidget(inside)
        self._about = Section(self.tr("What became of it"), inside)
        self._rows = Section(self.tr("Before and after"), inside)
        self.title = ElidedLabel(role=Role.TITLE, weight=Weight.STRONG)
        self.badge = Badge()
        self.meaning = TextLabel(wrap=True, tone="text2")
        self.saved = Link(self.tr("Show the change that saved it"), self._about)
        self.facts = Facts(self._about, label_width=_LABELS)
        self.form = Segments(
            self.tr("Rows"),
            [
                (Form.READABLE, self.tr("Readable")),
                (Form.RAW, self.tr("As stored")),
                (Form.AGAINST_NOW, self.tr("File now")),
            ],
            self._rows,
        )
        self.problem = TextLabel(wrap=True, tone="text2")
        more = self.tr("{0} more rows; copying the change gives all of them.")
        self.differences = Differences(more)
        self.steps = Steps(self._presenter, self)
        self.empty = EmptyState(
            self.tr("No change is selected"),
            self.tr("Select one to see what was there before and after."),
            parent=self,
        )
        self._lay_out()
        self.saved.clicked.connect(self._presenter.show_saved)
        self.form.changed.connect(self._presenter.details.set_form)
        self._presenter.details.form_changed.connect(self.form.choose)
        self._presenter.selected_changed.connect(self.show_row)
        self._presenter.details.changed.connect(self.show_detail)
        self._presenter.details.refused.connect(self._show_problem)
        self.show_row(self._presenter.selected)

    @Slot(object)
    def show_row(self, row: ChangeRow | None) -> None:
        """Show what the list says of a change."""
        self.empty.setVisible(row is None)
        for part in (self._area, self.steps):
            part.setVisible(row is not None)
        self.steps.show_row(row)
        if row is None:
            return
        self.title.set_text(shown_line(row.entry.label))
        self.badge.show_badge(state_word(row.state), *LOOKS[row.state])
        self.meaning.setText(state_words(row.state))
        self.saved.setVisible(row.state is State.SAVED_LATER)
        self._show_facts(row)

    @Slot(object)
    def show_detail(self, detail: Detail | None) -> None:
        """Show what was there before and after."""
        self.problem.hide()
        found = detail.differences if detail else ()
        self.differences.show_all(found, detail.row_count if detail else 0)

    def _show_facts(self, row: ChangeRow) -> None:
        entry, facts = row.entry, self.facts
        facts.clear()
        facts.add(self.tr("who"), row.who)
        facts.add(self.tr("when"), row.when)
        facts.add("", format_seconds(entry.at))
        facts.add(self.tr("kind"), kind_word(entry.kind))
        if entry.reason:
            facts.add(self.tr("why"), shown_line(entry.reason))
        for memory_id in entry.memory_ids[:3]:
            if is_of_files(entry):
                facts.add(self.tr("file"), shown_line(memory_id))
            else:
                facts.add(self.tr("scope"), scope_words((memory_id,)))
        facts.add(self.tr("id"), entry.id)

    @Slot(object)
    def _show_problem(self, error: Exception) -> None:
        self.problem.setText(" ".join(explain(error)))
        self.problem.show()
        self.differences.show_all((), 0)

    def _lay_out(self) -> None:
        head = QHBoxLayout()
        head.setContentsMargins(16, 12, 16, 8)
        head.setSpacing(8)
        head.addWidget(self.title)
        head.addWidget(self.badge)
        head.addStretch(1)
        about, rows, area = self._about, self._rows, self._area
        about.body.addWidget(self.meaning)
        about.body.addWidget(self.saved, 0, Qt.AlignmentFlag.AlignLeft)
        about.body.addWidget(self.facts)
        rows.body.addWidget(self.form)
        rows.body.addWidget(self.problem)
        rows.body.addWidget(self.differences)
        column = QVBoxLayout(self._inside)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addLayout(head)
        column.addWidget(about)
        column.addWidget(rows)
        column.addStretch(1)
        area.setFrameShape(QFrame.Shape.NoFrame)
        area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(area, 1)
        layout.addWidget(self.steps)
        layout.addWidget(self.empty)
        self.problem.hide()
        self._paint_ground()
        theme().changed.connect(self._paint_ground)

    @Slot()
    def _paint_ground(self) -> None:
        # A scroll area ignores its content's palette under an application style sheet.
        for part in (self._area.viewport(), self._inside):
            palette = part.palette()
            palette.setColor(part.backgroundRole(), tokens().window)
            part.setPalette(palette)
            part.setAutoFillBackground(True)
