"""The page of notes: what it lists, as whom, and where the model stops reading."""

from __future__ import annotations

import os

import pytest
from notes_window import BIG, COMPANY, ME, NotesWindow
from PySide6.QtCore import Qt
from PySide6.QtTest import QAbstractItemModelTester
from PySide6.QtWidgets import QApplication, QWidget

from desktop_app.core.engine_text import decode
from ui.clipboard import BYTES_FORMAT
from ui.navigation import Place, Target
from ui.notes.layer_dialog import LayerDialog
from ui.notes.words import Mark

KEYS = Qt.Key
CONTROL, SHIFT = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.ShiftModifier


@pytest.fixture
def desk(driver, sample_workspace):
    return NotesWindow(driver, sample_workspace("little_harness_desk"))


def test_the_list_is_what_the_samples_expect_in_the_order_of_the_turn(desk, sample_results):
    expected = sample_results("little_harness_note")["company"]
    notes = [row for row in desk.rows if row is not None and row.note is not None]
    assert [(row.path, row.size) for row in notes] == [
        (row["path"], row["line_utf8_bytes_with_newline"]) for row in expected["rows"]
    ]
    assert "49 notes" in desk.view.head.facts.text()
    assert "6,374 of 8,000 bytes" in desk.view.head.facts.text()


def test_links_are_listed_and_not_followed_and_hidden_files_only_counted(desk):
    links = [row.path for row in desk.rows if row is not None and Mark.LINK in row.marks]
    assert links == ["link-folder-outside", "link-inside.md", "link-outside.md"]
    assert all("Links are not followed" in desk.row(path).reason for path in links)
    assert not [row for row in desk.rows if row is not None and "/." in f"/{row.path}"]
    assert "4 hidden" in desk.view.head.facts.text()
    desk.choose("link-outside.md")
    assert desk.fields.about.isHidden()
    assert desk.inspector.notice.banner.isVisible()


def test_the_line_stands_before_the_first_note_that_is_left_out(desk, sample_results):
    desk.go(BIG)
    expected = sample_results("little_harness_note")["big"]
    assert desk.rows.index(None) == expected["listed"] == 42
    after = desk.rows[43]
    assert Mark.LEFT_OUT in after.marks
    assert "28 left out" in desk.view.head.facts.text()
    table = desk.view.list.table
    table.choose_row(41)
    table.setFocus()
    desk.press(KEYS.Key_Down)
    desk.settle()
    assert desk.presenter.path == after.path
    desk.press(KEYS.Key_K)
    desk.settle()
    assert desk.presenter.path == desk.rows[41].path


def test_sorting_by_size_shows_the_longest_lines_first_and_no_line(desk):
    desk.go(BIG)
    desk.view.take_focus()
    desk.press(KEYS.Key_S)
    desk.settle()
    sizes = [row.size for row in desk.rows]
    assert sizes == sorted(sizes, reverse=True)
    desk.press(KEYS.Key_S)
    desk.settle()
    assert None in desk.rows


def test_the_filter_finds_path_description_and_body(desk):
    for text, path in (
        ("PAYMENT-STATE", "invoices/payment-state.md"),
        ("two guarantors", "rules/dti-limit.md"),
        ("Paused accounts", "invoices/reminders.md"),
    ):
        desk.view.take_focus()
        desk.press(KEYS.Key_F, CONTROL)
        desk.type(text)
        desk.settle()
        assert path in [row.path for row in desk.rows if row]
        assert len(desk.rows) < 5
        desk.press(KEYS.Key_Escape)
        desk.settle()
    desk.press(KEYS.Key_F, CONTROL)
    desk.type("no note says this")
    desk.settle()
    assert "no note says this" in desk.view.list.empty.accessibleName()


