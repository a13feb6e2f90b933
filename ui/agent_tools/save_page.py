"""``memory_save`` as the agent has it, but with a look before, and the truth afterwards."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Slot
from PySide6.QtWidgets import QHBoxLayout, QSplitter, QVBoxLayout, QWidget

from desktop_app.core.errors import MemloupeError
from desktop_app.core.ledger.entries import save_entry
from desktop_app.core.ledger.java_text import is_blank
from desktop_app.core.ledger.tools import memory_save
from ui import fonts
from ui.agent_tools.answer_pane import AnswerPane
from ui.agent_tools.page import ToolPage
from ui.agent_tools.words import tr
from ui.change_preview import ChangePreview
from ui.file_plans import planned_of
from ui.fonts import Role
from ui.naming import shown_id
from ui.planning import PlanReader
from ui.widgets.button import Button, ButtonKind
from ui.widgets.foot import Foot
from ui.widgets.labels import TextLabel
from ui.widgets.scrolled import Scrolled
from ui.widgets.text_area import TextArea

if TYPE_CHECKING:
    from desktop_app.core.files.plan import FilePlan
    from desktop_app.services.editing.plans import Intent
    from desktop_app.services.file_memory import FileMemory
    from ui.agent_tools.presenter import ToolsPresenter
    from ui.agent_tools.shelf import Shelf
    from ui.change_preview import Planned

_LINES = 5


class SavePage(ToolPage):
    """What to remember at the left, with what saving writes; the tool's answer at the right."""

    def __init__(self, presenter: ToolsPresenter, parent: QWidget | None = None) -> None:
        super().__init__(presenter, tr("Save"), parent)
        self._panes = QSplitter(Qt.Orientation.Horizontal, self)
        self._left = QWidget(self._panes)
        self._area = Scrolled(self._left, ground="surface")
        inside = self._inside = QWidget(self._area.viewport())
        self.content = TextArea(tr("What to remember"), inside, lines=_LINES, role=Role.MONO)
        self.preview = ChangePreview(inside)
        self.go = Button(tr("Save to both layers"), kind=ButtonKind.PRIMARY, key=tr("Ctrl ↵"))
        self._foot = Foot((), (self.go,), tr("It can be undone"), self._left)
        self.pane = AnswerPane(
            tr("Nothing is saved yet"),
            tr("The agent's own tool tells of success whether or not anything was written."),
            self._panes,
        )
        self._planned: Planned | None = None
        self._why = self._refused = ""
        self._sent = ""
        self._planner = PlanReader(self.session, self)
        self._lay_out()
        self._connect()
        self._work_out()

    @property
    def first(self) -> QWidget:
        return self.content

    @property
    def reason(self) -> str:
        return self._why

    @property
    def has_text(self) -> bool:
        """Whether something was written that is not saved."""
        return not is_blank(self.content.text)

    @Slot()
    def run(self) -> None:
        """Save, or answer what the tool answers to nothing."""
        planned = self._planned
        if not self.has_text or self._refused:
            self.pane.show_answer(memory_save(self.content.text, self._refused))
        elif planned is not None:
            self._sent = self.content.text
            self._wait(tr("It is being saved."))
            self.pane.say(tr("It is being saved"), tr("Both files at once, or none."))
            job = self.session.editing.save(planned.plan.change)
            job.succeeded.connect(self._take_outcome)
            job.failed.connect(self._take_failure)
            job.stopped.connect(self._work_out)

    @Slot()
    def keep_draft(self) -> None:
        """Keep what was written as a draft."""
        if self._planned is not None:
            job = self.session.editing.keep_draft(self._planned.plan.change)
            job.succeeded.connect(self.discard)

    @Slot()
    def discard(self) -> None:
        """Give up what was written."""
        self.content.set_text("")
        self._work_out()

    @Slot()
    def show_bucket(self) -> None:
        self.pane.show_nothing()
        self._work_out()

    @Slot()
    def show_shelf(self) -> None:
        self._work_out()

    @Slot()
    def stop(self) -> None:
        self.session.editing.cancel()

    def _lay_out(self) -> None:
        column = QVBoxLayout(self._inside)
        column.setContentsMargins(16, 12, 16, 12)
        column.setSpacing(8)
        column.addWidget(TextLabel(tr("What to remember"), Role.SECONDARY, tone="text2"))
        column.addWidget(self.content)
        column.addWidget(self.preview)
        column.addStretch(1)
        below = QVBoxLayout(self._left)
        below.setContentsMargins(0, 0, 0, 0)
        below.setSpacing(0)
        self._area.setWidget(self._inside)
        self._inside.setAutoFillBackground(False)  # the scroll area paints the ground
        below.addWidget(self._area, 1)
        below.addWidget(self._foot)
        self._panes.setChildrenCollapsible(False)
        self._panes.addWidget(self._left)
        self._panes.addWidget(self.pane)
        self._panes.setSizes([fonts.px(600), fonts.px(440)])
        layout = QHBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self._panes)

    def _connect(self) -> None:
        self.content.edited.connect(self._work_out)
        self.go.clicked.connect(self.run)
        self._planner.ready.connect(self._take_plan)
        self._planner.refused.connect(self._refuse)

    @Slot()
    def _work_out(self) -> None:
        files, shelf = self.session.files, self.presenter.shelf
        self._planner.cancel()
        self._refused = ""
        if not self.has_text:
            self._allow(None, "")
            self.preview.show_nothing(tr("A list of lines with “-” is the usual form."))
        elif files is None or shelf is None:
            self._wait(tr("The bucket is being read."))
        else:
            self._wait(tr("Still working out what it does."))
            self._planner.request(partial(_make, files, shelf, self.content.text))

    def _wait(self, why: str) -> None:
        self._allow(None, why)

    def _allow(self, planned: Planned | None, why: str) -> None:
        self._planned, self._why = planned, why
        self.go.set_unavailable(why)
        self.state_changed.emit()

    @Slot(object)
    def _take_plan(self, planned: Planned) -> None:
        self.preview.show_planned(planned)
        self._allow(planned, "")

    @Slot(str)
    def _refuse(self, why: str) -> None:
        """Show why it can't be written; who asks the tool for it gets the same."""
        self._refused = why
        self.preview.show_nothing(why)
        self._allow(None, "")

    @Slot(object)
    def _take_outcome(self, outcome: object) -> None:
        from desktop_app.services.editing.outcomes import Conflicted  # noqa: PLC0415 - loaded then

        if isinstance(outcome, Conflicted):
            why = tr("the files were changed meanwhile; choose a version first.")
            self.pane.show_answer(memory_save(self._sent, why))
            self._work_out()
            return
        self.pane.show_answer(memory_save(self._sent))
        if self.content.text == self._sent:
            self.content.set_text("")
        self._work_out()

    @Slot(object)
    def _take_failure(self, error: Exception) -> None:
        why = error.words if isinstance(error, MemloupeError) else tr("Something went wrong.")
        self.pane.show_answer(memory_save(self._sent, why))
        self._work_out()


def _make(files: FileMemory, shelf: Shelf, content: str, intent: Intent) -> Planned:
    plan = save_entry(shelf.book, content, intent.now, files.zone)
    return planned_of(plan, *_bytes(plan))


def _bytes(plan: FilePlan) -> list[tuple[str, str]]:
    """Return for each file how many bytes it has and will have."""
    found = []
    for swap in plan.change.files:
        row = swap.after or swap.before
        if row is None:
            continue
        before = len(swap.before.data) if swap.before else 0
        after = len(swap.after.data) if swap.after else 0
        words = tr("{0}: {1} bytes, {2} after it; {3} are added")
        if swap.before is None:
            words = tr("{0} is made, with {2} bytes")
        numbers = (f"{count:,}" for count in (before, after, after - before))
        found.append((tr("Bytes"), words.format(shown_id(row.path), *numbers)))
    return found
