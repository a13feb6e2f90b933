"""The window of daily logs: what it shows of a bucket, with keys alone."""

from __future__ import annotations

from datetime import date

import pytest
from ledger_window import LedgerWindow
from PySide6.QtCore import Qt

from desktop_app.core.ledger.injection import Vintage
from ui.ledger.head import RENDERED, THIRD
from ui.ledger.log_rows import ARCHIVE, Mark
from ui.navigation import Place, Target

KEYS = Qt.Key


@pytest.fixture
def desk(driver, sample_workspace):
    return LedgerWindow(driver, sample_workspace("agentscope_support_desk"), name="MEMORY.md")


@pytest.fixture
def lending(driver, sample_workspace):
    path = sample_workspace("agentscope_lending_multiuser")
    return lambda bucket, name="MEMORY.md": LedgerWindow(driver, path, bucket, name)


def rows(window):
    return window.view.left.list.rows.rows


def names(window):
    return [row.title for row in rows(window)]


def test_files_stand_newest_first_after_the_memory_and_others_last(desk):
    assert names(desk)[:4] == ["MEMORY.md", "2026-06-16", "2026-06-15", "2026-06-12"]
    assert names(desk)[-3:] == ["notes.md", "2026-02-30", "Archive"]


def test_what_goes_into_the_next_consolidation_is_counted_marked_and_said(desk):
    taken = [row.title for row in rows(desk) if row.mark is Mark.NEXT]
    assert taken == ["2026-06-16", "2026-06-15", "2026-06-12", "2026-05-20"]
    assert desk.view.left.heading.text() == "5 files go into the next consolidation"
    said = rows(desk)[1].words
    assert "goes into the next consolidation: written after the watermark" in said


def test_an_impossible_day_is_no_date_and_says_why(desk):
    row = next(row for row in rows(desk) if row.title == "2026-02-30")
    assert row.note == "not a date"
    assert "never archived" in row.words


def test_the_archive_opens_and_closes_by_keys(desk):
    desk.view.left.list.setFocus()
    desk.press(KEYS.Key_End)
    desk.press(KEYS.Key_Right)
    inner = [row for row in rows(desk) if row.is_inner]
    assert inner
    assert all(row.name.startswith("memory/archive/") for row in inner)
    assert desk.view.left.list.current_row.name == ARCHIVE
    desk.press(KEYS.Key_Left)
    assert not any(row.is_inner for row in rows(desk))


def test_the_calendar_moves_by_keys_and_shows_the_log_of_the_day(desk):
    desk.view.left.list.setFocus()
    desk.press(KEYS.Key_G)
    grid = desk.view.left.calendar.grid
    assert grid.hasFocus()
    assert grid.day == date(2026, 6, 16)
    desk.press(KEYS.Key_Left)
    assert desk.shown == "memory/2026-06-15.md"
    assert desk.inspector.title.text() == "About this log"
    desk.press(KEYS.Key_PageUp)
    assert grid.day == date(2026, 5, 15)
    assert desk.shown == "memory/2026-06-15.md"
    desk.press(KEYS.Key_Left)
    assert desk.shown == "memory/2026-05-14.md"
    assert "goes into" not in grid.accessibleDescription()


def test_a_day_with_a_log_and_a_due_one_are_told_apart(desk):
    grid = desk.view.left.calendar.grid
    grid.show_day(date(2026, 6, 12))
    assert "goes into the next consolidation" in grid.accessibleDescription()
    grid.show_day(date(2026, 6, 11))
    assert grid.accessibleDescription().endswith("1 section")
    grid.show_day(date(2026, 6, 10))
    assert grid.accessibleDescription().endswith("nothing written")


def test_the_watermark_is_shown_as_stored_with_what_it_means(desk):
    foot = desk.view.left.foot
    assert foot.stored.text() == "2026-06-12T01:30:00.512009Z"
    assert "merged again" in foot.meaning.text()


def test_an_unreadable_watermark_counts_as_never(lending):
    foot = lending("u-108").view.left.foot
    assert foot.stored.text() == "yesterday"
    assert "never" in foot.meaning.text()


def test_sections_say_time_as_written_in_utc_and_here(desk):
    desk.go("", "memory/2026-05-08.md")
    page = desk.view.pages.sections
    row = page.current
    assert row.written == desk.presenter.file.log.sections[0].written
    assert row.utc.startswith("2026-05-07")
    assert row.is_other_day == (row.day != date(2026, 5, 8))
    assert row.first in row.words


def test_facts_that_stand_elsewhere_are_said_and_nothing_is_resolved(desk):
    desk.go("", "memory/2026-06-15.md")
    page = desk.view.pages.sections
    desk.wait(lambda: page.same is not None)
    assert "Also in MEMORY.md" in page.elsewhere.text()
    assert len(page.list.model_of_rows.rows) == 2


def test_files_that_are_too_long_to_compare_are_said_to_be(monkeypatch, lending):
    monkeypatch.setattr("ui.ledger.same_facts._MOST_TEXT", 100)
    window = lending("u-101", "memory/2026-06-03.md")
    page = window.view.pages.sections
    window.wait(lambda: page.same is not None)
    assert "too long" in page.elsewhere.text()


def test_a_marker_inside_a_code_fence_is_flagged(lending):
    window = lending("u-101", "memory/2026-06-11.md")
    assert window.view.pages.sections.current.is_ambiguous
    assert "may be quoted" in window.inspector.log.doubt.text()


