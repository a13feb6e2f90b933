"""Drafts that waited when a workspace was opened are told once, at their place."""

from __future__ import annotations

import pytest
from edit_driver import text_change
from PySide6.QtCore import Qt
from window_driver import PATIENCE_MS

from desktop_app.core.ledger.book import Bucket
from desktop_app.core.ledger.edits import edit_log
from desktop_app.services.ledger.reading import read_book
from desktop_app.services.workspace import open_editor
from desktop_app.services.workspace_files import open_files
from ui.widgets.button import Button

RICH = "default|conv-billing-rounding|default"
LOG = "memory/2026-06-16.md"


@pytest.fixture
def ledger(sample_workspace):
    """A workspace of memory files, with an editor of it."""
    folder = sample_workspace("agentscope_support_desk")
    files = open_files(folder)
    book = read_book(files, Bucket("", ""))

    def keep(text):
        return open_editor(files).keep_draft(edit_log(book, LOG, text).change)

    return folder, keep


def banner(driver):
    return driver.frame.edit_banner


def wait_told(driver):
    driver.qtbot.waitUntil(lambda: banner(driver).isVisible(), timeout=PATIENCE_MS)
    return banner(driver).accessibleName()


def test_a_draft_of_a_file_is_told_at_the_next_opening_and_shown(driver, ledger):
    folder, keep = ledger
    entry = keep("kept at quitting\n")
    driver.open_files(folder)
    told = wait_told(driver)
    assert "A draft waits among the changes." in told
    assert f"“{entry.label}”: nothing of it is in the file yet." in told
    show = next(one for one in banner(driver).findChildren(Button) if one.text() == "Show")
    driver.qtbot.mouseClick(show, Qt.MouseButton.LeftButton)
    driver.settle()
    view = driver.frame.middle.view
    assert view.presenter.selected.key == entry.id
    assert not banner(driver).isVisible()


def test_several_are_counted_and_one_that_was_given_up_is_not_among_them(driver, ledger):
    folder, keep = ledger
    for text in ("one\n", "two\n", "three\n"):
        entry = keep(text)
    open_editor(open_files(folder)).discard_draft(entry.id)
    driver.open_files(folder)
    assert "2 drafts wait among the changes." in wait_told(driver)


def test_a_draft_of_an_observation_is_told_and_a_saved_one_no_more(driver, golden_workspace):
    folder = golden_workspace("rich-coding-agent")
    driver.open(folder)
    driver.show(RICH)
    editing = driver.session.editing
    with driver.qtbot.waitSignal(editing.drafted, timeout=PATIENCE_MS) as drafted:
        editing.keep_draft(text_change(driver, 0, "kept"))
    driver.settle()
    assert not banner(driver).isVisible()  # who has kept it knows
    driver.open(golden_workspace("hand-edited"))
    driver.open(folder)
    assert "A draft waits" in wait_told(driver)
    with driver.qtbot.waitSignal(editing.saved, timeout=PATIENCE_MS):
        editing.apply_again(drafted.args[0].id)
    driver.settle()
    driver.open(golden_workspace("hand-edited"))
    driver.open(folder)
    driver.settle()
    assert not banner(driver).isVisible()
