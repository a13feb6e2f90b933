"""What is wrong with a damaged record, and what is worth a look."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF, Qt, Signal, Slot
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QVBoxLayout, QWidget

from ui import fonts
from ui.fonts import Role
from ui.icons import MEANING_ICONS, Icon
from ui.observations.damaged_presenter import DamagedPresenter
from ui.observations.damaged_words import column_words
from ui.observations.inspector_frame import InspectorHead
from ui.observations.text_section import TextSection
from ui.theme import tokens
from ui.tokens import Meaning
from ui.widgets import painting
from ui.widgets.button import Button, ButtonKind
from ui.widgets.labels import TextLabel
from ui.widgets.link import Link
from ui.widgets.scrolled import Scrolled
from ui.widgets.section import Section

if TYPE_CHECKING:
    from ui.observations.damaged_record import DamagedRecord, Wrong
    from ui.observations.rows import Row
    from ui.session import Session

MOST_SHOWN = 30
_TEXT_LEFT = 24


class DamagedInspector(QWidget):
    """The right pane beside a damaged record; each title leads to its place in the text."""

    close_requested = Signal()

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._presenter = DamagedPresenter.of(session)
        self.head = InspectorHead(self.tr("What is wrong"), self)
        area = Scrolled(self)
        inside = QWidget(area.viewport())
        area.setWidget(inside)
        self.text = TextSection(inside)
        self.stops = Section(self.tr("Stops the engine"), inside)
        self.odd = Section(self.tr("Worth a look"), inside)
        self.repair = Section(self.tr("Repair"), inside)
        self.preview_button = Button(
            self.tr("Preview repair"), kind=ButtonKind.PRIMARY, icon=Icon.DOCTOR
        )
        self.repair_words = TextLabel("", Role.SECONDARY, tone="text2", wrap=True)
        self.repair.body.addWidget(self.repair_words)
        self.repair.body.addWidget(self.preview_button, 0, Qt.AlignmentFlag.AlignLeft)
        self.preview_button.clicked.connect(self._presenter.preview_repair)
        sections = QVBoxLayout(inside)
        sections.setContentsMargins(0, 0, 0, 0)
        sections.setSpacing(0)
        for section in (self.text, self.stops, self.odd, self.repair):
            sections.addWidget(section)
        sections.addStretch(1)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(self.head)
        layout.addWidget(area, 1)
        self.setAccessibleName(self.tr("What is wrong"))
        self.head.close_button.clicked.connect(self.close_requested)
        self._presenter.record_changed.connect(self._show)
        self._presenter.row_chosen.connect(self._show_row)
        self._show_row(None)
        self._show(self._presenter.record)

    @Slot(object)
    def _show(self, record: DamagedRecord | None) -> None:
        self._fill(self.stops, record.wrong if record else (), Meaning.DAMAGED)
        self._fill(self.odd, record.odd if record else (), Meaning.CAUTION)
        self.repair.setVisible(record is not None)
        has_repair = self._presenter.has_repair
        self.preview_button.setVisible(has_repair)
        self.repair_words.setText(
            self.tr("The doctor knows what would make it readable. Nothing is written yet.")
            if has_repair
            else self.tr("No repair can know what was meant: mend it by hand with Edit (E).")
        )

    @Slot(object)
    def _show_row(self, row: Row | None) -> None:
        self.text.setVisible(row is not None)
        if row is not None:
            self.text.show_row(row)
            seq = self.tr("Text of observation {0}").format(row.observation.seq)
            self.text.set_title(seq)

    def _fill(self, section: Section, found: tuple[Wrong, ...], meaning: Meaning) -> None:
        while (item := section.body.takeAt(0)) is not None:
            if (widget := item.widget()) is not None:
                widget.hide()
                widget.deleteLater()
        section.set_note(f"{len(found):,}")
        section.setVisible(bool(found))
        for wrong in found[:MOST_SHOWN]:
            problem = WrongItem(wrong, meaning)
            problem.chosen.connect(self._presenter.choose_wrong)
            section.body.addWidget(problem)
        more = len(found) - MOST_SHOWN
        if more > 0:
            words = self.tr("and {0} more, marked in the text").format(f"{more:,}")
            section.body.addWidget(TextLabel(words, Role.SECONDARY, tone="text2"))


class WrongItem(QWidget):
    """One thing that is wrong: its name, where it stands, and the reason."""

    chosen = Signal(object)  # Wrong

    def __init__(self, wrong: Wrong, meaning: Meaning, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._wrong, self._meaning = wrong, meaning
        self.title = Link(wrong.title)
        where = self._where(wrong)
        self.title.setAccessibleName(f"{wrong.title}: {wrong.reason} {where}")
        self.title.clicked.connect(self._choose)
        place = TextLabel(where, Role.SECONDARY, tone="text2")
        reason = TextLabel(wrong.reason, Role.SECONDARY, tone="text2", wrap=True)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(fonts.px(_TEXT_LEFT), 0, 0, 4)
        layout.setSpacing(2)
        layout.addWidget(self.title, 0, Qt.AlignmentFlag.AlignLeft)
        layout.addWidget(place)
        layout.addWidget(reason)

    def _where(self, wrong: Wrong) -> str:
        """Return the place in the stored text, counted from 1."""
        column = column_words(wrong.column)
        if wrong.offset is None:
            return column
        words = self.tr("{0}, character {1}, byte {2}")
        return words.format(column, f"{wrong.offset + 1:,}", f"{wrong.byte + 1:,}")

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        painting.smooth(painter)
        size = fonts.px(16)
        top = self.title.geometry().center().y() - size / 2 + 1
        tone = tokens().shades(self._meaning).foreground
        painting.draw_icon(painter, MEANING_ICONS[self._meaning], QPointF(0, top), size, tone)

    @Slot()
    def _choose(self) -> None:
        self.chosen.emit(self._wrong)
