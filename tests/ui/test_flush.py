"""The page that extracts facts: choosing a conversation, the input, the section, accepting."""

from __future__ import annotations

import json

import pytest
from consolidation_page import CONTROL, FlushDesk
from model_answers import good, refused_key
from PySide6.QtCore import Qt
from window_driver import NOW

from desktop_app.core.ledger.instants import offset_text
from desktop_app.core.models.settings import ModelSettings
from ui.consolidation.model import Choosing, Failed, Ready
from ui.consolidation.proposal_page import EDIT
from ui.navigation import Place, Target
from ui.send_dialog import NoModelDialog, SendDialog

FACT = "- Olga moved the webhook retries to 90 seconds."


@pytest.fixture
def desk(driver, sample_workspace, model_server):
    opened = []

    def open_desk(name="agentscope_support_desk", bucket=""):
        opened.append(FlushDesk(driver, sample_workspace(name), model_server, bucket))
        return opened[-1]

    yield open_desk
    for one in opened:
        one.access().choose(ModelSettings())


def test_the_newest_conversation_is_shown_with_both_messages(desk):
    page = desk().view.choosing

    assert page.list.current_id.startswith("agents/")
    assert page.input.text.startswith("system:\nYou take facts from a conversation")
    assert "\n\nuser:\nMEMORY.md, for reading only" in page.input.text
    assert "Note only what is new in this conversation:" in page.input.text


def test_another_conversation_is_chosen_from_the_list(desk):
    one = desk()
    page = one.view.choosing
    before, first = page.input.text, page.list.current_id

    one.press(Qt.Key.Key_Down, widget=page.list)
    one.press(Qt.Key.Key_Down, widget=page.list)

    one.until(lambda: page.input.text != before)
    assert page.list.current_id != first
    assert "[USER]: " in page.input.text
    one.presenter.read_again()
    one.phase(Choosing)
    assert page.list.current_id != first


def test_a_conversation_in_a_file_from_elsewhere_can_be_taken(desk, tmp_path):
    one = desk()
    path = tmp_path / "talk.json"
    path.write_text(json.dumps([{"role": "user", "content": "The cat is called Minka."}]))

    one.presenter.choose(path)

    one.until(lambda: "[USER]: The cat is called Minka." in one.view.choosing.input.text)
    assert one.view.choosing.list.rows.rows[0].title == "talk.json"


def test_a_file_that_is_no_transcript_is_said_and_others_can_still_be_chosen(desk, tmp_path):
    one = desk()
    path = tmp_path / "talk.json"
    path.write_text("[1, 2]")

    one.presenter.choose(path)

    one.until(one.view.choosing.none.isVisible)
    assert not one.view.choosing.model.isEnabled()
    assert len(one.view.choosing.list.rows.rows) > 1


def test_accept_appends_the_section_as_it_was_shown_and_undo_takes_it_back(desk):
    one = desk()
    before = one.log()

    page = one.answered(FACT)
    shown = [line.text for line in page.difference.text.lines if line.kind.name == "ADDED"]
    one.press(Qt.Key.Key_Return, CONTROL)
    one.until(lambda: one.window.frame.middle.place is Place.LEDGER)

    section = f"\n## Memory Flush — {offset_text(NOW, one.session.files.zone)}\n{FACT}\n"
    assert one.log() == (before or "") + section
    assert "\n".join(shown).strip() == section.strip()
    one.until(lambda: one.session.editing.has_changes)
    one.driver.do("edit.undo")
    one.until(lambda: one.log() == before)


def test_no_reply_is_nothing_to_add(desk):
    one = desk()

    page = one.answered("NO_REPLY")

    assert page.reason == "There is nothing new to note."
    assert "nothing new" in page.caution.accessibleName()
    one.press(Qt.Key.Key_Escape)
    one.until(lambda: one.window.frame.middle.place is Place.LEDGER)


def test_prose_is_accepted_only_in_spite_of_the_guard(desk):
    one = desk()

    page = one.answered("I could not find anything in this conversation.")

    assert "no bullet" in page.caution.accessibleName()
    assert page.reason
    page.override.click()
    assert not page.reason


def test_what_is_known_already_is_listed(desk):
    one = desk()
    known = "- CSV export is limited to 50,000 rows"
    assert known in one.memory()

    page = one.answered(f"{known}\n{FACT}")

    assert [figure.number for figure in page.figures.figures][1] == "1"
    assert "known already" in page.caution.accessibleName()


