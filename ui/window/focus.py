"""Moves the focus between the panes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Slot
from PySide6.QtWidgets import QAbstractScrollArea, QWidget

from ui.view_protocols import FindsHere
from ui.widgets.fields import SearchField

if TYPE_CHECKING:
    from ui.main_window import MainWindow


class PaneFocus(QObject):
    """Knows the panes in order: tree, middle, inspector, budget."""

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window)
        self._window = window

    @Slot()
    def filter_tree(self) -> None:
        """Go to the filter of the tree."""
        self._window.frame.panes.open_tree()
        self._window.frame.scopes.focus_filter()

    @Slot()
    def find_here(self) -> None:
        """Go to the field that searches or filters the view."""
        view = self._window.frame.middle.view
        if isinstance(view, FindsHere):
            view.find_here()
            return
        fields = view.findChildren(SearchField) if view is not None else []
        shown = [field for field in fields if field.isVisible()]
        if shown:
            shown[0].select_all()

    @Slot()
    def go_tree(self) -> None:
        """Go to the tree."""
        self._window.frame.panes.open_tree()
        self._window.frame.scopes.tree.setFocus()

    @Slot()
    def go_middle(self) -> None:
        """Go to the view in the middle."""
        self._window.frame.middle.focus_view()

    @Slot()
    def go_inspector(self) -> None:
        """Go to the inspector, if the view has one."""
        panes = self._window.frame.panes
        panes.open_inspector()
        focus_inside(panes.inspector)

    @Slot()
    def next_pane(self) -> None:
        """Go to the next pane."""
        self._step(1)

    @Slot()
    def previous_pane(self) -> None:
        """Go to the pane before."""
        self._step(-1)

    def _step(self, step: int) -> None:
        frame = self._window.frame
        panes: list[QWidget] = [frame.panes.tree, frame.middle, frame.panes.inspector, frame.budget]
        shown = [pane for pane in panes if pane.isVisible()]
        if not shown:
            return
        focus = self._window.focusWidget()
        here = next((at for at, pane in enumerate(shown) if _holds(pane, focus)), -step)
        self._enter(shown[(here + step) % len(shown)])

    def _enter(self, pane: QWidget) -> None:
        frame = self._window.frame
        if pane is frame.panes.tree:
            frame.scopes.tree.setFocus()
        elif pane is frame.middle:
            frame.middle.focus_view()
        elif pane is frame.budget:
            frame.budget.setFocus()
        else:
            focus_inside(pane)


def focus_inside(pane: QWidget) -> bool:
    """Give the focus to the first list or text in ``pane``, else to its first control."""
    parts = [part for part in pane.findChildren(QWidget) if part.isVisible() and part.focusPolicy()]
    areas = [part for part in parts if isinstance(part, QAbstractScrollArea)]
    first = next(iter([*areas, *parts]), None)
    if first is not None:
        first.setFocus()
    return first is not None


def _holds(pane: QWidget, focus: QWidget | None) -> bool:
    return focus is not None and (focus is pane or pane.isAncestorOf(focus))
