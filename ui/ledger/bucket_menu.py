"""The menu of the buckets of a workspace, with who supplies each one's memory."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QPoint, Qt, Signal, Slot
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu

from ui.ledger.words import bucket_words, tr
from ui.widgets.single_choice import only_one

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget

    from desktop_app.core.ledger.book import Bucket
    from desktop_app.services.file_outline import FileOutline

_MOST = 40


class BucketMenu(QMenu):
    """Goes once it is closed."""

    chosen = Signal(str)  # path of a bucket

    def __init__(self, outline: FileOutline, shown: Bucket | None, parent: QWidget) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        for one in outline.buckets[:_MOST]:
            foreign = "" if one.has_memory else tr("no MEMORY.md of its own")
            words = " – ".join(part for part in (bucket_words(one.bucket), foreign) if part)
            action = QAction(words.replace("&", "&&"), self)
            action.setData(one.bucket.path)
            action.setCheckable(True)
            action.setChecked(one.bucket == shown)
            self.addAction(action)
        only_one(self)
        more = len(outline.buckets) - _MOST
        if more > 0:
            words = tr("{0} more in the tree, where typing finds them")
            self.addAction(words.format(f"{more:,}")).setEnabled(False)
        self.triggered.connect(self._tell)

    def open_below(self, button: QWidget) -> None:
        """Open it below a button."""
        self.popup(button.mapToGlobal(QPoint(0, button.height())))

    @Slot(QAction)
    def _tell(self, action: QAction) -> None:
        self.chosen.emit(str(action.data()))