def test_an_edited_answer_is_what_is_written(desk):
    one = desk()
    page = one.answered(FACT)

    one.press(Qt.Key.Key_E)
    assert page.sides.current == EDIT
    page.text.set_text("- Edited by hand.")
    page.text.edited.emit()
    assert one.view.unsaved() == "the edited proposal for today’s log"
    one.until(lambda: not page.reason)
    page.accept()

    one.until(lambda: "- Edited by hand.\n" in (one.log() or ""))


def test_the_preview_follows_a_log_that_grows_meanwhile(desk):
    one = desk()
    page = one.answered(FACT)
    path = one.root / "memory" / "2026-05-28.md"
    path.write_text("- The engine wrote this.\n")

    one.session.files_changed.emit()

    one.until(lambda: any("engine wrote" in line.text for line in page.difference.text.lines))
    page.accept()
    one.until(lambda: one.log().startswith("- The engine wrote this.\n\n## Memory Flush"))


def test_without_a_model_it_says_what_files_need_and_offers_no_rules(desk):
    one = desk()

    one.press(Qt.Key.Key_M)

    dialog = one.dialog(NoModelDialog)
    assert not dialog.rules.isVisible()
    assert "No model is chosen yet" in dialog.accessibleName()


def test_an_error_of_the_model_offers_another_key_and_no_rules(desk):
    one = desk()
    one.choose_model()
    one.access().remember(one.server.host)
    one.server.script([refused_key()])
    one.press(Qt.Key.Key_M)

    one.phase(Failed)

    assert one.view.failed.key.isVisible()
    assert not one.view.failed.rules.isVisible()
    one.press(Qt.Key.Key_Escape)
    one.phase(Choosing)
    one.access().remember(one.server.host, allowed=False)


def test_another_prompt_is_sent_and_kept_for_the_session(desk):
    one = desk()
    pane = one.view.choosing.pane
    pane.prompt.set_text("Write what is said about cats, 100 % of it.")
    pane.prompt.edited.emit()
    one.until(lambda: pane.input.text.startswith("system:\nWrite what is said about cats, 100 %"))

    one.choose_model()
    one.server.script([good("NO_REPLY")])
    one.press(Qt.Key.Key_M)
    one.press(Qt.Key.Key_Return, CONTROL, widget=one.dialog(SendDialog))
    one.phase(Ready)

    assert one.server.requests[0].messages[0]["content"].startswith("Write what is said")
    one.press(Qt.Key.Key_Escape)
    one.until(lambda: one.window.frame.middle.place is Place.LEDGER)
    one.session.go(Target(Place.FLUSH, bucket=""))
    one.phase(Choosing)
    assert one.view.choosing.input.text.startswith("system:\nWrite what is said")
    pane.reset.click()
    one.until(lambda: one.view.choosing.input.text.startswith("system:\nYou take facts"))


def test_a_bucket_without_conversations_says_so(desk, tmp_path):
    one = desk("agentscope_lending_multiuser", "u-107")

    page = one.view.choosing
    assert page.none.isVisible()
    assert not page.list.isVisible()


def test_the_key_of_the_daily_logs_leads_here_with_their_bucket(desk):
    one = desk("agentscope_lending_multiuser", "u-107")
    one.session.go(Target(Place.LEDGER, bucket="u-101"))
    one.driver.settle()

    one.driver.do("ledger.flush")

    one.until(lambda: one.window.frame.middle.place is Place.FLUSH)
    assert one.presenter.bucket.path == "u-101"


@pytest.mark.parametrize(
    ("command", "place"),
    [("logs.flush", Place.FLUSH), ("logs.consolidate", Place.CONSOLIDATION)],
)
def test_the_palette_leads_here_from_any_page(desk, command, place):
    one = desk("agentscope_lending_multiuser", "u-107")
    one.session.go(Target(Place.LEDGER, bucket="u-101"))
    one.driver.settle()

    one.driver.do(command)

    one.until(lambda: one.window.frame.middle.place is place)
    assert one.window.frame.middle.view.presenter.bucket.path == "u-101"
    one.driver.do("go.changes")
    one.until(lambda: one.window.frame.middle.place is Place.CHANGES)
    assert one.window.registry.action(command).isEnabled()


def test_the_list_of_sessions_leads_here_with_its_conversation(desk):
    one = desk()
    one.session.go(Target(Place.TOOLS, bucket="", key="sessions"))
    one.driver.settle()
    page = one.window.frame.middle.view.page
    one.until(lambda: page.list.table.current is not None)
    assert page.list.choose("agents/support-desk/sessions/conv-0001.jsonl")

    page.list.facts.click()

    one.until(lambda: one.window.frame.middle.place is Place.FLUSH)
    chosen = "agents/support-desk/sessions/conv-0001.jsonl"
    one.until(lambda: one.view.choosing.list.current_id == chosen)
    assert one.window.registry.action("flush.model").isEnabled()
