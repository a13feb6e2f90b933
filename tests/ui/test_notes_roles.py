"""What a role may not change is only read, and the window says why."""

from __future__ import annotations

import pytest
from notes_window import NotesWindow
from PySide6.QtCore import Qt

KEYS = Qt.Key


@pytest.fixture
def desk(driver, sample_workspace):
    window = NotesWindow(driver, sample_workspace("little_harness_desk"))
    window.presenter.see_as("underwriter")
    window.settle()
    return window


def test_without_a_role_it_is_said_that_nothing_may_be_changed(desk):
    desk.presenter.see_as(None)
    desk.settle()
    desk.choose("rules/dti-limit.md")
    words = desk.inspector.notice.banner.accessibleName()
    assert "Without a role, /persistent/company may not be changed" in words


def test_a_role_that_may_not_write_reads_only_and_is_shown_the_way(desk):
    desk.presenter.see_as("officer")
    desk.settle()
    desk.choose("rules/dti-limit.md")
    notice = desk.inspector.notice
    assert "“officer” may not change /persistent/company" in notice.banner.accessibleName()
    assert desk.fields.body.edit.isReadOnly()
    assert desk.fields.description.edit.isReadOnly()
    notice.button.setFocus()
    assert notice.button.text() == "Edit as underwriter"
    desk.press(KEYS.Key_Return)
    desk.settle()
    assert desk.presenter.person.role == "underwriter"
    assert not desk.fields.body.edit.isReadOnly()
    assert notice.isHidden()


@pytest.mark.parametrize("key", [KEYS.Key_E, KEYS.Key_F2, KEYS.Key_Delete, KEYS.Key_N])
def test_keys_that_change_nothing_for_a_role_say_why(desk, key):
    desk.presenter.see_as("officer")
    desk.settle()
    desk.choose("rules/dti-limit.md")
    toast = desk.driver.frame.toast
    desk.view.take_focus()
    desk.press(key)
    assert toast.isVisible()
    assert toast.accessibleName() == "“officer” may not change /persistent/company."
    toast.dismiss()
    desk.presenter.see_as("underwriter")
    desk.settle()
    desk.view.take_focus()
    desk.press(key)
    assert not toast.isVisible()
