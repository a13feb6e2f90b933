"""Names a layer of notes by hand; it is kept with the person's own settings."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Signal, Slot

from desktop_app.core.errors import RefusedError
from desktop_app.core.notes.layer import (
    DEFAULT_INDEX_BYTES,
    DEFAULT_MOUNT,
    Layer,
    normal_mount,
)
from desktop_app.core.notes.layers_file import checked
from desktop_app.services.workspace_files import note_layers
from ui.fonts import Role
from ui.icons import Icon
from ui.notes.words import tr
from ui.widgets.dialog import Dialog
from ui.widgets.labels import TextLabel
from ui.widgets.line_edit import LineField

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget

    from desktop_app.services.file_memory import FileMemory
    from desktop_app.services.jobs import JobContext


class LayerDialog(Dialog):
    """Asks for mount, folder, words, limit and who may write; says at once what is wrong."""

    named = Signal(object)  # Layer

    def __init__(self, parent: QWidget, layers: tuple[Layer, ...]) -> None:
        super().__init__(
            parent,
            tr("Name a layer of notes"),
            primary=tr("Keep it"),
            safe=tr("Cancel"),
            sentence=tr("It is kept with your own settings; nothing in the workspace changes."),
            icon=Icon.LAYERS,
        )
        self._layers = layers
        taken = {normal_mount(layer.mount) for layer in layers}
        self.folder = LineField(tr("Folder"), placeholder=tr("below the workspace: memory/team"))
        self.mount = LineField(tr("Where the agent finds it"), placeholder=DEFAULT_MOUNT)
        self.mount.set_text("" if DEFAULT_MOUNT in taken else DEFAULT_MOUNT)
        self.description = LineField(tr("Description"), placeholder=tr("what the agent is told"))
        self.limit = LineField(tr("Bytes of its list"))
        self.limit.set_text(str(DEFAULT_INDEX_BYTES))
        self.writers = LineField(tr("Roles that may write"), placeholder=tr("everybody"))
        self.state = TextLabel("", Role.SECONDARY, wrap=True)
        rows = (self.folder, self.mount, self.description, self.limit, self.writers)
        for field in rows:
            self.body.addWidget(
                TextLabel(field.line.accessibleName(), Role.SECONDARY, tone="text2")
            )
            self.body.addWidget(field)
            field.text_changed.connect(self._check)
            field.submitted.connect(self.confirm)
        self.body.addWidget(self.state)
        self.confirmed.connect(self._name)
        self._check()

    @property
    def layer(self) -> Layer:
        """The layer as it is typed."""
        names = [name.strip() for name in self.writers.text.split(",")]
        writers = tuple((name, True) for name in names if name)
        return Layer(
            source="",
            template=self.folder.text,
            mount=self.mount.text,
            description=self.description.text,
            max_index_bytes=int(self.limit.text),
            roles=writers or None,
            is_by_hand=True,
        )

    @Slot()
    def _check(self) -> None:
        problem = self._problem()
        self.state.setText(problem)
        self.primary_button.set_unavailable(problem)

    def _problem(self) -> str:
        if not self.folder.text:
            return tr("Name the folder.")
        if not self.mount.text:
            return tr("Say where the agent finds it.")
        if not (self.limit.text.isascii() and self.limit.text.isdecimal()):
            return tr("The limit is a number of bytes.")
        return checked([*self._layers, self.layer], {})[-1].problem

    @Slot()
    def _name(self) -> None:
        self.named.emit(self.layer)


def keep_layer(files: FileMemory, layer: Layer, _context: JobContext) -> None:
    """Keep one more layer.

    Raises:
        RefusedError: what was kept before can't be read, and would be lost.
    """
    note_layers(files).write((*_kept(files), layer))


def forget_layer(files: FileMemory, layer: Layer, _context: JobContext) -> None:
    """Keep a layer no longer; its notes stay where they are.

    Raises:
        RefusedError: what was kept before can't be read, and would be lost.
    """
    mount = normal_mount(layer.mount)
    left = tuple(one for one in _kept(files) if normal_mount(one.mount) != mount)
    note_layers(files).write(left)


def _kept(files: FileMemory) -> tuple[Layer, ...]:
    found, problem = note_layers(files).read()
    if problem:
        raise RefusedError(problem, tr("Nothing was changed."))
    return found
