"""The list of conversations, and what is below it: the native log, and the way to a preview."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import Slot
from PySide6.QtWidgets import QVBoxLayout, QWidget

from ui.agent_tools.asking import Asking
from ui.agent_tools.row_table import RowTable
from ui.agent_tools.session_rows import AGENT, SessionRow, Sums, read_sums, session_columns
from ui.agent_tools.words import tr
from ui.fonts import Role
from ui.widgets import counting
from ui.widgets.button import Button
from ui.widgets.labels import TextLabel

if TYPE_CHECKING:
    from desktop_app.core.ledger.sessions import Session as Conversation
    from ui.agent_tools.presenter import ToolsPresenter
    from ui.agent_tools.shelf import Shelf


class SessionList(QWidget):
    """Lists at once; entries are counted while somebody looks."""

    def __init__(self, presenter: ToolsPresenter, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._presenter = presenter
        self._shelf: Shelf | None = None
        self._sums: Sums = {}
        self.table = RowTable(tr("Conversations"), session_columns(), self)
        self.native = TextLabel("", Role.SECONDARY, tone="text2", wrap=True)
        self.preview = Button(tr("Preview compaction"), key="P")
        self.facts = Button(tr("Extract facts…"), key="X")
        self._counting = Asking(presenter.session, self)
        foot = QVBoxLayout()
        foot.setContentsMargins(16, 8, 16, 12)
        foot.setSpacing(8)
        foot.addWidget(self.native)
        foot.addWidget(self.preview)
        foot.addWidget(self.facts)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(self.table, 1)
        layout.addLayout(foot)
        self._counting.answered.connect(self._take)

    def forget(self) -> None:
        """List nothing, for another bucket."""
        self._counting.stop()
        self._shelf, self._sums = None, {}
        self.table.show_rows(())
        self.native.hide()

    def show_shelf(self, shelf: Shelf, path: str) -> None:
        """List the conversations of a bucket, with the cursor on the one of a path."""
        self._shelf = shelf
        several = len({one.agent for one in shelf.sessions}) > 1
        self.table.setColumnHidden(AGENT, not several)
        self._show_rows(path)
        opaque = len(shelf.book.opaque)
        forms = (
            tr(
                "{0} file of the native log in .agentscope-runtime: its form is not public, and it "
                "is never read."
            ),
            tr(
                "{0} files of the native log in .agentscope-runtime: their form is not public, and "
                "they are never read."
            ),
        )
        self.native.setText(counting.counted(opaque, *forms))
        self.native.setVisible(opaque > 0)
        for button in (self.preview, self.facts):
            button.setVisible(bool(shelf.sessions))
        files = self._presenter.session.files
        if files is not None and shelf.sessions:
            self._counting.ask(partial(read_sums, files, shelf.sessions, self._sums))

    def choose(self, path: str) -> bool:
        """Put the cursor on the conversation that a file belongs to; false if there is none."""
        rows = self.table.rows.rows
        at = next((at for at, row in enumerate(rows) if path in _paths(row.session)), -1)
        if at >= 0:
            self.table.show_rows(rows, at)
        return at >= 0

    def _show_rows(self, path: str) -> None:
        shelf = self._shelf
        if shelf is None:
            return
        rows = tuple(
            SessionRow(
                session=one,
                index=shelf.index.get((one.agent, one.id)),
                sum=self._sums.get(one.shown),
            )
            for one in shelf.sessions
        )
        paths = [one.shown.path for one in shelf.sessions]
        at = paths.index(path) if path in paths else 0 if rows else -1
        self.table.show_rows(rows, at)

    @Slot(object)
    def _take(self, sums: Sums) -> None:
        self._sums = sums
        row = self.table.current
        self._show_rows(row.session.shown.path if row is not None else "")


def _paths(session: Conversation) -> tuple[str, ...]:
    found = (session.context, session.log, session.legacy)
    return tuple(facts.path for facts in found if facts is not None)