@pytest.mark.qt_log_ignore("does not support grabbing the keyboard", extend=True)
def test_another_role_sees_another_section_and_may_write(desk):
    assert desk.view.head.lock.isVisible()
    assert "This memory is read-only" in desk.presenter.desk.section.text
    desk.see_as("underwriter")
    assert not desk.view.head.lock.isVisible()
    text = desk.presenter.desk.section.text
    company = text.split("## ")[1]
    assert "read-only" not in company
    desk.see_as("officer")
    assert desk.view.head.lock.isVisible()


def test_whose_notes_are_meant_is_asked_and_hidden_files_alone_are_no_notes(desk, sample_results):
    desk.go(ME)
    assert desk.view.list.empty.accessibleName().startswith("Whose notes?")
    desk.view.take_focus()
    assert desk.driver.window.focusWidget().text() == "u-101"
    desk.press(KEYS.Key_Return)
    desk.settle()
    expected = sample_results("little_harness_note")["me_u-101"]
    assert [row.path for row in desk.rows] == [row["path"] for row in expected["rows"]]
    desk.presenter.set_value("userId", "u-102")
    desk.settle()
    assert "only hidden files" in desk.view.list.empty.accessibleName()


def test_a_turn_gets_this_text_and_enter_leads_from_a_line_to_its_file(desk):
    desk.view.take_focus()
    desk.press(KEYS.Key_2)
    desk.settle()
    page = desk.view.section
    assert page.text.text == desk.presenter.desk.section.text
    assert "memory_index_truncated" in page.warning.accessibleName()
    assert "28 files are left out, from topic-043.md on" in page.warning.accessibleName()
    lines = page.text.text.split("\n")
    at = next(n for n, line in enumerate(lines) if line.startswith("- bom.md"))
    for _ in range(60):
        if desk.presenter.path == "bom.md":
            break
        desk.press(KEYS.Key_Down)
    desk.settle()
    assert page.text.textCursor().blockNumber() == at
    desk.press(KEYS.Key_Return)
    desk.settle()
    assert desk.view.head.pages.current == "list"
    assert desk.inspector.title.text() == "bom.md"
    desk.press(KEYS.Key_2)
    desk.press(KEYS.Key_C, CONTROL | SHIFT)
    data = QApplication.clipboard().mimeData().data(BYTES_FORMAT).data()
    assert data == page.text.text.encode()


def test_names_that_no_screen_can_show_are_written_so_that_nothing_is_lost(
    driver, sample_workspace
):
    window = NotesWindow(driver, sample_workspace("little_harness_desk", odd=True))
    odd = [row for row in window.rows if row and row.shown_path != row.path]
    assert odd
    names = {path.name for path in (window.path / "memory" / "company").iterdir()}
    for row in odd:
        assert "\n" not in row.shown_path
        assert row.path.split("/")[0] in names
    stray = next(row for row in odd if any("\udc80" <= one <= "\udcff" for one in row.path))
    window.presenter.choose(stray.path)
    window.settle()
    assert window.presenter.note.note.path == stray.path == decode(os.fsencode(stray.path))


def test_a_note_that_is_changed_outside_is_read_again_and_stays_chosen(desk):
    desk.choose("rules/dti-limit.md")
    path = "memory/company/rules/dti-limit.md"
    desk.write_outside(path, b"---\ndescription: another one\n---\nnew\n")
    assert desk.fields.description.text == "another one"
    assert desk.presenter.path == "rules/dti-limit.md"
    desk.write_outside("memory/company/aaa.md", b"first\n")
    assert desk.presenter.path == "rules/dti-limit.md"


