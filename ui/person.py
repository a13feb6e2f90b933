"""As whom notes are seen: one person for each session, whichever page they were chosen on."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt, Signal, Slot

from desktop_app.core.notes.access import Editing

if TYPE_CHECKING:
    from desktop_app.services.file_memory import FileMemory
    from ui.session import Session


@dataclass(frozen=True, slots=True)
class Person:
    """As whom the notes are seen and edited.

    Attributes:
        role: What the settings call it; ``None`` for nobody in particular.
        values: For placeholders in the names of folders.
        anyway: Whether to edit although no role may.
    """

    role: str | None = None
    values: tuple[tuple[str, str], ...] = ()
    anyway: bool = False

    def editing(self, files: FileMemory) -> Editing:
        """Return what every edit needs to know."""
        return Editing(read=files.read_front_matter, role=self.role, anyway=self.anyway)


class SessionPerson(QObject):
    """Keeps the person until other files are opened."""

    changed = Signal()

    def __init__(self, session: Session) -> None:
        super().__init__(session)
        self.person = Person()
        session.files_taken.connect(self._forget)

    @staticmethod
    def of(session: Session) -> SessionPerson:
        """Return the one of a session; who asks for it hears of other files after it."""
        direct = Qt.FindChildOption.FindDirectChildrenOnly
        found = session.findChild(SessionPerson, options=direct)
        return found if isinstance(found, SessionPerson) else SessionPerson(session)

    def become(self, role: str | None, *, anyway: bool = False) -> None:
        """Take another role."""
        self._take(replace(self.person, role=role, anyway=anyway))

    def set_value(self, name: str, value: str) -> None:
        """Say what a placeholder stands for; ``""`` for nothing."""
        values = {**dict(self.person.values), name: value}
        given = tuple(sorted(pair for pair in values.items() if pair[1]))
        self._take(replace(self.person, values=given))

    def _take(self, person: Person) -> None:
        if person != self.person:
            self.person = person
            self.changed.emit()

    @Slot(object)
    def _forget(self, _files: object) -> None:
        self.person = Person()
