"""What lies behind a dialog lives on when Python collects its garbage, as it does every second."""

from __future__ import annotations

import gc

import pytest
import shiboken6
from edit_driver import press
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget
from working_window import CTRL, ENTER, ESCAPE, begin, dialog, inspector, key, select, show_working


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
