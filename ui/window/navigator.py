"""Goes where views want people to go, and remembers the way back."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal, Slot

from ui.navigation import FILE_PAGES, OF_SCOPE, Place, Target
from ui.view_protocols import AsksForInspector, ClosesItself, KnowsItsPlace, LooksForText
from ui.window.middle import TABS
from ui.window.trail import Trail

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget

    from desktop_app.services.snapshot import ScopeSnapshot
    from ui.session import Session
    from ui.window.frame import Frame


class Navigator(QObject):
    """Turns targets into a scope, a place and a selection."""

    trail_changed = Signal()
    page_wanted = Signal(object)  # Target: its page has yet to be made

    def __init__(self, session: Session, frame: Frame, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._session, self._frame = session, frame
        self._trail = Trail()
        self._pending: Target | None = None
        self._awaited: Target | None = None
        self._shown: Target | None = None  # where the shown page of files was asked to go
        self._going: Target | None = None
        self._retracing = self._new_view = False
        session.target_requested.connect(self.go)
        session.snapshot_changed.connect(self._on_snapshot)
        frame.middle.place_changed.connect(self._note)
        frame.middle.place_changed.connect(self._wait_no_more)
        frame.middle.built.connect(self._on_built)
        frame.scopes.scope_chosen.connect(self.show_scope)
        frame.middle.head.step_chosen.connect(self._show_step)

    @property
    def can_go_back(self) -> bool:
        """Whether there is a way back."""
        return self._trail.can_go_back

    @property
    def can_go_forward(self) -> bool:
        """Whether the person went back before."""
        return self._trail.can_go_forward

    @Slot(object)
    def go(self, target: Target) -> None:
        """Go to a target; to a page of files that has yet to be made, as soon as it is there."""
        if target is self._going:
            return
        self._wait_no_more()
        if target.place in FILE_PAGES and not self._frame.middle.has(target.place):
            self._awaited = target
            self.page_wanted.emit(target)
            return
        self._keep_place()
        self._go(target)

    @property
    def is_waiting(self) -> bool:
        """Whether a page is being made to be shown."""
        return self._awaited is not None

    def waits_for(self, target: Target) -> bool:
        """Return whether the person still wants to go to a target whose page is being made."""
        return self._awaited is target

    def arrive(self, target: Target) -> None:
        """Go where the person wanted to go: the page is there now."""
        self._keep_place()
        self._go(target)
        self._wait_no_more()

    @Slot()
    def _wait_no_more(self) -> None:
        self._awaited = None

    def _go(self, target: Target) -> None:
        target = self._going = self._with_bucket(target)
        self._go_to(target)
        self._going = None

    def _with_bucket(self, target: Target) -> Target:
        """Return a target; whoever goes to the turn from a bucket means the turn of that one."""
        here = self._present()
        is_of_bucket = here.place in FILE_PAGES and here.place is not Place.NOTES
        if target.place is not Place.TURN or self._retracing or not is_of_bucket:
            return target
        return replace(target, bucket=here.bucket) if target.bucket is None else target

    def _go_to(self, target: Target) -> None:
        session, is_way_back = self._session, self._retracing
        other = target.memory_id is not None and target.memory_id != session.memory_id
        if other and target.memory_id is not None:
            self._pending = target
            self._frame.scopes.show_memory(target.memory_id)
            session.show_scope(target.memory_id)
        if target.place in FILE_PAGES:
            self._shown = target
        self._new_view, view_before = self._awaited is target, self._frame.middle.view
        on_page = self._frame.middle.place not in TABS
        if on_page and target.place in TABS and session.memory_id is not None:
            self._frame.scopes.show_memory(session.memory_id)
        self._frame.middle.show_place(target.place)
        view = self._frame.middle.view
        if isinstance(view, LooksForText):
            view.look_for(target.text)
        self._arrive(target.place, is_other=view is not view_before)
        names_bucket = target.place is Place.TURN and target.bucket is not None
        if self._new_view or names_bucket or (is_way_back and target.place in FILE_PAGES):
            # The view did not exist yet when the others heard of the target, or nobody heard.
            self._new_view = False
            session.target_requested.emit(target)
        is_page = target.place not in TABS and target.place not in OF_SCOPE
        if is_page or self._session.source is None:
            self._frame.scopes.show_target(target)
        if not other:
            self._select(target)
            self._note()

    def _arrive(self, place: Place, *, is_other: bool) -> None:
        # Before the view hears of the target: it may know a better place for the focus.
        if is_other:
            self._frame.middle.arrive()
        elif place not in TABS:
            self._frame.middle.enter_view()

    @Slot(str)
    def show_scope(self, memory_id: str) -> None:
        """Show a scope in the tab of now; from a page, its observations."""
        middle = self._frame.middle
        self._wait_no_more()
        self._keep_place()
        self._frame.scopes.show_memory(memory_id)
        if memory_id != self._session.memory_id:
            self._session.show_scope(memory_id)
        middle.show_place(middle.place if middle.place in TABS else Place.OBSERVATIONS)

    @Slot()
    def back(self) -> None:
        """Go back."""
        self._wait_no_more()
        self._keep_place()
        self._retrace(self._trail.back())
        self._frame.middle.enter_view()

    @Slot()
    def forward(self) -> None:
        """Go forward again."""
        self._wait_no_more()
        self._keep_place()
        self._retrace(self._trail.forward())
        self._frame.middle.enter_view()

    def forget(self) -> None:
        """Start a new trail, for another workspace."""
        self._wait_no_more()
        self._trail.clear()
        self._pending = self._shown = None
        self.trail_changed.emit()

    @Slot(int)
    def _show_step(self, step: int) -> None:
        """Show a tenant or a conversation in the tree."""
        self._frame.panes.open_tree()
        self._frame.scopes.show_step(step)

    def _retrace(self, target: Target | None) -> None:
        if target is not None:
            other = target.memory_id not in {None, self._session.memory_id}
            self._retracing = True
            self._go(target)
            self._retracing = other
            self.trail_changed.emit()

    @Slot(object)
    def _on_snapshot(self, snapshot: ScopeSnapshot | None) -> None:
        target, self._pending = self._pending, None
        if snapshot is None:
            self._pending = target
            return
        if target is not None and target.memory_id == snapshot.memory_id:
            self._select(target)
        self._note()

    @Slot(object, object)
    def _on_built(self, view: QWidget, inspector: QWidget | None) -> None:
        self._new_view = True
        panes = self._frame.panes
        if inspector is not None:
            panes.keep_inspector(inspector)
        if isinstance(view, AsksForInspector):
            view.inspector_requested.connect(panes.open_inspector)
        if isinstance(view, KnowsItsPlace):
            view.target_changed.connect(self._follow_view)
        if isinstance(view, LooksForText):
            view.closed.connect(self._leave_search)
        if isinstance(inspector, ClosesItself):
            inspector.close_requested.connect(panes.close_inspector)

    def _select(self, target: Target) -> None:
        index = _index(target, self._session.snapshot)
        if index is not None:
            self._session.select_observation(index)

    @Slot()
    def _note(self) -> None:
        """Note the present place in the trail."""
        if self._retracing:
            self._retracing = False
            return
        is_somewhere = self._session.memory_id is not None or self._has_files
        if is_somewhere and self._pending is None:
            self._trail.visit(self._present())
            self.trail_changed.emit()

    @property
    def _has_files(self) -> bool:
        return self._session.source is None or self._frame.middle.place in FILE_PAGES

    @Slot()
    def _follow_view(self) -> None:
        """Take over that a page of files shows another bucket, layer or file by itself."""
        if self._has_files:
            self._frame.scopes.show_target(self._present())
            self._trail.amend(self._present())

    def _keep_place(self) -> None:
        """Remember what is selected or looked for here, before leaving."""
        if self._pending is None:
            self._trail.amend(self._present())

    def _present(self) -> Target:
        view, place = self._frame.middle.view, self._frame.middle.place
        if place is Place.SEARCH:
            return Target(place, text=view.text if isinstance(view, LooksForText) else "")
        if self._going is not None and self._going.place is place and place in FILE_PAGES:
            return self._going  # the view may not have heard of it yet
        if isinstance(view, KnowsItsPlace):
            return view.target()
        if place in FILE_PAGES and self._shown is not None and self._shown.place is place:
            return self._shown
        session = self._session
        return Target(place, session.memory_id, index=session.selected_observation)

    @Slot()
    def _leave_search(self) -> None:
        if self._trail.can_go_back:
            self.back()
        else:
            self._frame.middle.show_place(Place.OBSERVATIONS)
        self._frame.middle.focus_view()


def _index(target: Target, snapshot: ScopeSnapshot | None) -> int | None:
    """Return which observation a target means."""
    if target.index is not None or target.seq is None or snapshot is None:
        return target.index
    record = snapshot.record
    observations = (record.observations or ()) if record else snapshot.readable
    found = (at for at, item in enumerate(observations) if item.seq == target.seq)
    return next(found, None)
