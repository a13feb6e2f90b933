"""Reads the messages that observations could be taken from."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Slot

from desktop_app.core.errors import MemloupeError, RefusedError
from desktop_app.services.models.observing import pending, stored_transcript
from ui.naming import shown_line
from ui.proposals.model import Choosing
from ui.proposals.words import tr
from ui.widgets.check_list import Row

if TYPE_CHECKING:
    from pathlib import Path

    from desktop_app.services.harness_source import HarnessSource
    from desktop_app.services.jobs import JobContext
    from desktop_app.services.models.observing import Pending
    from desktop_app.services.snapshot import ScopeSnapshot
    from ui.jobs import Job
    from ui.proposals.presenter import ProposalsPresenter
    from ui.session import Session


class Transcripts(QObject):
    """Tells the presenter what of a transcript is unobserved; what was asked for last counts."""

    def __init__(self, session: Session, presenter: ProposalsPresenter) -> None:
        super().__init__(presenter)
        self._session, self._presenter = session, presenter
        self._wanted: Choosing | None = None
        self._job: Job | None = None

    @property
    def folder(self) -> str:
        """The folder of the workspace, where a file is looked for first."""
        source = self._session.source
        return str(source.workspace) if source is not None else ""

    def load_stored(self) -> None:
        """Read the stored conversation of the scope."""
        source = self._session.source
        if source is not None:
            self._start(tr("Stored conversation"), partial(_stored, source))

    def load_file(self, path: Path) -> None:
        """Read a JSON or JSONL file of messages."""
        self._start(shown_line(path.name), partial(_in_file, path))

    def _start(self, origin: str, read: partial[Pending]) -> None:
        phase = self._presenter.phase
        if not isinstance(phase, Choosing):
            return
        if self._job is not None:
            self._job.disconnect(self)
        self._wanted = Choosing(phase.snapshot, origin)
        job = self._job = self._session.jobs.read(partial(_read, read, phase.snapshot))
        job.succeeded.connect(self._take)
        job.failed.connect(self._fail)
        self._presenter.show_choosing(self._wanted)

    @Slot(object)
    def _take(self, found: tuple[Pending, tuple[Row, ...]]) -> None:
        pending_messages, rows = found
        self._show(pending_messages, rows, None)

    @Slot(object)
    def _fail(self, error: Exception) -> None:
        if isinstance(error, MemloupeError):
            self._show(None, (), error)
        else:
            self._session.broke.emit(error)

    def _show(
        self, found: Pending | None, rows: tuple[Row, ...], error: MemloupeError | None
    ) -> None:
        wanted, self._wanted, self._job = self._wanted, None, None
        if wanted is not None and self._presenter.phase is wanted:
            choosing = Choosing(wanted.snapshot, wanted.origin, found, rows, error)
            self._presenter.show_choosing(choosing)


def _read(
    read: partial[Pending], snapshot: ScopeSnapshot, _context: JobContext
) -> tuple[Pending, tuple[Row, ...]]:
    found = read(snapshot)
    source = found.source
    if source is None:
        return found, ()
    rows = (
        Row(
            id=str(place),
            title=shown_line(message.role),
            subtitle=shown_line(message.content),
            right_top=f"{source.start + place:,}",
        )
        for place, message in enumerate(source.messages)
    )
    return found, tuple(rows)


def _stored(source: HarnessSource, snapshot: ScopeSnapshot) -> Pending:
    messages = stored_transcript(source, snapshot)
    if not messages:
        raise RefusedError(
            tr("No conversation of this scope is stored here."),
            tr("Choose a JSON or JSONL file of messages instead."),
        )
    return pending(snapshot, messages)


def _in_file(path: Path, snapshot: ScopeSnapshot) -> Pending:
    from desktop_app.services.workspace import read_transcript  # noqa: PLC0415 - loads a store

    return pending(snapshot, read_transcript(path))
