"""The inspector of one observation: its text, its score, why it is in or out, its source."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, Qt, Signal, Slot
from PySide6.QtGui import QKeyEvent, QKeySequence
from PySide6.QtWidgets import QStackedLayout, QWidget

from ui.observations.add_form import AddForm
from ui.observations.editor import ObservationEditor
from ui.observations.link_ring import LinkRing
from ui.observations.observation_page import ObservationPage
from ui.observations.presenter import ObservationsPresenter
from ui.observations.rows import LARGE, Row, make_row, ranks
from ui.observations.sources import show_sources

if TYPE_CHECKING:
    from collections.abc import Sequence

    from desktop_app.services.snapshot import ScopeSnapshot
    from ui.observations.rows import Ranks
    from ui.session import Session


_ENTER = {Qt.Key.Key_Return, Qt.Key.Key_Enter}


class ObservationInspector(QWidget):
    """The right pane beside the observations; ``close_requested`` is its cross."""

    close_requested = Signal()

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self._snapshot: ScopeSnapshot | None = None
        self._ring = LinkRing()
        self.editor = ObservationEditor.of(session)
        self.page = page = ObservationPage(self)
        self.head, self.unlisted, self.nothing = page.head, page.unlisted, page.nothing
        self.text, self.score, self.why, self.source = page.text, page.score, page.why, page.source
        self.form = AddForm(self.editor, self)
        self._frame = QStackedLayout(self)
        self._frame.addWidget(page)
        self._frame.addWidget(self.form)
        self.setAccessibleName(self.tr("Inspector"))
        self._presenter = ObservationsPresenter.of(session)
        self._connect()
        self._take_snapshot(session.snapshot)

    @property
    def row(self) -> Row | None:
        """The observation that is shown."""
        at, snapshot = self._session.selected_observation, self._snapshot
        return None if at is None or snapshot is None else make_row(snapshot, at)

    @Slot()
    def show_sources(self) -> None:
        """Open the source messages."""
        if self.row is not None:
            show_sources(self._session, self.row.observation, self)

    def event(self, event: QEvent) -> bool:
        # Before the keys of the window: here they are about the text.
        overrides = event.type() == QEvent.Type.ShortcutOverride
        if overrides and isinstance(event, QKeyEvent) and self._is_ours(event):
            event.accept()
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        enters = event.key() in _ENTER and event.modifiers() & Qt.KeyboardModifier.ControlModifier
        if enters or event.matches(QKeySequence.StandardKey.Save):
            self.save()
        elif event.key() == Qt.Key.Key_Escape and self._is_editing:
            self.discard()
        else:
            super().keyPressEvent(event)

    @Slot()
    def save(self) -> None:
        """Save what is edited, and go back to the list."""
        if self.form.isVisible():
            self.form.save()
        elif not self.text.importance.problem:
            self.editor.save()
            self.editor.left.emit()

    @Slot()
    def discard(self) -> None:
        """Give up what is edited, and go back to the list."""
        if self.form.isVisible():
            self.form.discard()
        else:
            self.editor.discard()
            self.editor.left.emit()

    @property
    def _is_editing(self) -> bool:
        """Whether Esc has something to give up, or the form to close."""
        return self.form.isVisible() or self.editor.draft is not None or self._has_cursor

    @property
    def _has_cursor(self) -> bool:
        inside = self.focusWidget()
        return inside is not None and inside.hasFocus() and self.text.isAncestorOf(inside)

    def _is_ours(self, event: QKeyEvent) -> bool:
        if event.matches(QKeySequence.StandardKey.Save):
            return True
        return event.key() == Qt.Key.Key_Escape and self._is_editing

    @Slot(object)
    def _take_snapshot(self, snapshot: ScopeSnapshot | None) -> None:
        before, self._snapshot = self._snapshot, snapshot
        if before is None or snapshot is None or before.memory_id != snapshot.memory_id:
            self._frame.setCurrentIndex(0)
        self._find_ranks(snapshot)
        self._show(self._session.selected_observation)

    def _find_ranks(self, snapshot: ScopeSnapshot | None) -> None:
        if snapshot is None or snapshot.observation_count < LARGE:
            found = ranks(snapshot) if snapshot else ((), ())
            self.score.set_ranks(*found)
            return
        self.score.set_ranks((), ())
        job = self._session.jobs.read(lambda _context: (snapshot, ranks(snapshot)))
        job.succeeded.connect(self._take_ranks)

    @Slot(object)
    def _take_ranks(self, found: tuple[ScopeSnapshot, Ranks]) -> None:
        snapshot, scores_and_fates = found
        if snapshot is self._snapshot:
            self.score.set_ranks(*scores_and_fates)

    @Slot(object)
    def _show(self, index: int | None) -> None:
        row, snapshot = self.row, self._snapshot
        self._ring.leave(index)
        if not self.form.holds_focus:
            self._frame.setCurrentIndex(0)
        source = self._session.source
        stored = source is not None and source.transcripts is not None
        self.page.show_row(row, snapshot, stored=stored)
        self._show_draft()
        self.editor.preview()

    @Slot()
    def _show_draft(self) -> None:
        row, drafts = self.row, self.editor.drafts
        if row is not None:
            draft, given_up = self.editor.draft, drafts.discarded_at(row.index)
            saving = draft is not None and self.editor.is_saving(draft)
            self.text.show_row(row, draft, given_up, saving=saving)

    @Slot()
    def _show_form(self) -> None:
        self._frame.setCurrentIndex(1)
        self.form.begin()

    @Slot()
    def _close_form(self) -> None:
        self._frame.setCurrentIndex(0)
        self.editor.left.emit()

    @Slot(str)
    def _show_refusal(self, reason: str) -> None:
        bar = self.form.bar if self.form.isVisible() else self.text.bar
        bar.show_problem(reason)

    @Slot()
    def _begin_text(self) -> None:
        self._frame.setCurrentIndex(0)
        if self.row is not None:
            self.text.begin_text()

    @Slot()
    def _begin_importance(self) -> None:
        self._frame.setCurrentIndex(0)
        if self.row is not None:
            self.text.begin_importance()

    @Slot()
    def _show_unlisted(self, *_arguments: object) -> None:
        self.unlisted.setVisible(self._presenter.hides_selected)

    @Slot(object)
    def _follow(self, seqs: Sequence[int]) -> None:
        row, snapshot = self.row, self._snapshot
        if row is None or snapshot is None or snapshot.explanation is None:
            return
        following = self._ring.after(row.index)
        if following is None:
            standings = snapshot.explanation.standings
            following = self._ring.start(standings, seqs, row.index)
        self._session.select_observation(following)

    def _connect(self) -> None:
        session, editor, presenter = self._session, self.editor, self._presenter
        self.head.close_button.clicked.connect(self.close_requested)
        self.source.sources_wanted.connect(self.show_sources)
        self.source.link_chosen.connect(self._follow)
        presenter.arranged.connect(self._show_unlisted)
        presenter.selected.connect(self._show_unlisted)
        self.unlisted.link.clicked.connect(presenter.clear_filter)
        session.snapshot_changed.connect(self._take_snapshot)
        session.observation_selected.connect(self._show)
        self.text.edited.connect(editor.edit)
        self.text.save_wanted.connect(self.save)
        self.text.discard_wanted.connect(self.discard)
        self.text.bring_back_wanted.connect(editor.drafts.bring_back)
        self.form.closed.connect(self._close_form)
        editor.drafts.changed.connect(self._show_draft)
        editor.planner.ready.connect(self.text.bar.show_effect)
        editor.planner.refused.connect(self.text.bar.show_problem)
        editor.refused.connect(self._show_refusal)
        editor.text_wanted.connect(self._begin_text)
        editor.aim_set.connect(self.text.show_aim)
        editor.importance_wanted.connect(self._begin_importance)
        editor.addition_wanted.connect(self._show_form)
        self.page.edit_button.clicked.connect(editor.text_wanted)
        self.page.importance_button.clicked.connect(editor.importance_wanted)
        self.page.merge_button.clicked.connect(editor.merge_wanted)
        self.page.remove_button.clicked.connect(editor.removal_wanted)
        self.why.reach_wanted.connect(editor.reach_wanted)
