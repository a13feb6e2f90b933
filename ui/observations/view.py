"""The observations of a scope: filter, table, and what to say when there is nothing."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QPoint, Qt, Signal, Slot
from PySide6.QtGui import QKeyEvent, QKeySequence, QShortcut
from PySide6.QtWidgets import QAbstractButton, QApplication, QStackedLayout, QVBoxLayout, QWidget

from ui.navigation import Place, Target
from ui.observations.edit_commands import EditCommands
from ui.observations.edit_menu import edit_menu, unsaved_words
from ui.observations.editor import ObservationEditor
from ui.observations.keys import Command
from ui.observations.model import ObservationModel
from ui.observations.presenter import ObservationsPresenter
from ui.observations.sources import show_sources
from ui.observations.states import HomelessNote, NoMatch, Nothing, ScopeNote
from ui.observations.table import ObservationTable
from ui.observations.tools import ObservationTools

if TYPE_CHECKING:
    from collections.abc import Sequence

    from PySide6.QtGui import QResizeEvent

    from ui.observations.draft import Draft
    from ui.observations.rows import Row, Wanted
    from ui.session import Session
    from ui.view_protocols import ViewCommand


class ObservationsView(QWidget):
    """The tab “Observations”; ``inspector_requested`` says that Enter was pressed in it."""

    inspector_requested = Signal()
    commands_changed = Signal()

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self._shown: Wanted | None = None
        self.presenter = ObservationsPresenter.of(session)
        self.tools = ObservationTools(self.presenter, self)
        self.table = ObservationTable(ObservationModel(self), self)
        self.note = ScopeNote(self)
        self.homeless = HomelessNote(self)
        self.nothing = Nothing()
        self.no_match = NoMatch()
        self.editor = ObservationEditor.of(session)
        self.edits = EditCommands(session, self, self.table, self.editor, self.presenter)
        self._pages = QStackedLayout()
        for page in (self.table, self.nothing, self.no_match):
            self._pages.addWidget(page)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(self.note)
        layout.addWidget(self.homeless)
        layout.addWidget(self.tools)
        layout.addLayout(self._pages, 1)
        self.setAccessibleName(self.tr("Observations"))
        self.setFocusProxy(self.table)
        self._connect()
        self._show_scope()
        self._show_rows(self.presenter.shown, frozenset())

    @Slot()
    def find_here(self) -> None:
        """Go to the filter, as Ctrl F and / do."""
        self.tools.field.select_all()

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent):
            # Space marks rows; on a button it presses the button.
            on_button = isinstance(QApplication.focusWidget(), QAbstractButton)
            if on_button and event.key() == Qt.Key.Key_Space:
                event.accept()
                return True
        return super().event(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if not self.tools.is_noting:
            self.tools.fit(event.size().width())

    def commands(self) -> tuple[ViewCommand, ...]:
        """Return what can be done to observations, for menu, palette and keys."""
        return self.edits.commands()

    @Slot()
    def save(self) -> None:
        """Save every edit that is not saved yet."""
        self.editor.save_all()

    def unsaved(self) -> str:
        """Return what is not saved, in words."""
        return unsaved_words(self.editor.drafts.unsaved)

    @Slot()
    def keep_draft(self) -> None:
        """Keep every edit that is not saved as a draft among the changes."""
        self.editor.keep_all()

    @Slot()
    def discard(self) -> None:
        """Give every edit up."""
        self.editor.drafts.forget_all()

    def _connect(self) -> None:
        presenter, table = self.presenter, self.table
        presenter.scope_changed.connect(self._show_scope)
        presenter.arranged.connect(self._show_rows)
        presenter.wanted_changed.connect(self._show_sorting)
        presenter.selected.connect(self._show_selection)
        table.current_changed.connect(presenter.choose)
        table.pointed_at.connect(self._session.hover_observation)
        self._session.observation_hovered.connect(self._show_hover)
        table.link_chosen.connect(presenter.follow)
        table.sort_wanted.connect(presenter.sort_by)
        table.command_chosen.connect(self._run)
        self.tools.field.left.connect(self._go_to_table)
        self.tools.field.submitted.connect(self._go_to_table)
        self.no_match.cleared.connect(self._clear_filter)
        find = QShortcut(QKeySequence(QKeySequence.StandardKey.Find), self)
        find.setContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
        find.activated.connect(self.find_here)
        self.nothing.working_wanted.connect(self._show_working)
        self._connect_edits()

    def _connect_edits(self) -> None:
        presenter, drafts = self.presenter, self.editor.drafts
        presenter.inspector_wanted.connect(self.inspector_requested)
        presenter.selected.connect(self._judge_commands)
        presenter.marks.changed.connect(self._show_states)
        drafts.changed.connect(self._show_states)
        self.editor.left.connect(self._go_to_table)
        self.homeless.add_wanted.connect(self._add_again)
        self.editor.merge_wanted.connect(self.edits.merge)
        self.editor.removal_wanted.connect(self.edits.remove)
        self.editor.reach_wanted.connect(self.edits.reach)
        self.table.menu_wanted.connect(self._open_menu)
        self.table.selectionModel().selectionChanged.connect(self._judge_commands)
        self.tools.add_icon.clicked.connect(self.edits.add)
        self.tools.add_button.clicked.connect(self.edits.add)
        self.nothing.add_button.clicked.connect(self.edits.add)
        self._show_states()

    @Slot()
    def _show_scope(self) -> None:
        self.note.show_scope(self.presenter.snapshot)
        self.nothing.show_scope(self.presenter.snapshot)
        self._show_page()
        self._judge_commands()

    @Slot(object, object)
    def _show_rows(self, rows: Sequence[Row], changed: frozenset[int]) -> None:
        snapshot = self.presenter.snapshot
        explanation = snapshot.explanation if snapshot else None
        lowest = explanation.lowest_score_in if explanation else None
        wanted, before = self.presenter.wanted, self._shown
        self._shown = wanted
        self.table.set_longest(self.presenter.longest)
        selected = self._session.selected_observation
        self.table.show_rows(rows, lowest, selected, stays=wanted == before)
        self.table.tint(changed)
        self._show_page()

    @Slot(object)
    def _show_sorting(self, wanted: Wanted) -> None:
        self.table.set_sorting(wanted.column, descending=wanted.descending)

    @Slot(object)
    def _show_selection(self, index: int | None) -> None:
        self.table.select(index, reveal=True)

    @Slot(object)
    def _show_hover(self, index: int | None) -> None:
        row = self.table.observations.row_of(index)
        self.table.hover(-1 if row is None else row)

    def _show_page(self) -> None:
        snapshot = self.presenter.snapshot
        stored = snapshot.observation_count if snapshot else 0
        self.tools.setVisible(stored > 0)
        if not stored:
            page: QWidget = self.nothing
        else:
            narrowed = self.presenter.wanted.narrows and not self.presenter.shown
            page = self.no_match if narrowed and self.presenter.rows else self.table
        self._pages.setCurrentWidget(page)

    @Slot(object)
    def _run(self, command: Command) -> None:
        {
            Command.FILTER: self.find_here,
            Command.INSPECT: self.inspector_requested.emit,
            Command.OTHER_SIDE: self.presenter.jump,
            Command.TURN: self.presenter.show_turn,
            Command.SOURCES: self._show_sources,
            Command.CLEAR: self.presenter.marks.clear,
        }[command]()

    @Slot()
    def _show_states(self) -> None:
        marked, here = self.presenter.marks.indexes, self.editor.drafts.here
        unsaved = frozenset(index for index, draft in here.items() if not draft.is_sent)
        self.table.observations.show_states(marked, unsaved)
        self.tools.show_marked(len(marked))
        self.homeless.show_drafts(self.editor.drafts.homeless)
        self._judge_commands()

    @Slot()
    def _judge_commands(self, *_arguments: object) -> None:
        self.tools.add_button.set_unavailable(self.edits.reason("add"))
        self.commands_changed.emit()

    @Slot(object)
    def _add_again(self, draft: Draft) -> None:
        self.editor.add_again(draft)
        self.inspector_requested.emit()
        self.editor.addition_wanted.emit()

    @Slot(QPoint)
    def _open_menu(self, place: QPoint) -> None:
        edit_menu(self, self.commands()).popup(place)

    @Slot()
    def _go_to_table(self) -> None:
        self.table.setFocus()

    @Slot()
    def _clear_filter(self) -> None:
        self.presenter.clear_filter()
        self.table.setFocus()

    @Slot()
    def _show_working(self) -> None:
        self._session.go(Target(Place.WORKING))

    def _show_sources(self) -> None:
        row = self.table.current
        if row is not None:
            show_sources(self._session, row.observation, self)