def test_rendered_text_has_no_html_and_no_links(desk):
    text = b"# A <b>b</b>\n\nsee [this](http://example.com/x) ![p](file:///etc/passwd)\n"
    desk.write_outside("MEMORY.md", text)
    desk.view.head.forms.choose(RENDERED)
    desk.settle()
    shown = desk.view.pages.rendered.view
    plain = shown.toPlainText()
    assert "A <b>b</b>" in plain
    assert "this (http://example.com/x) [p] (file:///etc/passwd)" in plain
    made = shown.document().toHtml()
    assert not any(tag in made for tag in ("<a ", "<img", "<b>"))


def test_the_exact_block_is_what_the_services_say(lending):
    window = lending("u-106")
    window.view.head.forms.choose(THIRD)
    reach = window.presenter.turn.reach
    assert window.view.pages.block.text.text == reach.injection.block
    assert reach.injection.lost > 0
    assert window.inspector.reach.vintage.current == Vintage.DOCUMENT.value


def test_the_older_version_is_a_choice(lending):
    window = lending("u-106")
    window.inspector.reach.vintage.choose(Vintage.CHECKOUT.value)
    window.wait(lambda: window.presenter.turn.reach.injection.vintage is Vintage.CHECKOUT)
    assert window.presenter.turn.reach.injection.block.startswith("  <memory_context>\n")
    assert window.inspector.reach.tail.view.text.endswith("  </memory_context>")


def test_tokens_of_the_session_section_move_the_line(lending):
    window = lending("u-106")
    before = window.edit.reading_end
    field = window.inspector.reach.room.session
    field.line.setText("1214")
    field.line.editingFinished.emit()
    window.settle()
    assert window.edit.reading_end == before - 4 * 1_000


def test_a_bucket_without_its_own_memory_says_who_supplies_it(lending):
    window = lending("u-107")
    assert window.presenter.file.is_foreign
    assert window.view.head.badge.text() == "supplied by root"
    assert window.edit.isReadOnly()
    assert window.view.notice.banner.accessibleName().startswith("A watermark, but no MEMORY.md")


def test_the_cut_says_whose_text_it_is_about(lending):
    window = lending("u-105")
    window.go("u-105", "MEMORY.md")
    cut = window.inspector.reach.cut
    window.wait(lambda: cut.note == "supplied by the workspace root")
    window.go("u-106", "MEMORY.md")
    window.wait(lambda: not cut.note)


def test_several_buckets_have_a_switcher(lending):
    window = lending("u-101")
    assert window.view.left.bucket.isVisible()
    assert window.view.left.bucket.text() == "u-101"
    assert "its own" in window.view.left.bucket.accessibleName()


def test_one_bucket_has_no_switcher(desk):
    assert not desk.view.left.bucket.isVisible()


def test_looking_changes_nothing(driver, sample_workspace):
    path = sample_workspace("agentscope_lending_multiuser")
    before = {file: file.stat().st_mtime_ns for file in sorted(path.rglob("*"))}
    window = LedgerWindow(driver, path, "u-101")
    for bucket in ("u-102", "u-103", "u-105", "u-108"):
        window.go(bucket, "MEMORY.md")
        window.go(bucket)
    assert {file: file.stat().st_mtime_ns for file in sorted(path.rglob("*"))} == before


def test_ctrl_f_finds_in_the_file_and_goes_round(desk):
    desk.view.left.list.setFocus()
    desk.press(KEYS.Key_F, Qt.KeyboardModifier.ControlModifier)
    desk.type("THE ")
    edit, bar = desk.edit, desk.view.pages.find_bar
    first = edit.textCursor().selectionStart()
    assert edit.textCursor().selectedText().lower() == "the "
    desk.press(KEYS.Key_Return)
    second = edit.textCursor().selectionStart()
    assert second > first
    desk.press(KEYS.Key_Return, Qt.KeyboardModifier.ShiftModifier)
    assert edit.textCursor().selectionStart() == first
    assert bar.state.text().startswith("Line ")
    bar.field.set_text("no such words")
    assert bar.state.text() == "Not in this file"
    bar.field.set_text("")
    desk.press(KEYS.Key_Escape)
    assert not bar.isVisible()
    assert edit.hasFocus()


def test_what_was_saved_since_the_last_consolidation_is_said(desk):
    assert len(desk.presenter.fresh) == 1
    inspector = desk.inspector.reach
    assert inspector.fresh.isVisibleTo(inspector)
    assert "staging-api" in inspector.fresh_facts.text()


def test_a_way_to_a_text_leads_into_the_editor_and_selects_it(desk):
    path = "memory/2026-06-15.md"
    desk.driver.session.go(Target(Place.LEDGER, path=path, bucket="", text="Staging host"))
    desk.settle()
    assert desk.shown == path
    assert desk.view.pages.currentWidget() is desk.view.pages.editor
    assert desk.edit.textCursor().selectedText() == "Staging host"


def test_what_is_written_while_nobody_looks_is_read_when_somebody_does(desk):
    desk.driver.session.go(Target(Place.DOCTOR))
    desk.driver.settle()
    (desk.path / "MEMORY.md").write_text("- other\n")
    desk.driver.session.files_changed.emit()
    desk.driver.settle()
    desk.go("", "MEMORY.md")
    assert desk.edit.engine_text == "- other\n"