def test_without_layers_a_folder_is_named_by_hand_and_forgotten_again(driver, tmp_path):
    root = tmp_path / "plain"
    (root / "notes" / "team").mkdir(parents=True)
    (root / "notes" / "team" / "one.md").write_text("---\ndescription: One.\n---\n")
    before = sorted(root.rglob("*"))
    driver.open_files(root)
    driver.qtbot.waitUntil(driver.frame.empty.isVisible)
    driver.do("go.notes")
    window = NotesWindow.shown(driver, root)
    assert window.view.isVisible()
    assert "No folder of notes is known here" in window.view.list.empty.accessibleName()
    window.view.take_focus()
    window.press(KEYS.Key_Return)
    (dialog,) = driver.window.findChildren(LayerDialog)
    window.type("../outside")
    assert "refused" in dialog.state.text()
    assert not dialog.primary_button.isEnabled()
    dialog.folder.set_text("")
    window.type("notes/team")
    assert dialog.state.text() == ""
    window.press(KEYS.Key_Return, CONTROL)
    window.wait(lambda: window.presenter.layer is not None)
    window.settle()
    assert [row.path for row in window.rows] == ["one.md"]
    assert window.view.head.by_hand.isVisible()
    assert sorted(root.rglob("*")) == before
    driver.do("notes.forget")
    window.press(KEYS.Key_Return, CONTROL)
    window.wait(lambda: window.presenter.layer is None)
    window.settle()
    assert sorted(root.rglob("*")) == before


def test_the_page_that_nothing_is_here_names_what_can_be_opened_and_asks_for_notes(
    driver, tmp_path
):
    root = tmp_path / "plain"
    root.mkdir()
    driver.open_files(root)
    driver.qtbot.waitUntil(driver.frame.empty.isVisible)
    words = driver.frame.empty.accessibleName()
    assert all(name in words for name in ("state.db", "MEMORY.md", "memory/", "layers.json"))
    driver.frame.name_notes.click()
    driver.qtbot.waitUntil(lambda: bool(driver.window.findChildren(LayerDialog)))
    (dialog,) = driver.window.findChildren(LayerDialog)
    assert dialog.isVisible()
    driver.settle()
    assert len(driver.window.findChildren(LayerDialog)) == 1
    NotesWindow.shown(driver, root).press(KEYS.Key_Escape)
    assert driver.frame.middle.place is Place.NOTES


def test_settings_that_do_not_parse_are_said_and_hide_nothing_else(desk):
    desk.write_outside("layers.json", b'{"layers": [{"sourceDir": "memory/big", "skill": 1}, 7]}')
    assert "layer 2 is not an object" in desk.view.problems.accessibleName()
    assert len([row for row in desk.rows if row]) == 70


def test_ten_thousand_notes_open_and_can_be_filtered(driver, tmp_path):
    root = tmp_path / "many"
    (root / "memory").mkdir(parents=True)
    (root / "layers.json").write_text('{"layers": [{"sourceDir": "memory"}]}')
    for number in range(10_000):
        text = f"---\ndescription: Number {number}.\n---\nBody of {number}\n"
        (root / "memory" / f"note-{number:05}.md").write_text(text)
    window = NotesWindow(driver, root, mount="/persistent/memory")
    assert len(window.rows) == 10_001
    window.choose("note-09999.md")
    assert window.fields.description.text == "Number 9999."


def test_the_list_keeps_the_rules_of_a_model(desk):
    tester = QAbstractItemModelTester(
        desk.view.list.table.notes, QAbstractItemModelTester.FailureReportingMode.Fatal
    )
    desk.presenter.order.filter("rules")
    desk.settle()
    desk.go(BIG)
    assert desk.rows
    tester.deleteLater()


def test_every_control_has_a_name(desk):
    desk.choose("rules/dti-limit.md")
    for part in (desk.view, desk.inspector):
        for widget in part.findChildren(QWidget):
            takes = widget.focusPolicy() & Qt.FocusPolicy.TabFocus
            if takes and widget.isVisible() and not widget.focusProxy():
                assert widget.accessibleName(), widget


def test_a_search_hit_leads_to_its_note_and_marks_the_text(desk):
    path = "memory/company/invoices/reminders.md"
    desk.driver.session.go(Target(Place.NOTES, path=path, bucket=COMPANY, text="paused ACCOUNTS"))
    desk.settle()
    assert desk.inspector.title.text() == "invoices/reminders.md"
    assert desk.view.target().path == path
    assert "accounts" in desk.fields.body.edit.textCursor().selectedText()
