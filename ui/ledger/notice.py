"""What a person should know about the shown file before anything else."""

from __future__ import annotations

from enum import Enum, auto
from typing import TYPE_CHECKING

from PySide6.QtCore import Signal, Slot
from PySide6.QtWidgets import QHBoxLayout, QWidget

from desktop_app.core.ledger.book import Layer
from desktop_app.core.ledger.consolidation import memory_text
from desktop_app.core.ledger.placeholder import without_placeholder
from ui.ledger.words import layer_words, tr
from ui.tokens import Meaning
from ui.widgets.banner import Banner

if TYPE_CHECKING:
    from ui.ledger.open_file import OpenFile


class Offer(Enum):
    """What the banner's button does."""

    NOTHING = auto()
    FIRST_LINE = auto()
    DELETE = auto()
    CONVERT = auto()
    SUPPLIER = auto()
    REBUILD = auto()


class FileNotice(QWidget):
    """One banner above the file; hidden while there is nothing to say."""

    wanted = Signal(object)  # Offer
    left = Signal()  # its button had the focus and offers something else now

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._offer = Offer.NOTHING
        self.banner = Banner(self)
        self.banner.activated.connect(self._tell)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(12, 10, 12, 2)
        layout.addWidget(self.banner)
        self.hide()

    def show_file(self, file: OpenFile | None, *, is_outdated: bool) -> None:
        """Say what is to be said about a file."""
        before = self._offer
        self._offer, title, sentence, button = _notice(file, is_outdated=is_outdated)
        focus = self.window().focusWidget()
        if self._offer is not before and focus is not None and self.isAncestorOf(focus):
            # A key that is pressed next would do what nobody has read yet.
            self.left.emit()
        self.setVisible(bool(title))
        if title:
            meaning = Meaning.ENGINE if is_outdated else Meaning.CAUTION
            self.banner.show_banner(meaning, title, sentence, button)

    @Slot()
    def _tell(self) -> None:
        self.wanted.emit(self._offer)


def _notice(file: OpenFile | None, *, is_outdated: bool) -> tuple[Offer, str, str, str]:
    if file is None:
        return Offer.NOTHING, "", "", ""
    if is_outdated:
        kept = tr("Your text is kept. Saving merges both, or shows the versions to choose from.")
        return Offer.NOTHING, tr("It was changed outside"), kept, ""
    is_lost = file.book.memory.own is None and _has_watermark(file)
    if file.is_memory and is_lost:
        return _rebuild_notice(file)
    if file.is_foreign:
        title = tr("This text is {0}").format(layer_words(file.layer))
        words = tr("The bucket has no file of its own and reads that one.")
        return Offer.SUPPLIER, title, words, tr("Edit it there")
    notice = _own_notice(file)
    return _rebuild_notice(file) if is_lost and not notice[1] else notice


def _has_watermark(file: OpenFile) -> bool:
    mark = file.book.watermark
    return mark.at is not None and mark.layer is Layer.BUCKET


def _own_notice(file: OpenFile) -> tuple[Offer, str, str, str]:
    if file.is_convertible:
        title = tr("{0} is not UTF-8, so it can only be read").format(file.name)
        return Offer.CONVERT, title, _other_bytes(file), tr("Convert to UTF-8…")
    if file.row is not None and _is_blank(file.text.text):
        title = tr("{0} is empty").format(file.name)
        return Offer.DELETE, title, _empty_words(), tr("Delete the file…")
    if without_placeholder(file.text.text) is not None:
        title = tr("The first line is no memory")
        words = tr("It is the sentence for an empty file, which an earlier save wrote into it.")
        return Offer.FIRST_LINE, title, words, tr("Remove the first line")
    if file.problem:
        return Offer.NOTHING, tr("It can only be looked at"), file.problem, ""
    return Offer.NOTHING, "", "", ""


def _is_blank(text: str) -> bool:
    return not text or text.isspace()


def _rebuild_notice(file: OpenFile) -> tuple[Offer, str, str, str]:
    words = tr(
        "The next consolidation starts from {0} and takes only logs written since then; facts of "
        "older ones do not come back."
    )
    start = tr("nothing")
    if not _is_blank(memory_text(file.book)):
        is_root = file.book.memory.layer is Layer.ROOT
        root = tr("the MEMORY.md of the workspace root")
        start = root if is_root else tr("the MEMORY.md of the project folder")
    title = tr("A watermark, but no MEMORY.md of its own")
    return Offer.REBUILD, title, words.format(start), tr("Rebuild from all logs…")


def _empty_words() -> str:
    return tr(
        "The agent reads a fixed sentence in its place, and its next save writes that sentence "
        "into the file. Deleting the file is better."
    )


def _other_bytes(file: OpenFile) -> str:
    if file.is_memory:
        return tr(
            "The agent can't read it: it reads the next folder's file, and its next save would "
            "replace this one."
        )
    return tr("The agent can't read it, and its next save would replace it.")
