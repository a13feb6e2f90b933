"""One conversation, read-only: its lines, and the chosen one in full."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Slot
from PySide6.QtWidgets import QHBoxLayout, QSplitter, QVBoxLayout, QWidget

from desktop_app.core.ledger.sessions import TornLine
from desktop_app.core.search.matching import Needle
from ui import fonts
from ui.agent_tools.answer_text import AnswerText
from ui.agent_tools.entry_rows import entry_columns, facts_of, text_of
from ui.agent_tools.row_table import RowTable
from ui.agent_tools.words import lines_of_text, several, tr
from ui.fonts import Role, Weight
from ui.naming import shown_id
from ui.tokens import Meaning
from ui.widgets.banner import Banner
from ui.widgets.labels import ELIDE_START, ElidedLabel, TextLabel
from ui.widgets.segments import Segments

if TYPE_CHECKING:
    from ui.agent_tools.conversation import ReadView
    from ui.agent_tools.stored_lines import Line

READABLE, STORED = "readable", "stored"
_SIDE = 16


class HistoryPane(QWidget):
    """Lists lines of any number; of the chosen one, text, times and what was cut."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.title = ElidedLabel(weight=Weight.STRONG)
        self.path = ElidedLabel(mode=ELIDE_START, role=Role.SECONDARY, tone="text2")
        self._around = QWidget(self)
        self.note = Banner(self._around)
        self._panes = QSplitter(Qt.Orientation.Vertical, self)
        self.lines = RowTable(tr("Lines of the conversation"), entry_columns(), self._panes)
        self._below = QWidget(self._panes)
        self._head = QWidget(self._below)
        self.facts = TextLabel("", Role.SECONDARY, tone="text2", wrap=True)
        choices = [(READABLE, tr("Text")), (STORED, tr("As stored"))]
        self.forms = Segments(tr("How a line is shown"), choices, self._head)
        self.text = AnswerText(tr("Chosen line"), self._below)
        self._lay_out()
        self.lines.chosen.connect(self._show_line)
        self.lines.entered.connect(self._enter)
        self.forms.changed.connect(self._show_again)

    @property
    def first(self) -> QWidget:
        """What takes the focus."""
        return self.text if self.lines.isHidden() else self.lines

    def show_view(self, view: ReadView, remarks: tuple[str, ...], number: int = 0) -> None:
        """Show a conversation, with the cursor on the line of a number."""
        self.title.set_text(f"{shown_id(view.session.agent)} / {shown_id(view.session.id)}")
        self.path.set_text(shown_id(view.path))
        self._note_remarks(remarks)
        rows = view.lines
        has_lines = not view.plain
        self.lines.setVisible(has_lines)
        self._head.setVisible(has_lines)
        if not has_lines:
            self.lines.show_rows(())
            self.text.show_text(view.plain, tr("Plain lines"), lines_of_text(_count(view.plain)))
            return
        at = max(rows.place_of(number), 0) if rows else -1
        self.lines.show_rows(rows, at)
        self._show_again()

    def mark(self, text: str) -> None:
        """Mark where the shown line has a text first."""
        place = Needle(text).first(self.text.text.text)
        if place is not None:
            self.text.mark(*place)

    def _note_remarks(self, remarks: tuple[str, ...]) -> None:
        self._around.setVisible(bool(remarks))
        if remarks:
            self.note.show_banner(Meaning.CAUTION, remarks[0], several(remarks[1:]))
        else:
            self.note.hide()

    def _lay_out(self) -> None:
        titles = QHBoxLayout()
        titles.setContentsMargins(_SIDE, 8, _SIDE, 8)
        titles.setSpacing(12)
        titles.addWidget(self.title)
        titles.addWidget(self.path, 1)
        around = QVBoxLayout(self._around)
        around.setContentsMargins(_SIDE, 0, _SIDE, 8)
        around.addWidget(self.note)
        column = QVBoxLayout(self._below)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        head = QHBoxLayout(self._head)
        head.setContentsMargins(_SIDE, 8, _SIDE, 0)
        head.setSpacing(12)
        head.addWidget(self.facts, 1)
        head.addWidget(self.forms, 0, Qt.AlignmentFlag.AlignTop)
        column.addWidget(self._head)
        column.addWidget(self.text, 1)
        self._panes.setChildrenCollapsible(False)
        self._panes.addWidget(self.lines)
        self._panes.addWidget(self._below)
        self._panes.setSizes([fonts.px(340), fonts.px(260)])
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addLayout(titles)
        layout.addWidget(self._around)
        layout.addWidget(self._panes, 1)

    @Slot()
    def _show_again(self) -> None:
        line = self.lines.current
        if line is not None:
            self._show_line(line)
        elif not self.lines.isHidden():
            self.facts.setText(tr("The file has no lines."))
            self.text.show_text("", tr("Chosen line"))

    @Slot(object)
    def _show_line(self, line: Line) -> None:
        is_stored = self.forms.current == STORED or isinstance(line, TornLine)
        title = tr("Line {0}, as stored") if is_stored else tr("Line {0}")
        self.facts.setText(" · ".join(facts_of(line)))
        text = line.raw if is_stored else text_of(line)
        self.text.show_text(text, title.format(f"{line.number:,}"))

    @Slot()
    def _enter(self) -> None:
        self.text.setFocus()


def _count(text: str) -> int:
    return len(text.splitlines())
