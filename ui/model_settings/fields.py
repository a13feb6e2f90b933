"""Server, address, model and key of a model of the person's own."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Signal, Slot
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QLineEdit, QWidget

from desktop_app.core.models.settings import (
    CUSTOM,
    KNOWN_SERVERS,
    ModelSettings,
    known_server,
)
from ui.fonts import Role
from ui.model_settings.words import key_words, tr
from ui.widgets.button import Button, ButtonKind
from ui.widgets.labels import TextLabel
from ui.widgets.line_edit import LineField
from ui.widgets.segments import Segments

if TYPE_CHECKING:
    from desktop_app.core.models.choice import ModelChoice


class OwnModel(QWidget):
    """``edited`` says that something else is meant; the key never leaves by itself."""

    edited = Signal()
    key_forgotten = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.host = ""
        servers = [(server.name, server.name) for server in KNOWN_SERVERS]
        self.server = Segments(tr("Server"), servers)
        self.address = LineField(tr("Address"))
        self.model = LineField(tr("Model"), placeholder=tr("as the server calls it"))
        self.key = LineField(tr("Key"))
        self.key.line.setEchoMode(QLineEdit.EchoMode.Password)
        self.forget = Button(tr("Forget key"), kind=ButtonKind.GHOST)
        self.forget.hide()
        self.source = TextLabel(role=Role.SECONDARY, tone="text2", wrap=True)
        self._lay_out()
        self._show_server(self.server.current)
        self.server.changed.connect(self._on_server)
        for field in (self.address, self.model, self.key):
            field.text_changed.connect(self._tell)
        self.forget.clicked.connect(self.key_forgotten)

    def settings(self) -> ModelSettings:
        """Return what the fields say, without the key."""
        return ModelSettings(
            self.server.current, self.address.text.strip(), self.model.text.strip()
        )

    def show_settings(self, settings: ModelSettings, choice: ModelChoice) -> None:
        """Show settings; without any, what the harness asks is a start."""
        if settings.is_set:
            server = known_server(settings.server or CUSTOM)
            address, model = settings.base_url, settings.model
        else:
            server = known_server(choice.provider or CUSTOM)
            address, model = choice.base_url, choice.model
        name = server.name if server else CUSTOM
        if server is not None and server.base_url == address:
            address = ""
        self.server.choose(name)
        self.address.set_text(address)
        self.model.set_text(model)

    def show_choice(self, choice: ModelChoice) -> None:
        """Show what the fields mean."""
        self.host = choice.host
        self.source.setText(key_words(choice))
        self.forget.setVisible(bool(choice.key_source) and not choice.key_variable)
        self.key.line.setPlaceholderText(tr("for {0}").format(choice.host) if choice.host else "")

    def _lay_out(self) -> None:
        grid = QGridLayout(self)
        grid.setContentsMargins(0, 4, 0, 4)
        grid.setHorizontalSpacing(12)
        grid.setVerticalSpacing(8)
        key = QHBoxLayout()
        key.setSpacing(8)
        key.addWidget(self.key, 1)
        key.addWidget(self.forget)
        rows = (
            (tr("Server"), self.server),
            (tr("Address"), self.address),
            (tr("Model"), self.model),
        )
        for row, (label, field) in enumerate(rows):
            grid.addWidget(TextLabel(label, Role.SECONDARY, tone="text2"), row, 0)
            grid.addWidget(field, row, 1)
        grid.addWidget(TextLabel(tr("Key"), Role.SECONDARY, tone="text2"), 3, 0)
        grid.addLayout(key, 3, 1)
        grid.addWidget(self.source, 4, 1)
        grid.setColumnStretch(1, 1)

    @Slot(str)
    def _on_server(self, name: str) -> None:
        # The address of one server is none for another.
        self.address.set_text("")
        self._show_server(name)
        self.edited.emit()

    def _show_server(self, name: str) -> None:
        server = known_server(name)
        usual = server.base_url if server else ""
        self.address.line.setPlaceholderText(usual or "http://localhost:8080/v1")

    @Slot(str)
    def _tell(self, _text: str) -> None:
        self.edited.emit()
