"""What the window says while a change is saved, waits, or can't be written."""

from __future__ import annotations

import json
import os

import pytest
from edit_driver import edit_text, first_text, save, text_change
from engine_driver import begin_call, end_call, held, state_db, stored_text
from PySide6.QtCore import Qt
from window_driver import NOW, PATIENCE_MS

from desktop_app.core.editing.journal import EntryState
from desktop_app.core.editing.ports import DiskFullError, ReadOnlyError
from desktop_app.core.ledger.book import Bucket
from desktop_app.core.ledger.edits import edit_log
from desktop_app.services.editing.observation_actions import remove_observations
from desktop_app.services.editing.plans import Intent
from desktop_app.services.editing.saving import Saving
from desktop_app.services.ledger.reading import read_book
from desktop_app.services.workspace import open_editor

RICH = "default|conv-billing-rounding|default"


@pytest.fixture
def folder(driver, golden_workspace):
    """A workspace that is open, with one of its scopes in sight."""
    folder = golden_workspace("rich-coding-agent")
    driver.open(folder)
    driver.show(RICH)
    return folder


def banner(driver):
    return driver.frame.edit_banner


def wait(driver, reached):
    driver.qtbot.waitUntil(reached, timeout=PATIENCE_MS)


def states(driver):
    editor = open_editor(driver.session.source, driver.session.surroundings)
    return [entry.state for entry in editor.journal.entries(editor.file)]


def test_a_toast_says_what_followed_and_takes_it_back(driver, folder):
    plan = remove_observations(driver.session.snapshot, [13], Intent(NOW))
    later = len(driver.session.snapshot.record.observations) - 14
    save(driver, plan.change)
    toast = driver.frame.toast
    said = toast.accessibleName()
    assert said.startswith(f"Observation 14 removed; {later} later ones renumbered, ")
    assert f"{len(plan.references)} references follow." in said
    assert "A copy from before is in .memloupe/backups of the workspace." in said
    assert list((folder / ".memloupe" / "backups").iterdir())
    with driver.qtbot.waitSignal(driver.session.editing.saved, timeout=PATIENCE_MS):
        driver.qtbot.mouseClick(button(toast, "Undo"), Qt.MouseButton.LeftButton)
    driver.settle()
    assert len(driver.session.snapshot.record.observations) == later + 14
    assert toast.accessibleName() == f"Undone: {plan.change.label}."


def test_where_the_backup_is_is_said_once(driver, folder):
    edit_text(driver, 0, "one")
    assert "A copy from before is in" in driver.frame.toast.accessibleName()
    edit_text(driver, 0, "two")
    assert driver.frame.toast.accessibleName() == "Observation 1 edited."


def test_a_file_keeps_its_name_in_what_was_done(driver, sample_workspace):
    driver.open_files(sample_workspace("agentscope_support_desk"))
    book = read_book(driver.session.files, Bucket("", ""))
    save(driver, edit_log(book, "memory/notes.md", "- anew\n").change)
    assert driver.frame.toast.accessibleName().startswith("memory/notes.md edited")


def test_an_edit_waits_for_the_engine_and_is_then_written(driver, folder):
    begin_call(folder, RICH)
    editing = driver.session.editing
    change = text_change(driver, 0, "patience")
    editing.save(change)
    wait(driver, banner(driver).isVisible)
    assert "Engine at work for 3 s. Your edit waits" in banner(driver).accessibleName()
    assert button(banner(driver), "Cancel the edit").isVisible()
    with driver.qtbot.waitSignal(editing.saved, timeout=PATIENCE_MS):
        end_call(folder)
    driver.settle()
    assert not banner(driver).isVisible()
    assert stored_text(folder, RICH, 0) == "patience"


def test_waiting_can_be_cancelled_and_nothing_is_written(driver, folder):
    before = stored_text(folder, RICH, 0)
    begin_call(folder, RICH)
    editing = driver.session.editing
    editing.save(text_change(driver, 0, "impatience"))
    wait(driver, banner(driver).isVisible)
    with driver.qtbot.waitSignal(editing.stopped, timeout=PATIENCE_MS):
        button(banner(driver), "Cancel the edit").click()
    driver.settle()
    end_call(folder)
    assert stored_text(folder, RICH, 0) == before
    assert not banner(driver).isVisible()
    assert driver.frame.toast.accessibleName() == "The edit was cancelled. Nothing was written."


@pytest.fixture
def _hurried(monkeypatch):
    """A locked file is tried again for a moment only."""
    monkeypatch.setattr("desktop_app.services.editing.editor.BUSY_SECONDS", 0.0)
    made = Saving.__init__

    def hurried(self, file, *, who, now, busy_seconds=0.0):
        made(self, file, who=who, now=now, busy_seconds=0.0)

    monkeypatch.setattr(Saving, "__init__", hurried)


