"""The page of memory tools: what a compaction would do, in numbers, rows and texts."""

from __future__ import annotations

import json

import pytest
from PySide6.QtCore import Qt
from tools_window import ToolsWindow

from desktop_app.core.ledger.compaction import emergency, preview_compaction
from desktop_app.core.ledger.compaction_settings import CompactionSettings, Trimming
from desktop_app.core.ledger.token_estimate import message_tokens
from desktop_app.core.ledger.turn_messages import read_transcript
from ui.agent_tools.pages import COMPACTION, SESSIONS

KEYS = Qt.Key
CONTROL = Qt.KeyboardModifier.ControlModifier


@pytest.fixture
def desk(driver, sample_workspace):
    window = ToolsWindow(driver, sample_workspace("agentscope_support_desk"))
    window.view.show_tab(COMPACTION)
    window.settle()
    return window


def call(at, **given):
    function = {"name": "reports_query", "arguments": json.dumps(given)}
    return {
        "role": "assistant",
        "content": "",
        "tool_calls": [{"id": f"c{at}", "function": function}],
    }


def result(at, text):
    return {"role": "tool", "tool_call_id": f"c{at}", "name": "reports_query", "content": text}


def messages(count=60):
    long = "x" * 3_000
    made = []
    for at in range(0, count, 4):
        made += [
            {"role": "user", "content": f"Question {at}"},
            call(at, sql=long if at < 4 else "1"),
        ]
        made += [result(at, f"row {at} " * 3_000), {"role": "assistant", "content": f"Answer {at}"}]
    made[2] = result(0, "y" * 90_000)
    return made


def open_file(desk, tmp_path, made):
    path = tmp_path / "conversation.json"
    path.write_text(json.dumps(made))
    desk.page.open_file(path)
    desk.settle()
    return read_transcript(path.read_bytes(), path.name).messages


def rows(desk):
    return desk.page.result.messages.rows.rows


def sums(desk):
    return desk.page.setup.facts.accessibleName()


def change(desk, field, text):
    field.setFocus()
    field.line.selectAll()
    desk.type(text)
    desk.press(KEYS.Key_Return)
    desk.wait(lambda: not desk.page.asking.is_busy)
    desk.settle()


def test_a_short_conversation_of_the_history_is_not_compacted_and_says_why(desk):
    page = desk.page

    assert page.setup.source.text() == "support-desk / conv-0001"
    assert page.result.headline.accessibleName().startswith("Nothing is compacted: 8 messages")
    assert "the history kept only the start" in page.result.headline.accessibleName().lower()
    assert {row.is_summarised for row in rows(desk)} == {False}
    assert "160,000 start it (the window is not known)" in sums(desk)


def test_every_message_has_its_tokens_and_what_becomes_of_it(desk, tmp_path):
    conversation = open_file(desk, tmp_path, messages())
    expected = preview_compaction(conversation, CompactionSettings())
    page = desk.page

    assert page.result.headline.accessibleName().rstrip() == expected.explanation
    assert [row.tokens for row in rows(desk)] == [message_tokens(one) for one in expected.messages]
    assert [row.is_summarised for row in rows(desk)] == [at < expected.cut.at for at in range(60)]
    assert [row.number for row in rows(desk) if row.is_first_kept] == [expected.cut.at]
    pruned = {one.message for one in expected.pruned.shortened}
    assert pruned
    assert {row.number for row in rows(desk) if row.is_pruned} == pruned
    assert [row.number for row in rows(desk) if row.moved] == [2]
    assert f"{expected.tokens:,}; 160,000 start it" in sums(desk)
    assert f"{expected.original_tokens:,} before pruning" in sums(desk)
    assert f"before message {expected.cut.at}" in sums(desk)
    assert "1 result is moved into a file" in sums(desk)


def test_the_cut_is_drawn_above_the_first_message_that_is_kept(desk, tmp_path):
    open_file(desk, tmp_path, messages())
    table = desk.page.result.messages
    cut = desk.page.result.report.preview.cut.at

    assert table.currentIndex().row() == cut
    spoken = table.rows.index(cut, 0).data(Qt.ItemDataRole.AccessibleTextRole)
    assert "first kept" in spoken
    picture = table.viewport().grab().toImage()
    top = table.visualRect(table.rows.index(cut, 2)).top()
    x = table.columnViewportPosition(2) + 2
    above, line = (picture.pixelColor(x, top + at).name() for at in (-3, 1))
    assert above != line


