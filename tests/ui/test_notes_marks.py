"""What the page of notes says of single notes: badges, counts, and the name to replace."""

from __future__ import annotations

import pytest
from notes_window import NotesWindow
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest

from ui.notes.dialogs import MoveNoteDialog
from ui.notes.words import Mark
from ui.theme import tokens

KEYS = Qt.Key
CORNER = QPoint(1, 1)


@pytest.fixture
def desk(driver, sample_workspace):
    return NotesWindow(driver, sample_workspace("little_harness_desk"))


def test_what_is_odd_has_a_badge(desk):
    assert Mark.DUPLICATE in desk.row("duplicate-a.md").marks
    broken = desk.row("broken-yaml.md")
    assert Mark.BROKEN in broken.marks
    assert "broken metadata" in broken.words
    assert "does not parse" in broken.words
    assert Mark.NOT_UTF8 in desk.row("latin1.md").marks
    assert Mark.BINARY in desk.row("scan.png").marks
    assert Mark.CUT in desk.row("huge-description.md").marks
    assert desk.row("UPPER.MD").marks == ()


def test_every_emptiness_has_a_badge_of_its_own(desk):
    for path, mark, words in (
        ("empty.md", Mark.EMPTY, "empty"),
        ("whitespace-only.md", Mark.BLANK, "only white space"),
        ("description-null.md", Mark.EMPTY_DESCRIPTION, "empty description"),
        ("frontmatter-empty-description.md", Mark.EMPTY_DESCRIPTION, "empty description"),
        ("description-list.md", Mark.NO_TEXT_THERE, "description no text"),
    ):
        assert desk.row(path).marks == (mark,)
        assert words in desk.row(path).words


def test_names_that_some_systems_take_for_the_same_have_a_badge(driver, sample_workspace):
    desk = NotesWindow(driver, sample_workspace("little_harness_desk", odd=True))
    for path in ("Case.md", "case.md", "pair-\u00e4.md", "pair-a\u0308.md"):
        assert desk.row(path).marks == (Mark.ALIKE,)
        assert "has nearly this name" in desk.row(path).reason
    assert "this one has “\u00e4” as one character" in desk.row("pair-\u00e4.md").reason
    assert "this one has “a” and a combining mark" in desk.row("pair-a\u0308.md").reason


def test_the_whole_row_under_the_pointer_has_the_ground_of_it(desk):
    table = desk.view.list.table
    row = table.rowAt(table.viewport().height() // 2)
    areas = [table.visualRect(table.notes.index(row, column)) for column in range(3)]

    def grounds():
        shown = table.viewport().grab().toImage()
        scale = shown.devicePixelRatio()
        return {shown.pixelColor((area.topLeft() + CORNER) * scale).name() for area in areas}

    hover = {tokens().hover.name()}
    assert grounds() != hover
    QTest.mouseMove(table.viewport(), areas[1].center())
    desk.wait(lambda: grounds() == hover)
    QTest.mouseMove(desk.view.list.filter)
    desk.wait(lambda: grounds() != hover)


def test_a_file_that_nobody_may_write_is_not_called_what_a_layer_is_called(
    driver, sample_workspace
):
    root = sample_workspace("little_harness_desk")
    (root / "memory/company/rules/dti-limit.md").chmod(0o444)
    row = NotesWindow(driver, root).row("rules/dti-limit.md")
    assert row.marks == (Mark.READ_ONLY,)
    assert "write-protected" in row.words
    assert "read-only" not in row.words
    assert "Nobody may write the file" in row.words


def test_the_count_says_that_the_line_comes_from_the_text_where_no_description_is_typed(desk):
    desk.choose("broken-yaml.md")
    desk.settle()
    assert "taken from the text: " in desk.fields.about.note
    desk.choose("rules/dti-limit.md")
    desk.settle()
    assert "taken from the text" not in desk.fields.about.note


def test_renaming_replaces_the_name_without_folder_and_ending(desk):
    desk.presenter.see_as("underwriter")
    desk.settle()
    desk.choose("rules/dti-limit.md")
    desk.press(KEYS.Key_F2)
    (dialog,) = desk.driver.window.findChildren(MoveNoteDialog)
    desk.settle()
    assert dialog.path.edit.textCursor().selectedText() == "dti-limit"
    desk.type("debt")
    assert dialog.path.text == "rules/debt.md"
