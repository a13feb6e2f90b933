"""What else is known of the shown note: other keys of its metadata, its bytes, its twins."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

from PySide6.QtCore import Signal, Slot
from PySide6.QtWidgets import QVBoxLayout, QWidget

from desktop_app.core.notes.front_matter import NoText
from desktop_app.core.notes.names import spelling
from ui.file_words import encoding_words, size_words
from ui.fonts import Role
from ui.naming import shown_id, shown_line
from ui.notes.words import tr
from ui.widgets.link import Link
from ui.widgets.section import Facts, Section
from ui.widgets.text_box import TextBox

if TYPE_CHECKING:
    from desktop_app.core.notes.front_matter import FrontMatter, MetadataKey
    from ui.notes.open_note import OpenNote

_SHOWN, _RAW, _MOST_KEYS = 200, 2_000, 30
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


class AboutSection(QWidget):
    """Nothing in it can be edited."""

    note_wanted = Signal(str)  # path of another note of the layer

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.metadata = Section(tr("Other metadata"), self)
        self.keys = Facts(self.metadata)
        self.raw = TextBox(tr("The metadata as it is written"), self.metadata, role=Role.MONO)
        self.metadata.body.addWidget(self.keys)
        self.metadata.body.addWidget(self.raw)
        self.file = Section(tr("File"), self)
        self.facts = Facts(self.file)
        self.file.body.addWidget(self.facts)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(self.metadata)
        layout.addWidget(self.file)

    def show_note(self, opened: OpenNote) -> None:
        """Show another note, or the same, newer."""
        front = opened.note.front if opened.note else None
        self._show_metadata(opened, front)
        self.facts.clear()
        for label, value in _facts(opened):
            self.facts.add(label, value)
        for path in opened.folder.duplicates.get(opened.row.path, ())[:1]:
            self._lead(tr("same line"), path)
        for path in opened.folder.twins.get(opened.row.path, ())[:1]:
            self._lead(tr("name alike"), path)
            for label, words in _spellings(opened.row.path, path):
                self.facts.add(label, words)

    def _show_metadata(self, opened: OpenNote, front: FrontMatter | None) -> None:
        self.keys.clear()
        others = [key for key in front.keys if key.name != "description"] if front else []
        for key in others[:_MOST_KEYS]:
            self.keys.add(shown_id(key.name), _value(key))
        broken = front is not None and bool(front.error)
        self.raw.setVisible(broken)
        if broken and front is not None and opened.note is not None and opened.note.text:
            raw = opened.note.text.text[front.start : front.body_start]
            self.raw.show_text(raw[:_RAW])
        self.metadata.set_title(tr("Metadata as it is written") if broken else tr("Other metadata"))
        self.keys.setVisible(bool(others))
        self.metadata.setVisible(bool(others) or broken)

    def _lead(self, label: str, path: str) -> None:
        link = Link(shown_id(path), role=Role.SECONDARY)
        link.setProperty("path", path)
        link.clicked.connect(self._go)
        self.facts.add(label, link)

    @Slot()
    def _go(self) -> None:
        sender = self.sender()
        if sender is not None:
            self.note_wanted.emit(str(sender.property("path")))


def _spellings(path: str, other: str) -> list[tuple[str, str]]:
    """Return which of two names is which, where both look the same."""
    ours, theirs = spelling(path, other), spelling(other, path)
    return [(tr("that one has"), theirs), (tr("this one has"), ours)] if ours else []


def _facts(opened: OpenNote) -> list[tuple[str, str]]:
    note = opened.note or opened.row.note
    if note is None:
        return [(tr("layer"), shown_id(opened.folder.layer.mount))]
    text = encoding_words(note.text) if note.text else ""
    at = _EPOCH + timedelta(seconds=note.facts.mtime_ns // 1_000_000_000)
    rows = [
        (tr("file"), shown_id(note.facts.path)),
        (tr("size"), size_words(note.facts.size)),
        (tr("text"), text),
        (tr("written"), f"{at:%Y-%m-%d %H:%M:%S} UTC"),
    ]
    return [(label, value) for label, value in rows if value]


def _value(key: MetadataKey) -> str:
    value = key.value
    if value is None:
        return tr("‹empty›")
    if isinstance(value, NoText):
        return value.value
    return shown_line(str(value)[:_SHOWN])
