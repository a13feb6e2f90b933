"""What a person has accepted, on its way to the files: one at a time."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal, Slot

if TYPE_CHECKING:
    from PySide6.QtCore import SignalInstance

    from ui.session import Session


class UnderWay(QObject):
    """Knows how it ends; a feature starts it, as a change that is saved like every other."""

    done = Signal()  # it is in the files, or kept as a draft
    kept = Signal()  # it is not; the proposal stays
    settled = Signal()  # it is on its way, or is not any more

    def __init__(self, session: Session, parent: QObject) -> None:
        super().__init__(parent)
        self._session = session
        self._under_way = False
        editing = session.editing
        for done in (editing.saved, editing.unchanged, editing.drafted):
            done.connect(self._finish)
        for ended in (editing.failed, editing.stopped):
            ended.connect(self._keep)

    @property
    def is_under_way(self) -> bool:
        """Whether something is on its way to the files; nothing else is accepted meanwhile."""
        return self._under_way

    def _begin(self) -> None:
        self._under_way = True
        self.settled.emit()

    @Slot()
    def _finish(self, *_outcome: object) -> None:
        self._end(self.done)

    @Slot()
    def _keep(self, *_failure: object) -> None:
        self._end(self.kept)

    def _end(self, how: SignalInstance) -> None:
        if self._under_way:
            self._under_way = False
            self.settled.emit()
            how.emit()
