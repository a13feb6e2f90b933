"""Looks for places in the text of an editor, in the background if it is long."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Slot

from ui.ledger.newest import Newest
from ui.ledger.parts import Part
from ui.ledger.seeking import Spot

if TYPE_CHECKING:
    from collections.abc import Callable

    from ui.ledger.editor import FileEditor
    from ui.session import Session

    Look = Callable[[Part], Spot | None]
    Then = Callable[[Spot | None], object]

_LONG = 2_000_000
"""A text of more characters is not looked through, or put together, on the window's thread."""


@dataclass(frozen=True, slots=True)
class _Sought:
    """What was found, and in which state of the text."""

    source: Part
    look: Look
    then: Then | None
    spot: Spot | None


class Seeker(QObject):
    """One search at a time: who looks for something else gives the one before up."""

    def __init__(self, session: Session, editor: FileEditor) -> None:
        super().__init__(editor)
        self._editor = editor
        self._worker = Newest(session, self)
        self._worker.ready.connect(self._take)

    def seek(self, look: Look, then: Then | None = None) -> None:
        """Look for a place in the text, show it, and tell what was found.

        Args:
            look: Called with what is in the editor; on a reader's thread if the text is long.
            then: Called with what was found once it is shown.
        """
        self._editor.take()
        part = self._editor.part
        if part is None:
            return
        if part.length > _LONG:
            self._worker.ask(partial(_sought, part, look, then), at_once=True)
        else:
            self._take(_sought(part, look, then))

    def forget(self) -> None:
        """Give the search up, for another file."""
        self._worker.forget()

    @Slot(object)
    def _take(self, sought: _Sought) -> None:
        self._editor.take()
        if self._editor.part != sought.source:
            self.seek(sought.look, sought.then)  # something was typed or read meanwhile
            return
        if sought.spot is not None:
            self._editor.show_spot(sought.spot)
        if sought.then is not None:
            sought.then(sought.spot)


def _sought(part: Part, look: Look, then: Then | None) -> _Sought:
    return _Sought(part, look, then, look(part))