def test_texts_of_the_summary_and_of_what_was_cut_can_be_seen_by_keys(desk, tmp_path):
    conversation = open_file(desk, tmp_path, messages())
    expected = preview_compaction(conversation, CompactionSettings())
    result_pane = desk.page.result
    result_pane.messages.setFocus()
    desk.press(KEYS.Key_Home)
    assert result_pane.text.text.text == "Question 0"

    result_pane.forms.choose("input")
    assert result_pane.text.text.text == expected.summary_input
    result_pane.forms.choose("flushed")
    assert result_pane.text.text.text == expected.flushed
    result_pane.forms.choose("after")
    for _ in range(2):
        desk.press(KEYS.Key_J)
    assert "has been saved to `large_tool_results/agent/c0-" in result_pane.text.text.text
    for _ in range(4):
        desk.press(KEYS.Key_J)
    assert "chars pruned)..." in result_pane.text.text.text
    desk.press(KEYS.Key_Return)
    assert desk.focus is result_pane.text.text


def test_another_window_of_the_model_gives_other_sums_at_once(desk, tmp_path):
    conversation = open_file(desk, tmp_path, messages())

    change(desk, desk.page.setup.form.window_size, "40000")

    expected = preview_compaction(conversation, CompactionSettings(window=40_000))
    assert "20,000 start it (40,000 minus 20,000)" in sums(desk)
    assert expected.keep_tokens.sum in sums(desk)
    assert desk.page.result.report.preview.cut == expected.cut


def test_switches_trim_arguments_leave_results_and_follow_an_overflow(desk, tmp_path):
    conversation = open_file(desk, tmp_path, messages())
    form = desk.page.setup.form
    for box in (form.trimming, form.pruning, form.emergency):
        box.setFocus()
        desk.press(KEYS.Key_Space)
    desk.wait(lambda: desk.page.result.report.preview.settings.trimming is not None)
    desk.settle()

    settings = emergency(CompactionSettings(trimming=Trimming(), pruning=None))
    expected = preview_compaction(conversation, settings)
    assert desk.page.result.report.preview == expected
    assert [row.number for row in rows(desk) if row.is_trimmed] == [1]
    assert "1 argument is cut" in sums(desk)
    assert "Pruning: off" in sums(desk)


def test_an_overflow_with_too_few_messages_fails_and_says_so(desk):
    desk.page.setup.form.emergency.setFocus()
    desk.press(KEYS.Key_Space)

    desk.wait(lambda: "The call fails" in desk.page.result.headline.accessibleName())


def test_a_number_that_is_none_is_refused_in_words(desk):
    form = desk.page.setup.form
    form.fields["keep_messages"].set_text("many")

    assert "“Messages that are kept”" in form.problem_note.text()
    assert desk.page.reason == form.problem


def test_a_file_that_is_no_conversation_is_refused_in_words(desk, tmp_path):
    path = tmp_path / "no.json"
    path.write_text('[{"a": 1}]')

    desk.page.open_file(path)
    desk.settle()

    assert "no transcript" in desk.page.result.empty.accessibleName()
    assert desk.page.result.open.isVisible()


def test_the_chosen_conversation_of_the_history_is_previewed_with_p(desk):
    desk.view.show_tab(SESSIONS)
    desk.settle()
    desk.press(KEYS.Key_J)
    desk.press(KEYS.Key_P)
    desk.settle()

    assert desk.view.tabs.current == COMPACTION
    assert desk.page.setup.source.text() == "support-desk / conv-0002"
    assert "1 line can't be read" in desk.page.result.headline.accessibleName()


def test_thousands_of_messages_are_listed(desk, tmp_path):
    open_file(desk, tmp_path, [{"role": "user", "content": f"line {at}"} for at in range(20_000)])

    assert len(rows(desk)) == 20_000
    assert desk.page.result.report.preview.cut.at == 19_980
    assert desk.page.result.messages.currentIndex().row() == 19_980


def test_without_a_conversation_the_page_asks_for_one(driver, sample_workspace):
    window = ToolsWindow(driver, sample_workspace("agentscope_lending_multiuser"), "u-101")
    window.view.show_tab(COMPACTION)
    window.settle()

    assert "No conversation to look at" in window.page.result.empty.accessibleName()
    assert window.page.reason
