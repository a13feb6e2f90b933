"""The about box: what this is, and the versions to name in a report."""

from __future__ import annotations

import PySide6
from PySide6.QtCore import Qt, qVersion
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QDialog, QHBoxLayout, QLabel, QVBoxLayout, QWidget

from desktop_app.services.versions import versions
from ui.fonts import Role, Weight
from ui.icons import Icon, application_icon
from ui.widgets.button import Button, ButtonKind
from ui.widgets.labels import TextLabel
from ui.widgets.section import Facts

_ICON = 64


class AboutBox(QDialog):
    """Shows the versions and copies them."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(self.tr("About Memloupe"))
        self.versions = versions() | {"Qt": qVersion() or "", "PySide6": PySide6.__version__}
        icon = QLabel()
        icon.setPixmap(application_icon().pixmap(_ICON, _ICON))
        sentence = self.tr("Shows what an AI agent remembers, byte for byte, and why.")
        facts = Facts()
        for name, version in self.versions.items():
            facts.add(name, version)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(24, 24, 24, 16)
        layout.setSpacing(12)
        layout.addWidget(icon)
        layout.addWidget(TextLabel(self.tr("Memloupe"), Role.EMPTY, Weight.STRONG))
        layout.addWidget(TextLabel(sentence, tone="text2", wrap=True))
        layout.addWidget(facts)
        licence = self.tr("Apache License 2.0. No part of it sends anything anywhere.")
        layout.addWidget(TextLabel(licence, Role.SECONDARY, tone="text3", wrap=True))
        layout.addLayout(self._buttons())
        self.setMinimumWidth(400)

    def copy(self) -> None:
        """Put the versions on the clipboard."""
        lines = (f"{name} {version}" for name, version in self.versions.items())
        QGuiApplication.clipboard().setText("\n".join(lines))

    def _buttons(self) -> QHBoxLayout:
        copy = Button(self.tr("Copy versions"), icon=Icon.COPY, large=True)
        close = Button(self.tr("Close"), kind=ButtonKind.PRIMARY, large=True)
        copy.clicked.connect(self.copy)
        close.clicked.connect(self.accept)
        row = QHBoxLayout()
        row.addWidget(copy)
        row.addStretch(1)
        row.addWidget(close)
        close.setFocus()
        return row
