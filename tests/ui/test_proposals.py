"""Reflect now in a whole window: from the wish to what is in the file."""

from __future__ import annotations

import sqlite3
from contextlib import closing

import keyring
import pytest
from model_answers import busy, empty, good, looping, no_model, refused_key, reset, silent, slow
from model_server import KEY
from observation_views import RICH
from proposal_desk import OUTPUT, ProposalDesk
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel
from tree_state import snapshot as tree_of

from desktop_app.core.models.settings import ModelSettings
from desktop_app.store.secrets import SERVICE
from ui.model_settings.view import ModelDialog
from ui.navigation import Place
from ui.proposals.model import Failed, Nothing, Ready, Running
from ui.proposals.send_dialog import NoModelDialog
from ui.widgets.button import Button

Key = Qt.Key


@pytest.fixture
def desk(driver, golden_workspace, model_server):
    driver.open(golden_workspace("rich-coding-agent"))
    driver.show(RICH)
    desk = ProposalDesk(driver, model_server)
    yield desk
    access = desk.access()
    access.choose(ModelSettings())
    for host in access.consent()[0].hosts:
        access.remember(host, allowed=False)


def place(desk):
    return desk.window.frame.middle.place


def write_as_the_engine(desk, reflection):
    with closing(sqlite3.connect(desk.session.source.path)) as connection, connection:
        connection.execute(
            "UPDATE om_memory_records SET active_reflection = ?, state_version = state_version + 1"
            " WHERE memory_id = ?",
            (reflection, RICH),
        )
    desk.session.notice_change()
    desk.driver.settle()


def test_without_a_model_the_built_in_rules_answer_at_once(desk):
    desk.do("pane.middle")
    desk.press(Key.Key_R)
    desk.phase(Ready)
    assert desk.page.head.author.text() == "Built-in rules, no model"
    assert desk.page.ready.list.rows.rows
    assert desk.page.ready.list.hasFocus()
    assert desk.server.requests == []


def test_the_button_over_the_tabs_does_the_same(desk):
    desk.window.frame.middle.head.reflect.click()
    desk.phase(Ready)
    assert place(desk) is Place.PROPOSAL


def test_what_is_sent_to_whom_is_asked_before(desk):
    desk.choose()
    desk.server.script([good(OUTPUT)])
    desk.do("reflect.now")
    dialog = desk.dialog()
    assert desk.server.host in dialog.accessibleName()
    assert dialog.accessibleDescription().startswith("It stays on this computer.")
    dialog.show_text.click()
    shown = dialog.text.text
    assert desk.server.requests == []
    desk.agree()
    desk.phase(Ready)
    (request,) = desk.server.requests
    assert all(message["content"] in shown for message in request.messages)
    assert desk.page.head.author.text().startswith("test-model on this computer")


def test_esc_in_the_question_sends_nothing(desk):
    desk.choose()
    desk.do("reflect.now")
    desk.press(Key.Key_Escape, widget=desk.dialog())
    desk.driver.settle()
    assert desk.server.requests == []
    assert isinstance(desk.presenter.phase, Nothing)
    assert place(desk) is Place.OBSERVATIONS


def test_the_question_is_not_asked_again_where_the_person_says_so(desk):
    desk.server.script([good(OUTPUT), good(OUTPUT)])
    desk.choose()
    desk.do("reflect.now")
    desk.dialog().remember.click()
    desk.agree()
    desk.phase(Ready)
    desk.press(Key.Key_R)
    desk.until(lambda: len(desk.server.requests) == 2)
    desk.phase(Ready)
    assert desk.asking.dialog is None


def test_the_built_in_rules_can_be_used_instead(desk):
    desk.choose()
    desk.do("reflect.now")
    desk.dialog().rules.click()
    desk.phase(Ready)
    assert desk.page.head.author.text() == "Built-in rules, no model"
    assert desk.server.requests == []


def test_a_model_that_is_inherited_by_wish_is_said_to_be_out_of_reach(
    driver, golden_workspace, model_server
):
    root = golden_workspace("rich-coding-agent")
    (root / ".harness" / "config.toml").write_text('[memory]\nllm_mode = "inherit"\n')
    driver.open(root)
    driver.show(RICH)
    desk = ProposalDesk(driver, model_server)
    desk.do("reflect.now")
    dialog = desk.dialog(NoModelDialog)
    assert "outside of a run there is none" in dialog.accessibleName()
    dialog.rules.click()
    desk.phase(Ready)


def labels(dialog):
    return " ".join(label.text() for label in dialog.findChildren(QLabel))


