"""The list of a layer, or why there is nothing in it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtWidgets import QStackedWidget, QVBoxLayout, QWidget

from desktop_app.core.files.facts import FileKind
from ui import fonts
from ui.icons import Icon
from ui.naming import shown_id
from ui.notes.table import NoteTable
from ui.notes.words import tr
from ui.widgets.button import Button
from ui.widgets.empty_state import EmptyState
from ui.widgets.fields import FilterField

if TYPE_CHECKING:
    from desktop_app.core.notes.note import NoteFolder
    from ui.notes.presenter import NotesPresenter

_FILTER_WIDE, _MOST_VALUES = 260, 6


class ListPage(QWidget):
    """``filter`` stands in the ``head`` of the page."""

    name_wanted = Signal()  # name a layer by hand
    new_wanted = Signal()

    def __init__(
        self, presenter: NotesPresenter, head: QWidget, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._presenter = presenter
        self.filter = FilterField(tr("Filter notes"), head, key="F")
        self.filter.setMaximumWidth(fonts.px(_FILTER_WIDE))
        self._stack = QStackedWidget(self)
        self.table = NoteTable(presenter, self._stack)
        self.name_button = Button(tr("Name a layer…"), icon=Icon.LAYERS)
        self.new_button = Button(tr("New note"), icon=Icon.PLUS, key="N")
        self.again_button = Button(tr("Read it again"), key="F5")
        self.clear_button = Button(tr("Clear the filter"))
        self._buttons = (
            self.clear_button,
            self.new_button,
            self.name_button,
            self.again_button,
        )
        self.empty = EmptyState("", "", self._buttons, self._stack)
        self._values: list[Button] = []
        self._stack.addWidget(self.table)
        self._stack.addWidget(self.empty)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self._stack)
        self.setFocusProxy(self.table)
        self._connect()
        self.show_list()

    @Slot()
    def show_list(self) -> None:
        """Show the rows of now, or what to do where there are none."""
        presenter = self._presenter
        if self.filter.text != presenter.order.wish.text:
            self.filter.set_text(presenter.order.wish.text)
        has_rows = presenter.desk is not None and bool(presenter.order.list.rows)
        self._stack.setCurrentWidget(self.table if has_rows else self.empty)
        if has_rows:
            self.setFocusProxy(self.table)
            if self.empty.hasFocus():
                self.table.setFocus(Qt.FocusReason.OtherFocusReason)
            return
        self.empty.set_words(*self._words())
        layer = presenter.layer
        is_known = presenter.desk is not None
        is_plain = layer is not None and not presenter.order.wish.text
        self.clear_button.setVisible(is_known and self._filters)
        self.name_button.setVisible(is_known and layer is None)
        self.new_button.setVisible(is_plain and not presenter.locked)
        self.again_button.setVisible(presenter.error is not None)
        self._offer_values()
        shown = [one for one in self._buttons if not one.isHidden()]
        # Never the filter: the single keys of the page would be typed into it.
        self.setFocusProxy(next(iter([*self._values, *shown]), self.empty))

    def _connect(self) -> None:
        presenter = self._presenter
        self.filter.text_changed.connect(presenter.order.filter)
        self.filter.left.connect(self.table.setFocus)
        self.filter.submitted.connect(self.table.setFocus)
        self.filter.went_down.connect(self.table.setFocus)
        self.table.filter_wanted.connect(self.filter.select_all)
        self.table.chosen.connect(presenter.choose)
        self.clear_button.clicked.connect(presenter.order.show_all)
        self.name_button.clicked.connect(self.name_wanted)
        self.new_button.clicked.connect(self.new_wanted)
        self.again_button.clicked.connect(presenter.look)
        presenter.order.changed.connect(self.show_list)
        presenter.desk_changed.connect(self.show_list)
        presenter.refused.connect(self.show_list)
        presenter.waiting.connect(self._show_waiting)

    @property
    def _filters(self) -> bool:
        """Whether a filter is why nothing is listed, or would be if there was a note."""
        layer = self._presenter.layer
        return layer is not None and layer.is_usable and bool(self._presenter.order.wish.text)

    def _words(self) -> tuple[str, str]:
        presenter, folder = self._presenter, self._presenter.folder
        if presenter.error is not None:
            return tr("The notes can't be read"), presenter.error.words
        if presenter.desk is None:
            return tr("The notes are being read"), ""
        if self._filters:
            words = tr("No note of this layer has “{0}” in it.")
            return tr("Nothing fits the filter"), words.format(presenter.order.wish.text)
        return _layer_words(folder) if folder is not None else _none_words()

    def _offer_values(self) -> None:
        for button in self._values:
            button.hide()
            button.deleteLater()
        self._values = []
        presenter = self._presenter
        layer, desk = presenter.layer, presenter.desk
        if layer is None or desk is None or not layer.missing or layer.problem:
            return
        name = layer.missing[-1]
        for value in desk.values.get(name, ())[:_MOST_VALUES]:
            button = Button(shown_id(value), icon=Icon.TENANT)
            button.setProperty("value", (name, value))
            button.clicked.connect(self._take_value)
            self.empty.below.addWidget(button, 0, Qt.AlignmentFlag.AlignHCenter)
            self._values.append(button)

    @Slot()
    def _take_value(self) -> None:
        sender = self.sender()
        if sender is not None:
            name, value = sender.property("value")
            self._presenter.set_value(name, value)

    @Slot(str)
    def _show_waiting(self, words: str) -> None:
        if self._presenter.desk is None:
            self.empty.set_words(tr("The notes are being read"), words)


def _none_words() -> tuple[str, str]:
    return tr("No folder of notes is known here"), tr(
        "The application that runs the agent names them in code. Name the folder here, or put a"
        " layers.json into the workspace."
    )


def _layer_words(folder: NoteFolder) -> tuple[str, str]:
    layer = folder.layer
    if layer.missing and not layer.problem:
        names = ", ".join(map(shown_id, layer.missing))
        words = tr("Every person has a folder of their own. Choose {0}.").format(names)
        return tr("Whose notes?"), words
    if layer.problem:
        return tr("Nothing of this layer can be read"), layer.problem
    if folder.problem:
        return tr("No notes yet"), folder.problem
    if any(one.facts.kind is FileKind.FILE for one in folder.skipped):
        words = tr("There are only hidden files in it: the agent is told that there are none.")
        return tr("No notes yet"), words
    return tr("No notes yet"), tr("The agent is told that there are no files.")
