"""A month to move through by day: which days have something, what is due, today, the chosen one."""

from __future__ import annotations

from calendar import monthrange
from dataclasses import dataclass
from datetime import date, timedelta
from typing import TYPE_CHECKING

from PySide6.QtCore import QDate, QLocale, QPoint, QRectF, QSize, Qt, Signal, Slot
from PySide6.QtGui import QColor, QKeyEvent, QMouseEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget

from ui import fonts
from ui.fonts import Role, Weight
from ui.icons import Icon
from ui.theme import tokens
from ui.tokens import Meaning
from ui.widgets import painting
from ui.widgets.button import IconButton
from ui.widgets.labels import TextLabel

if TYPE_CHECKING:
    from collections.abc import Mapping

_WEEK = 7
_LEAST_WEEKS = 5
_CELL, _ROW, _NAMES = 28, 32, 22
_RADIUS = 6
_STEPS = {
    Qt.Key.Key_Left: -1,
    Qt.Key.Key_Right: 1,
    Qt.Key.Key_Up: -_WEEK,
    Qt.Key.Key_Down: _WEEK,
}
_MONTHS = {Qt.Key.Key_PageUp: -1, Qt.Key.Key_PageDown: 1}
_ENTER = {Qt.Key.Key_Return, Qt.Key.Key_Enter}
_YEARS = (1, 9999)


@dataclass(frozen=True, slots=True)
class DayMark:
    """What a day has.

    Attributes:
        words: What there is, for tooltips and screen readers.
        is_due: Whether something of it is about to happen.
    """

    words: str
    is_due: bool = False


