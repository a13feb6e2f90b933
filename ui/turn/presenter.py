"""What the turn's text and its inspector share: the text taken apart, hover and selection."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt, Signal, Slot

from desktop_app.core.turn.context import BlockKind
from desktop_app.services.snapshot import ScopeSnapshot
from ui.navigation import Place, Target
from ui.turn.files import TurnFiles
from ui.turn.model import EMPTY, REFLECTION_KEY, TurnItem, TurnText, item_key, key_index, turn_text

if TYPE_CHECKING:
    from desktop_app.core.observational.explain import Standing
    from desktop_app.core.turn.context import TurnBlock
    from desktop_app.services.jobs import JobContext
    from ui.session import Session

LARGE = 300
"""From so many observations in the text on, it is taken apart on a reader thread."""


class TurnPresenter(QObject):
    """One for each session; take it with ``turn_presenter``."""

    text_changed = Signal(object)  # TurnText
    hovered_changed = Signal(str)  # key; empty for none
    selected_changed = Signal(str)  # key; empty for none
    opened = Signal(object)  # TurnBlock | None: the message whose text is shown
    revealed = Signal(str)  # key: show its characters, and give the text the focus

    def __init__(self, session: Session) -> None:
        super().__init__(session)
        self._session = session
        self.files = TurnFiles(session, self)
        self.open_block: TurnBlock | None = None
        self.text: TurnText = EMPTY
        self.hovered = ""
        self.selected = ""
        self._snapshot: ScopeSnapshot | None = None
        self._coming: ScopeSnapshot | None = None
        session.snapshot_changed.connect(self._take_snapshot)
        session.observation_selected.connect(self._take_selection)
        self._take_snapshot(session.snapshot)
        self._take_selection(session.selected_observation)

    @property
    def snapshot(self) -> ScopeSnapshot | None:
        """The scope that is shown, the one of ``text``."""
        return self._snapshot

    @property
    def item(self) -> TurnItem | None:
        """The selected item, if it is in the text."""
        return self.text.item(self.selected)

    @property
    def standing(self) -> Standing | None:
        """The selected observation, in the text or not."""
        explanation = self.snapshot.explanation if self.snapshot else None
        index = key_index(self.selected)
        if explanation is None or index is None or index >= len(explanation.standings):
            return None
        return explanation.standings[index]

    def set_open(self, block: TurnBlock | None) -> None:
        """Take over which message is open."""
        if block is not self.open_block:
            self.open_block = block
            self.opened.emit(block)

    @Slot(object)
    def show_source(self, block: TurnBlock) -> None:
        """Go to the file that a message comes from, or to the notes."""
        bucket = self.files.found.bucket
        if block.kind is BlockKind.NOTES or bucket is None:
            self._session.go(Target(Place.NOTES))
        else:
            self._session.go(Target(Place.LEDGER, path=block.source, bucket=bucket.path))

    @Slot(str)
    def hover(self, key: str) -> None:
        """Mark an item in text and list."""
        if key != self.hovered:
            self.hovered = key
            self.hovered_changed.emit(key)

    @Slot(str)
    def select(self, key: str) -> None:
        """Select an item everywhere."""
        if key == REFLECTION_KEY:
            self._session.select_observation(None)
            self._set_selected(key)
        else:
            self._session.select_observation(key_index(key))

    def select_seq(self, seq: int) -> None:
        """Select the first observation with a sequence number, in the text or not."""
        explanation = self.snapshot.explanation if self.snapshot else None
        for standing in explanation.standings if explanation else ():
            if standing.observation.seq == seq:
                self._session.select_observation(standing.index)
                return

    def has_seq(self, seq: int) -> bool:
        """Whether an observation has this sequence number."""
        explanation = self.snapshot.explanation if self.snapshot else None
        standings = explanation.standings if explanation else ()
        return any(standing.observation.seq == seq for standing in standings)

    def hover_offset(self, offset: int) -> None:
        """Mark the item at a character of the text; negative for none."""
        self.hover(self.text.key_at(offset) if offset >= 0 else "")

    def select_offset(self, offset: int) -> None:
        """Select the item at a character of the text, if there is one."""
        if key := self.text.key_at(offset):
            self.select(key)

    def reveal(self) -> None:
        """Show the characters of the selected item."""
        if self.item is not None:
            self.revealed.emit(self.selected)

    @Slot()
    def show_in_table(self) -> None:
        """Go to the selected observation in the table, or to the reflection."""
        if self.selected == REFLECTION_KEY:
            self._session.go(Target(Place.REFLECTION))
        else:
            self._session.go(Target(Place.OBSERVATIONS, index=key_index(self.selected)))

    @Slot(object)
    def _take_snapshot(self, snapshot: ScopeSnapshot | None) -> None:
        self._coming = snapshot
        if not _is_large(snapshot):
            self._show(_Prepared(snapshot, _text_of(snapshot)))
            return
        job = self._session.jobs.read(partial(_prepare, snapshot))
        job.succeeded.connect(self._take_prepared)
        job.failed.connect(self._session.broke)

    @Slot(object)
    def _take_prepared(self, prepared: _Prepared) -> None:
        if prepared.snapshot is self._coming:
            self._show(prepared)

    def _show(self, prepared: _Prepared) -> None:
        self._snapshot, self.text = prepared.snapshot, prepared.text
        self.hover("")
        if self.selected == REFLECTION_KEY and self.text.row(REFLECTION_KEY) is None:
            self._set_selected("")
        self.text_changed.emit(self.text)

    @Slot(object)
    def _take_selection(self, index: int | None) -> None:
        self._set_selected("" if index is None else item_key(index))

    def _set_selected(self, key: str) -> None:
        if key != self.selected:
            self.selected = key
            self.selected_changed.emit(key)


def turn_presenter(session: Session) -> TurnPresenter:
    """Return the session's presenter of the turn."""
    direct = Qt.FindChildOption.FindDirectChildrenOnly
    found = session.findChild(TurnPresenter, options=direct)
    return found if isinstance(found, TurnPresenter) else TurnPresenter(session)


@dataclass(frozen=True, slots=True)
class _Prepared:
    """A scope with its text taken apart."""

    snapshot: ScopeSnapshot | None
    text: TurnText


def _is_large(snapshot: ScopeSnapshot | None) -> bool:
    explanation = snapshot.explanation if snapshot else None
    return explanation is not None and len(explanation.snippet.chosen) >= LARGE


def _prepare(snapshot: ScopeSnapshot | None, _context: JobContext) -> _Prepared:
    return _Prepared(snapshot, _text_of(snapshot))


def _text_of(snapshot: ScopeSnapshot | None) -> TurnText:
    injected = snapshot is not None and bool(snapshot.observational_text)
    return turn_text(snapshot.explanation if snapshot and injected else None)
