"""Tool results that were too long for a conversation, as the files that they were moved into."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import Slot
from PySide6.QtWidgets import QStackedWidget, QVBoxLayout, QWidget

from desktop_app.core.errors import MemloupeError
from desktop_app.core.files.facts import FileFacts
from desktop_app.core.files.text import read_text
from desktop_app.core.ledger.offloading import holds_what_its_name_says
from desktop_app.core.search.matching import line_place
from ui.agent_tools.answer_text import AnswerText
from ui.agent_tools.asking import Asking
from ui.agent_tools.page import ToolPage
from ui.agent_tools.row_table import RowTable
from ui.agent_tools.rows import Column, Mark
from ui.agent_tools.words import tr
from ui.file_words import size_words
from ui.icons import Icon
from ui.naming import shown_id
from ui.problems import explain
from ui.tokens import Meaning
from ui.widgets.banner import Banner
from ui.widgets.empty_state import EmptyState
from ui.widgets.labels import ELIDE_START
from ui.widgets.panes import TwoPanes

if TYPE_CHECKING:
    from desktop_app.services.file_memory import FileMemory
    from desktop_app.services.jobs import JobContext
    from ui.agent_tools.presenter import ToolsPresenter
    from ui.navigation import Target

_LIST = 440


@dataclass(frozen=True, slots=True)
class OffloadedRow:
    """One file; ``is_true`` says whether its name has the hash of its text, once that is known."""

    facts: FileFacts
    is_true: bool | None = None


class OffloadedPage(ToolPage):
    """The files at the left, the text of the chosen one at the right, part by part."""

    def __init__(self, presenter: ToolsPresenter, parent: QWidget | None = None) -> None:
        super().__init__(presenter, tr("Offloaded results"), parent)
        self._panes = TwoPanes(self)
        self.table = RowTable(tr("Offloaded results"), _columns(), self._panes)
        self.right = QStackedWidget(self._panes)
        self._page = QWidget(self.right)
        self.note = Banner(self._page)
        self.text = AnswerText(tr("Text of the result"), self._page)
        self.empty = EmptyState(tr("The files are being looked for"), parent=self.right)
        self._checking = Asking(self.session, self)
        self._wanted: Target | None = None
        self._truths: dict[FileFacts, bool] = {}
        self._lay_out()
        self.table.chosen.connect(self._show_row)
        self.table.entered.connect(self._enter)
        self.asking.answered.connect(self._take)
        self.asking.refused.connect(self._show_error)
        self._checking.answered.connect(self._take_truths)
        self.show_shelf()

    @property
    def first(self) -> QWidget:
        return self.table

    @property
    def reason(self) -> str:
        return tr("There is nothing to run here.")

    @Slot()
    def show_bucket(self) -> None:
        self.asking.stop()
        self._checking.stop()
        self._truths = {}
        self.table.show_rows(())
        self._say(tr("The files are being looked for"))

    @Slot()
    def show_shelf(self) -> None:
        shelf, files = self.presenter.shelf, self.session.files
        if shelf is None or files is None:
            return
        found, row = shelf.book.offloaded, self.table.current
        self._show_rows(row.facts.path if row else "")
        if not found:
            words = tr("Results of more than 80,000 characters are moved to large_tool_results.")
            self._say(tr("No tool result was moved into a file"), words)
            return
        self._checking.ask(partial(_check, files, found, self._truths))
        self._show_row(self.table.current)

    def take_target(self, target: Target) -> None:
        if target.path:
            self._wanted = target
            self._show_rows(target.path)
            self._show_row(self.table.current)

    def _show_rows(self, path: str) -> None:
        shelf = self.presenter.shelf
        found = shelf.book.offloaded if shelf else ()
        rows = tuple(OffloadedRow(one, self._truths.get(one)) for one in found)
        at = next((at for at, one in enumerate(found) if one.path == path), 0 if rows else -1)
        self.table.show_rows(rows, at)

    def _lay_out(self) -> None:
        column = QVBoxLayout(self._page)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        around = QVBoxLayout()
        around.setContentsMargins(16, 8, 16, 4)
        around.addWidget(self.note)
        column.addLayout(around)
        column.addWidget(self.text, 1)
        self.right.addWidget(self.empty)
        self.right.addWidget(self._page)
        self._panes.put(self.table, self.right, _LIST, rest=650)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self._panes)

    @Slot(object)
    def _show_row(self, row: OffloadedRow | None) -> None:
        files = self.session.files
        if row is not None and files is not None:
            self.asking.ask(partial(_text, files, row.facts.path))

    @Slot(object)
    def _take(self, found: tuple[str, bool]) -> None:
        text, is_true = found
        if is_true:
            self.note.hide()
        else:
            self.note.show_banner(
                Meaning.CAUTION,
                tr("The text is not the one that the file was made for"),
                tr("The end of its name is not the hash of the text: somebody has changed one."),
            )
        self.text.show_text(text)
        self._mark(text)
        self.right.setCurrentWidget(self._page)

    def _mark(self, text: str) -> None:
        wanted, row = self._wanted, self.table.current
        if wanted is None or row is None or row.facts.path != wanted.path:
            return
        self._wanted = None
        place = line_place(text, wanted.line or 1, wanted.text)
        if place is not None:
            self.text.mark(*place)

    @Slot(object)
    def _take_truths(self, truths: dict[FileFacts, bool]) -> None:
        self._truths = truths
        row = self.table.current
        self._show_rows(row.facts.path if row else "")

    @Slot()
    def _enter(self) -> None:
        self.text.setFocus()

    @Slot(object)
    def _show_error(self, error: MemloupeError) -> None:
        self._say(*explain(error))

    def _say(self, title: str, sentence: str = "") -> None:
        self.empty.set_words(title, sentence)
        self.right.setCurrentWidget(self.empty)


def _columns() -> tuple[Column, ...]:
    return (
        Column(name=tr("File"), text=_name, elide=ELIDE_START),
        Column(name=tr("Size"), text=_size, wide=84, right=True, tone="text2"),
        Column(name=tr("Hash in the name"), text=lambda _row: "", wide=124, mark=_mark),
    )


def _name(row: OffloadedRow) -> str:
    return shown_id(row.facts.path.partition("large_tool_results/")[2] or row.facts.path)


def _size(row: OffloadedRow) -> str:
    return size_words(row.facts.size)


def _mark(row: OffloadedRow) -> Mark | None:
    if row.is_true is None:
        return None
    if row.is_true:
        return tr("matches"), Meaning.IN, Icon.CHECK
    return tr("does not match"), Meaning.CAUTION, Icon.INFO


def _text(files: FileMemory, path: str, _context: JobContext) -> tuple[str, bool]:
    row = files.folder.read(path)
    text = "" if row is None else read_text(row.data).text
    return text, holds_what_its_name_says(path.rpartition("/")[2], text)


def _check(
    files: FileMemory,
    found: tuple[FileFacts, ...],
    known: dict[FileFacts, bool],
    context: JobContext,
) -> dict[FileFacts, bool]:
    truths = {facts: known[facts] for facts in found if facts in known}
    for facts in context.track(found, total=len(found)):
        if facts in known:
            continue
        try:
            truths[facts] = _text(files, facts.path, context)[1]
        except MemloupeError:
            continue
    return truths
