"""Writes the engine's exports to a file that the person chooses."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Slot
from PySide6.QtWidgets import QFileDialog

from desktop_app.core.errors import MemloupeError
from desktop_app.core.export.formats import ExportFormat
from desktop_app.services.export import default_target, export_bytes, raw_bytes, save
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
        """Ask for a file, with the engine's own path proposed, and write the export there.

        Args:
            name: Value of an ``ExportFormat``.
        """
        export_format = ExportFormat(name)
        snapshot, source = self._session.snapshot, self._session.source
        if snapshot is None or snapshot.record is None or source is None:
            return
        start = _proposal(default_target(source, snapshot.record, export_format))
        chosen, _filter = QFileDialog.getSaveFileName(
            self._window, self.tr("Export memory"), str(start), _pattern(export_format)
        )
        if chosen:
            self.write(snapshot, export_format, Path(chosen))

    def write(self, snapshot: ScopeSnapshot, export_format: ExportFormat, path: Path) -> None:
        """Write the export to ``path``; a toast says how it went."""
        self._write(partial(export_bytes, snapshot, export_format), path)

    @Slot()
    def export_raw(self) -> None:
        """Ask for a file and write the record's columns there, as they are stored."""
        snapshot, source = self._session.snapshot, self._session.source
        if snapshot is None or snapshot.row is None or source is None:
            return
        chosen, _filter = QFileDialog.getSaveFileName(
            self._window,
            self.tr("Export the stored record"),
            str(source.workspace / _RAW_NAME),
            _pattern(ExportFormat.JSON),
        )
        if chosen:
            self.write_raw(snapshot.row, Path(chosen))

    def write_raw(self, row: RecordRow, path: Path) -> None:
        """Write the columns of a record to ``path``; a toast says how it went."""
        self._write(partial(raw_bytes, row), path)

    def _write(self, make: Callable[[], bytes], path: Path) -> None:
        def export(_context: JobContext) -> Path:
            return save(make(), path, replace=True)

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


def _proposal(own: Path) -> Path:
    """Return the engine's own path; a dialog can't start in folders that are not there yet."""
    there = next(folder for folder in own.parents if folder.is_dir())
    return there / own.name


def _pattern(export_format: ExportFormat) -> str:
    name = "Markdown" if export_format is ExportFormat.MARKDOWN else "JSON"
    return f"{name} (*.{export_format.extension})"
