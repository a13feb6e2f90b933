"""The dialog in which a person says which model is asked."""

from __future__ import annotations

import keyring
import pytest
from keyring.errors import KeyringError
from model_answers import good, refused_key
from model_server import KEY
from observation_views import RICH
from proposal_desk import ProposalDesk, rich_desk
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLineEdit

from desktop_app.core.models.settings import ModelSettings
from desktop_app.store.secrets import SERVICE
from ui.model_settings.view import ModelDialog
from ui.widgets.button import Button

Key = Qt.Key


@pytest.fixture
def desk(driver, golden_workspace, model_server):
    yield from rich_desk(driver, golden_workspace, model_server)
    if keyring.get_password(SERVICE, model_server.host) is not None:
        keyring.delete_password(SERVICE, model_server.host)


def opened(desk):
    desk.do("model.settings")
    dialog = desk.dialog(ModelDialog)
    desk.driver.settle()
    return dialog


def filled(desk, key=""):
    """The dialog with the server of the test in it."""
    dialog = opened(desk)
    desk.press(Key.Key_2, widget=dialog.which)
    dialog.own.server.choose("Custom")
    dialog.own.address.set_text(desk.server.url)
    dialog.own.model.set_text("test-model")
    dialog.own.key.set_text(key)
    desk.until(lambda: dialog.own.host == desk.server.host)
    desk.driver.settle()
    return dialog


def test_what_the_harness_asks_is_shown_and_why_nobody_can(desk):
    dialog = opened(desk)
    assert dialog.which.chosen_id == "harness"
    assert "outside of a run there is none" in dialog.asked.text()
    assert not dialog.own.isVisible()


def test_a_known_server_needs_its_key_and_says_so(desk):
    dialog = opened(desk)
    desk.press(Key.Key_2, widget=dialog.which)
    dialog.own.server.choose("OpenAI")
    dialog.own.model.set_text("gpt-5-nano")
    desk.until(lambda: "There is no key for api.openai.com" in dialog.asked.text())
    assert dialog.own.address.line.placeholderText() == "https://api.openai.com/v1"


def test_a_model_of_ones_own_is_kept_and_asked(desk):
    dialog = filled(desk)
    with desk.qtbot.waitSignal(dialog.saved):
        desk.press(Key.Key_Return, control=True, widget=dialog)
    stored, problem = desk.access().settings()
    assert stored == ModelSettings("Custom", desk.server.url, "test-model")
    assert problem == ""
    desk.do("reflect.now")
    assert desk.server.host in desk.dialog().accessibleName()


def test_the_key_is_hidden_and_goes_to_the_keyring_only(desk, tmp_path):
    dialog = filled(desk, KEY)
    assert dialog.own.key.line.echoMode() is QLineEdit.EchoMode.Password
    with desk.qtbot.waitSignal(dialog.saved):
        desk.press(Key.Key_Return, control=True, widget=dialog)
    assert keyring.get_password(SERVICE, desk.server.host) == KEY
    kept = [path for path in tmp_path.rglob("*") if path.is_file()]
    assert not [path for path in kept if KEY.encode() in path.read_bytes()]
    again = opened(desk)
    assert again.own.key.text == ""
    assert again.own.source.text() == "Key from the system keyring."
    again.own.forget.click()
    desk.until(lambda: keyring.get_password(SERVICE, desk.server.host) is None)
    desk.driver.settle()
    assert again.own.source.text().startswith("No key is sent.")


def test_trying_sends_no_memory_and_tells_the_answer(desk):
    desk.server.script([good("ready")])
    dialog = filled(desk, KEY)
    dialog.try_button.click()
    assert "No memory is in it." in dialog.told.text()
    desk.until(lambda: "It answered" in dialog.told.text())
    (request,) = desk.server.requests
    assert request.headers["authorization"] == f"Bearer {KEY}"
    assert all(one.content not in str(request.body) for one in desk.record.observations)
    assert keyring.get_password(SERVICE, desk.server.host) is None


def test_a_trial_that_fails_says_why(desk):
    desk.server.script([refused_key()])
    dialog = filled(desk, KEY)
    dialog.try_button.click()
    desk.until(lambda: "refused the key (401)" in dialog.told.text())
    assert KEY not in dialog.told.text()


def test_a_keyring_that_does_not_work_is_said_and_nothing_is_lost(desk, monkeypatch):
    def locked(*_arguments):
        raise KeyringError("locked")

    dialog = filled(desk, KEY)
    monkeypatch.setattr(type(keyring.get_keyring()), "set_password", locked)
    desk.press(Key.Key_Return, control=True, widget=dialog)
    desk.until(lambda: "keyring" in dialog.told.text())
    assert dialog.isVisible()
    assert dialog.own.key.text == KEY
    assert not desk.access().settings()[0].is_set


def test_a_yes_for_good_is_listed_and_can_be_taken_back(desk):
    desk.choose()
    desk.access().remember(desk.server.host)
    dialog = opened(desk)
    (button,) = dialog.consent.findChildren(Button)
    assert desk.server.host in button.text()
    button.click()
    desk.until(lambda: not desk.access().consent()[0].hosts)
    desk.driver.settle()
    assert not dialog.consent.isVisible()


def test_esc_keeps_everything_as_it_was(desk):
    dialog = filled(desk, KEY)
    desk.press(Key.Key_Escape, widget=dialog)
    desk.driver.settle()
    assert not desk.access().settings()[0].is_set
    assert keyring.get_password(SERVICE, desk.server.host) is None


def test_the_trap_of_a_base_url_with_a_version_is_said(driver, golden_workspace, model_server):
    root = golden_workspace("rich-coding-agent")
    config = (
        f'[memory]\nllm_mode = "openai"\nllm_base_url = "{model_server.url}"\nllm_model = "m"\n'
    )
    (root / ".harness" / "config.toml").write_text(config, encoding="utf-8")
    driver.open(root)
    driver.show(RICH)
    dialog = opened(ProposalDesk(driver, model_server))
    assert "adds /v1 to its base URL" in dialog.asked.text()
    dialog.dismiss()
