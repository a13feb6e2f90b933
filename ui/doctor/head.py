"""The rows above the findings: how bad it is, and what the list is narrowed to."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF, Qt, Signal, Slot
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QHBoxLayout, QWidget

from desktop_app.core.doctor.finding import Severity
from ui import fonts
from ui.doctor.items import Shown
from ui.doctor.words import LOOKS, severity_words, tr
from ui.fonts import Role, Weight
from ui.icons import Icon
from ui.widgets import counting, painting
from ui.widgets.badge import Badge
from ui.widgets.button import Button, ButtonKind
from ui.widgets.fields import FilterField
from ui.widgets.labels import ElidedLabel, TextLabel
from ui.widgets.link import Link
from ui.widgets.segments import Segments

if TYPE_CHECKING:
    from collections.abc import Sequence

    from PySide6.QtGui import QPaintEvent, QResizeEvent

    from ui.doctor.items import Item

_HIGH = 45
_STEPS = ((True, True, True), (False, True, True), (False, False, True), (False, False, False))


class Row(QWidget):
    """A row with a hairline below it."""

    def __init__(self, spacing: int, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.row = QHBoxLayout(self)
        self.row.setContentsMargins(16, 0, 16, 1)
        self.row.setSpacing(spacing)
        self.setFixedHeight(fonts.px(_HIGH))

    def paintEvent(self, _event: QPaintEvent) -> None:
        painting.hairline(QPainter(self), QPointF(0, self.height() - 1), self.width())


class DoctorHead(Row):
    """Title, a badge for each severity, and the button that looks again or stops looking.

    Where there is little room the badges keep their numbers, and the button loses its key.
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(6, parent)
        self.badges = {severity: Badge() for severity in Severity}
        self._counts = dict.fromkeys(Severity, 0)
        self.check = Button(
            tr("Check again"), kind=ButtonKind.GHOST, icon=Icon.DOCTOR, key=tr("F5")
        )
        self.stop = Button(tr("Stop"), kind=ButtonKind.GHOST, icon=Icon.CLOSE)
        self.row.addWidget(TextLabel(tr("Doctor"), Role.TITLE, Weight.STRONG))
        self.row.addSpacing(4)
        for badge in self.badges.values():
            self.row.addWidget(badge)
        self.row.addStretch(1)
        self.row.addWidget(self.check)
        self.row.addWidget(self.stop)
        self.row.setContentsMargins(16, 0, 8, 1)
        self.show_counts(())
        self.show_busy(busy=False)

    def show_counts(self, items: Sequence[Item]) -> None:
        """Count the findings of each severity."""
        counts = Counter(item.row.meaning for item in items)
        self._counts = {severity: counts[LOOKS[severity][0]] for severity in Severity}
        self._fit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        for words, name in ((True, True), (False, True), (False, False)):
            self.check.set_key_visible(words)
            self.check.setText(self.check.accessibleName() if name else "")
            self.check.updateGeometry()
            for severity, badge in self.badges.items():
                count = self._counts[severity]
                full = severity_words(severity, count)
                badge.show_badge(full if words else f"{count:,}", *LOOKS[severity])
                badge.setAccessibleName(full)
                badge.setVisible(bool(count))
            if self.row.sizeHint().width() <= self.width():
                return

    def show_busy(self, *, busy: bool) -> None:
        """Offer to stop what is under way, or to look again."""
        had_focus = self.check.hasFocus() or self.stop.hasFocus()
        self.check.setVisible(not busy)
        self.stop.setVisible(busy)
        if had_focus:
            (self.stop if busy else self.check).setFocus(Qt.FocusReason.OtherFocusReason)


class DoctorTools(Row):
    """Filter, segments, the way to what is ignored, and what was looked at."""

    narrowed = Signal(object, str)  # Shown, text
    ignored_wanted = Signal(bool)  # whether what is ignored shall be listed

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(8, parent)
        self.filter = FilterField(tr("Filter findings"), self, key="/")
        self.filter.setMinimumWidth(fonts.px(110))
        self.filter.setMaximumWidth(fonts.px(210))
        self.segments = Segments(tr("Findings"), [(shown, "") for shown in Shown], self)
        self.ignored = Link("", role=Role.SECONDARY)
        self.note = ElidedLabel(role=Role.SECONDARY, tone="text2")
        self._shows_ignored = False
        self._counts: dict[Shown, tuple[str, int]] = {}
        self.row.addWidget(self.filter, 9)
        self.row.addWidget(self.segments)
        self.row.addStretch(1)
        self.row.addWidget(self.ignored)
        self.row.addSpacing(4)
        self.row.addWidget(self.note)
        self.filter.text_changed.connect(self._tell)
        self.segments.changed.connect(self._tell)
        self.ignored.clicked.connect(self._turn)
        self.show_counts((), 0, shows_ignored=False)

    def show_counts(self, items: Sequence[Item], ignored: int, *, shows_ignored: bool) -> None:
        """Count what each segment would list."""
        repairable = sum(item.is_repairable for item in items)
        self._counts = {
            Shown.ALL: (tr("All"), len(items)),
            Shown.REPAIRABLE: (tr("Repairable"), repairable),
            Shown.BY_HAND: (tr("By hand"), len(items) - repairable),
        }
        self._shows_ignored = shows_ignored
        words = counting.counted(ignored, tr("{0} ignored"), tr("{0} ignored"))
        words = tr("Back to the findings") if shows_ignored else words
        self.ignored.setText(words)
        self.ignored.setAccessibleName(words)
        self.ignored.updateGeometry()
        self.ignored.setVisible(bool(ignored))
        self._fit()

    def show_note(self, words: str) -> None:
        """Say what was looked at, or how far something is."""
        self.note.set_text(words)
        self._fit()

    def show_narrowed(self, shown: Shown, text: str) -> None:
        """Show what the list is narrowed to."""
        if self.filter.text != text:
            self.filter.set_text(text)
        if self.segments.current != shown:
            self.segments.choose(shown)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        """Give up the note first, then the numbers, then the segments."""
        for note, numbers, segments in _STEPS:
            self.note.setVisible(note)
            self.segments.setVisible(segments)
            for shown, (name, count) in self._counts.items():
                self.segments.set_text(shown, f"{name} {count:,}" if numbers else name)
            rest = self.row.sizeHint().width() - self.filter.sizeHint().width()
            if rest + self.filter.minimumWidth() <= self.width():
                return

    @Slot()
    def _tell(self, _change: str = "") -> None:
        self.narrowed.emit(Shown(self.segments.current), self.filter.text)

    @Slot()
    def _turn(self) -> None:
        self.ignored_wanted.emit(not self._shows_ignored)
