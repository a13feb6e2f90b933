"""The inspector of one observation: its text, its score, why it is in or out, its source."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Signal, Slot
from PySide6.QtWidgets import QScrollArea, QStackedLayout, QVBoxLayout, QWidget

from ui.observations import words
from ui.observations.inspector_frame import InspectorHead, Unlisted, scroll_area
from ui.observations.link_ring import LinkRing
from ui.observations.presenter import ObservationsPresenter
from ui.observations.rows import LARGE, Row, make_row, ranks
from ui.observations.sections import ScoreSection, SourceSection, TextSection, WhySection
from ui.observations.sources import show_sources
from ui.tokens import Meaning
from ui.widgets.empty_state import EmptyState
from ui.widgets.key_hints import KeyHints

if TYPE_CHECKING:
    from collections.abc import Sequence

    from desktop_app.services.snapshot import ScopeSnapshot
    from ui.observations.rows import Ranks
    from ui.session import Session


class ObservationInspector(QWidget):
    """The right pane beside the observations; ``close_requested`` is its cross."""

    close_requested = Signal()

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self._snapshot: ScopeSnapshot | None = None
        self._ring = LinkRing()
        self.head = InspectorHead(self.tr("Observation"))
        self.unlisted = Unlisted()
        self.text = TextSection()
        self.score = ScoreSection()
        self.why = WhySection()
        self.source = SourceSection()
        self.nothing = EmptyState(
            self.tr("No observation is selected"),
            self.tr("Select one to see why it is in the next turn or not."),
        )
        self._pages = QStackedLayout()
        # Into the layout first: a page added before would show as a window of its own.
        self._lay_out()
        self._pages.addWidget(self.nothing)
        self._pages.addWidget(self._scrolled())
        self.setAccessibleName(self.tr("Inspector"))
        self.head.close_button.clicked.connect(self.close_requested)
        self.source.sources_wanted.connect(self.show_sources)
        self.source.link_chosen.connect(self._follow)
        self._presenter = ObservationsPresenter.of(session)
        self._presenter.arranged.connect(self._show_unlisted)
        self._presenter.selected.connect(self._show_unlisted)
        self.unlisted.link.clicked.connect(self._presenter.clear_filter)
        session.snapshot_changed.connect(self._take_snapshot)
        session.observation_selected.connect(self._show)
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

    @Slot(object)
    def _take_snapshot(self, snapshot: ScopeSnapshot | None) -> None:
        self._snapshot = snapshot
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
        self._pages.setCurrentIndex(0 if row is None else 1)
        if row is None or snapshot is None:
            self.head.show_title(self.tr("Observation"))
            return
        meaning = Meaning.IN if row.injected else Meaning.OUT
        title = self.tr("Observation {0}").format(row.observation.seq)
        self.head.show_title(title, words.verdict_text(row), meaning)
        self.text.show_row(row)
        self.score.show_row(row, snapshot.observation_count)
        self.why.show_row(row, snapshot)
        source = self._session.source
        self.source.show_row(row, stored=source is not None and source.transcripts is not None)

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

    def _scrolled(self) -> QScrollArea:
        inside = QWidget()
        layout = QVBoxLayout(inside)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        for section in (self.text, self.score, self.why, self.source):
            layout.addWidget(section)
        layout.addStretch(1)
        return scroll_area(inside)

    def _lay_out(self) -> None:
        hints = KeyHints(
            [
                ("L", self.tr("other side")),
                ("T", self.tr("turn")),
                ("O", self.tr("messages")),
            ]
        )
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(self.head)
        layout.addWidget(self.unlisted)
        layout.addLayout(self._pages, 1)
        layout.addWidget(hints)
