"""The page of notes asks for a folder once, and only when somebody sees the page."""

from __future__ import annotations

import pytest
from PySide6.QtWidgets import QStackedWidget, QWidget

from ui.navigation import NAME_A_LAYER, Place, Target
from ui.notes.layer_dialog import LayerDialog
from ui.notes.view import NotesView


@pytest.fixture
def stack(driver, sample_workspace, qtbot):
    """The page, behind another one, with its layers read."""
    driver.open_files(sample_workspace("little_harness_desk"))
    stack = QStackedWidget()
    qtbot.addWidget(stack)
    stack.addWidget(QWidget())
    stack.addWidget(NotesView(driver.session))
    stack.show()
    driver.settle()
    assert stack.widget(1).presenter.desk is not None
    return stack


def ask(driver):
    driver.session.target_requested.emit(Target(Place.NOTES, key=NAME_A_LAYER))
    driver.settle()


def dialogs(stack):
    return [one for one in stack.findChildren(LayerDialog) if one.isVisible()]


def test_a_page_that_nobody_sees_asks_once_when_it_is_shown(driver, stack):
    ask(driver)
    ask(driver)
    assert dialogs(stack) == []
    stack.setCurrentIndex(1)
    assert len(dialogs(stack)) == 1


def test_who_went_on_meanwhile_is_not_asked(driver, stack):
    ask(driver)
    driver.session.target_requested.emit(Target(Place.NOTES))
    driver.settle()
    stack.setCurrentIndex(1)
    assert dialogs(stack) == []


def test_a_page_that_is_seen_asks_at_once(driver, stack):
    stack.setCurrentIndex(1)
    assert dialogs(stack) == []
    ask(driver)
    assert len(dialogs(stack)) == 1
