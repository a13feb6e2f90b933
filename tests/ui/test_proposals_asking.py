"""What is asked before memory goes anywhere, and what to do where no answer comes."""

from __future__ import annotations

import keyring
import pytest
from model_answers import busy, good, no_model, refused_key, reset
from model_server import KEY
from observation_views import RICH
from proposal_desk import OUTPUT, ProposalDesk, rich_desk
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel

from desktop_app.core.models.settings import ModelSettings
from desktop_app.store.secrets import SERVICE
from ui.model_settings.view import ModelDialog
from ui.navigation import Place
from ui.proposals.model import Failed, Nothing, Ready
from ui.send_dialog import NoModelDialog

Key = Qt.Key


@pytest.fixture
def desk(driver, golden_workspace, model_server):
    yield from rich_desk(driver, golden_workspace, model_server)


def place(desk):
    return desk.window.frame.middle.place


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
