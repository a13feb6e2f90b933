"""What lies behind a dialog lives on when Python collects its garbage, as it does every second."""

from __future__ import annotations

import gc
import time

import pytest
import shiboken6
from edit_driver import press
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget
from working_window import CTRL, ENTER, ESCAPE, begin, dialog, inspector, key, select, show_working

from ui import garbage
from ui.garbage import GuiThreadCollector


@pytest.mark.parametrize("opens", [Qt.Key.Key_F2, Qt.Key.Key_Delete])
def test_the_page_behind_a_dialog_is_not_taken_for_garbage(driver, golden_workspace, opens):
    show_working(driver, golden_workspace("rich-coding-agent"))
    begin(driver, "count", "7")
    press(driver, ENTER, CTRL)
    select(driver, "count")
    key(driver, opens)
    driver.settle()
    assert dialog(driver).isVisible()
    gc.collect()
    key(driver, ESCAPE)
    page = inspector(driver).entry
    parts = [*vars(page).values(), *vars(page.value).values()]
    assert all(shiboken6.isValid(part) for part in parts if isinstance(part, QWidget))
    for place in ("go.doctor", "go.status"):
        driver.do(place)
        driver.settle()
    press(driver, Qt.Key.Key_Z, CTRL)
    assert page.value.panel.isHidden()


@pytest.fixture
def collected(monkeypatch):
    found = []
    monkeypatch.setattr(garbage.gc, "collect", found.append)
    return found


@pytest.fixture
def counts(monkeypatch):
    found = [0, 0, 0]
    monkeypatch.setattr(garbage.gc, "get_count", lambda: tuple(found))
    monkeypatch.setattr(garbage.gc, "get_threshold", lambda: (700, 10, 10))
    return found


@pytest.fixture
def collector(counts, qapp):
    busy = []
    collector = GuiThreadCollector(lambda: bool(busy))
    collector.busy = busy
    yield collector
    collector.stop()


def test_new_objects_wait_until_what_made_them_has_ended(collector, counts, collected):
    counts[0] = 701
    collector.busy.append(True)
    collector.look()
    assert collected == []
    collector.busy.clear()
    collector.look()
    assert collected == [0]


def test_garbage_does_not_wait_for_a_job_without_an_end(collector, counts, collected, monkeypatch):
    counts[0] = 701
    collector.busy.append(True)
    later = time.monotonic() + garbage.PATIENCE_SECONDS + 1
    monkeypatch.setattr(garbage, "monotonic", lambda: later)
    collector.look()
    collector.look()
    assert collected == [0]  # and then waits again


def test_what_is_old_is_looked_through_when_there_is_a_quarter_more(
    collector, counts, collected, monkeypatch
):
    old, now = [None] * 100, [time.monotonic()]
    monkeypatch.setattr(garbage.gc, "get_objects", lambda _generation: old)
    monkeypatch.setattr(garbage, "monotonic", lambda: now[0])
    counts[1:] = [11, 11]
    collector.look()
    assert collected == [2]
    now[0] += 61
    collector.look()
    assert collected == [2, 1]
    old.extend([None] * 26)
    collector.look()  # counted a moment ago
    now[0] += 61
    collector.look()
    assert collected == [2, 1, 1, 2]


def test_what_the_program_is_made_of_is_set_aside_once(collector, counts, monkeypatch):
    frozen, later = [], time.monotonic() + garbage.FREEZE_SECONDS + 1
    monkeypatch.setattr(garbage.gc, "freeze", lambda: frozen.append(True))
    collector.look()
    assert frozen == []
    monkeypatch.setattr(garbage, "monotonic", lambda: later)
    collector.busy.append(True)
    collector.look()
    assert frozen == []
    collector.busy.clear()
    collector.look()
    collector.look()
    assert frozen == [True]