@pytest.mark.usefixtures("_hurried")
def test_a_locked_file_is_told_and_tried_again(driver, folder):
    edit_text(driver, 0, "the backup is made")
    editing = driver.session.editing
    with held(folder):
        with driver.qtbot.waitSignal(editing.failed, timeout=PATIENCE_MS):
            editing.save(text_change(driver, 0, "later"))
        title = "Another program holds the database. Your edit is kept."
        assert banner(driver).accessibleName().startswith(title.rstrip("."))
        assert button(banner(driver), "Keep as draft").isVisible()
    with driver.qtbot.waitSignal(editing.saved, timeout=PATIENCE_MS):
        button(banner(driver), "Try again").click()
    driver.settle()
    assert stored_text(folder, RICH, 0) == "later"
    assert not banner(driver).isVisible()


@pytest.mark.usefixtures("_hurried")
def test_an_edit_that_meets_a_lock_is_kept_as_a_draft(driver, folder):
    edit_text(driver, 0, "the backup is made")
    editing = driver.session.editing
    with held(folder):
        with driver.qtbot.waitSignal(editing.failed, timeout=PATIENCE_MS):
            editing.save(text_change(driver, 0, "later"))
        with driver.qtbot.waitSignal(editing.drafted, timeout=PATIENCE_MS) as drafted:
            button(banner(driver), "Keep as draft").click()
    driver.settle()
    assert states(driver)[0] is EntryState.DRAFT
    assert driver.frame.toast.accessibleName() == "Kept as a draft: Edit observation 1"
    with driver.qtbot.waitSignal(editing.saved, timeout=PATIENCE_MS):
        editing.apply_again(drafted.args[0].id)
    driver.settle()
    assert first_text(driver) == "later"


@pytest.mark.parametrize(
    ("error", "says"),
    [
        (ReadOnlyError("No.", "No."), ("This folder is read-only", "Save a copy…")),
        (DiskFullError("No.", "No."), ("The disk is full", "Save elsewhere…")),
    ],
)
@pytest.mark.usefixtures("folder")
def test_where_nothing_can_be_written_a_copy_of_the_edit_can(
    driver, monkeypatch, tmp_path, error, says
):
    def refuse(_self, _wish, _context):
        raise error

    monkeypatch.setattr(Saving, "save", refuse)
    change = text_change(driver, 0, "kept “elsewhere”")
    with driver.qtbot.waitSignal(driver.session.editing.failed, timeout=PATIENCE_MS):
        driver.session.editing.save(change)
    title, choice = says
    assert banner(driver).accessibleName().startswith(title)
    target = tmp_path / "copy.json"
    monkeypatch.setattr(
        "ui.window.failures.QFileDialog.getSaveFileName", lambda *_args: (str(target), "")
    )
    button(banner(driver), choice).click()
    driver.settle()
    content = json.loads(target.read_text(encoding="utf-8"))
    assert content["change"] == "Edit observation 1"
    assert any("kept “elsewhere”" in line for line in content["rows"][0]["after"])


def test_a_dialog_that_is_closed_loses_no_edit(driver, folder, monkeypatch):
    change = text_change(driver, 0, "still here")
    monkeypatch.setattr("ui.window.failures.QFileDialog.getSaveFileName", lambda *_args: ("", ""))
    driver.window.saving.failures.ask_copy(change)
    said = banner(driver).accessibleName()
    assert said.startswith("The edit is not saved yet: Edit observation 1")
    assert button(banner(driver), "Save a copy…").isVisible()


def test_a_file_that_is_gone_keeps_the_edit(driver, folder):
    change = text_change(driver, 0, "homeless")
    state_db(folder).rename(folder / "elsewhere.db")
    with driver.qtbot.waitSignal(driver.session.editing.failed, timeout=PATIENCE_MS) as failed:
        driver.session.editing.save(change)
    assert failed.args[1] is change
    assert banner(driver).isVisible()
    (folder / "elsewhere.db").rename(state_db(folder))
    with driver.qtbot.waitSignal(driver.session.editing.saved, timeout=PATIENCE_MS):
        button(banner(driver), "Try again").click()
    driver.settle()
    assert stored_text(folder, RICH, 0) == "homeless"


def test_nothing_is_made_by_looking_for_something_to_undo(driver, folder):
    driver.settle()
    assert not (folder / ".memloupe").exists()


def button(part, text):
    from ui.widgets.button import Button  # noqa: PLC0415 - after the application

    return next(one for one in part.findChildren(Button) if one.text() == text)


def test_a_folder_that_is_read_only_is_told(driver, folder):
    change = text_change(driver, 0, "nowhere")
    places = [folder, folder / ".harness"]
    for place in places:
        place.chmod(0o500)
    state_db(folder).chmod(0o400)
    try:
        if os.access(state_db(folder), os.W_OK):
            pytest.skip("nothing is read-only for this user")
        with driver.qtbot.waitSignal(driver.session.editing.failed, timeout=PATIENCE_MS) as failed:
            driver.session.editing.save(change)
    finally:
        for place in places:
            place.chmod(0o700)
        state_db(folder).chmod(0o600)
    assert isinstance(failed.args[0], ReadOnlyError)
    assert banner(driver).accessibleName().startswith("This folder is read-only")
