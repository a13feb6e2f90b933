"""The list of a layer as a person has filtered and sorted it."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal, Slot

from ui.notes.rows import Arranged, Column, Wish, arranged
from ui.planning import PlanReader

if TYPE_CHECKING:
    from desktop_app.core.notes.note import NoteFolder
    from desktop_app.services.editing.plans import Intent
    from desktop_app.services.file_memory import FileMemory
    from ui.notes.rows import NoteRow
    from ui.session import Session

_NONE = Arranged(rows=())


class ListOrder(QObject):
    """Works on reader threads; what it has never changes and is replaced as a whole."""

    changed = Signal()
    wanted = Signal(bool)  # arrange again: at once, or after a pause

    def __init__(self, session: Session, parent: QObject) -> None:
        super().__init__(parent)
        self.wish = Wish()
        self.list: Arranged = _NONE
        self._sorter = PlanReader(session, self)
        self._sorter.ready.connect(self._take)

    @property
    def is_busy(self) -> bool:
        """Whether the list is still to come."""
        return self._sorter.is_busy

    @Slot(str)
    def filter(self, text: str) -> None:
        """List only what has a text in it."""
        self.wish = Wish(text, self.wish.column, self.wish.falling)
        self.wanted.emit(False)  # noqa: FBT003 - a signal takes its argument bare

    def hides(self, path: str | None) -> bool:
        """Whether the filter leaves a note out of the list."""
        return bool(self.list.text) and all(row.path != path for row in self.list.rows)

    def beside(self, path: str) -> str | None:
        """Return the note below another one in the list, else the one above it."""
        paths = [row.path for row in self.list.rows]
        at = paths.index(path) if path in paths else -1
        left = paths[at + 1 : at + 2] or paths[max(at - 1, 0) : max(at, 0)]
        return left[0] if left else None

    def clear(self) -> None:
        """Filter no more; the order stays. Whoever asks for it shows the list anew."""
        self.wish = Wish("", self.wish.column, self.wish.falling)

    @Slot()
    def show_all(self) -> None:
        """Filter no more, at once."""
        self.clear()
        self.wanted.emit(True)  # noqa: FBT003 - as above

    def sort(self, column: Column) -> None:
        """Sort by a column; once more, the other way round."""
        same = column is self.wish.column
        falling = not self.wish.falling if same else column is Column.SIZE
        self.wish = Wish(self.wish.text, column, falling)
        self.wanted.emit(True)  # noqa: FBT003 - as above

    def arrange(
        self,
        files: FileMemory | None,
        folder: NoteFolder | None,
        rows: tuple[NoteRow, ...],
        *,
        at_once: bool,
    ) -> None:
        """Put these rows in order; ``changed`` follows."""
        if files is None or folder is None:
            self.forget()
            return
        self._sorter.request(partial(_arranged, files, folder, rows, self.wish), at_once=at_once)

    def forget(self) -> None:
        """List nothing."""
        self._sorter.cancel()
        self.list = _NONE
        self.changed.emit()

    @Slot(object)
    def _take(self, found: Arranged) -> None:
        self.list = found
        self.changed.emit()


def _arranged(
    files: FileMemory,
    folder: NoteFolder,
    rows: tuple[NoteRow, ...],
    wish: Wish,
    _intent: Intent,
) -> Arranged:
    return arranged(files, folder, rows, wish)
