"""A hit of a search leads to its line, on whatever page the file is shown, and marks the text."""

from __future__ import annotations

import pytest

from desktop_app.services.file_search import FileHitKind, search_files
from ui.navigation import Place
from ui.notes.inspector import NotesInspector
from ui.search.hits import target_of


@pytest.fixture
def desk(driver, sample_workspace):
    driver.open_files(sample_workspace("agentscope_support_desk"))
    return driver


def hits(driver, text, kind):
    return [one for one in search_files(driver.session.files, text) if one.kind is kind]


def go(driver, hit, text):
    driver.session.go(target_of(hit, text))
    driver.settle()
    return driver.frame.middle.view


def test_curated_memory_is_marked_in_the_line_of_the_hit(desk):
    hit = hits(desk, "the", FileHitKind.MEMORY)[-1]
    edit = go(desk, hit, "the").pages.editor.edit
    cursor = edit.textCursor()
    assert cursor.selectedText().casefold() == "the"
    assert cursor.blockNumber() == hit.line - 1 > 0


def test_a_log_is_marked_in_the_line_of_the_hit(desk):
    hit = hits(desk, "e", FileHitKind.LOG)[5]
    view = go(desk, hit, "e")
    assert view.target().path == hit.path
    cursor = view.pages.editor.edit.textCursor()
    assert cursor.hasSelection()
    assert cursor.blockNumber() == hit.line - 1


def test_a_line_of_a_conversation_is_chosen_and_marked(desk):
    found = hits(desk, "staging", FileHitKind.SESSION)
    hit = next(one for one in found if one.path.endswith(".jsonl") and one.line > 1)
    view = go(desk, hit, "staging")
    assert desk.frame.middle.place is Place.TOOLS
    assert view.page.history.lines.current.number == hit.line
    assert hit.path in (
        view.page.history.path.text(),
        view.page.list.table.current.session.shown.path,
    )


def test_the_line_of_a_result_in_a_file_is_marked(desk):
    hit = hits(desk, "e", FileHitKind.OFFLOADED)[-1]
    page = go(desk, hit, "e").page
    assert page.table.current.facts.path == hit.path
    (ground,) = page.text.text.grounds
    before = page.text.text.text[: ground.span.start]
    assert before.count("\n") == hit.line - 1


def test_knowledge_is_shown_from_the_line_of_the_hit(desk):
    hit = hits(desk, "refund", FileHitKind.KNOWLEDGE)[-1]
    page = go(desk, hit, "refund").page
    assert page.start.text == str(hit.line)
    (ground,) = page.pane.text.text.grounds
    found = page.pane.text.text.text[ground.span.start : ground.span.end]
    assert found.casefold() == "refund"


def test_a_line_in_the_body_of_a_note_is_marked(driver, sample_workspace):
    driver.open_files(sample_workspace("little_harness_desk"))
    found = hits(driver, "the", FileHitKind.NOTE)
    by_path = {one.path: one for one in found}  # the last of each file
    hit = max(by_path.values(), key=lambda one: one.line)
    go(driver, hit, "the")
    inspector = next(one for one in driver.frame.middle.parts if isinstance(one, NotesInspector))
    body = inspector.fields.body.edit
    cursor = body.textCursor()
    assert cursor.selectedText().casefold() == "the"
    note = inspector.presenter.note.note
    before = note.text.text.count("\n", 0, note.body_start)
    assert cursor.blockNumber() == hit.line - 1 - before > 0
