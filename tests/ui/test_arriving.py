"""Whoever arrives in a view, by whatever way, can use its single keys at once."""

from __future__ import annotations

import pytest
from doctor_window import make_ill
from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QApplication
from window_driver import PATIENCE_MS

from ui.navigation import Place
from ui.scopes.nodes import walk
from ui.window.middle import TABS

RICH = "default|conv-billing-rounding|default"
ALT = Qt.KeyboardModifier.AltModifier
Key = Qt.Key


def click_page(driver, place):
    """Click the row of a page with the mouse."""
    pages = driver.frame.scopes.pages
    node = next(one for one in walk(pages.model().root) if one.place is place)
    area = pages.visualRect(pages.index_of(node))
    driver.qtbot.mouseClick(
        pages.viewport(), Qt.MouseButton.LeftButton, pos=area.center() + QPoint(4, 0)
    )


def in_view(driver) -> bool:
    view, focus = driver.frame.middle.view, QApplication.focusWidget()
    return focus is not None and view.isAncestorOf(focus)


def press(driver, key, modifiers=Qt.KeyboardModifier.NoModifier):
    driver.qtbot.keyClick(driver.window.focusWidget(), key, modifiers)


def test_a_click_on_the_doctor_leads_into_its_list(driver, golden_workspace):
    root = golden_workspace("fresh-database")
    make_ill(root)
    driver.open(root)
    for _ in range(2):  # first while nothing is known yet, then with the list in sight
        driver.frame.scopes.tree.setFocus()
        click_page(driver, Place.DOCTOR)
        view = driver.frame.middle.view
        driver.qtbot.waitUntil(view.list.hasFocus, timeout=PATIENCE_MS)
    driver.settle()
    press(driver, Key.Key_Home)
    press(driver, Key.Key_J)
    first, second = view.presenter.visible[:2]
    assert view.list.current_id == second.id != first.id
    press(driver, Key.Key_P)
    assert driver.window.focusWidget().window() is driver.window
    assert not view.list.hasFocus()  # the dialog has it


def test_a_click_on_changes_and_review_leads_into_them(driver, golden_workspace):
    driver.open(golden_workspace("rich-coding-agent"))
    click_page(driver, Place.CHANGES)
    driver.settle()
    assert in_view(driver)
    click_page(driver, Place.REVIEW)
    driver.settle()
    pages = driver.frame.middle.view.pages
    driver.qtbot.waitUntil(
        lambda: pages.table.hasFocus() or pages.everything.hasFocus(), timeout=PATIENCE_MS
    )


@pytest.mark.parametrize("number", range(1, 7))
def test_alt_and_a_digit_lead_from_the_tree_into_the_view(driver, golden_workspace, number):
    driver.open(golden_workspace("rich-coding-agent"))
    driver.show(RICH)
    driver.frame.scopes.tree.setFocus()
    press(driver, Qt.Key(Key.Key_0 + number), ALT)
    driver.settle()
    assert driver.frame.middle.place is TABS[number - 1]
    assert in_view(driver)


def test_back_and_forward_lead_into_the_view(driver, golden_workspace):
    driver.open(golden_workspace("rich-coding-agent"))
    driver.show(RICH)
    click_page(driver, Place.CHANGES)
    driver.settle()
    for key, place in ((Key.Key_Left, Place.OBSERVATIONS), (Key.Key_Right, Place.CHANGES)):
        driver.frame.scopes.tree.setFocus()
        press(driver, key, ALT)
        driver.settle()
        assert driver.frame.middle.place is place
        assert in_view(driver)


def test_a_key_works_at_once_after_going_back_from_the_mouse(driver, golden_workspace):
    driver.open(golden_workspace("rich-coding-agent"))
    driver.show(RICH)
    click_page(driver, Place.DOCTOR)
    press(driver, Key.Key_Left, ALT)
    driver.settle()
    table = driver.frame.middle.view.table
    assert table.hasFocus()
    press(driver, Key.Key_Home)
    before = table.current.index
    press(driver, Key.Key_J)
    assert table.current.index != before
