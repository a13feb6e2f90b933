"""Reflect now in a whole window: from the wish to what is in the file."""

from __future__ import annotations

import pytest
from model_answers import good
from observation_views import RICH
from PySide6.QtCore import Qt

from desktop_app.core.models.settings import Consent, ModelSettings
from desktop_app.services.workspace import open_models
from ui.navigation import Place
from ui.proposals.model import Ready
from ui.proposals.send_dialog import SendDialog

PATIENCE_MS = 20_000
CONTROL = Qt.KeyboardModifier.ControlModifier
OUTPUT = """SUMMARY:
The user refactors invoice rounding (BILL-311) in the Go 1.25 billing monorepo on branch \
feature/BILL-311-rounding.
Hard rules: never commit or push unasked; internal/legacy/** is frozen until 2026-06-30; money \
is int64 cents.
Answers should be short. Table-driven tests. Staging runs PostgreSQL 16, prod 15 until May.

SUPERSESSIONS:
- [seq:17] replaces [seq:10]: finance confirmed discount before tax (BILL-311)
- [seq:21] replaces [seq:13]: local API port moved from 8080 to 9090
- [seq:25] replaces [seq:18]: spaces in *.go.tmpl, tabs elsewhere
- [seq:33] replaces [seq:14]: PostgreSQL 16 in staging, 15 in prod until May
- [seq:41] replaces [seq:9]: no such thing

CONTRADICTIONS:
- [seq:12] vs [seq:29]: docs generated or not
"""


@pytest.fixture
def desk(driver, golden_workspace):
    driver.open(golden_workspace("rich-coding-agent"))
    driver.show(RICH)
    yield driver
    access = open_models(driver.session.source, driver.session.surroundings)
    access.choose(ModelSettings())
    access._outside.consent.write(Consent())


def page(driver):
    view = driver.frame.middle.view
    assert driver.frame.middle.place is Place.PROPOSAL
    return view


def wait(driver, kind):
    asking = driver.window.asking
    driver.qtbot.waitUntil(lambda: isinstance(asking.presenter.phase, kind), timeout=PATIENCE_MS)
    driver.settle()


def choose(driver, model_server, name="test-model"):
    access = open_models(driver.session.source, driver.session.surroundings)
    access.choose(ModelSettings("Custom", model_server.url, name))


def asked(driver, kind=SendDialog):
    asking = driver.window.asking
    driver.qtbot.waitUntil(
        lambda: isinstance(asking.dialog, kind) and asking.dialog.isVisible(), timeout=PATIENCE_MS
    )
    return asking.dialog


def stored_reflection(driver):
    return driver.session.source.snapshot(RICH).record.reflection


def proposed(driver, model_server, *steps):
    """Ask the model as a person does, and return the page with what it proposes."""
    model_server.script(steps)
    choose(driver, model_server)
    driver.do("reflect.now")
    driver.qtbot.keyClick(asked(driver), Qt.Key.Key_Return, CONTROL)
    wait(driver, Ready)
    return page(driver)


def test_without_a_model_the_built_in_rules_answer_at_once(desk):
    desk.do("reflect.now")
    wait(desk, Ready)
    view = page(desk)
    assert view.head.author.text() == "Built-in rules, no model"
    assert view.ready.list.rows.rows
    assert view.ready.list.hasFocus()


def test_what_is_sent_to_whom_is_asked_before(desk, model_server):
    choose(desk, model_server)
    desk.do("reflect.now")
    dialog = asked(desk)
    assert model_server.host in dialog.accessibleName()
    dialog.show_text.click()
    model_server.script([good(OUTPUT)])
    shown = dialog.text.text
    assert model_server.requests == []
    desk.qtbot.keyClick(dialog, Qt.Key.Key_Return, CONTROL)
    wait(desk, Ready)
    (request,) = model_server.requests
    assert all(message["content"] in shown for message in request.messages)
    assert page(desk).head.author.text().startswith("test-model on this computer")


def test_what_is_ticked_is_written_and_can_be_undone(desk, model_server):
    view = proposed(desk, model_server, good(OUTPUT))
    before = stored_reflection(desk)
    assert view.ready.accept_button.text() == "Accept 4 changes"
    view.ready.list.set_current("contradiction:12:29:0")
    desk.qtbot.keyClick(view.ready.list, Qt.Key.Key_Space)
    assert view.ready.accept_button.text() == "Accept 3 changes"
    with desk.qtbot.waitSignal(desk.session.editing.saved):
        desk.qtbot.keyClick(view.ready.list, Qt.Key.Key_Return, CONTROL)
    desk.settle()
    assert desk.frame.middle.place is Place.REFLECTION
    after = stored_reflection(desk)
    assert "frozen until 2026-06-30" in after
    assert "[seq:33] replaces [seq:14]" in after
    assert "docs generated or not" not in after
    with desk.qtbot.waitSignal(desk.session.editing.saved):
        desk.do("edit.undo")
    desk.settle()
    assert stored_reflection(desk) == before
