"""The month to move through by day."""

from __future__ import annotations

from datetime import date

import pytest
from PySide6.QtCore import QLocale, Qt

from ui.widgets.calendar import DayMark, MonthCalendar

KEYS = Qt.Key
TODAY = date(2026, 6, 16)


@pytest.fixture
def calendar(qtbot):
    made = MonthCalendar("Days", TODAY)
    qtbot.addWidget(made)
    made.resize(264, 260)
    made.show()
    return made


@pytest.mark.parametrize(
    ("keys", "day"),
    [
        ([KEYS.Key_Left], date(2026, 6, 15)),
        ([KEYS.Key_Right], date(2026, 6, 17)),
        ([KEYS.Key_Up], date(2026, 6, 9)),
        ([KEYS.Key_Down] * 3, date(2026, 7, 7)),
        ([KEYS.Key_PageUp], date(2026, 5, 16)),
        ([KEYS.Key_PageDown, KEYS.Key_Home], TODAY),
    ],
)
def test_keys_move_the_day(calendar, qtbot, keys, day):
    chosen = []
    calendar.grid.chosen.connect(chosen.append)
    for key in keys:
        qtbot.keyClick(calendar.grid, key)
    assert calendar.grid.day == day
    assert chosen[-1] == day


def test_the_last_day_of_a_month_goes_to_the_last_of_a_shorter_one(calendar):
    calendar.grid.show_day(date(2026, 3, 31))
    calendar.grid.step_month(-1)
    assert calendar.grid.day == date(2026, 2, 28)


def test_nobody_falls_out_of_the_calendar(calendar, qtbot):
    calendar.grid.show_day(date.min)
    qtbot.keyClick(calendar.grid, KEYS.Key_Left)
    qtbot.keyClick(calendar.grid, KEYS.Key_PageUp)
    assert calendar.grid.day == date.min
    calendar.grid.show_day(date.max)
    qtbot.keyClick(calendar.grid, KEYS.Key_Down)
    assert calendar.grid.day == date.max


def test_a_click_chooses_a_day(calendar, qtbot):
    area = calendar.grid.area_of(date(2026, 6, 5))
    qtbot.mouseClick(calendar.grid, Qt.MouseButton.LeftButton, pos=area.center().toPoint())
    assert calendar.grid.day == date(2026, 6, 5)


def test_weeks_start_as_the_locale_says(calendar):
    before = QLocale()
    try:
        QLocale.setDefault(QLocale(QLocale.Language.German, QLocale.Country.Germany))
        monday = calendar.grid.area_of(date(2026, 6, 1)).left()
        assert monday == calendar.grid.area_of(date(2026, 6, 8)).left()
        assert monday < calendar.grid.area_of(date(2026, 6, 7)).left()
        QLocale.setDefault(QLocale(QLocale.Language.English, QLocale.Country.UnitedStates))
        sunday = calendar.grid.area_of(date(2026, 6, 7)).left()
        assert sunday < calendar.grid.area_of(date(2026, 6, 8)).left()
    finally:
        QLocale.setDefault(before)


def test_marks_are_said_and_painted(calendar):
    before = calendar.grab().toImage()
    calendar.grid.set_marks({TODAY: DayMark("2 sections", is_due=True)})
    assert "today, 2 sections" in calendar.grid.accessibleDescription()
    assert calendar.grab().toImage() != before


def test_a_month_of_six_weeks_is_higher(calendar):
    five = calendar.grid.sizeHint().height()
    calendar.grid.show_day(date(2026, 8, 1))
    assert calendar.grid.sizeHint().height() >= five
    assert calendar.title.text() == QLocale().toString(date(2026, 8, 1), "MMMM yyyy")
