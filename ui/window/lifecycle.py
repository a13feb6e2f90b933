"""What happens when a workspace comes and goes: pages, first scope, layout, follow mode."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Slot

from desktop_app.core.errors import MemloupeError
from ui.naming import shown_id
from ui.navigation import Place, Target
from ui.view_protocols import RemembersAcrossRestarts
from ui.window.page_maker import PageMaker

if TYPE_CHECKING:
    from collections.abc import Mapping

    from PySide6.QtWidgets import QWidget

    from desktop_app.services.file_outline import FileOutline
    from desktop_app.services.harness_source import HarnessSource
    from desktop_app.services.snapshot import ScopeSnapshot
    from desktop_app.services.workspace import Workspace
    from ui.main_window import MainWindow


class Lifecycle(QObject):
    """Keeps the window in step with the workspace."""

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window)
        self._window = window
        self._shown: Workspace | None = None
        self._waits_for_files = self._was_empty = False
        PageMaker(window)
        session, frame = window.session, window.frame
        session.workspace_changed.connect(self._on_workspace)
        session.source_changed.connect(self._on_source)
        session.snapshot_changed.connect(self._on_snapshot)
        session.outline_changed.connect(self._on_outline)
        frame.scopes.presenter.counted.connect(self._on_counted)
        frame.scopes.first_scope.connect(self._show_first)
        frame.middle.built.connect(self._on_built)
        window.opening.recent_changed.connect(self._show_recent)
        window.follower.changed.connect(session.notice_change)
        window.follower.appeared.connect(self._on_appeared)
        self._show_recent()
        self._name()

    def save(self) -> None:
        """Remember the layout of the workspace that is shown."""
        window, workspace = self._window, self._shown
        if workspace is not None:
            widths = window.frame.panes.widths
            window.preferences.set_layout(workspace.root, window.saveGeometry(), widths)
        window.preferences.save()

    @Slot(object)
    def _on_workspace(self, workspace: Workspace) -> None:
        window, frame = self._window, self._window.frame
        self.save()
        again = self._shown is not None and self._shown.root == workspace.root
        self._shown = workspace
        window.navigator.forget()
        self._name()
        if not again:
            self._restore()
        frame.scopes.sections.show_only_files(alone=not workspace.sources)
        self._waits_for_files = not workspace.sources
        self._was_empty = False
        if workspace.sources:
            frame.middle.show_place(Place.OBSERVATIONS)
            frame.show_page(frame.panes)
            frame.scopes.tree.setFocus()
            self._tell_failures(workspace)
            return
        window.follower.watch_for(workspace.root)

    @Slot(object)
    def _on_outline(self, outline: FileOutline | None) -> None:
        """Show the files of a workspace that has no state file, or that it has none either."""
        window, frame, workspace = self._window, self._window.frame, self._shown
        if outline is None or workspace is None or not self._waits_for_files:
            return
        if not outline.is_empty:
            self._waits_for_files = False
            self._show_files(outline, workspace)
        elif workspace.failures:
            frame.refused.show_error(workspace.failures[0])
            frame.show_page(frame.refused)
        else:
            self._was_empty = True
            frame.show_page(frame.empty)
            window.opening.remember(0)

    def _show_files(self, outline: FileOutline, workspace: Workspace) -> None:
        window, frame = self._window, self._window.frame
        if self._was_empty and frame.page is frame.panes:
            return  # the person has gone to a page and named a folder there
        frame.middle.show_page(frame.coming)
        frame.show_page(frame.panes)
        frame.scopes.files.setFocus()
        window.opening.remember(0)
        self._tell_failures(workspace)
        window.navigator.go(Target(Place.LEDGER if outline.buckets else Place.NOTES))

    @Slot()
    def _on_appeared(self) -> None:
        """Open a state file that is there now; somebody who looks at files is asked first."""
        window, frame = self._window, self._window.frame
        if frame.page is not frame.panes:
            window.opening.retry()
            return
        words = self.tr("The engine has written a state file here.")
        open_it = window.opening.retry
        frame.toast.show_message(words, action=self.tr("Open"), run=open_it, lasting=True)

    @Slot(object)
    def _on_source(self, source: HarnessSource | None) -> None:
        if source is not None:
            self._window.follower.watch(source)

    @Slot(object)
    def _on_snapshot(self, snapshot: ScopeSnapshot | None) -> None:
        if snapshot is not None and self._shown is not None:
            self._window.preferences.set_scope(self._shown.root, snapshot.memory_id)

    @Slot(object, object)
    def _on_built(self, view: QWidget, _inspector: QWidget | None) -> None:
        if isinstance(view, RemembersAcrossRestarts):
            view.remember_with(self._no_contradictions, self._keep_no_contradictions)

    def _no_contradictions(self) -> dict[str, str]:
        shown = self._shown
        return self._window.preferences.no_contradictions(shown.root) if shown else {}

    def _keep_no_contradictions(self, pairs: Mapping[str, str]) -> None:
        if self._shown is not None:
            self._window.preferences.set_no_contradictions(self._shown.root, pairs)

    @Slot(int)
    def _on_counted(self, scopes: int) -> None:
        self._window.opening.remember(scopes)
        if scopes == 0:
            middle = self._window.frame.middle
            middle.show_page(self._window.frame.no_scope)

    @Slot(str)
    def _show_first(self, first: str) -> None:
        """Show the scope that was shown last here if it still exists, else the first."""
        window = self._window
        source, root = window.session.source, self._shown.root if self._shown else None
        remembered = window.preferences.scope(root) if root else ""
        if source is None or not remembered or remembered == first:
            window.navigator.show_scope(first)
            return
        job = window.session.jobs.read(lambda _context: _existing(source, remembered, first))
        job.succeeded.connect(self._show_found)

    @Slot(object)
    def _show_found(self, memory_id: str) -> None:
        if self._window.session.memory_id is None:
            self._window.navigator.show_scope(memory_id)

    @Slot()
    def _show_recent(self) -> None:
        self._window.frame.start.show_recent(self._window.preferences.recent)

    def _tell_failures(self, workspace: Workspace) -> None:
        if workspace.failures:
            words = shown_id(workspace.failures[0].message)
            self._window.frame.toast.show_message(words, lasting=True)

    def _restore(self) -> None:
        window, workspace = self._window, self._shown
        if workspace is None:
            return
        geometry = window.preferences.geometry(workspace.root)
        widths = window.preferences.pane_widths(workspace.root)
        if not geometry.isEmpty():
            window.restoreGeometry(geometry)
        if widths is not None:
            window.frame.panes.set_widths(widths)

    def _name(self) -> None:
        workspace, program = self._shown, self.tr("Memloupe")
        name = shown_id(workspace.name) if workspace else program
        tip = shown_id(str(workspace.root)) if workspace else ""
        self._window.frame.header.show_workspace(name, tip, opened=workspace is not None)
        self._window.setWindowTitle(f"{name} – {program}" if workspace else program)


def _existing(source: HarnessSource, wanted: str, otherwise: str) -> str:
    try:
        return source.entry(wanted).memory_id
    except MemloupeError:
        return otherwise
