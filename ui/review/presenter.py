"""Lists what changed, remembers where a person is in it, and keeps the list as the file is."""

from __future__ import annotations

from enum import Enum
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer, Signal, Slot

from desktop_app.core.errors import MemloupeError
from desktop_app.services.review import Page, Review, Wanted
from ui.review.board import Board
from ui.review.decisions import Decisions
from ui.review.loader import MOST_LISTED, Loader
from ui.review.rows import decided_row, fits
from ui.review.start import Start

if TYPE_CHECKING:
    from desktop_app.core.review.differences import Difference
    from desktop_app.services.harness_source import HarnessSource
    from desktop_app.services.jobs import JobContext
    from ui.review.loader import Beginning
    from ui.session import Session

_SETTLE_MS = 150
_FOLLOW_MS = 400


class Phase(Enum):
    """What the page shows."""

    LOADING = "loading"
    UNBEGUN = "unbegun"
    LISTED = "listed"
    REFUSED = "refused"


class ReviewPresenter(QObject):
    """The review of the open file. Loads only while its page is in sight."""

    phase_changed = Signal(object)  # Phase
    figures_changed = Signal()
    refused = Signal(object)  # the error

    def __init__(self, session: Session) -> None:
        super().__init__(session)
        self._session = session
        self.board = Board(self)
        self.decisions = Decisions(session, self.board, self)
        self.loader = Loader(session, self)
        self.start = Start(session, self)
        self._review: Review | None = None
        self._wanted = Wanted()
        self._phase = Phase.LOADING
        self._active, self._stale = False, True
        self._gradual, self._seeks, self._is_done = True, False, False
        self._fresh: list[Difference] = []
        self._steps = 0
        self._unlisted = 0
        self._pause = QTimer(self, singleShot=True, interval=_SETTLE_MS)
        self._pause.timeout.connect(self._load)
        self._connect()

    @property
    def phase(self) -> Phase:
        """What the page shows."""
        return self._phase

    @property
    def wanted(self) -> Wanted:
        """Which items are listed."""
        return self._wanted

    @property
    def review(self) -> Review | None:
        """The review of the open file."""
        return self._review

    @property
    def left(self) -> int:
        """How many items wait for a decision, also those that are not listed yet."""
        return self.board.left + self._unlisted

    @property
    def is_whole(self) -> bool:
        """Whether everything was read."""
        return self._phase is Phase.LISTED and not self.loader.is_busy

    def set_active(self, active: bool) -> None:  # noqa: FBT001 - a state, set as it is
        """Say whether the page can be seen; what changed meanwhile is read then."""
        self._active = active
        if active and self._stale:
            self._open()

    def set_text(self, text: str) -> None:
        """List only what says ``text``; waits until typing rests."""
        self._want(Wanted(self._wanted.memory_id, text))

    def set_only_scope(self, only: bool) -> None:  # noqa: FBT001 - a state, set as it is
        """List only what is in the shown scope, or all."""
        self._want(Wanted(self._session.memory_id if only else None, self._wanted.text))

    @Slot()
    def retry(self) -> None:
        """Read everything again."""
        self._open()

    def _connect(self) -> None:
        session, loader = self._session, self.loader
        session.source_changed.connect(self._on_source)
        session.store_changed.connect(self._on_store)
        session.snapshot_changed.connect(self._on_scope)
        loader.begun.connect(self._take_beginning)
        loader.paged.connect(self._take_page)
        for part in (loader, self.start, self.decisions.lane):
            part.failed.connect(self._refuse)
        self.start.chosen.connect(self._begin_list)
        self.decisions.scope_touched.connect(self._renew_scope)
        self.decisions.changed.connect(self._on_decided)

    @Slot(object)
    def _on_source(self, _source: HarnessSource | None) -> None:
        self.loader.stop()
        self.start.cancel()
        self._review, self._stale = None, True
        self._wanted = Wanted(text=self._wanted.text)
        self.decisions.set_review(None)
        self.board.restore([])
        self.board.replace([])
        self._set_phase(Phase.LOADING)
        if self._active:
            self._open()

    @Slot()
    def _on_store(self) -> None:
        # What is written here is known already; its scope is read again by itself.
        if self._phase is Phase.LISTED and not self.decisions.is_writing:
            self._stale = True
            if self._active:
                self._gradual = False
                self._pause.start(_FOLLOW_MS)

    @Slot(object)
    def _on_scope(self, _snapshot: object) -> None:
        if self._wanted.memory_id not in {None, self._session.memory_id}:
            self.set_only_scope(True)

    @Slot()
    def _open(self) -> None:
        source = self._session.source
        if source is None:
            return
        self._stale = False
        if self._review is None:
            from desktop_app.services.workspace import open_review  # noqa: PLC0415 - loads a store

            self._review = open_review(source)
            self.decisions.set_review(self._review)
        if self._phase is not Phase.LISTED:
            self.loader.begin(self._review)
        else:
            self._gradual = False
            self._load()

    @Slot(object)
    def _take_beginning(self, beginning: Beginning) -> None:
        if not beginning.is_begun:
            self._set_phase(Phase.UNBEGUN)
            assert self._review is not None
            self.start.offer(self._review)
            return
        decisions = beginning.round.decisions
        self.decisions.remember_reasons(decisions)
        if not beginning.round.is_done:
            self.board.restore([decided_row(decision) for decision in decisions])
        self._begin_list()

    @Slot(object)
    def _take_page(self, page: Page) -> None:
        self._unlisted += page.count - len(page.found)
        if self._gradual:
            self.board.join(page.found, self._steps, is_part=True)
            self._seek()
        else:
            self._fresh += page.found
            if page.rest is None:
                self._take_fresh()
        if page.rest is None:
            self._finish()
        self.figures_changed.emit()

    def _take_fresh(self) -> None:
        if self._is_done and self._fresh:
            # A new round begins: what was decided in the one before is out of the way.
            self._is_done = False
            self.board.forget_decided()
        self.board.join(self._fresh, self._steps)

    def _seek(self) -> None:
        """Look at the first item that is left, once there is one."""
        if self._seeks and self.board.left:
            self._seeks = False
            self.board.go_to_first()

    @Slot()
    def _begin_list(self) -> None:
        self._phase, self._gradual = Phase.LISTED, True
        self._load()
        self.phase_changed.emit(self._phase)

    def _want(self, wanted: Wanted) -> None:
        if wanted != self._wanted:
            self._wanted, self._gradual = wanted, True
            self._pause.start(_SETTLE_MS)

    @Slot()
    def _load(self) -> None:
        if self._review is None or self._phase is not Phase.LISTED:
            return
        self._stale, self._fresh, self._unlisted = False, [], 0
        self._steps = self.decisions.steps
        self._seeks = self._gradual
        if self._gradual:
            self.board.replace(row for row in self.board.decided if fits(row, self._wanted))
        self.loader.read(self._review, self._wanted)
        self.figures_changed.emit()

    @Slot(str)
    def _renew_scope(self, memory_id: str) -> None:
        """Read one scope again after a change of ours: its numbers may be others now."""
        if self._review is None or self._wanted.memory_id not in {None, memory_id}:
            return
        wanted = Wanted(memory_id, self._wanted.text)
        read = partial(_scope, self._review, wanted)
        self.decisions.lane.run(read, partial(self._take_scope, wanted, self.decisions.steps))

    def _take_scope(self, wanted: Wanted, steps: int, found: object) -> None:
        assert isinstance(found, Page)
        if wanted.text != self._wanted.text or wanted.memory_id is None:
            return
        self.board.join(found.found, steps, memory_id=wanted.memory_id)
        self._finish()
        self.figures_changed.emit()

    @Slot()
    def _on_decided(self) -> None:
        self._is_done = self._is_done and not self.board.left
        self._finish()
        self.figures_changed.emit()

    def _finish(self) -> None:
        """When nothing is left: list further items, or note that the round is over."""
        if not self.is_whole or self.board.left:
            return
        if self._unlisted:
            self._gradual = True
            self._load()
        elif self._review is not None and not self.decisions.is_writing and self._is_everything:
            review, self._is_done = self._review, True
            self.decisions.lane.run(lambda _context: review.progress.finish_round())

    @property
    def _is_everything(self) -> bool:
        return self._wanted == Wanted() and bool(self.board.decided)

    def _set_phase(self, phase: Phase) -> None:
        self._phase = phase
        self.phase_changed.emit(phase)

    @Slot(object)
    def _refuse(self, error: Exception) -> None:
        if not isinstance(error, MemloupeError):
            self._session.broke.emit(error)
        elif self._phase is not Phase.LISTED:
            self._set_phase(Phase.REFUSED)
        self.refused.emit(error)


def shared_presenter(session: Session) -> ReviewPresenter:
    """Return the presenter of a session."""
    found = session.findChild(ReviewPresenter)
    return found if isinstance(found, ReviewPresenter) else ReviewPresenter(session)


def _scope(review: Review, wanted: Wanted, context: JobContext) -> Page:
    return review.page(wanted, context, limit=MOST_LISTED)
