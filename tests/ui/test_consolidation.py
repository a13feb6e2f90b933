"""The page of a consolidation: what goes in, both ways to a proposal, accepting, refusing."""

from __future__ import annotations

import pytest
from consolidation_page import CONTROL, Desk
from model_answers import good, refused_key, slow
from PySide6.QtCore import Qt

from desktop_app.core.ledger.consolidation_prompt import Limits
from desktop_app.core.models.settings import ModelSettings
from ui.consolidation.model import Choosing, Failed, Ready, Running
from ui.consolidation.proposal_page import EDIT
from ui.icons import Icon
from ui.navigation import Place, Target
from ui.send_dialog import NoModelDialog, SendDialog


@pytest.fixture
def desk(driver, sample_workspace, model_server):
    opened = []

    def open_desk(name="agentscope_support_desk", bucket=""):
        opened.append(Desk(driver, sample_workspace(name), model_server, bucket))
        return opened[-1]

    yield open_desk
    for one in opened:
        one.access().choose(ModelSettings())


def test_the_page_shows_which_logs_go_in_and_the_exact_input(desk):
    one = desk()
    page = one.view.choosing

    assert "New daily ledger entries to merge (since 2026-06-12T01:30" in page.input.text
    assert page.input.text.startswith("system:\n")
    files = one.presenter.phase.prepared.input.files
    size = sum(len((one.root / name).read_text()) for name in files)
    assert f"5 logs · {size:,} characters, " in page.sizes.text()
    user = len(one.presenter.phase.prepared.input.user)
    assert page.sizes.text().endswith(f", {user:,} with MEMORY.md and headings")
    assert "at most 16,000 characters" in page.sizes.text()
    assert page.limit.text == "4000"


def test_rules_accept_and_undo_by_keys_alone(desk):
    one = desk()
    before = one.memory()

    one.press(Qt.Key.Key_Return, CONTROL)
    one.phase(Ready)
    page = one.view.ready
    assert page.accept_button.isEnabled()
    assert [figure.number for figure in page.figures.figures][:2] == ["5", "0"]
    one.press(Qt.Key.Key_Return, CONTROL)
    one.until(lambda: one.window.frame.middle.place is Place.LEDGER)

    assert "retry schedule" in one.memory()
    assert (one.root / "memory/.consolidation_state").read_text() == "2026-05-28T20:26:40Z"
    one.until(lambda: one.session.editing.has_changes)
    one.driver.do("edit.undo")
    one.until(lambda: one.memory() == before)


def test_new_lists_every_bullet_that_the_text_adds_as_it_is_written(desk):
    one = desk()
    one.press(Qt.Key.Key_Return, CONTROL)
    one.phase(Ready)

    page = one.view.ready
    titles = [row.title for row in page.list.rows.rows if row.id.startswith("new ")]

    assert len(titles) == 9
    assert [figure.number for figure in page.figures.figures][2] == "9"
    assert "Jonas is away 2026-06-22 to 2026-07-03; Mira covers webhooks." in titles
    assert "Old staging host: stage.larkspur.example." in titles
    assert not any(title == "fix requested" for title in titles)


def test_a_model_is_asked_only_after_the_person_agrees(desk):
    one = desk()
    one.choose_model()
    one.server.script([good(f"{one.memory()}\n- The cat is called Minka.")])

    one.press(Qt.Key.Key_M)
    dialog = one.dialog(SendDialog)
    assert one.server.requests == []
    one.press(Qt.Key.Key_Return, CONTROL, widget=dialog)
    proposal = one.phase(Ready).proposal

    assert proposal.invented == ("The cat is called Minka.",)
    assert proposal.origin.author.startswith("test-model on this computer")


def test_without_a_model_it_says_so_and_offers_the_rules(desk):
    one = desk()

    one.press(Qt.Key.Key_M)
    one.dialog(NoModelDialog).rules.click()

    one.phase(Ready)


def test_cancelling_while_the_model_works_goes_back(desk):
    one = desk()
    one.choose_model()
    one.access().remember(one.server.host)
    one.server.script([slow()])
    one.press(Qt.Key.Key_M)
    one.until(lambda: isinstance(one.presenter.phase, Running))

    one.press(Qt.Key.Key_Escape)

    one.phase(Choosing)
    one.access().remember(one.server.host, allowed=False)


def test_an_error_of_the_model_is_said_with_what_to_do(desk):
    one = desk()
    one.choose_model()
    one.access().remember(one.server.host)
    one.server.script([refused_key()])
    one.press(Qt.Key.Key_M)

    one.phase(Failed)

    assert one.view.failed.key.isVisible()
    one.view.failed.rules.click()
    one.phase(Ready)
    one.access().remember(one.server.host, allowed=False)


def test_an_edited_text_is_judged_while_typing_and_written(desk):
    one = desk()
    one.press(Qt.Key.Key_Return, CONTROL)
    one.phase(Ready)
    page = one.view.ready
    page.sides.choose(EDIT)
    page.text.set_text("- x")
    page.text.edited.emit()

    one.until(page.override.isVisible)
    assert page.reason
    assert any("half" in sentence for sentence in [page.caution.accessibleName()])
    page.override.click()
    one.until(lambda: not page.reason)
    page.accept()
    one.until(lambda: one.memory() == "- x")


