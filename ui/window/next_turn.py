"""The bar at the bottom of the window: what it shows, and what pointing at it does."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTime, Signal, Slot

from ui.navigation import Place, Target
from ui.window.budget_strip import next_turn

if TYPE_CHECKING:
    from ui.session import Session
    from ui.turn.presenter import TurnPresenter
    from ui.window.frame import Frame
    from ui.window.preferences import Preferences


class NextTurn(QObject):
    """Shows one lane, or two in the turn and where the person wants them.

    Hover and selection are those of the session, so that table, text and bar agree. The turn's
    own presenter is joined when its view is first shown: it also knows the reflection.
    """

    lanes_shown = Signal(bool)  # whether there are two

    def __init__(
        self, session: Session, preferences: Preferences, frame: Frame, parent: QObject
    ) -> None:
        super().__init__(parent)
        self._session, self._preferences, self._frame = session, preferences, frame
        self._bar = frame.budget
        self._turn: TurnPresenter | None = None
        self._hovered = ""
        self._read_at = ""
        self._bar.segment_hovered.connect(self._hover)
        self._bar.segment_clicked.connect(self._choose)
        session.snapshot_changed.connect(self._take_snapshot)
        session.observation_selected.connect(self._show_selection)
        session.observation_hovered.connect(self._take_hover)
        frame.middle.place_changed.connect(self._take_place)

    @property
    def hovered(self) -> str:
        """Key of the segment that is marked as under the pointer; empty for none."""
        return self._hovered

    @property
    def has_lanes(self) -> bool:
        """Whether counted and measured stand in lanes of their own."""
        wanted = self._preferences.lanes
        return self._frame.middle.place is Place.TURN if wanted is None else wanted

    @Slot()
    def toggle_lanes(self) -> None:
        """Show one lane instead of two, or two instead of one, from now on everywhere."""
        self._preferences.lanes = not self.has_lanes
        self._show()

    @Slot(object)
    def _take_snapshot(self, snapshot: object) -> None:
        self._read_at = QTime.currentTime().toString("HH:mm:ss") if snapshot else ""
        self._show()

    @Slot(object)
    def _take_place(self, place: Place) -> None:
        if place is Place.TURN and self._turn is None:
            self._join_turn()
        self._show()

    def _show(self) -> None:
        budget = next_turn(self._session.snapshot, self._read_at)
        if budget.lanes and self.has_lanes:
            from ui.turn.budget import turn_budget  # noqa: PLC0415 - the first window has no lanes

            budget = turn_budget(self._session.snapshot)
        self._bar.show_budget(budget)
        self.lanes_shown.emit(self.has_lanes)
        self._frame.place_toast()
        self._show_selection()

    def _join_turn(self) -> None:
        from ui.turn.presenter import turn_presenter  # noqa: PLC0415 - made with its view

        self._turn = turn_presenter(self._session)
        self._turn.hovered_changed.connect(self._hover)
        self._turn.selected_changed.connect(self._show_selection)

    @Slot()
    def _show_selection(self) -> None:
        index = self._session.selected_observation
        beside = self._turn.selected if self._turn else ""
        self._bar.set_selected(beside if index is None else str(index))

    @Slot(str)
    def _hover(self, key: str) -> None:
        if key == self._hovered:
            return
        self._hovered = key
        self._bar.set_hovered(key)
        if self._turn is not None:
            self._turn.hover(key)
        self._session.hover_observation(int(key) if key.isdecimal() else None)

    @Slot(object)
    def _take_hover(self, index: int | None) -> None:
        if index is not None:
            self._hover(str(index))
        elif self._hovered.isdecimal():
            self._hover("")

    @Slot(str)
    def _choose(self, key: str) -> None:
        if self._turn is not None and self._frame.middle.place is Place.TURN:
            self._turn.select(key)
        elif key.isdecimal():
            self._session.go(Target(Place.OBSERVATIONS, index=int(key)))
        else:
            self._session.go(Target(Place.REFLECTION))