def test_the_harnesses_own_model_is_asked_and_its_trap_is_said(
    driver, golden_workspace, model_server
):
    root = golden_workspace("rich-coding-agent")
    config = (
        f'[memory]\nllm_mode = "openai"\nllm_base_url = "{model_server.url}"\nllm_model = "m"\n'
    )
    (root / ".harness" / "config.toml").write_text(config, encoding="utf-8")
    driver.open(root)
    driver.show(RICH)
    desk = ProposalDesk(driver, model_server)
    desk.do("reflect.now")
    assert "The harness adds /v1 to its base URL" in labels(desk.dialog())
    desk.server.script([good(OUTPUT)])
    desk.agree()
    desk.phase(Ready)
    assert desk.server.requests[0].body["model"] == "m"


def test_what_would_leave_this_computer_is_said_with_the_source_of_the_key(desk):
    keyring.set_password(SERVICE, "api.openai.com", KEY)
    desk.access().choose(ModelSettings("OpenAI", "", "gpt-5-nano"))
    desk.do("reflect.now")
    dialog = desk.dialog()
    keyring.delete_password(SERVICE, "api.openai.com")
    assert dialog.accessibleDescription().startswith("It leaves this computer.")
    assert "the system keyring" in labels(dialog)
    assert KEY not in labels(dialog)
    dialog.dismiss()


def test_what_is_ticked_is_written_and_can_be_undone(desk):
    page = desk.propose(good(OUTPUT))
    before = desk.record
    assert page.ready.accept_button.text() == "Accept 4 changes"
    page.ready.list.set_current("contradiction:12:29:0")
    desk.press(Key.Key_Space)
    assert page.ready.accept_button.text() == "Accept 3 changes"
    with desk.qtbot.waitSignal(desk.session.editing.saved):
        desk.press(Key.Key_Return, control=True)
    desk.driver.settle()
    assert place(desk) is Place.REFLECTION
    after = desk.record.reflection
    assert "frozen until 2026-06-30" in after
    assert "[seq:33] replaces [seq:14]" in after
    assert "docs generated or not" not in after
    with desk.qtbot.waitSignal(desk.session.editing.saved):
        desk.do("edit.undo")
    desk.driver.settle()
    assert desk.record == before


def test_the_page_says_what_to_check_and_what_the_ticks_do(desk):
    page = desk.propose(good(OUTPUT))
    assert page.head.author.isVisible()
    caution = page.ready.caution.accessibleName()
    assert "“fuzz tests requested by Ana” (observation 32)" in caution
    assert "The longer summary pushes observation 19 out." in caution
    figures = {one.caption: (one.number, one.words) for one in page.ready.figures.figures}
    assert figures["Summary tokens"] == ("74 → 80", "")
    assert figures["Ignored"] == ("41", "no such observation")
    assert page.ready.turn.lanes.accessibleName() == (
        "Next turn now: 416 counted · 561 measured; after: 419 counted · 561 measured"
    )


def test_the_answer_can_be_read_with_what_the_engine_ignores_in_it(desk):
    page = desk.propose(good(OUTPUT.replace("- [seq:33] replaces", "- 33 is newer than")))
    desk.press(Key.Key_End)
    assert page.ready.list.current_id == "answer"
    assert "1 line is ignored" in page.ready.list.rows.rows[-1].subtitle
    assert page.ready.item.answer.text.startswith("SUMMARY:")


def test_the_turn_follows_the_ticks(desk):
    page = desk.propose(good(OUTPUT))
    desk.qtbot.keyClick(page.ready.list, Key.Key_A, Qt.KeyboardModifier.ShiftModifier)
    assert page.ready.ticked == frozenset()
    assert page.ready.reason
    desk.until(lambda: page.ready.effect.ids == frozenset())
    assert page.ready.effect.before == page.ready.effect.after
    desk.press(Key.Key_A)
    desk.until(lambda: len(page.ready.effect.ids) == 5)
    assert page.ready.accept_button.isEnabled()


def test_esc_discards_and_nothing_was_written(desk):
    tree = tree_of(desk.session.source.workspace)
    desk.propose(good(OUTPUT))
    desk.press(Key.Key_Escape)
    desk.driver.settle()
    assert place(desk) is Place.OBSERVATIONS
    assert isinstance(desk.presenter.phase, Nothing)
    assert tree_of(desk.session.source.workspace) == tree


@pytest.mark.parametrize("step", [silent(good(OUTPUT)), slow(OUTPUT)])
def test_a_call_can_be_cancelled_while_the_window_goes_on(desk, step):
    desk.server.script([step])
    desk.choose()
    desk.do("reflect.now")
    desk.agree()
    desk.until(lambda: bool(desk.server.requests))
    assert isinstance(desk.presenter.phase, Running)
    assert "at work" in desk.page.running.title.text()
    desk.press(Key.Key_Escape)
    desk.phase(Nothing)
    assert place(desk) is Place.OBSERVATIONS
    assert not desk.driver.is_busy()


