"""Words of the timeline's rows."""

from __future__ import annotations

import json

import pytest
from PySide6.QtCore import Qt

from desktop_app.core.engine_time import EngineTime
from desktop_app.core.history.entry import HistoryEntry, Source
from ui.history.model import Column, HistoryModel
from ui.history.rows import State, build_rows, duration_text, local_text, when_text
from ui.history.words import meaning

NOW = EngineTime(1_776_699_400)


@pytest.mark.parametrize(
    ("length", "words"),
    [(0, "0 ms"), (2_500_000_000, "2.5 s"), (200_000_000_000, "3 min 20 s")],
)
def test_lengths_of_time_have_the_unit_that_fits(length, words):
    assert duration_text(length) == words


def test_a_time_that_no_calendar_has_is_shown_as_stored():
    assert when_text(EngineTime(-(10**12)), "-29719-04-05T22:13:20Z") == "-29719-04-05T22:13:20Z"
    assert local_text(EngineTime(-(10**12))) == ""


def test_a_payload_that_is_no_object_is_shown_as_stored():
    values = dict.fromkeys(("memory_id", "operation_id", "error_text"), "")
    values |= {"operation_type": "observe", "status": "applied", "created_at": "", "updated_at": ""}
    for payload in ("[1]", "not json", '{"a":1,"b":2}', "[" * 5_000):
        entry = HistoryEntry(Source.OPERATION, 1, {**values, "payload_json": payload}, None, None)
        [row] = build_rows([entry], NOW, ())
        assert row.state is State.APPLIED
        assert payload.startswith(row.what)


def test_a_row_of_ours_says_who_did_what_and_why():
    values = dict.fromkeys(("memory_id", "operation_id", "error_text"), "")
    values |= {"status": "applied", "created_at": "", "updated_at": ""}
    values |= {"operation_type": "memloupe_apply_again"}
    said = {"who": "ana", "what": "Edit observation 3", "why": "a typo", "journal": "2026-1"}
    texts = {}
    for why in ("a typo", ""):
        payload = json.dumps({**said, "why": why})
        entry = HistoryEntry(Source.OPERATION, 1, {**values, "payload_json": payload}, None, None)
        [row] = build_rows([entry], NOW, ())
        texts[why] = row.what
        assert "with Memloupe" in meaning(row)
        assert row.kind == "changed here"
        model = HistoryModel()
        model.replace([row], has_more=False)
        tip = model.index(0, Column.KIND).data(Qt.ItemDataRole.ToolTipRole)
        assert "memloupe_apply_again" in tip
    assert texts == {
        "a typo": "Edit observation 3, by ana: a typo",
        "": "Edit observation 3, by ana",
    }
