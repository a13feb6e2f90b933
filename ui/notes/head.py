"""Over the page of notes: which layer, what is known of it, and as whom it is seen."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QPoint, QPointF, Qt, Signal, Slot
from PySide6.QtGui import QAction, QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QMenu, QSizePolicy, QVBoxLayout, QWidget

from desktop_app.core.files.facts import FileKind
from ui.fonts import Role
from ui.icons import Icon
from ui.naming import shown_id, shown_line
from ui.notes.words import note_count, role_words, tr, writers_words
from ui.theme import tokens
from ui.tokens import Meaning
from ui.widgets import painting
from ui.widgets.badge import Badge
from ui.widgets.button import Button, ButtonKind
from ui.widgets.labels import ElidedLabel
from ui.widgets.segments import Segments
from ui.widgets.single_choice import only_one

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from ui.notes.presenter import NotesPresenter

LIST, SECTION, TURN = "list", "section", "turn"
_MOST_IN_MENU = 60


class NotesHead(QWidget):
    """Layer, facts, roles, and the choice of pages."""

    page_wanted = Signal(str)

    def __init__(self, presenter: NotesPresenter, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._presenter = presenter
        self._offered = ""  # the placeholder whose values the menu has
        self.layer = Button("", self, kind=ButtonKind.GHOST, icon=Icon.CHEVRON_DOWN)
        self.lock = Badge(tr("read-only"), Meaning.NEUTRAL, Icon.LOCK, self)
        self.by_hand = Badge(tr("named by hand"), parent=self)
        self.value = Button("", self, icon=Icon.CHEVRON_DOWN)
        self.role = Button("", self, icon=Icon.CHEVRON_DOWN)
        self.facts = ElidedLabel(parent=self, role=Role.SECONDARY, tone="text2")
        self.description = ElidedLabel(parent=self)
        self.instructions = ElidedLabel(parent=self, role=Role.SECONDARY, tone="text2")
        self.pages = Segments(
            tr("Page"),
            [
                (LIST, tr("Notes")),
                (SECTION, tr("What a turn gets")),
                (TURN, tr("What a turn changed")),
            ],
            self,
        )
        self.tools = QHBoxLayout()
        self._lay_out()
        self.pages.changed.connect(self.page_wanted)
        for button in (self.layer, self.role, self.value):
            button.let_shrink()
        self.layer.clicked.connect(self.choose_layer)
        self.role.clicked.connect(self.choose_role)
        self.value.clicked.connect(self.choose_value)
        presenter.desk_changed.connect(self.show_layer)
        self.show_layer()

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.fillRect(self.rect(), tokens().surface)
        painting.hairline(painter, QPointF(0, self.height() - 1), self.width())

    @Slot()
    def show_layer(self) -> None:
        """Show the layer of now."""
        presenter, layer = self._presenter, self._presenter.layer
        self.setVisible(layer is not None)
        self.by_hand.setVisible(layer is not None and layer.is_by_hand)
        self.lock.setVisible(layer is not None and layer.is_usable and bool(presenter.locked))
        self._show_person()
        if layer is None:
            return
        name = shown_id(layer.mount)
        _say(self.layer, name, tr("Layer {0}; choose another one").format(name))
        self.facts.set_text(self._facts())
        words = shown_line(layer.description)
        self.description.set_text(words)
        self.description.setVisible(bool(words.strip()))
        words = shown_line(layer.instructions)
        self.instructions.set_text(words)
        self.instructions.setVisible(bool(words.strip()))

    @Slot()
    def choose_layer(self) -> None:
        """Offer every layer."""
        desk = self._presenter.desk
        layers = desk.layers.layers if desk else ()
        shown = self._presenter.layer
        rows = [(shown_id(one.mount), one.mount, one == shown) for one in layers]
        self._offer(self.layer, rows, self._take_layer)

    @Slot()
    def choose_role(self) -> None:
        """Offer every role that a layer names."""
        desk, now = self._presenter.desk, self._presenter.person.role
        roles: list[str | None] = [None, *(desk.layers.roles if desk else ())]
        rows = [(role_words(role), role or "", role == now) for role in roles]
        self._offer(self.role, rows, self._take_role)

    @Slot()
    def choose_value(self) -> None:
        """Offer whose folder could be meant."""
        self.offer_values(self._values()[0])

    @Slot(str)
    def offer_values(self, name: str) -> None:
        """Offer what a placeholder could stand for."""
        self._offered = name
        desk, now = self._presenter.desk, dict(self._presenter.person.values).get(name)
        values = desk.values.get(name, ()) if desk else ()
        rows = [(shown_id(one), one, one == now) for one in values]
        self._offer(self.value, rows, self._take_value)

    def _lay_out(self) -> None:
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        top = QHBoxLayout()
        top.setSpacing(8)
        top.addWidget(self.layer)
        top.addWidget(self.lock)
        top.addWidget(self.by_hand)
        top.addStretch(1)
        top.addWidget(self.value)
        top.addWidget(self.role)
        words = QVBoxLayout()
        words.setContentsMargins(10, 0, 0, 0)
        words.setSpacing(2)
        for part in (self.description, self.instructions, self.facts):
            words.addWidget(part)
        below = QHBoxLayout()
        below.setSpacing(12)
        below.addWidget(self.pages)
        below.addLayout(self.tools, 1)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(8, 8, 12, 9)
        layout.setSpacing(6)
        layout.addLayout(top)
        layout.addLayout(words)
        layout.addSpacing(2)
        layout.addLayout(below)

    def _show_person(self) -> None:
        presenter = self._presenter
        role = role_words(presenter.person.role)
        desk = presenter.desk
        _say(self.role, tr("See as {0}").format(role), tr("Seen and edited as {0}").format(role))
        self.role.setVisible(desk is not None and bool(desk.layers.roles))
        name, values = self._values()
        now = dict(presenter.person.values).get(name, "")
        words = tr("{0}: {1}").format(shown_id(name), shown_id(now) if now else tr("choose…"))
        _say(self.value, words, tr("Whose folder: {0}").format(words))
        self.value.setVisible(bool(values))

    def _facts(self) -> str:
        presenter = self._presenter
        layer, folder, index = presenter.layer, presenter.folder, presenter.index
        if layer is None or folder is None or index is None:
            return ""
        hidden = sum(one.facts.kind is FileKind.FILE for one in folder.skipped)
        out = len(folder.notes) - len(index.listed)
        used, limit = f"{index.bytes_used:,}", f"{layer.max_index_bytes:,}"
        parts = (
            shown_id(layer.source or layer.template or "."),
            note_count(len(folder.notes)) if layer.is_usable else "",
            tr("{0} left out").format(f"{out:,}") if out and layer.is_usable else "",
            tr("{0} hidden").format(f"{hidden:,}") if hidden else "",
            writers_words(layer),
            tr("{0} of {1} bytes").format(used, limit) if layer.is_usable else "",
        )
        return " · ".join(part for part in parts if part)

    def _values(self) -> tuple[str, tuple[str, ...]]:
        desk = self._presenter.desk
        names = desk.layers.placeholders if desk else ()
        for name in names:
            values = desk.values.get(name, ()) if desk else ()
            if values:
                return name, values
        return "", ()

    def _offer(
        self,
        button: Button,
        rows: Iterable[tuple[str, str, bool]],
        take: Callable[[QAction], None],
    ) -> None:
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        for words, key, is_chosen in list(rows)[:_MOST_IN_MENU]:
            action = QAction(words.replace("&", "&&"), menu)
            action.setData(key)
            action.setCheckable(True)
            action.setChecked(is_chosen)
            menu.addAction(action)
        only_one(menu)
        menu.triggered.connect(take)
        menu.popup(button.mapToGlobal(QPoint(0, button.height())))
        actions = menu.actions()
        if actions:
            menu.setActiveAction(next((one for one in actions if one.isChecked()), actions[0]))

    @Slot(QAction)
    def _take_layer(self, action: QAction) -> None:
        self._presenter.choose_layer(str(action.data()))

    @Slot(QAction)
    def _take_role(self, action: QAction) -> None:
        self._presenter.see_as(str(action.data()) or None)

    @Slot(QAction)
    def _take_value(self, action: QAction) -> None:
        self._presenter.set_value(self._offered, str(action.data()))


def _say(button: Button, words: str, spoken: str) -> None:
    button.setText(words)
    button.setAccessibleName(spoken)
    button.setToolTip(spoken)
    button.updateGeometry()