def test_who_goes_elsewhere_meanwhile_is_told_and_not_called_back(desk):
    desk.server.script([silent(good(OUTPUT))])
    desk.choose()
    desk.do("reflect.now")
    desk.agree()
    desk.until(lambda: bool(desk.server.requests))
    desk.do("tab.working")
    desk.server.release()
    desk.phase(Ready)
    assert place(desk) is Place.WORKING
    toast = desk.window.frame.toast
    desk.until(toast.isVisible)
    show = next(button for button in toast.findChildren(Button) if button.text() == "Show")
    show.click()
    assert desk.page.ready.accept_button.text() == "Accept 4 changes"


def test_a_looping_answer_needs_a_word_of_its_own(desk):
    page = desk.propose(looping())
    assert "again and again" in page.ready.caution.accessibleName()
    desk.press(Key.Key_A)
    assert not page.ready.accept_button.isEnabled()
    page.ready.override.click()
    assert page.ready.accept_button.isEnabled()


def test_an_empty_answer_offers_nothing_to_accept(desk):
    page = desk.propose(empty())
    assert "The answer is empty" in page.ready.caution.accessibleName()
    assert not page.ready.accept_button.isEnabled()


def failed(desk, *steps):
    desk.server.script(steps)
    desk.choose()
    desk.do("reflect.now")
    desk.agree()
    desk.phase(Failed)
    return desk.page.failed


def test_a_refused_key_leads_to_another_one(desk):
    page = failed(desk, refused_key())
    assert page.key.hasFocus()
    desk.press(Key.Key_Space)
    dialog = desk.dialog(ModelDialog)
    desk.until(dialog.own.key.line.hasFocus)
    desk.qtbot.keyClicks(dialog.own.key.line, "sk-another")
    desk.server.script([good(OUTPUT)])
    desk.press(Key.Key_Return, control=True, widget=dialog)
    desk.agree()
    desk.phase(Ready)
    assert desk.server.requests[-1].headers["authorization"] == "Bearer sk-another"
    desk.access().keep_key(desk.server.host, "")


def test_a_model_that_is_not_there_leads_to_another_one(desk):
    page = failed(desk, no_model())
    assert "has no model “test-model” (404)" in page.title.text()
    page.model.click()
    assert desk.dialog(ModelDialog).own.isVisibleTo(desk.window) is not None


def test_a_refused_connection_can_be_tried_again_or_left_to_the_rules(desk, monkeypatch):
    monkeypatch.setattr("desktop_app.remote.call._PAUSES", (0.0, 0.0))
    page = failed(desk, reset(), reset(), reset())
    assert "broke off" in page.title.text()
    page.rules.click()
    desk.phase(Ready)
    assert desk.page.head.author.text() == "Built-in rules, no model"


def test_tries_are_told_while_they_last(desk):
    notes = []
    desk.presenter.noted.connect(notes.append)
    page = desk.propose(busy(retry_after=1), good(OUTPUT))
    assert any("Trying again" in note for note in notes)
    assert page.ready.accept_button.isEnabled()


def test_a_failed_second_try_leaves_the_first_proposal(desk):
    page = desk.propose(good(OUTPUT))
    desk.server.script([refused_key()])
    page.ready.again.click()
    desk.agree()
    desk.phase(Failed)
    desk.press(Key.Key_Escape)
    desk.phase(Ready)
    assert page.ready.accept_button.text() == "Accept 4 changes"


def test_a_memory_that_changes_meanwhile_is_said_and_the_answer_is_kept(desk):
    page = desk.propose(good(OUTPUT))
    write_as_the_engine(desk, "SUMMARY:\nThe engine was here.\n\nSUPERSESSIONS:\n\nCONTRADICTIONS:")
    assert page.ready.outdated.isVisible()
    assert not page.ready.accept_button.isEnabled()
    page.ready.outdated.other_activated.emit()
    desk.until(lambda: not page.ready.outdated.isVisible())
    desk.driver.settle()
    desk.press(Key.Key_A)
    assert page.ready.accept_button.isEnabled()
    with desk.qtbot.waitSignal(desk.session.editing.saved):
        page.ready.accept_button.click()
    assert "frozen until 2026-06-30" in desk.record.reflection
    assert len(desk.server.requests) == 1


def test_the_letter_means_something_else_on_other_pages(desk):
    desk.do("go.changes")
    assert desk.window.registry.keys("reflect.now") == ()
    desk.do("tab.observations")
    assert desk.window.registry.keys("reflect.now") == ("R",)
