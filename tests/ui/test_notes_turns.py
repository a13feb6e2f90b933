"""What a turn changed in a layer, against a snapshot, a folder and a snapshot file."""

from __future__ import annotations

import json
import shutil

import pytest
from notes_window import ME, NotesWindow
from PySide6.QtCore import Qt

from desktop_app.core.notes.turn_diff import read_snapshot, write_snapshot
from desktop_app.services.notes.turns import layer_digests

KEYS = Qt.Key


@pytest.fixture
def desk(driver, sample_workspace):
    return NotesWindow(driver, sample_workspace("little_harness_desk"))


def settle(window):
    window.settle()
    window.wait(lambda: not window.view.turn.is_busy and not window.driver.is_busy())


def do_a_turn(window):
    company = window.path / "memory" / "company"
    (company / "crlf.md").rename(company / "windows.md")
    (company / "new.md").write_text("new\n")
    (company / "empty.md").unlink()
    window.write_outside("memory/company/bom.md", b"updated\n")
    settle(window)


def rows(window):
    return [(row.path, row.kind) for row in window.view.turn.table.rows]


CHANGED = [
    ("bom.md", "updated"),
    ("crlf.md", "deleted"),
    ("empty.md", "deleted"),
    ("new.md", "created"),
    ("windows.md", "created"),
]


def test_a_snapshot_of_before_is_compared_with_the_layer_after_a_turn(desk):
    desk.view.take_focus()
    desk.press(KEYS.Key_3)
    desk.press(KEYS.Key_Return)
    settle(desk)
    page = desk.view.turn
    assert page.empty.accessibleName().startswith("Nothing differs")
    do_a_turn(desk)
    assert rows(desk) == CHANGED
    assert "windows.md" in page.table.rows[1].also
    assert page.diff.isVisible()
    page.table.setFocus()
    desk.press(KEYS.Key_J)
    desk.press(KEYS.Key_J)
    desk.press(KEYS.Key_J)
    settle(desk)
    assert "new" in page.diff.text.text


def test_a_folder_is_compared_with_the_layer(desk, tmp_path, monkeypatch):
    copy = tmp_path / "before"
    shutil.copytree(desk.path / "memory" / "company", copy, symlinks=True)
    monkeypatch.setattr(
        "ui.notes.turn_page.QFileDialog.getExistingDirectory", lambda *_args: str(copy)
    )
    do_a_turn(desk)
    desk.view.show_turn()
    desk.view.turn.folder.setFocus()
    desk.press(KEYS.Key_Return)
    settle(desk)
    assert rows(desk) == CHANGED


def test_a_snapshot_is_kept_as_a_file_outside_the_workspace(desk, tmp_path, monkeypatch):
    place = tmp_path / "kept.json"
    places = [str(desk.path / "inside.json"), str(place)]
    monkeypatch.setattr(
        "ui.notes.turn_page.QFileDialog.getSaveFileName", lambda *_args: (places.pop(0), "")
    )
    desk.view.take_snapshot()
    settle(desk)
    desk.view.turn.keep_file()
    settle(desk)
    assert "in the workspace" in desk.view.turn.empty.accessibleName()
    desk.view.turn.keep_file()
    settle(desk)
    kept = read_snapshot(place.read_bytes())
    assert kept.digests["bom.md"]
    assert (kept.mount, kept.values) == ("/persistent/company", {})
    assert not (desk.path / "inside.json").exists()


def test_of_a_snapshot_file_only_the_names_are_known(desk, tmp_path, monkeypatch):
    place = tmp_path / "snapshot.json"
    layer = desk.presenter.layer
    place.write_bytes(write_snapshot(layer, layer_digests(desk.presenter.files, layer)))
    monkeypatch.setattr(
        "ui.notes.turn_page.QFileDialog.getOpenFileName", lambda *_args: (str(place), "")
    )
    do_a_turn(desk)
    desk.view.show_turn()
    desk.view.turn.file.setFocus()
    desk.press(KEYS.Key_Return)
    settle(desk)
    assert rows(desk) == CHANGED
    assert "hash only" in desk.view.turn.problem.text()


def test_a_file_that_is_no_snapshot_says_so(desk, tmp_path, monkeypatch):
    place = tmp_path / "other.json"
    place.write_bytes(b"[]")
    monkeypatch.setattr(
        "ui.notes.turn_page.QFileDialog.getOpenFileName", lambda *_args: (str(place), "")
    )
    desk.view.show_turn()
    desk.view.turn.choose_file()
    settle(desk)
    assert "no snapshot of notes" in desk.view.turn.empty.accessibleName()


def kept_file(desk, tmp_path, monkeypatch, user):
    """Keep the notes of a person as a file, and choose it whenever one is asked for."""
    place = tmp_path / "kept.json"
    for name in ("getSaveFileName", "getOpenFileName"):
        monkeypatch.setattr(f"ui.notes.turn_page.QFileDialog.{name}", lambda *_: (str(place), ""))
    desk.go(ME)
    desk.presenter.set_value("userId", user)
    desk.settle()
    desk.view.take_snapshot()
    settle(desk)
    desk.view.turn.keep_file()
    settle(desk)
    return place


def compare_with_file(desk):
    desk.view.show_turn()
    desk.view.turn.choose_file()
    settle(desk)


def test_a_snapshot_file_of_somebody_else_or_of_another_layer_is_refused(
    desk, tmp_path, monkeypatch
):
    place = kept_file(desk, tmp_path, monkeypatch, "u-101")
    assert json.loads(place.read_text())["values"] == {"userId": "u-101"}
    page = desk.view.turn
    compare_with_file(desk)
    assert page.empty.accessibleName().startswith("Nothing differs")
    desk.presenter.set_value("userId", "u-102")
    settle(desk)
    assert page.empty.accessibleName().startswith("Nothing to compare with yet")
    compare_with_file(desk)
    assert "of userId “u-101”, and not of userId “u-102”" in page.empty.accessibleName()
    desk.go("/persistent/company")
    compare_with_file(desk)
    assert "of /persistent/me, and not of /persistent/company" in page.empty.accessibleName()
    assert page.empty.isVisible()


def test_of_an_older_snapshot_file_it_is_said_that_nobody_knows_whose_it_is(
    desk, tmp_path, monkeypatch
):
    place = kept_file(desk, tmp_path, monkeypatch, "u-101")
    found = json.loads(place.read_text())
    del found["values"]
    place.write_text(json.dumps(found))
    compare_with_file(desk)
    page = desk.view.turn
    assert page.unknown.isVisible()
    assert page.unknown.text() == "This snapshot does not say if it is of userId “u-101”."


def test_one_file_is_counted_as_one(desk):
    desk.go(ME)
    desk.presenter.set_value("userId", "u-102")
    desk.settle()
    folder = desk.path / "memory" / "users" / "u-102"
    assert len(list(folder.iterdir())) == 1
    desk.view.take_snapshot()
    settle(desk)
    assert ", 1 file;" in desk.view.turn.state.accessibleName()
