"""The way from a damaged record to its repair, in the real window."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing

from ui.observations.damaged_inspector import DamagedInspector

SCOPE = "default|hand-edited|default"
GOOD = {
    "seq": 1,
    "content": "Customer 20417 asked for the invoice in German.",
    "token_count": 13,
    "created_at": "2026-06-15T07:04:58.230019Z",
}


def test_the_repair_is_offered_only_where_the_doctor_has_one(driver, golden_workspace):
    path = golden_workspace("hand-edited")
    state = path / ".harness" / "state.db"
    ambiguous = {**GOOD, "seq": 2, "created_at": "11/03/2026 15:13:30Z"}
    _store(state, [GOOD, ambiguous])
    driver.open(path)
    driver.show(SCOPE)
    view, inspector = driver.frame.middle.view, driver.frame.panes.inspector
    qtbot, pane = driver.qtbot, inspector.findChild(DamagedInspector)
    qtbot.waitUntil(lambda: view.presenter.record is not None)
    by_hand = "No repair can know what was meant: mend it by hand with Edit (E)."
    assert pane.repair_words.isVisible()
    assert pane.repair_words.text() == by_hand
    assert not pane.preview_button.isVisible()
    assert _repair_reason(view) == by_hand
    _store(state, [GOOD, {**GOOD, "seq": 2, "token_count": 15.0}])
    with qtbot.waitSignal(view.presenter.record_changed):
        driver.session.notice_change()
    assert pane.repair_words.text() == (
        "The doctor knows what would make it readable. Nothing is written yet."
    )
    assert pane.preview_button.isVisible()
    assert not _repair_reason(view)


def _store(state, items):
    with closing(sqlite3.connect(state)) as db, db:
        db.execute(
            "UPDATE om_memory_records SET active_observations_json = ? WHERE memory_id = ?",
            (json.dumps(items), SCOPE),
        )


def _repair_reason(view):
    return next(one.reason for one in view.commands() if one.spec.id == "damaged.repair")
