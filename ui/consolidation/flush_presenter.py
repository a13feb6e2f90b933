"""Extracting facts for the window: one conversation at a time, and what becomes of the answer."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import Slot

from desktop_app.core.errors import MemloupeError, RefusedError
from desktop_app.core.ledger.book import Book
from desktop_app.core.ledger.entries import log_name
from desktop_app.core.ledger.flushing import DEFAULT_PROMPT, FlushProposal
from desktop_app.core.ledger.sessions import Session as Conversation
from desktop_app.services.ledger import flushing
from desktop_app.services.ledger.flushing import PreparedFlush
from desktop_app.services.ledger.reading import read_book
from desktop_app.services.ledger.transcripts import Source, list_sessions, read_source
from ui.consolidation.model import Choosing
from ui.consolidation.proposing import Proposing
from ui.consolidation.words import tr
from ui.navigation import Place, Target

if TYPE_CHECKING:
    from collections.abc import Callable

    from desktop_app.core.ledger.book import Bucket
    from desktop_app.core.models.choice import ModelChoice
    from desktop_app.services.file_memory import FileMemory
    from desktop_app.services.jobs import JobContext
    from desktop_app.services.models.access import ModelAccess, Sending
    from ui.session import Session


@dataclass(frozen=True, slots=True, kw_only=True)
class Offer:
    """The conversations of a bucket, and what a model would be given of the chosen one.

    Attributes:
        sessions: What can be chosen from, the newest first.
        source: What is chosen; ``None`` if there is nothing.
        remarks: What is missing of it, in sentences.
        prepared: What a model would be given; ``None`` if nothing can.
        error: Why nothing can.
    """

    sessions: tuple[Conversation, ...]
    source: Source | None = None
    remarks: tuple[str, ...] = ()
    prepared: PreparedFlush | None = None
    error: MemloupeError | None = None


class FlushPresenter(Proposing[Offer, FlushProposal]):
    """What is a flush's own: the conversation, and the log that grows meanwhile."""

    def __init__(self, session: Session) -> None:
        super().__init__(session, flushing.accepted_flush, DEFAULT_PROMPT)
        self._chosen: str | Path = ""
        self.book: Book | None = None
        self.phase_changed.connect(self._keep_choice)

    @classmethod
    def of(cls, session: Session) -> FlushPresenter:
        """Return the presenter of a session: page and window share it."""
        found = session.findChild(cls)
        return found if isinstance(found, cls) else cls(session)

    def open_bucket(self, bucket: Bucket, path: str = "") -> None:
        """Show a conversation of a bucket; a proposal about the bucket stays.

        Args:
            bucket: The bucket.
            path: A file of the conversation, below the workspace; empty for the newest one.
        """
        is_other = bucket != self.bucket
        if is_other or (path and isinstance(self.phase, Choosing)):
            self.bucket, self._chosen = bucket, path
            self.read_again()
        elif isinstance(self.phase, Choosing):
            self.read_again()

    def choose(self, source: str | Path) -> None:
        """Show another conversation, by the path of its file, or one in a file from elsewhere."""
        if source != self._chosen:
            self._chosen = source
            self.read_again()

    @Slot(object)
    def _keep_choice(self, phase: object) -> None:
        """Stay with the conversation that is shown, also when another one becomes the newest."""
        offer = phase.prepared if isinstance(phase, Choosing) else None
        if isinstance(offer, Offer) and isinstance(offer.source, Conversation):
            self._chosen = offer.source.shown.path

    @property
    def reason_against_asking(self) -> str:
        """Why no model can be asked; empty if one can."""
        offer = self.prepared
        if offer is None or offer.prepared is None:
            error = offer.error if offer else None
            return error.message if error else tr("No conversation is chosen.")
        return super().reason_against_asking

    def preparing(self) -> Callable[[JobContext], Offer] | None:
        """Return what reads the conversations, and the chosen one."""
        files, bucket = self.session.files, self.bucket
        if files is None or bucket is None:
            return None
        return partial(_offer, files, bucket, self._chosen, self.prompt)

    def sending(self, prepared: Offer, access: ModelAccess, choice: ModelChoice) -> Sending:
        """Return what a model would be sent."""
        return flushing.flush_sending(_given(prepared), access, choice)

    def proposed(
        self, prepared: Offer, access: ModelAccess, sending: Sending, context: JobContext
    ) -> FlushProposal:
        """Ask the model, and return what its answer would append."""
        files = self.session.files
        assert files is not None
        given = _given(prepared)
        self.book = given.book
        return flushing.flush_with_model(files, given, access, sending, context)

    def looking(self, proposal: FlushProposal) -> Callable[[JobContext], object] | None:
        """Return what reads the bucket anew: the log may have grown."""
        files, bucket = self.session.files, proposal.book.bucket
        if files is None:
            return None
        return lambda context: read_book(files, bucket, lambda: context.cancelled)

    def take_look(self, found: object) -> None:
        """Let the preview show what is appended to the log as it is now."""
        if isinstance(found, Book):
            self.book = found
            self.judged.emit()

    def way_out(self, bucket: Bucket) -> Target:
        """Return today's log if there is one, else the bucket."""
        files = self.session.files
        name = log_name(files.now(), files.zone) if files is not None else ""
        return Target(Place.LEDGER, bucket=bucket.path, path=bucket.at(name))


def _given(offer: Offer) -> PreparedFlush:
    if offer.prepared is None:
        raise RefusedError("No conversation is chosen.", "Nothing was sent.")
    return offer.prepared


def _offer(
    files: FileMemory, bucket: Bucket, chosen: str | Path, prompt: str, context: JobContext
) -> Offer:
    found = list_sessions(files, bucket, lambda: context.cancelled)
    sessions = tuple(sorted(found, key=lambda one: one.shown.mtime_ns, reverse=True))
    source = _source(sessions, chosen)
    if source is None:
        error = RefusedError(
            "There is no session history here.",
            "Choose a file of messages: JSON as model servers use it, or a session log.",
        )
        return Offer(sessions=sessions, error=error)
    try:
        transcript = read_source(files, source)
        prepared = flushing.prepare_flush(
            files, bucket, transcript.messages, context, prompt=prompt
        )
    except MemloupeError as error:
        return Offer(sessions=sessions, source=source, error=error)
    return Offer(sessions=sessions, source=source, remarks=transcript.remarks, prepared=prepared)


def _source(sessions: tuple[Conversation, ...], chosen: str | Path) -> Source | None:
    if isinstance(chosen, Path):
        return chosen
    named = (one for one in sessions if chosen in _paths(one))
    return next(named, sessions[0] if sessions else None)


def _paths(session: Conversation) -> tuple[str, ...]:
    found = (session.context, session.log, session.legacy)
    return tuple(facts.path for facts in found if facts is not None)