class MonthGrid(QWidget):
    """The days of one month; arrows move the chosen day, PgUp and PgDn by a month, Home to today.

    Enter emits ``activated``.
    """

    chosen = Signal(object)  # date, by the person
    month_changed = Signal()
    activated = Signal()

    def __init__(self, name: str, today: date, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._name, self._today, self._day = name, today, today
        self._marks: Mapping[date, DayMark] = {}
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setMouseTracking(True)
        self.setAccessibleName(name)
        self._describe()

    @property
    def day(self) -> date:
        """The chosen day; its month is shown."""
        return self._day

    def set_today(self, today: date) -> None:
        """Say which day it is."""
        self._today = today
        self.update()

    def set_marks(self, marks: Mapping[date, DayMark]) -> None:
        """Show what each day has."""
        self._marks = marks
        self._describe()
        self.update()

    def show_day(self, day: date) -> None:
        """Choose a day without telling anybody."""
        changed = (day.year, day.month) != (self._day.year, self._day.month)
        self._day = day
        self._describe()
        self.update()
        if changed:
            self.updateGeometry()
            self.month_changed.emit()

    def choose(self, day: date) -> None:
        """Choose a day as a click would."""
        self.show_day(day)
        self.chosen.emit(day)

    def step_month(self, months: int) -> None:
        """Choose the same day of another month, or its last one."""
        year, month = divmod(self._day.year * 12 + self._day.month - 1 + months, 12)
        if _YEARS[0] <= year <= _YEARS[1]:
            last = monthrange(year, month + 1)[1]
            self.choose(date(year, month + 1, min(self._day.day, last)))

    def area_of(self, day: date) -> QRectF:
        """Return the cell of a day of the shown month."""
        place = self._lead() + day.day - 1
        row, column = divmod(place, _WEEK)
        cell, high = fonts.px(_CELL), fonts.px(_ROW)
        middle = self.width() * (2 * column + 1) / (2 * _WEEK)
        top = fonts.px(_NAMES) + row * high + (high - cell) / 2
        return QRectF(round(middle - cell / 2), top, cell, cell)

    def sizeHint(self) -> QSize:
        weeks = -(-(self._lead() + self._days()) // _WEEK)
        high = fonts.px(_NAMES) + max(weeks, _LEAST_WEEKS) * fonts.px(_ROW)
        return QSize(fonts.px(_WEEK * _ROW), high)

    def minimumSizeHint(self) -> QSize:
        return QSize(fonts.px(_WEEK * _CELL), self.sizeHint().height())

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key = Qt.Key(event.key())
        if event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier:
            super().keyPressEvent(event)
        elif key in _STEPS:
            self._step(_STEPS[key])
        elif key in _MONTHS:
            self.step_month(_MONTHS[key])
        elif key == Qt.Key.Key_Home:
            self.choose(self._today)
        elif key in _ENTER:
            self.activated.emit()
        else:
            super().keyPressEvent(event)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        day = self._day_at(event.position().toPoint())
        if day is not None and event.button() == Qt.MouseButton.LeftButton:
            self.choose(day)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        day = self._day_at(event.position().toPoint())
        mark = self._marks.get(day) if day else None
        self.setToolTip(mark.words if mark else "")
        super().mouseMoveEvent(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter, wanted = QPainter(self), event.rect().toRectF()
        painting.smooth(painter)
        locale, colours = QLocale(), tokens()
        for column, number in enumerate(_week_days(locale)):
            words = locale.dayName(number, QLocale.FormatType.ShortFormat)[:2]
            middle = self.width() * (2 * column + 1) / (2 * _WEEK)
            area = QRectF(middle - fonts.px(_ROW) / 2, 0, fonts.px(_ROW), fonts.px(_NAMES))
            font = fonts.font(Role.SECONDARY)
            if area.intersects(wanted):
                painting.draw_text(painter, area, words, font, colours.text2, painting.CENTRE)
        for number in range(1, self._days() + 1):
            day = self._day.replace(day=number)
            # Behind a dialog, a caret that blinks there asks for a few pixels, twice a second.
            if self.area_of(day).intersects(wanted):
                self._paint_day(painter, day)
        if self.hasFocus():
            ring = self.area_of(self._day).adjusted(-2, -2, 2, 2)
            painting.focus_ring(painter, ring, _RADIUS + 2)

    def _paint_day(self, painter: QPainter, day: date) -> None:
        colours, area, mark = tokens(), self.area_of(day), self._marks.get(day)
        is_chosen = day == self._day
        if is_chosen:
            painting.fill_rounded(painter, area, _RADIUS, colours.accent_fill)
        if day == self._today:
            painting.edge_rounded(painter, area, _RADIUS, colours.control)
        weight = Weight.MEDIUM if mark or is_chosen else Weight.NORMAL
        tone = colours.text if mark else colours.text2
        tone = colours.on_accent if is_chosen else tone
        number = area.adjusted(0, 0, 0, -fonts.px(6)) if mark else area
        font = fonts.font(Role.BODY, weight)
        painting.draw_text(painter, number, str(day.day), font, tone, painting.CENTRE)
        if mark is not None:
            _paint_mark(painter, area, is_due=mark.is_due, colour=self._mark_colour(day, mark))

    def _mark_colour(self, day: date, mark: DayMark) -> QColor:
        if day == self._day:
            return tokens().on_accent
        return tokens().shades(Meaning.CAUTION if mark.is_due else Meaning.OUT).fill

    def _step(self, days: int) -> None:
        ordinal = self._day.toordinal() + days
        if date.min.toordinal() <= ordinal <= date.max.toordinal():
            self.choose(self._day + timedelta(days=days))

    def _day_at(self, point: QPoint) -> date | None:
        days = (self._day.replace(day=number) for number in range(1, self._days() + 1))
        return next((day for day in days if self.area_of(day).contains(point)), None)

    def _days(self) -> int:
        return monthrange(self._day.year, self._day.month)[1]

    def _lead(self) -> int:
        """Return how many cells of the first week belong to the month before."""
        return _week_days(QLocale()).index(self._day.replace(day=1).isoweekday())

    def _describe(self) -> None:
        day, mark = self._day, self._marks.get(self._day)
        said = [QLocale().toString(QDate(day.year, day.month, day.day), "dddd d MMMM yyyy")]
        if day == self._today:
            said.append(self.tr("today"))
        said.append(mark.words if mark else self.tr("nothing written"))
        self.setAccessibleDescription(", ".join(said))


class MonthCalendar(QWidget):
    """The name of the month, the way to its neighbours, and the days."""

    def __init__(self, name: str, today: date, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.grid = MonthGrid(name, today)
        self.title = TextLabel("", Role.BODY, Weight.STRONG)
        self.earlier = IconButton(Icon.CHEVRON_LEFT, self.tr("Previous month"), key=self.tr("PgUp"))
        self.later = IconButton(Icon.CHEVRON_RIGHT, self.tr("Next month"), key=self.tr("PgDn"))
        self.earlier.clicked.connect(self._step_back)
        self.later.clicked.connect(self._step_on)
        head = QHBoxLayout()
        head.setContentsMargins(8, 0, 0, 0)
        head.setSpacing(0)
        head.addWidget(self.title)
        head.addStretch(1)
        for button in (self.earlier, self.later):
            button.setFocusPolicy(Qt.FocusPolicy.NoFocus)
            head.addWidget(button)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(8, 4, 8, 6)
        layout.setSpacing(0)
        layout.addLayout(head)
        layout.addWidget(self.grid)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self.setFocusProxy(self.grid)
        self.grid.month_changed.connect(self._show_month)
        self._show_month()

    @Slot()
    def _step_back(self) -> None:
        self.grid.step_month(-1)

    @Slot()
    def _step_on(self) -> None:
        self.grid.step_month(1)

    @Slot()
    def _show_month(self) -> None:
        day = self.grid.day
        self.title.setText(QLocale().toString(QDate(day.year, day.month, day.day), "MMMM yyyy"))


def _week_days(locale: QLocale) -> list[int]:
    """Return the numbers of the days, 1 for Monday, in the order in which weeks go here."""
    first = int(locale.firstDayOfWeek().value)
    return [(first - 1 + place) % _WEEK + 1 for place in range(_WEEK)]


def _paint_mark(painter: QPainter, cell: QRectF, *, is_due: bool, colour: QColor) -> None:
    high = fonts.px(3)
    wide = fonts.px(10) if is_due else high
    area = QRectF(cell.center().x() - wide / 2, cell.bottom() - fonts.px(7), wide, high)
    painting.fill_rounded(painter, area, high / 2, colour)
