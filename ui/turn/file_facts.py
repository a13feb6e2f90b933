"""Where a block of the turn comes from, how large it is, and why it is as it is."""

from __future__ import annotations

from PySide6.QtCore import Signal, Slot
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from desktop_app.core.engine_text import encode
from desktop_app.core.files.text import java_length
from desktop_app.core.turn.context import BlockKind, TurnBlock
from ui.fonts import Role
from ui.icons import Icon
from ui.naming import shown_id
from ui.turn.words import block_name
from ui.widgets.button import Button
from ui.widgets.labels import TextLabel
from ui.widgets.scrolled import Scrolled
from ui.widgets.section import Facts, Section


class FileFacts(QWidget):
    """Facts of the open block, if files add it; hidden otherwise."""

    jump_wanted = Signal(object)  # TurnBlock: go to where it comes from

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._block: TurnBlock | None = None
        area = Scrolled(self)
        inside = QWidget(area.viewport())
        area.setWidget(inside)
        self.section, self.why = Section("", inside), Section(self.tr("Why"), inside)
        self.facts = Facts(self.section)
        self.jump = Button("", self.section, icon=Icon.JUMP)
        self.jump.clicked.connect(self._go)
        button = QHBoxLayout()
        button.addWidget(self.jump)
        button.addStretch(1)
        self.section.body.addWidget(self.facts)
        self.section.body.addLayout(button)
        body = QVBoxLayout(inside)
        body.setContentsMargins(0, 0, 0, 0)
        body.setSpacing(0)
        body.addWidget(self.section)
        body.addWidget(self.why)
        body.addStretch(1)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(area)
        self.hide()

    @property
    def reasons(self) -> list[str]:
        """What it says about why."""
        return list(self._block.reason) if self._block else []

    def show_block(self, block: TurnBlock | None) -> bool:
        """Show a block, and return whether it is one of files."""
        known = block if block is not None and block.kind.is_of_files else None
        self.setVisible(known is not None)
        if known is not None and known != self._block:
            self._fill(known)
        self._block = known
        return known is not None

    def _fill(self, block: TurnBlock) -> None:
        text = block.text or ""
        self.section.set_title(block_name(block))
        self.facts.clear()
        if block.source:
            self.facts.add(self.tr("file"), shown_id(block.source))
        role = self.tr("user") if block.role == "user" else self.tr("system")
        self.facts.add(self.tr("message"), role)
        length = java_length(text)
        self.facts.add(self.tr("characters"), f"{len(text):,}")
        self.facts.add(self.tr("UTF-16 units"), f"{length:,}")
        self.facts.add(self.tr("bytes"), f"{len(encode(text)):,}")
        if block.kind is not BlockKind.NOTES:
            self.facts.add(self.tr("tokens"), self.tr("{0}, units ÷ 4").format(f"{length // 4:,}"))
        is_note = block.kind is BlockKind.NOTES
        self.jump.setText(self.tr("Show the notes") if is_note else self.tr("Show the file"))
        self.jump.setVisible(is_note or bool(block.source))
        while (item := self.why.body.takeAt(0)) is not None:
            if (widget := item.widget()) is not None:
                widget.hide()
                widget.deleteLater()
        for words in block.reason:
            label = TextLabel(words, Role.SECONDARY, tone="text2", wrap=True)
            self.why.body.addWidget(label)

    @Slot()
    def _go(self) -> None:
        if self._block is not None:
            self.jump_wanted.emit(self._block)
