"""Writes the engine's exports to a file that the person chooses."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Slot
from PySide6.QtWidgets import QFileDialog

from desktop_app.core.errors import MemloupeError
from desktop_app.core.export.formats import ExportFormat, export_record
from desktop_app.core.export.path import default_export_path
from desktop_app.core.observational.record import Record
from desktop_app.core.scope import service_scope

if TYPE_CHECKING:
    from ui.main_window import MainWindow
    from ui.session import Session


@dataclass(frozen=True, slots=True)
class _Wanted:
    record: Record
    export_format: ExportFormat
    path: Path


class Exporter(QObject):
    """Asks where to, and writes on a thread of its own."""

    def __init__(self, session: Session, window: MainWindow) -> None:
        super().__init__(window)
        self._session, self._window = session, window

    def export(self, export_format: ExportFormat) -> None:
        """Ask for a file, with the engine's own path proposed, and write the export there."""
        snapshot, source = self._session.snapshot, self._session.source
        if snapshot is None or snapshot.record is None or source is None:
            return
        record = snapshot.record
        inside = default_export_path(service_scope(record.scope), export_format, source.now())
        start = _proposal(source.workspace, inside)
        chosen, _filter = QFileDialog.getSaveFileName(
            self._window, self.tr("Export memory"), str(start), _pattern(export_format)
        )
        if chosen:
            self.write(record, export_format, Path(chosen))

    def write(self, record: Record, export_format: ExportFormat, path: Path) -> None:
        """Write the export to ``path``; a toast says how it went."""
        wanted = _Wanted(record, export_format, path)
        job = self._session.jobs.write(lambda _context: _write(wanted))
        job.succeeded.connect(self._tell)
        job.failed.connect(self._refuse)

    @Slot(object)
    def _tell(self, path: Path) -> None:
        self._window.frame.toast.show_message(self.tr("Exported to {0}").format(path))

    @Slot(object)
    def _refuse(self, error: Exception) -> None:
        if isinstance(error, OSError | MemloupeError):
            words = error.strerror if isinstance(error, OSError) else error.message
            text = self.tr("Not exported: {0}").format(words)
            self._window.frame.toast.show_message(text, lasting=True)
        else:
            self._session.broke.emit(error)


def _write(wanted: _Wanted) -> Path:
    content = export_record(wanted.record, wanted.export_format)
    wanted.path.parent.mkdir(parents=True, exist_ok=True)
    wanted.path.write_bytes(content)
    return wanted.path


def _proposal(workspace: Path, inside: str) -> Path:
    """Return the engine's own path; a dialog can't start in folders that are not there yet."""
    own = workspace / inside
    return own if own.parent.is_dir() else workspace / own.name


def _pattern(export_format: ExportFormat) -> str:
    name = "Markdown" if export_format is ExportFormat.MARKDOWN else "JSON"
    return f"{name} (*.{export_format.extension})"
