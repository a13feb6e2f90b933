"""The note section of the system prompt, exactly as a turn of a role gets it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from desktop_app.core.notes.section import LineKind
from ui.fonts import Role
from ui.icons import Icon
from ui.naming import shown_id, shown_line
from ui.notes.words import role_words, tr
from ui.tokens import Meaning
from ui.widgets import counting
from ui.widgets.banner import Banner
from ui.widgets.button import Button
from ui.widgets.display_map import Span
from ui.widgets.exact_parts import Ground, Strip
from ui.widgets.exact_text import ExactText
from ui.widgets.labels import TextLabel
from ui.widgets.text_window_bar import TextWindowBar
from ui.widgets.wrapping import break_anywhere

if TYPE_CHECKING:
    from PySide6.QtGui import QKeyEvent

    from desktop_app.core.notes.layer import Layer
    from desktop_app.core.notes.section import NoteSection, SectionLine
    from ui.notes.desk import Desk
    from ui.notes.presenter import NotesPresenter

_MEANINGS = {LineKind.FILE: Meaning.IN, LineKind.LEFT_OUT: Meaning.CAUTION}
_ENTER = {Qt.Key.Key_Return, Qt.Key.Key_Enter}


class SectionText(ExactText):
    """Enter leads to the file of a line, Esc back to the list."""

    entered = Signal()
    left = Signal()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in _ENTER:
            self.entered.emit()
        elif event.key() == Qt.Key.Key_Escape:
            self.left.emit()
        else:
            super().keyPressEvent(event)


class SectionPage(QWidget):
    """The text, what is missing or cut in it, and how many bytes each list takes."""

    file_wanted = Signal()  # show the chosen note in the list
    value_wanted = Signal(str)  # offer what a placeholder could stand for
    left = Signal()

    def __init__(self, presenter: NotesPresenter, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._presenter = presenter
        self._places: list[tuple[Span, SectionLine]] = []
        self._section: NoteSection | None = None
        self.missing = Banner(self)
        self._wanted = ""  # what the button of that offers values for
        self.warning = Banner(self)
        self.text = SectionText(tr("The note section"), self)
        break_anywhere(self.text.document())
        self.sizes = TextLabel(role=Role.SECONDARY, parent=self, tone="text2", wrap=True)
        self.copy = Button(tr("Copy exact text"), icon=Icon.COPY)
        foot = QHBoxLayout()
        foot.setContentsMargins(16, 8, 12, 8)
        foot.setSpacing(12)
        foot.addWidget(self.sizes, 1)
        foot.addWidget(self.copy)
        top = QVBoxLayout()
        top.setContentsMargins(12, 8, 12, 0)
        top.setSpacing(8)
        top.addWidget(self.missing)
        top.addWidget(self.warning)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addLayout(top)
        layout.addWidget(self.text, 1)
        layout.addWidget(TextWindowBar(self.text, self))
        layout.addLayout(foot)
        self.setFocusProxy(self.text)
        self.missing.activated.connect(self._want_value)
        self.copy.clicked.connect(self.text.copy_exact)
        self.text.caret_moved.connect(self._choose)
        self.text.entered.connect(self._enter)
        self.text.left.connect(self.left)
        presenter.desk_changed.connect(self.show_section)
        presenter.note_changed.connect(self._show_chosen)

    @Slot()
    def show_section(self) -> None:
        """Show what a turn gets now."""
        desk = self._presenter.desk
        section = self._section = desk.section if desk else None
        self._places = _places(section) if section else []
        self.text.show_text(section.text if section else "")
        self.text.set_strips(
            tuple(
                Strip(span, _MEANINGS[line.kind])
                for span, line in self._places
                if line.kind in _MEANINGS
            )
        )
        self._show_chosen()
        self._show_missing(desk)
        if section is None:
            self.warning.hide()
            self.sizes.setText("")
            return
        self._warn(section)
        self.sizes.setText(_sizes(section, role_words(self._presenter.person.role)))

    def _show_missing(self, desk: Desk | None) -> None:
        """Name the layers that the text does not have, and why."""
        absent = [one.layer for one in desk.folders if not one.layer.is_usable] if desk else []
        if desk is None or not absent:
            self.missing.hide()
            return
        names = [one.missing[-1] for one in absent if one.missing and not one.problem]
        self._wanted = next((name for name in names if desk.values.get(name)), "")
        button = tr("Choose {0}…").format(shown_id(self._wanted)) if self._wanted else ""
        title, *others = map(_missing_words, absent)
        self.missing.show_banner(Meaning.CAUTION, title, "\n".join(others), button)

    @Slot()
    def _want_value(self) -> None:
        self.value_wanted.emit(self._wanted)

    def _warn(self, section: NoteSection) -> None:
        if not section.warnings:
            self.warning.hide()
            return
        cut = [one for one in section.indexes if one.is_cut]
        title = tr("The turn warns: {0}").format(section.warnings[0][1])
        said = [
            tr("{0}: {1} files are left out, from {2} on.").format(
                shown_id(one.layer.mount),
                f"{len(one.left_out):,}",
                shown_id(one.left_out[0].path),
            )
            for one in cut
        ]
        self.warning.show_banner(Meaning.CAUTION, title, " ".join(said))

    def _line_at(self, offset: int) -> SectionLine | None:
        return next((line for span, line in self._places if span.start <= offset <= span.end), None)

    @Slot(int)
    def _choose(self, offset: int) -> None:
        line = self._line_at(offset)
        if line is not None and line.note is not None:
            self._presenter.choose_at(line.mount, line.note.path)

    @Slot()
    def _enter(self) -> None:
        line = self._line_at(self.text.map.to_offset(self.text.textCursor().position()))
        if line is not None and line.note is not None:
            self._presenter.choose_at(line.mount, line.note.path)
            self.file_wanted.emit()

    @Slot()
    def _show_chosen(self) -> None:
        opened = self._presenter.note
        key = opened.key if opened else None
        found = (
            Ground(span, "selected")
            for span, line in self._places
            if line.note is not None and (line.mount, line.note.path) == key
        )
        self.text.set_grounds(tuple(found))


def _missing_words(layer: Layer) -> str:
    mount = shown_id(layer.mount)
    if layer.problem:
        words = tr("{0} is missing here, and a turn fails: {1}")
        return words.format(mount, shown_line(layer.problem))
    names = ", ".join(map(shown_id, layer.missing))
    return tr("{0} is not chosen: {1} is missing here.").format(names, mount)


def _places(section: NoteSection) -> list[tuple[Span, SectionLine]]:
    found, start = [], 0
    for line in section.lines:
        end = start + len(line.text)
        found.append((Span(start, end), line))
        start = end + 1
    return found


def _sizes(section: NoteSection, role: str) -> str:
    lists = (
        tr("{0}: {1} of {2} bytes").format(
            shown_id(one.layer.mount), f"{one.bytes_used:,}", f"{one.layer.max_index_bytes:,}"
        )
        for one in section.indexes
    )
    whole = tr("as {0}: {1}").format(role, counting.byte_count(section.size))
    return " · ".join((whole, *lists))