def test_a_text_over_the_limit_can_not_be_accepted(desk):
    one = desk("agentscope_lending_multiuser", "u-108")
    one.press(Qt.Key.Key_Return, CONTROL)
    proposal = one.phase(Ready).proposal
    page = one.view.ready

    assert proposal.limits == Limits()
    assert not page.override.isVisible()
    assert "the limit is 16,000" in page.reason
    assert not page.accept_button.isEnabled()


def test_another_limit_is_put_into_the_prompt(desk):
    one = desk()
    page = one.view.choosing

    page.limit.set_text("100")
    one.press(Qt.Key.Key_Return, widget=page.limit.line)

    one.until(lambda: "100 tokens, which is 400 characters" in page.input.text)
    one.press(Qt.Key.Key_Return, CONTROL)
    one.phase(Ready)
    assert "the limit is 400" in one.view.ready.reason


def test_what_is_gone_can_be_read_in_full(desk):
    one = desk()
    one.choose_model()
    one.access().remember(one.server.host)
    one.server.script([good("\n".join(one.memory().split("\n")[:-8]))])
    one.press(Qt.Key.Key_M)
    one.phase(Ready)

    assert "Customers on the Legacy-2 plan" in one.view.ready.detail.text
    one.access().remember(one.server.host, allowed=False)


def test_choosing_a_fact_scrolls_the_difference_to_it_and_looks_like_no_tick(desk):
    one = desk()
    one.press(Qt.Key.Key_Return, CONTROL)
    one.phase(Ready)
    page = one.view.ready
    rows = [row for row in page.list.rows.rows if row.id.startswith("new ")]
    assert len(rows) > 2
    assert {row.icon for row in rows} == {Icon.PLUS}
    page.list.setFocus()
    one.press(Qt.Key.Key_End)
    assert page.list.current_id == page.list.rows.rows[-1].id
    page.list.set_current(rows[-1].id)
    text = page.difference.text
    line = text.textCursor().block().text()
    assert page.detail.text.partition("\n")[0] in line
    assert text.viewport().rect().contains(text.cursorRect().topLeft())


def test_escape_ends_typing_before_it_gives_up(desk):
    one = desk()
    one.press(Qt.Key.Key_Return, CONTROL)
    one.phase(Ready)
    page = one.view.ready
    page.edit()

    one.press(Qt.Key.Key_Escape, widget=page.text.edit)

    assert not page.is_editing
    assert isinstance(one.presenter.phase, Ready)


def test_nothing_due_is_said_and_all_logs_are_offered(desk):
    one = desk("agentscope_lending_multiuser", "u-107")
    page = one.view.choosing
    assert page.note.isVisible()
    assert "missing" in page.note.accessibleName()

    page.note.activated.emit()

    one.until(lambda: "2026-06-07" in page.input.text)
    assert page.all_logs.isChecked()
    assert not page.note.isVisible()


def test_memory_that_is_not_utf8_is_refused_on_the_page(desk):
    one = desk("agentscope_lending_multiuser", "u-105")

    assert one.view.choosing.none.isVisible()
    assert "not UTF-8" in one.view.choosing.rules.toolTip()
    assert not one.view.choosing.rules.isEnabled()


def test_a_change_of_memory_beside_the_proposal_is_said(desk):
    one = desk()
    one.press(Qt.Key.Key_Return, CONTROL)
    one.phase(Ready)
    (one.root / "MEMORY.md").write_text("- By hand.\n")

    one.session.files_changed.emit()

    one.until(one.view.ready.outdated.isVisible)
    assert "changed" in one.view.ready.reason
    one.press(Qt.Key.Key_R)
    one.until(lambda: "By hand." in one.view.ready.text.text)
    one.until(lambda: not one.view.ready.reason)


def test_escape_gives_the_proposal_up_and_writes_nothing(desk):
    one = desk()
    before = one.memory()
    one.press(Qt.Key.Key_Return, CONTROL)
    one.phase(Ready)

    one.press(Qt.Key.Key_Escape)

    one.until(lambda: one.window.frame.middle.place is Place.LEDGER)
    assert one.memory() == before


def test_the_button_of_the_daily_logs_leads_here_with_their_bucket(desk):
    one = desk("agentscope_lending_multiuser", "u-107")
    one.session.go(Target(Place.LEDGER, bucket="u-101"))
    one.driver.settle()

    one.window.frame.middle.view.left.foot.consolidate.click()

    one.until(lambda: one.window.frame.middle.place is Place.CONSOLIDATION)
    one.until(lambda: "Case 7781" in one.view.choosing.input.text)


def test_an_edited_proposal_is_asked_about_and_can_be_kept_as_a_draft(desk):
    one = desk()
    before = one.memory()
    one.press(Qt.Key.Key_Return, CONTROL)
    one.phase(Ready)
    page = one.view.ready
    assert not one.view.unsaved()
    page.text.set_text(f"{page.text.text}\n- By hand.")
    page.text.edited.emit()
    one.until(lambda: not page.reason)
    assert one.view.unsaved() == "the edited proposal for MEMORY.md"

    view = one.view
    view.keep_draft()

    one.until(lambda: not view.unsaved())
    assert one.memory() == before
