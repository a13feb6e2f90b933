"""Writes the engine's exports to a file that the person chooses."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Slot
from PySide6.QtWidgets import QFileDialog, QMessageBox

from desktop_app.core.errors import MemloupeError
from desktop_app.core.export.formats import ExportFormat
from desktop_app.services.export import (
    default_target,
    export_bytes,
    raw_bytes,
    save,
    save_in_workspace,
)
from ui.naming import shown_line

if TYPE_CHECKING:
    from collections.abc import Callable

    from desktop_app.core.observational.record import RecordRow
    from desktop_app.services.jobs import JobContext
    from desktop_app.services.snapshot import ScopeSnapshot
    from ui.main_window import MainWindow
    from ui.session import Session

_RAW_NAME = "record-as-stored.json"


class Exporter(QObject):
    """Asks where to, and writes on a thread of its own."""

    def __init__(self, session: Session, window: MainWindow) -> None:
        super().__init__(window)
        self._session, self._window = session, window

    def export(self, name: str) -> None:
        """Propose the engine's own place in the workspace, or any other, and write there.

        Args:
            name: Value of an ``ExportFormat``.
        """
        export_format = ExportFormat(name)
        snapshot, source = self._session.snapshot, self._session.source
        if snapshot is None or snapshot.record is None or source is None:
            return
        own = default_target(source, snapshot.record, export_format)
        make = partial(export_bytes, snapshot, export_format)
        box = QMessageBox(self._window)
        box.setWindowTitle(self.tr("Export memory"))
        box.setText(self.tr("Where should the export be written?"))
        inside = shown_line(str(own.relative_to(source.workspace)))
        words = self.tr("The engine's own place is inside the workspace: {0}")
        box.setInformativeText(words.format(inside))
        role = QMessageBox.ButtonRole.AcceptRole
        here = box.addButton(self.tr("Write into the workspace"), role)
        other = box.addButton(self.tr("Choose another place…"), QMessageBox.ButtonRole.ActionRole)
        box.addButton(QMessageBox.StandardButton.Cancel)
        box.setDefaultButton(here)
        box.exec()
        if box.clickedButton() is here:
            self._start(lambda: save_in_workspace(make(), source.workspace, own))
        elif box.clickedButton() is other:
            self._ask(make, own.name, _pattern(export_format))
        box.deleteLater()

    def _ask(self, make: Callable[[], bytes], name: str, pattern: str) -> None:
        """Ask for a file, in the folder that was used last."""
        preferences = self._window.preferences
        folder = Path(preferences.export_folder or Path.home())
        chosen, _filter = QFileDialog.getSaveFileName(
            self._window, self.tr("Export memory"), str(folder / name), pattern
        )
        if chosen:
            preferences.export_folder = str(Path(chosen).parent)
            self._write(make, Path(chosen))

    def write(self, snapshot: ScopeSnapshot, export_format: ExportFormat, path: Path) -> None:
        """Write the export to ``path``; a toast says how it went."""
        self._write(partial(export_bytes, snapshot, export_format), path)

    @Slot()
    def export_raw(self) -> None:
        """Ask for a file and write the record's columns there, as they are stored."""
        snapshot = self._session.snapshot
        if snapshot is not None and snapshot.row is not None:
            self._ask(partial(raw_bytes, snapshot.row), _RAW_NAME, _pattern(ExportFormat.JSON))

    def write_raw(self, row: RecordRow, path: Path) -> None:
        """Write the columns of a record to ``path``; a toast says how it went."""
        self._write(partial(raw_bytes, row), path)

    def _write(self, make: Callable[[], bytes], path: Path) -> None:
        self._start(lambda: save(make(), path, replace=True))

    def _start(self, write: Callable[[], Path]) -> None:
        def export(_context: JobContext) -> Path:
            return write()

        job = self._session.jobs.write(export)
        job.succeeded.connect(self._tell)
        job.failed.connect(self._refuse)

    @Slot(object)
    def _tell(self, path: Path) -> None:
        self._window.frame.toast.show_message(
            self.tr("Exported to {0}").format(shown_line(str(path)))
        )

    @Slot(object)
    def _refuse(self, error: Exception) -> None:
        if isinstance(error, MemloupeError):
            self._window.frame.toast.show_message(shown_line(error.message), lasting=True)
        else:
            self._session.broke.emit(error)


def _pattern(export_format: ExportFormat) -> str:
    name = "Markdown" if export_format is ExportFormat.MARKDOWN else "JSON"
    return f"{name} (*.{export_format.extension})"
