"""Why the shown note can only be read, and the way around that."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtWidgets import QVBoxLayout, QWidget

from desktop_app.core.notes.layer import Commit
from desktop_app.core.notes.line import Rule
from ui.naming import shown_id
from ui.notes.words import read_only_words, tr
from ui.tokens import Meaning
from ui.widgets.banner import Banner
from ui.widgets.button import Button

if TYPE_CHECKING:
    from ui.notes.open_note import OpenNote
    from ui.notes.presenter import NotesPresenter


class Offer(Enum):
    """What the button does."""

    NOTHING = "nothing"
    ROLE = "role"
    ANYWAY = "anyway"
    CONVERT = "convert"
    QUOTE = "quote"


@dataclass(frozen=True, slots=True)
class _Said:
    title: str
    words: str
    offer: Offer = Offer.NOTHING
    button: str = ""
    meaning: Meaning = Meaning.CAUTION


class NoteNotice(QWidget):
    """A banner with a button below it at most; who may not write is said first."""

    wanted = Signal(object)  # Offer that needs a dialog

    def __init__(self, presenter: NotesPresenter, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._presenter = presenter
        self._offer = Offer.NOTHING
        self._role: str | None = None
        self.banner = Banner(self)
        self.button = Button("", self)
        self.button.clicked.connect(self._take)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 4, 0, 0)
        layout.setSpacing(8)
        layout.addWidget(self.banner)
        layout.addWidget(self.button, 0, Qt.AlignmentFlag.AlignLeft)
        self.hide()

    def show_note(self, opened: OpenNote) -> None:
        """Show what is to be said of a note; hides itself if that is nothing."""
        said = _role_notice(opened) or _text_notice(opened)
        self.setVisible(said is not None)
        if said is None:
            return
        writers = opened.folder.layer.writers
        self._offer, self._role = said.offer, writers[0] if writers else None
        self.banner.show_banner(said.meaning, said.title, said.words)
        self.button.setText(said.button)
        self.button.setAccessibleName(said.button)
        self.button.updateGeometry()
        self.button.setVisible(bool(said.button))

    @Slot()
    def _take(self) -> None:
        presenter = self._presenter
        if self._offer is Offer.ROLE:
            presenter.see_as(self._role)
        elif self._offer is Offer.ANYWAY:
            presenter.see_as(presenter.person.role, anyway=True)
        else:
            self.wanted.emit(self._offer)


def _role_notice(opened: OpenNote) -> _Said | None:
    if opened.note is None or opened.may_write:
        return None
    layer = opened.folder.layer
    title = read_only_words(layer, opened.person.role)
    if layer.writers and layer.commit is not Commit.READ_ONLY:
        words = tr("A turn for this role only reads it.")
        button = tr("Edit as {0}").format(shown_id(layer.writers[0]))
        return _Said(title, words, Offer.ROLE, button, Meaning.NEUTRAL)
    words = tr("No role may. The application keeps these notes in another way.")
    return _Said(title, words, Offer.ANYWAY, tr("Edit it anyway"), Meaning.NEUTRAL)


def _text_notice(opened: OpenNote) -> _Said | None:
    note = opened.note
    if note is None:
        return _Said(tr("It can only be looked at"), opened.locked, meaning=Meaning.NEUTRAL)
    if note.is_convertible:
        title = tr("It is not UTF-8")
        return _Said(title, opened.locked, Offer.CONVERT, tr("Convert to UTF-8…"))
    if opened.locked:
        return _Said(tr("It can only be read"), opened.locked, meaning=Meaning.NEUTRAL)
    if note.line.rule is Rule.BROKEN:
        words = tr("Saving the text leaves it as it is. Quotes mend most of these.")
        title = tr("The metadata does not parse")
        return _Said(title, words, Offer.QUOTE, tr("Put quotes around it…"))
    return None
