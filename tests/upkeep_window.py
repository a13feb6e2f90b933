"""The dialogs of upkeep over the window of daily logs, and what tests do with them."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

from ledger_window import LedgerWindow
from PySide6.QtCore import Qt

from ui.ledger.archive_dialog import ArchiveDialog
from ui.ledger.forget_dialog import ForgetDialog
from ui.ledger.forget_proof import ProofDialog
from ui.ledger.rebuild_dialog import RebuildDialog
from ui.widgets.dialog import Dialog

if TYPE_CHECKING:
    from pathlib import Path

    from PySide6.QtWidgets import QWidget

    from ui.widgets.check_list import CheckList

Kind = TypeVar("Kind", bound=Dialog)
_CONTROL = Qt.KeyboardModifier.ControlModifier


class UpkeepWindow(LedgerWindow):
    """The page of daily logs with its dialogs of forgetting, archiving and rebuilding."""

    def forget(self, text: str) -> ForgetDialog:
        """Open the dialog of forgetting from the list and look for a text."""
        self.view.left.list.setFocus()
        self.press(Qt.Key.Key_F)
        dialog = self.dialog(ForgetDialog)
        dialog.page.phrase.set_text("")
        self.type(text)
        self.wait_for(dialog)
        return dialog

    def archive(self, days: int | None = None) -> ArchiveDialog:
        """Open the archive preview with a number of days."""
        self.view.left.list.setFocus()
        self.press(Qt.Key.Key_A)
        dialog = self.dialog(ArchiveDialog)
        if days is not None:
            dialog.days.line.selectAll()
            self.type(str(days))
        self.wait_for(dialog)
        return dialog

    def rebuild(self) -> RebuildDialog:
        """Open the dialog of rebuilding."""
        self.view.left.list.setFocus()
        self.press(Qt.Key.Key_R, Qt.KeyboardModifier.ShiftModifier)
        dialog = self.dialog(RebuildDialog)
        self.settle()
        return dialog

    def confirm(self) -> None:
        """Take the primary choice and wait until the change is written."""
        editing = self.driver.session.editing
        with self.driver.qtbot.waitSignal(editing.saved, timeout=20_000):
            self.press(Qt.Key.Key_Return, _CONTROL)
        self.settle()

    def proof(self) -> ProofDialog:
        """Return the proof once everything was searched again."""
        dialog = self.dialog(ProofDialog)
        self.wait_for(dialog)
        return dialog

    def undo(self) -> None:
        """Take the newest change back."""
        editing = self.driver.session.editing
        with self.driver.qtbot.waitSignal(editing.saved, timeout=20_000):
            editing.undo()
        self.settle()

    def dialog(self, kind: type[Kind]) -> Kind:
        """Return the dialog that is open."""
        window: QWidget = self.driver.window
        self.wait(lambda: any(one.isVisible() for one in window.findChildren(kind)))
        return next(one for one in window.findChildren(kind) if one.isVisible())

    def open_dialogs(self) -> list[Dialog]:
        """Return the dialogs that cover the window."""
        return [one for one in self.driver.window.findChildren(Dialog) if one.isVisible()]

    def wait_for(self, dialog: ForgetDialog | ArchiveDialog | ProofDialog) -> None:
        """Wait until a dialog shows what it has found."""
        self.wait(lambda: not dialog.is_busy)
        self.settle()
        self.wait(lambda: not dialog.is_busy)


def titles(shown: CheckList) -> list[str]:
    """Return the heads of a list with their numbers."""
    model = shown.rows
    heads = [model.index(line, 0) for line in range(model.rowCount())]
    return [str(one.data()) for one in heads if model.row(one.row()) is None]


def state_of(root: Path) -> dict[str, tuple[bytes, int]]:
    """Return bytes and times of every file that is not ours."""
    return {
        str(file.relative_to(root)): (file.read_bytes(), file.stat().st_mtime_ns)
        for file in sorted(root.rglob("*"))
        if file.is_file() and ".memloupe" not in file.parts
    }
