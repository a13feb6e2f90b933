"""Fixtures for tests with windows: the look is put on, and put back after each test."""

from __future__ import annotations

import gc
from itertools import count

import pytest
from PySide6.QtCore import QCoreApplication, QEvent
from PySide6.QtWidgets import QApplication
from window_driver import Driver

from ui.theme import Mode, theme

_WHOLE = 50
_tests = count()


@pytest.fixture(autouse=True)
def _garbage_is_collected_on_this_thread():
    """A worker that collects a widget of an earlier test would end the process."""
    gc.disable()
    yield
    # A window that a test forgets would take part in every change of the look from then on.
    for window in [one for one in QApplication.topLevelWidgets() if one.parent() is None]:
        window.deleteLater()
        QCoreApplication.sendPostedEvents(window, QEvent.Type.DeferredDelete)
    # What outlives a test are modules and caches: to look through all of it takes a moment.
    is_whole = next(_tests) % _WHOLE == 0
    if is_whole:
        gc.unfreeze()
    gc.collect()
    if is_whole:
        gc.freeze()
    gc.enable()


@pytest.fixture(scope="session")
def _look(qapp):
    theme().install(Mode.LIGHT)
    return theme()


@pytest.fixture(autouse=True)
def look(_look):
    """The theme, light and at 100 percent at the start of each test."""
    if _look.mode is not Mode.LIGHT:
        _look.set_mode(Mode.LIGHT)
    return _look


@pytest.fixture
def driver(qtbot, tmp_path):
    """A whole window; nothing may have gone wrong unseen when the test ends."""
    driver = Driver(qtbot, tmp_path)
    yield driver
    driver.close()
