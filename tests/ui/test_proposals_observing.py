"""Observe now in a whole window: messages, proposed observations, and what is added."""

from __future__ import annotations

import json

import pytest
from model_answers import good
from proposal_desk import ProposalDesk
from PySide6.QtCore import Qt

from desktop_app.core.models.settings import ModelSettings
from ui.navigation import Place
from ui.proposals.model import Choosing, Ready

MEMORY = "acme|conv-customer|assistant"
Key = Qt.Key
KNOWN = "round.go currently rounds half-up."
OUTPUT = f"IMPORTANCE:0.9\nNever deploys on Fridays.\n\nIMPORTANCE:0.4\n{KNOWN}"


@pytest.fixture
def desk(driver, golden_workspace, model_server):
    driver.open(golden_workspace("harnessd-live"))
    driver.show(MEMORY)
    desk = ProposalDesk(driver, model_server, MEMORY)
    yield desk
    desk.access().choose(ModelSettings())


@pytest.fixture
def talk(tmp_path):
    """A file with messages beyond those that the engine has observed."""
    path = tmp_path / "talk.jsonl"
    said = ["old"] * 12 + ["Never deploy on Fridays.", "We decided to use PostgreSQL 16."]
    lines = (json.dumps({"role": "user", "content": text}) for text in said)
    path.write_text("\n".join(lines), encoding="utf-8")
    return path


def choose_file(desk, path, monkeypatch):
    folders = []

    def answer(_page, _title, folder, _kinds):
        folders.append(folder)
        return str(path), ""

    monkeypatch.setattr("ui.proposals.choosing_page.QFileDialog.getOpenFileName", answer)
    desk.page.choosing.file.click()
    desk.driver.settle()
    assert folders == [str(desk.driver.session.source.workspace)]


def proposed(desk, path, monkeypatch, *steps):
    desk.do("observe.now")
    desk.phase(Choosing)
    choose_file(desk, path, monkeypatch)
    if steps:
        desk.server.script(steps)
        desk.choose()
    desk.press(Key.Key_Return, control=True)
    if steps:
        desk.agree()
    desk.phase(Ready)
    return desk.page


def test_the_stored_conversation_is_looked_at_first(desk):
    desk.do("observe.now")
    desk.phase(Choosing)
    page = desk.page.choosing
    assert "observed already" in page.note.accessibleName()
    assert not page.propose_button.isEnabled()
    assert page.origin.text() == "Stored conversation: nothing new"
    assert page.discard.text() == "Cancel"


def test_the_menu_of_the_scope_offers_it(desk):
    [action] = [
        one
        for one in desk.window.frame.middle.head.scope_menu.actions()
        if one.text() == "Observe now"
    ]
    action.trigger()
    assert isinstance(desk.phase(Choosing), Choosing)


def test_what_is_unobserved_in_a_file_is_listed(desk, talk, monkeypatch):
    desk.do("observe.now")
    desk.phase(Choosing)
    choose_file(desk, talk, monkeypatch)
    page = desk.page.choosing
    assert "talk.jsonl" in page.origin.text()
    assert page.list.rows.rows[-1].subtitle == "We decided to use PostgreSQL 16."
    assert page.list.hasFocus()
    desk.press(Key.Key_End)
    assert page.text.text == "We decided to use PostgreSQL 16."
    assert desk.server.requests == []


def test_a_file_that_is_no_transcript_is_refused_in_words(desk, tmp_path, monkeypatch):
    path = tmp_path / "other.json"
    path.write_text('{"a": 1}', encoding="utf-8")
    desk.do("observe.now")
    desk.phase(Choosing)
    choose_file(desk, path, monkeypatch)
    page = desk.page.choosing
    assert "other.json" in page.note.accessibleName()
    assert not page.propose_button.isEnabled()


def test_built_in_rules_propose_without_a_model(desk, talk, monkeypatch):
    page = proposed(desk, talk, monkeypatch)
    assert page.head.author.text() == "Built-in rules, no model"
    assert [row.title for row in page.ready.list.rows.rows] == [
        "User: Never deploy on Fridays.",
        "User: We decided to use PostgreSQL 16.",
        "The answer as it came",
    ]
    with desk.qtbot.waitSignal(desk.session.editing.saved):
        desk.press(Key.Key_Return, control=True)
    desk.driver.settle()
    assert desk.window.frame.middle.place is Place.OBSERVATIONS
    assert desk.window.frame.toast.accessibleName().startswith("Observations accepted: 2 of 2.")
    assert desk.record.observations[-1].content == "User: We decided to use PostgreSQL 16."
    assert desk.record.last_observed_message_index == 13


def test_known_ones_are_marked_and_importance_is_set_by_a_digit(desk, talk, monkeypatch):
    page = proposed(desk, talk, monkeypatch, good(OUTPUT))
    first, second, _answer = page.ready.list.rows.rows
    assert (first.tick, second.tick) == (True, False)
    assert second.badge.text == "same as 3"
    desk.press(Key.Key_7)
    assert page.ready.list.rows.rows[0].right_top == "0.70"
    assert page.ready.ticked == {"observation:1"}
    with desk.qtbot.waitSignal(desk.session.editing.saved):
        desk.press(Key.Key_Return, control=True)
    assert desk.record.observations[-1].importance == 0.7


def test_importance_is_typed_as_a_number(desk, talk, monkeypatch):
    page = proposed(desk, talk, monkeypatch, good(OUTPUT))
    field = page.ready.item.scored.number
    field.set_text("0,35")
    desk.press(Key.Key_Return, widget=field.line)
    assert page.ready.list.rows.rows[0].right_top == "0.35"
    field.set_text("much")
    desk.press(Key.Key_Return, widget=field.line)
    assert field.text == "0.35"


def test_discarding_leaves_the_messages_unobserved(desk, talk, monkeypatch):
    before = desk.record
    proposed(desk, talk, monkeypatch)
    desk.press(Key.Key_Escape)
    desk.driver.settle()
    assert desk.record == before
