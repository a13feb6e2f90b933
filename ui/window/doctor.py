"""The doctor in the window: when it looks, its number in the tree, what is ignored, and toasts."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer, Slot

from ui.navigation import Place

if TYPE_CHECKING:
    from collections.abc import Collection

    from desktop_app.services.file_outline import FileOutline
    from ui.doctor.presenter import DoctorPresenter
    from ui.doctor.repairs import Results
    from ui.main_window import MainWindow

_LATE_MS, _AGAIN_MS = 3_000, 500


class DoctorDesk(QObject):
    """Loads the doctor some seconds after a workspace was opened, when nothing else is read."""

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window)
        self._window, self._session = window, window.session
        self._presenter: DoctorPresenter | None = None
        self._is_new = False
        self._timer = QTimer(self, singleShot=True)
        self._timer.timeout.connect(self._begin)
        self._session.source_changed.connect(self._on_source)
        self._session.snapshot_changed.connect(self._on_snapshot)
        self._session.outline_changed.connect(self._on_outline)
        window.frame.middle.place_changed.connect(self._on_place)

    @property
    def presenter(self) -> DoctorPresenter:
        """The doctor of the session; made when somebody first needs it."""
        if self._presenter is None:
            from ui.doctor.presenter import DoctorPresenter  # noqa: PLC0415 - after the start

            presenter = self._presenter = DoctorPresenter.of(self._session)
            presenter.looked.connect(self._count)
            presenter.repaired.connect(self._tell)
            presenter.ignored.remember_with(self._load, self._store)
        return self._presenter

    @Slot(object)
    def _on_source(self, _source: object) -> None:
        self._is_new = True
        self._timer.stop()
        self._window.frame.scopes.presenter.count_page(Place.DOCTOR, 0)

    @Slot(object)
    def _on_snapshot(self, snapshot: object) -> None:
        if snapshot is not None and self._is_new:
            self._is_new = False
            self._timer.start(_LATE_MS)

    @Slot(object)
    def _on_outline(self, outline: FileOutline | None) -> None:
        """Begin without a state file, too: with one, its first scope comes before."""
        has_files = outline is not None and not outline.is_empty
        if has_files and self._is_new and self._session.source is None:
            self._is_new = False
            self._timer.start(_LATE_MS)

    @Slot(object)
    def _on_place(self, place: Place) -> None:
        if place is Place.DOCTOR:
            self.presenter.ignored.read()

    @Slot()
    def _begin(self) -> None:
        if self._session.jobs.is_busy:
            self._timer.start(_AGAIN_MS)
        else:
            self.presenter.examiner.look_quietly()

    @Slot()
    def _count(self) -> None:
        from desktop_app.core.doctor.finding import Severity  # noqa: PLC0415 - loaded by now

        items = self.presenter.items
        alert = any(item.finding.severity is not Severity.WORTH_KNOWING for item in items)
        self._window.frame.scopes.presenter.count_page(Place.DOCTOR, len(items), alert=alert)

    @Slot(object)
    def _tell(self, results: Results) -> None:
        from ui.doctor import told  # noqa: PLC0415 - who has repaired something has it loaded

        toast, trouble = self._window.frame.toast, told.trouble_words(results)
        if words := told.done_words(results):
            toast.show_message(words, action=self.tr("Undo"), run=self.presenter.undo_repairs)
        elif any(trouble) and self._window.frame.middle.place is not Place.DOCTOR:
            toast.show_message(" ".join(trouble), lasting=True)

    def _load(self) -> Collection[str]:
        workspace = self._session.workspace
        return self._window.preferences.no_problems(workspace.root) if workspace else ()

    def _store(self, keys: Collection[str]) -> None:
        workspace = self._session.workspace
        if workspace is not None:
            self._window.preferences.set_no_problems(workspace.root, keys)
