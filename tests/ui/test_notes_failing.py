"""A note that could not be saved is kept: as a draft among the changes, or tried again."""

from __future__ import annotations

import pytest
from notes_window import NotesWindow
from PySide6.QtCore import Qt
from PySide6.QtGui import QTextCursor
from window_driver import PATIENCE_MS

from desktop_app.core.errors import StoreBusyError
from desktop_app.services.editing.saving import Saving
from ui.widgets.button import Button

LIMIT = "memory/company/rules/dti-limit.md"


@pytest.fixture
def desk(driver, sample_workspace):
    window = NotesWindow(driver, sample_workspace("little_harness_desk"))
    window.presenter.see_as("underwriter")
    window.settle()
    window.choose("rules/dti-limit.md")
    window.press(Qt.Key.Key_E)
    window.fields.description.edit.moveCursor(QTextCursor.MoveOperation.End)
    window.type(" New.")
    window.settle()
    return window


@pytest.fixture
def editing(desk, monkeypatch):
    """The way to the disk, after saving has failed."""

    def refuse(_self, _wish, _context):
        raise StoreBusyError("Somebody writes.", "Wait.")

    with monkeypatch.context() as patch:
        patch.setattr(Saving, "save", refuse)
        editing = desk.driver.session.editing
        with desk.driver.qtbot.waitSignal(editing.failed, timeout=PATIENCE_MS) as failed:
            desk.view.save()
        (swap,) = failed.args[1].files
        assert swap.after.path == LIMIT
        assert b" New." in swap.after.data
    return editing


def choose(desk, words):
    buttons = desk.driver.window.findChildren(Button)
    next(one for one in buttons if one.text() == words and one.isVisible()).click()


def test_it_can_be_kept_as_a_draft(desk, editing):
    before = desk.bytes_of(LIMIT)
    with desk.driver.qtbot.waitSignal(editing.drafted, timeout=PATIENCE_MS) as drafted:
        choose(desk, "Keep as draft")
    desk.settle()
    assert drafted.args[0].memory_ids == (LIMIT,)
    assert desk.bytes_of(LIMIT) == before
    with desk.driver.qtbot.waitSignal(editing.saved, timeout=PATIENCE_MS):
        editing.apply_again(drafted.args[0].id)
    assert b" New." in desk.bytes_of(LIMIT)


def test_it_can_be_tried_again(desk, editing):
    with desk.driver.qtbot.waitSignal(editing.saved, timeout=PATIENCE_MS):
        choose(desk, "Try again")
    desk.settle()
    assert b" New." in desk.bytes_of(LIMIT)
