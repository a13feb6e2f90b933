"""The inspector of the timeline: one operation or marker with everything that is stored."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Slot
from PySide6.QtWidgets import QFrame, QHBoxLayout, QScrollArea, QVBoxLayout, QWidget

from desktop_app.core.history.entry import Source
from ui import fonts
from ui.fonts import Role, Weight
from ui.history.delegate import LOUD
from ui.history.presenter import shared_presenter
from ui.history.rows import HistoryRow, State, local_text, shown_value
from ui.history.words import meaning, state_word
from ui.icons import Icon
from ui.theme import theme, tokens
from ui.tokens import Meaning
from ui.widgets.badge import Badge
from ui.widgets.empty_state import EmptyState
from ui.widgets.json_view import JsonView
from ui.widgets.labels import ElidedLabel, TextLabel
from ui.widgets.section import Facts, Section
from ui.widgets.text_box import TextBox

if TYPE_CHECKING:
    from desktop_app.core.observational.record import ColumnValue
    from ui.session import Session

_LABELS = 92
_PAYLOAD_HEIGHT = 132


class HistoryInspector(QWidget):
    """Shows the row that is selected in the timeline."""

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(self.tr("Inspector of the log"))
        self._presenter = shared_presenter(session)
        area = self._area = QScrollArea(self)
        area.setWidgetResizable(True)
        inside = self._inside = QWidget(area.viewport())
        area.setWidget(inside)
        sections = self._sections = {
            key: Section(title, inside) for key, title in self._titles().items()
        }
        self.title = ElidedLabel(role=Role.TITLE, weight=Weight.STRONG)
        self.badge = Badge()
        self.empty = EmptyState(
            self.tr("No entry is selected"),
            self.tr("Select one to see its times, its payload and what it means."),
            parent=self,
        )
        self.meaning = TextLabel(wrap=True)
        self.error = TextBox(self.tr("Error"), sections["error"])
        self.facts = Facts(sections["facts"], label_width=_LABELS)
        self.times = Facts(sections["times"], label_width=_LABELS)
        self.payload = JsonView(self.tr("Payload"), sections["payload"])
        self._fill_sections()
        self._lay_out()
        self._presenter.row_selected.connect(self.show_row)
        self.show_row(self._presenter.selected)

    @Slot(object)
    def show_row(self, row: HistoryRow | None) -> None:
        """Show a row of the timeline."""
        self.empty.setVisible(row is None)
        self._area.setVisible(row is not None)
        if row is None:
            return
        self.title.set_text(row.kind)
        self.badge.show_badge(state_word(row.state), *_look(row.state))
        self._show_words(row)
        self._show_facts(row)
        self.payload.show_json(_text(row.entry.values["payload_json"]))

    def _show_words(self, row: HistoryRow) -> None:
        words, error = meaning(row), _text(row.entry.values.get("error_text"))
        self.meaning.setText(words)
        self._sections["meaning"].setVisible(bool(words))
        self.error.show_text(error)
        self._sections["error"].setVisible(bool(error))

    def _show_facts(self, row: HistoryRow) -> None:
        entry, facts, times = row.entry, self.facts, self.times
        facts.clear()
        for label, column in self._columns(entry.source):
            facts.add(label, shown_value(entry.values[column]))
        times.clear()
        name = self.tr("begun") if entry.source is Source.OPERATION else self.tr("written")
        times.add(name, self.tr("{0} UTC").format(row.when) if entry.created else row.when)
        if local := local_text(entry.created):
            times.add("", self.tr("{0} local").format(local))
        if row.took:
            times.add(self.tr("took"), row.took)

    def _columns(self, source: Source) -> tuple[tuple[str, str], ...]:
        if source is Source.OPERATION:
            return (
                (self.tr("id"), "operation_id"),
                (self.tr("number"), "scope_sequence"),
                (self.tr("run"), "run_id"),
                (self.tr("tool call"), "tool_call_id"),
                (self.tr("status"), "status"),
            )
        return (
            (self.tr("id"), "marker_id"),
            (self.tr("operation"), "cycle_id"),
            (self.tr("first message"), "message_index_start"),
            (self.tr("last message"), "message_index_end"),
            (self.tr("tokens"), "token_count"),
        )

    def _titles(self) -> dict[str, str]:
        return {
            "meaning": self.tr("What it means"),
            "error": self.tr("Error"),
            "facts": self.tr("Entry"),
            "times": self.tr("Time"),
            "payload": self.tr("Payload"),
        }

    def _fill_sections(self) -> None:
        self.payload.setFixedHeight(fonts.px(_PAYLOAD_HEIGHT))
        self.payload.setFrameShape(QFrame.Shape.NoFrame)
        parts = (self.meaning, self.error, self.facts, self.times, self.payload)
        for section, body in zip(self._sections.values(), parts, strict=True):
            section.body.addWidget(body)

    def _lay_out(self) -> None:
        head = QHBoxLayout()
        head.setContentsMargins(16, 12, 16, 8)
        head.setSpacing(8)
        head.addWidget(self.title)
        head.addWidget(self.badge)
        head.addStretch(1)
        area = self._area
        column = QVBoxLayout(self._inside)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addLayout(head)
        for section in self._sections.values():
            column.addWidget(section)
        column.addStretch(1)
        area.setFrameShape(QFrame.Shape.NoFrame)
        area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(area)
        layout.addWidget(self.empty)
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


def _look(state: State) -> tuple[Meaning, Icon]:
    quiet = (Meaning.IN, Icon.CHECK) if state is State.APPLIED else (Meaning.NEUTRAL, Icon.DOT)
    return LOUD.get(state, quiet)


def _text(value: ColumnValue) -> str:
    if value is None:
        return ""
    return value.decode("utf-8", "surrogateescape") if isinstance(value, bytes) else str(value)
