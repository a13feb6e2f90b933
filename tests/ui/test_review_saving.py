"""Edits and removals of a review: waiting for the engine, failures, conflicts, leaving."""

from __future__ import annotations

import pytest
from engine_driver import begin_call, end_call, write_text
from golden_scopes import observation, rewrite
from PySide6.QtCore import Qt
from review_desk import CONTROL, OTHER, RICH, ReviewDesk, make_file, reasons, stored
from window_driver import PATIENCE_MS

from desktop_app.services.workspace import open_review
from ui.review.rows import State

Key = Qt.Key
SPOKEN = Qt.ItemDataRole.AccessibleTextRole


@pytest.fixture
def desk(driver):
    return ReviewDesk(driver)


@pytest.fixture
def small(golden_workspace):
    """A file with two scopes of three items each, and a reflection."""
    workspace = golden_workspace("rich-coding-agent")
    return make_file(workspace, {OTHER: 3, RICH: 3}, {RICH: "All was said."})


def wait(desk, reached):
    desk.qtbot.waitUntil(reached, timeout=PATIENCE_MS)


def test_an_edit_that_changes_nothing_is_an_accept(desk, small):
    desk.begin(small)
    desk.edit("")
    desk.settle()
    assert desk.states()[0] == "accepted"
    assert not (small / ".memloupe").exists()


def test_a_text_of_blanks_is_not_saved(desk, small):
    desk.begin(small)
    desk.press(Key.Key_E)
    desk.press(Key.Key_A, CONTROL)
    desk.write("  ")
    desk.press(Key.Key_Return, CONTROL)
    assert desk.view.detail.editor.is_open
    assert not desk.view.detail.editor.save_button.isEnabled()


def test_the_reviewer_goes_on_while_the_engine_is_at_work(desk, small):
    desk.begin(small)
    begin_call(small, OTHER)
    desk.edit("Mine. ")
    desk.remove("twice")
    desk.accept(2)
    wait(desk, desk.driver.frame.edit_banner.isVisible)
    assert desk.states()[:4] == ["saving", "saving", "accepted", "accepted"]
    assert desk.figures == "4 of 7 · 3 left"
    assert desk.view.unsaved() == "Observation 1, Observation 2 of the review"
    end_call(small)
    desk.settle()
    assert desk.states()[:4] == ["edited", "removed", "accepted", "accepted"]
    assert [one["content"] for one in stored(small, OTHER)] == [
        "Mine. acme says fact 1 of 3, once",
        "acme says fact 3 of 3, once",
    ]


def test_back_one_gives_up_what_still_waits(desk, small):
    desk.begin(small)
    begin_call(small, OTHER)
    desk.edit("Mine. ")
    wait(desk, desk.driver.frame.edit_banner.isVisible)
    desk.press(Key.Key_U)
    wait(desk, lambda: desk.rows[0].state is State.OPEN)
    end_call(small)
    desk.settle()
    assert desk.row is desk.rows[0]
    assert stored(small, OTHER)[0]["content"] == "acme says fact 1 of 3, once"
    assert desk.figures == "0 of 7 · 7 left"


def test_what_could_not_be_saved_is_listed_and_keeps_its_text(desk, small):
    desk.begin(small)
    rewrite(small, OTHER, active_observations_json=[observation(1, "the engine says otherwise")])
    desk.edit("Mine. ")
    desk.settle()
    wait(desk, lambda: desk.rows[0].state is State.FAILED or desk.rows[1].state is State.FAILED)
    desk.settle()
    failed = next(row for row in desk.rows if row.state is State.FAILED)
    assert "not in the file any more" in failed.problem
    desk.presenter.board.go(failed)
    assert desk.view.detail.problem.isVisible()
    assert desk.view.detail.editor.reading.view.text == "Mine. acme says fact 1 of 3, once"
    assert "Observation 1" in desk.view.unsaved()
    desk.view.discard()
    desk.settle()
    assert desk.view.unsaved() == ""


def test_text_that_is_being_edited_is_asked_about_before_the_window_closes(desk, driver, small):
    desk.begin(small)
    desk.press(Key.Key_E)
    desk.write("Mine. ")
    driver.window.close()
    dialog = driver.window.unsaved.dialog
    assert dialog is not None
    assert "Observation 1" in desk.view.unsaved()
    with driver.qtbot.waitSignal(driver.session.editing.saved, timeout=PATIENCE_MS):
        dialog.primary_button.click()
    assert stored(small, OTHER)[0]["content"].startswith("Mine. ")


def test_an_undo_elsewhere_opens_the_item_again(desk, driver, small):
    desk.begin(small)
    desk.edit("Mine. ")
    desk.settle()
    with driver.qtbot.waitSignal(driver.session.editing.saved, timeout=PATIENCE_MS):
        driver.do("edit.undo")
    desk.settle()
    assert desk.rows[0].state is State.OPEN
    assert desk.figures == "0 of 7 · 7 left"


def test_of_several_alike_each_is_decided_by_itself(desk, driver, small):
    same = [observation(at, "said again and again") for at in (1, 2, 3)]
    rewrite(small, OTHER, active_observations_json=same)
    desk.begin(small)
    desk.accept()
    desk.remove("twice")
    desk.settle()
    driver.window.reload()
    desk.settle()
    assert sorted(desk.states()[:3]) == ["accepted", "open", "removed"]
    assert len(stored(small, OTHER)) == 2
    assert desk.figures == "2 of 7 · 5 left"


def test_progress_that_is_damaged_is_said_and_begun_anew(desk, driver, small):
    desk.begin(small)
    desk.accept(2)
    desk.settle()
    path = open_review(driver.session.source).progress.path
    path.write_bytes(b"not a database, but long enough to look like a file" * 20)
    desk.accept()
    desk.settle()
    assert desk.view.pages.notice.isVisible()
    assert "begins anew" in desk.view.pages.notice.accessibleName()
    assert list(path.parent.glob(f"{path.stem}-damaged-*.db"))


def test_a_conflict_is_chosen_in_its_dialog_and_counts_as_decided(desk, driver, small):
    desk.begin(small)
    begin_call(small, OTHER)
    desk.edit("Mine. ")
    wait(desk, driver.frame.edit_banner.isVisible)
    write_text(small, OTHER, 0, "The engine's words")
    with driver.qtbot.waitSignal(driver.session.editing.conflicted, timeout=PATIENCE_MS):
        end_call(small)
    desk.settle()
    failed = next(row for row in desk.rows if row.state is State.FAILED)
    assert failed.order.text.startswith("Mine. ")
    dialog = driver.window.saving.conflicts.dialog
    desk.press(Key.Key_3)
    with driver.qtbot.waitSignal(driver.session.editing.saved, timeout=PATIENCE_MS):
        desk.press(Key.Key_Return, CONTROL)
    desk.settle()
    assert dialog is not None
    assert failed.state is State.EDITED
    assert stored(small, OTHER)[0]["content"].startswith("Mine. ")
    assert desk.figures == "1 of 7 · 6 left"


def test_what_waits_becomes_a_draft_when_the_window_closes(desk, driver, small):
    desk.begin(small)
    begin_call(small, OTHER)
    desk.edit("Mine. ")
    wait(desk, driver.frame.edit_banner.isVisible)
    desk.view.keep_draft()
    wait(desk, lambda: desk.view.unsaved() == "")
    desk.settle()
    assert stored(small, OTHER)[0]["content"] == "acme says fact 1 of 3, once"
    assert [label for label, _reason in reasons(driver)] == ["Edit observation 1"]
    assert desk.rows[0].state is State.OPEN
