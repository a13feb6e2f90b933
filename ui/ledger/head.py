"""The head of the shown file: its name, how it stands, its encoding, and how to look at it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QPointF, QSize, Signal, Slot
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QWidget

from desktop_app.core.ledger.book import Layer
from ui import fonts
from ui.file_words import encoding_words
from ui.fonts import Role, Weight
from ui.icons import Icon
from ui.ledger.words import log_title, tr
from ui.theme import tokens
from ui.tokens import Meaning
from ui.widgets import painting
from ui.widgets.badge import Badge
from ui.widgets.labels import ElidedLabel
from ui.widgets.segments import Segments

if TYPE_CHECKING:
    from ui.ledger.open_file import OpenFile

_HIGH, _ICON, _LEFT, _GAP = 45, 16, 14, 6
EDIT, RENDERED, THIRD = "edit", "rendered", "third"


class _Encoding(ElidedLabel):
    """Takes what the others leave: the line endings are only said where both have room."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent=parent, role=Role.SECONDARY, tone="text2")
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)

    @property
    def shown(self) -> str:
        whole = self.text()
        name = whole.partition(",")[0]
        wide = fonts.metrics(Role.SECONDARY).horizontalAdvance
        return next((text for text in (whole, name) if wide(text) <= self.width()), "")


class FileHead(QWidget):
    """Name, badge, encoding at the left; the segments at the right."""

    form_changed = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._icon = Icon.FILE
        self.name = ElidedLabel(parent=self, role=Role.TITLE, weight=Weight.STRONG)
        self.badge = Badge(parent=self)
        self.encoding = _Encoding(self)
        choices = [
            (EDIT, tr("Edit")),
            (RENDERED, tr("Rendered")),
            (THIRD, tr("Exact block")),
        ]
        self.forms = Segments(tr("How the file is shown"), choices, self)
        layout = self._row = QHBoxLayout(self)
        layout.setSpacing(_GAP)
        layout.addWidget(self.name)
        layout.addWidget(self.badge)
        layout.addWidget(self.encoding, 1)
        layout.addWidget(self.forms)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.forms.changed.connect(self._tell)
        self._fit()

    def show_file(self, file: OpenFile | None, *, is_edited: bool) -> None:
        """Show another file, or how the same one stands."""
        self._icon = Icon.FILE if file is None or file.is_memory else Icon.CALENDAR
        self.name.set_text("" if file is None else _title(file))
        words, meaning = _badge(file, is_edited=is_edited)
        self.badge.show_badge(words, meaning)
        self.badge.setVisible(bool(words))
        self.encoding.set_text(_encoding(file))
        is_memory = file is None or file.is_memory
        self.forms.set_text(THIRD, tr("Exact block") if is_memory else tr("Sections"))
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(super().sizeHint().width(), fonts.px(_HIGH))

    def minimumSizeHint(self) -> QSize:
        return QSize(super().minimumSizeHint().width(), fonts.px(_HIGH))

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        # The theme announces another zoom as a change of style.
        if event.type() == QEvent.Type.StyleChange and hasattr(self, "_row"):
            self._fit()

    def _fit(self) -> None:
        self._row.setContentsMargins(_LEFT + fonts.px(_ICON) + 6, 0, 12, 0)

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.fillRect(self.rect(), tokens().surface)
        painting.hairline(painter, QPointF(0, self.height() - 1), self.width())
        size = fonts.px(_ICON)
        place = QPointF(_LEFT, (self.height() - size) / 2)
        painting.draw_icon(painter, self._icon, place, size, tokens().text2)

    @Slot(str)
    def _tell(self, form: str) -> None:
        self.form_changed.emit(form)


def _title(file: OpenFile) -> str:
    return file.name if file.log is None else log_title(file.log)


def _badge(file: OpenFile | None, *, is_edited: bool) -> tuple[str, Meaning]:
    if file is None:
        return "", Meaning.NEUTRAL
    if is_edited:
        return tr("edited"), Meaning.ACCENT
    if file.is_foreign:
        root = file.layer is Layer.ROOT
        return tr("supplied by root") if root else tr("supplied by project"), Meaning.CAUTION
    if file.is_convertible:
        return tr("not UTF-8"), Meaning.CAUTION
    if file.locked:
        return tr("read-only"), Meaning.CAUTION
    archived = file.log is not None and file.log.is_archived
    return (tr("archived"), Meaning.NEUTRAL) if archived else ("", Meaning.NEUTRAL)


def _encoding(file: OpenFile | None) -> str:
    if file is None or file.row is None or file.is_convertible:
        return ""  # the badge says of other encodings that they are none
    return encoding_words(file.text)
