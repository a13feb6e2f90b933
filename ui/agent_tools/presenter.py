"""Which bucket the tools look into, and what there is for them to look at."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal, Slot

from ui.agent_tools.asking import Asking
from ui.agent_tools.shelf import Shelf, read_shelf

if TYPE_CHECKING:
    from desktop_app.core.ledger.book import Bucket
    from desktop_app.services.file_outline import FileOutline
    from desktop_app.services.ledger.tools import AgentTools
    from ui.session import Session


class ToolsPresenter(QObject):
    """Shared by the pages; each of them asks its own questions."""

    bucket_changed = Signal()  # another bucket: what was answered is about another one
    shelf_changed = Signal()  # what it has was read, for the first time or again
    refused = Signal(object)  # MemloupeError: it can't be read

    def __init__(self, session: Session) -> None:
        super().__init__(session)
        self.session = session
        self.bucket: Bucket | None = None
        self.shelf: Shelf | None = None
        self._is_active = self._is_stale = False
        self._reading = Asking(session, self)
        self._reading.answered.connect(self._take)
        self._reading.refused.connect(self.refused)
        session.files_taken.connect(self._forget)
        session.outline_changed.connect(self._take_outline)
        session.files_changed.connect(self.look)
        self._take_outline(session.outline)

    @staticmethod
    def of(session: Session) -> ToolsPresenter:
        """Return the presenter of a session."""
        found = session.findChild(ToolsPresenter)
        return found if isinstance(found, ToolsPresenter) else ToolsPresenter(session)

    @property
    def buckets(self) -> tuple[Bucket, ...]:
        """Every bucket of the workspace."""
        outline = self.session.outline
        return tuple(one.bucket for one in outline.buckets) if outline else ()

    @property
    def has_many_roots(self) -> bool:
        """Whether there are several workspaces below the opened one."""
        outline = self.session.outline
        return outline is not None and len(outline.roots) > 1

    def tools(self) -> AgentTools | None:
        """Return the tools of the bucket."""
        files, bucket = self.session.files, self.bucket
        if files is None or bucket is None:
            return None
        from desktop_app.services.ledger.tools import AgentTools  # noqa: PLC0415 - first used here

        return AgentTools(files, bucket)

    def choose_bucket(self, path: str | None) -> None:
        """Look into another bucket."""
        outline = self.session.outline
        bucket = outline.bucket(path) if outline else None
        if bucket != self.bucket:
            self.bucket, self.shelf = bucket, None
            self.bucket_changed.emit()
            self.look()

    def set_active(self, *, active: bool) -> None:
        """Say whether somebody looks: only then the bucket is read."""
        self._is_active = active
        if active and self._is_stale:
            self.look()

    @Slot()
    def look(self) -> None:
        """Read what the bucket has, as it is now, or when somebody looks."""
        files, bucket = self.session.files, self.bucket
        self._is_stale = not self._is_active
        if files is not None and bucket is not None and self._is_active:
            self._reading.ask(partial(read_shelf, files, bucket))

    @Slot(object)
    def _take_outline(self, outline: FileOutline | None) -> None:
        if outline is not None:
            self.choose_bucket(self.bucket.path if self.bucket else None)

    @Slot(object)
    def _take(self, shelf: Shelf) -> None:
        self.shelf = shelf
        self.shelf_changed.emit()

    @Slot(object)
    def _forget(self, _files: object) -> None:
        self._reading.stop()
        self.bucket = self.shelf = None
        self.bucket_changed.emit()
