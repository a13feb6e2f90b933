"""A note that somebody else has written meanwhile: the other version is chosen, or is the same."""

from __future__ import annotations

import pytest
from notes_window import NotesWindow
from PySide6.QtCore import Qt
from window_driver import PATIENCE_MS

KEYS, CONTROL = Qt.Key, Qt.KeyboardModifier.ControlModifier
LIMIT = "memory/company/rules/dti-limit.md"
THEIRS = b"---\ndescription: Theirs\n---\nOther\n"


@pytest.fixture
def desk(driver, sample_workspace):
    window = NotesWindow(driver, sample_workspace("little_harness_desk"))
    window.presenter.see_as("underwriter")
    window.settle()
    return window


@pytest.mark.parametrize(("key", "over"), [(KEYS.Key_2, "unchanged"), (KEYS.Key_Escape, "drafted")])
def test_the_chosen_version_is_shown_and_the_typed_text_is_over(desk, key, over):
    wait, editing = desk.driver.qtbot.waitSignal, desk.driver.session.editing
    desk.choose("rules/dti-limit.md")
    desk.press(KEYS.Key_E)
    desk.press(KEYS.Key_A, CONTROL)
    desk.type("Mine")
    desk.settle()
    desk.write_outside(LIMIT, THEIRS)
    with wait(editing.conflicted, timeout=PATIENCE_MS):
        desk.press(KEYS.Key_S, CONTROL)
    with wait(getattr(editing, over), timeout=PATIENCE_MS):
        desk.press(key)
        if key == KEYS.Key_2:
            desk.press(KEYS.Key_Return, CONTROL)
    desk.settle()
    assert desk.bytes_of(LIMIT) == THEIRS
    assert desk.view.unsaved() == ""
    assert desk.fields.description.text == "Theirs"


def test_a_text_that_is_in_the_file_already_is_not_unsaved(desk):
    before = (desk.path / LIMIT).read_bytes()
    desk.choose("rules/dti-limit.md")
    desk.press(KEYS.Key_E)
    desk.press(KEYS.Key_A, CONTROL)
    desk.type("Mine")
    desk.settle()
    head, line, rest = before.partition(b"description: ")
    written = head + line + b"Mine" + rest[rest.index(b"\n") :]
    desk.write_outside(LIMIT, written)
    assert desk.view.unsaved() == ""
    assert not desk.inspector.outdated.isVisible()
    assert desk.fields.description.text == "Mine"
    assert desk.bytes_of(LIMIT) == written
