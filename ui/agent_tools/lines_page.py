"""``memory_get`` as the agent has it: some lines of a file."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Slot
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from desktop_app.core.search.matching import Needle
from ui import fonts
from ui.agent_tools.answer_pane import AnswerPane
from ui.agent_tools.page import ToolPage
from ui.agent_tools.row_table import RowTable
from ui.agent_tools.rows import Column
from ui.agent_tools.words import tr
from ui.fonts import Role
from ui.naming import shown_id
from ui.widgets.button import Button, ButtonKind
from ui.widgets.labels import ELIDE_START, TextLabel
from ui.widgets.line_edit import LineField
from ui.widgets.panes import TwoPanes

if TYPE_CHECKING:
    from desktop_app.core.ledger.tools import Answer
    from desktop_app.services.jobs import JobContext
    from desktop_app.services.ledger.tools import AgentTools
    from ui.agent_tools.presenter import ToolsPresenter
    from ui.navigation import Target

_LIST, _NUMBER = 300, 76
_FIRST, _LAST = "1", "50"
_LARGEST = 2**31 - 1
"""The largest number that the agent's tool takes."""


class LinesPage(ToolPage):
    """The files at the left, which lines above, the answer below."""

    def __init__(self, presenter: ToolsPresenter, parent: QWidget | None = None) -> None:
        super().__init__(presenter, tr("Get lines"), parent)
        columns = [Column(name=tr("Files of the bucket"), text=shown_id, elide=ELIDE_START)]
        self._panes = TwoPanes(self)
        self.files = RowTable(tr("Files of the bucket"), columns, self._panes)
        right = self._right = QWidget(self._panes)
        self.path = LineField(tr("Path, as the model gives it"), right, placeholder=tr("Path"))
        self.start, self.end = LineField(tr("From line"), right), LineField(tr("To line"), right)
        self.go = Button(tr("Get"), right, kind=ButtonKind.PRIMARY, key=tr("↵"))
        self.pane = AnswerPane(
            tr("Choose a file, or write a path"),
            tr("memory_get reads any file of the bucket, not only its memory."),
            right,
        )
        self._exact = self._wanted_text = ""
        self._is_led = False  # by a hit of a search, to its line
        self._lay_out()
        self._connect()
        self.show_shelf()

    @property
    def first(self) -> QWidget:
        return self.files if self.files.rows.rows else self.path

    @property
    def reason(self) -> str:
        if _number(self.start.text) is None or _number(self.end.text) is None:
            return tr("The lines are not whole numbers.")
        return ""

    @Slot()
    def run(self) -> None:
        """Get the lines."""
        tools, first, last = (
            self.presenter.tools(),
            _number(self.start.text),
            _number(self.end.text),
        )
        if tools is not None and first is not None and last is not None:
            self.pane.show_busy()
            self.asking.ask(partial(_get, tools, self._path, first, last))

    @Slot()
    def go_to_field(self) -> None:
        self.path.line.selectAll()
        self.path.setFocus(Qt.FocusReason.ShortcutFocusReason)

    @Slot()
    def show_bucket(self) -> None:
        self.asking.stop()
        self.files.show_rows(())
        self.path.set_text("")
        self.pane.show_nothing()

    @Slot()
    def show_shelf(self) -> None:
        shelf = self.presenter.shelf
        paths = shelf.paths if shelf else ()
        at = paths.index(self._path) if self._path in paths else -1
        self.files.show_rows(paths, at)
        if self.pane.answer is not None and not self.asking.is_busy:
            self.run()

    @Slot()
    def stop(self) -> None:
        super().stop()
        self.pane.show_nothing()

    def take_target(self, target: Target) -> None:
        bucket = self.presenter.bucket
        if target.path and bucket is not None:
            below = f"{bucket.path}/" if bucket.path else ""
            self._wanted_text = target.text if target.line else ""
            if target.line:
                self.start.set_text(str(target.line))
                self.end.set_text(str(target.line + int(_LAST) - 1))
                self._is_led = True
            self._get_file(target.path.removeprefix(below))

    @property
    def _path(self) -> str:
        # A field can't hold bytes that are no text: a path from the list is kept beside it.
        shown = self.path.text
        return self._exact if shown == shown_id(self._exact) else shown

    def _lay_out(self) -> None:
        for field, number in ((self.start, _FIRST), (self.end, _LAST)):
            field.setFixedWidth(fonts.px(_NUMBER))
            field.line.setAlignment(Qt.AlignmentFlag.AlignRight)
            field.set_text(number)
        row = QHBoxLayout()
        row.setContentsMargins(16, 8, 16, 8)
        row.setSpacing(8)
        row.addWidget(self.path, 1)
        row.addWidget(TextLabel(tr("lines"), Role.SECONDARY, tone="text2"))
        row.addWidget(self.start)
        row.addWidget(TextLabel(tr("to"), Role.SECONDARY, tone="text2"))
        row.addWidget(self.end)
        row.addWidget(self.go)
        column = QVBoxLayout(self._right)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addLayout(row)
        column.addWidget(self.pane, 1)
        self._panes.put(self.files, self._right, _LIST)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self._panes)

    def _connect(self) -> None:
        self.files.chosen.connect(self._choose)
        self.files.entered.connect(self._enter)
        for field in (self.path, self.start, self.end):
            field.submitted.connect(self.run)
        for field in (self.start, self.end):
            field.text_changed.connect(self._judge)
        self.go.clicked.connect(self.run)
        self.pane.stop_wanted.connect(self.stop)
        self.asking.answered.connect(self._show_answer)
        self.asking.refused.connect(self.pane.show_error)

    @Slot(object)
    def _choose(self, path: str) -> None:
        if self._is_led:
            # The lines were those of a hit in another file.
            self.start.set_text(_FIRST)
            self.end.set_text(_LAST)
        self._is_led, self._wanted_text = False, ""
        self._get_file(path)

    @Slot(object)
    def _show_answer(self, answer: Answer) -> None:
        self.pane.show_answer(answer)
        place = Needle(self._wanted_text).first(answer.text)
        if place is not None:
            self.pane.text.mark(*place)

    def _get_file(self, path: str) -> None:
        self._exact = path
        self.path.set_text(shown_id(path))
        self.run()

    @Slot()
    def _enter(self) -> None:
        self.pane.text.setFocus()

    @Slot()
    def _judge(self) -> None:
        self.go.set_unavailable(self.reason)
        self.state_changed.emit()


def _number(text: str) -> int | None:
    try:
        value = int(text.replace(",", "").strip())
    except ValueError:
        return None
    return value if abs(value) <= _LARGEST else None


def _get(tools: AgentTools, path: str, first: int, last: int, _context: JobContext) -> Answer:
    return tools.memory_get(path, first, last)
