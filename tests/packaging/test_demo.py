"""The demo workspace: made by its script, opened like any other, rich enough to show everything."""

from __future__ import annotations

import shutil
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from desktop_app.core.engine_text import estimate_tokens
from desktop_app.core.engine_time import EngineTime
from desktop_app.core.history.entry import HistoryFilter, Source, StatusFilter
from desktop_app.core.observational.reflection import parse_reflection
from desktop_app.resources import resource
from desktop_app.services.workspace import Surroundings, open_workspace

ROOT = Path(__file__).resolve().parents[2]
RICH = "atlas-rail|conv-departure-board|coder"
FILES = ("state.db", "conversations.db", "config.toml")


@pytest.fixture
def demo(tmp_path):
    return Path(shutil.copytree(resource("demo"), tmp_path / "demo"))


@pytest.fixture
def workspace(demo):
    later = EngineTime(1_780_000_000)
    return open_workspace(demo, Surroundings({}, None, lambda: later))


@pytest.fixture
def source(workspace):
    return workspace.require_source()


def _make(folder):
    script = ROOT / "packaging" / "make_demo.py"
    subprocess.run([sys.executable, str(script), str(folder)], check=True, capture_output=True)
    return folder / ".harness"


def _content(path):
    with closing(sqlite3.connect(path)) as connection:
        return list(connection.iterdump())


def test_the_script_writes_the_shipped_rows_and_the_same_bytes_each_time(tmp_path, demo):
    one, two = _make(tmp_path / "one"), _make(tmp_path / "two")
    assert sorted(path.name for path in one.iterdir()) == sorted(FILES)
    for name in FILES:
        assert (one / name).read_bytes() == (two / name).read_bytes()
    # Rows, not bytes: another SQLite may lay out its pages in another way.
    for name in ("state.db", "conversations.db"):
        assert _content(one / name) == _content(demo / ".harness" / name)
    assert (one / "config.toml").read_bytes() == (demo / ".harness/config.toml").read_bytes()


def test_it_has_the_tables_of_a_file_that_the_engine_wrote(demo, golden_workspace):
    golden = golden_workspace("harnessd-live") / ".harness"
    for name in ("state.db", "conversations.db"):
        shapes = []
        for folder in (golden, demo / ".harness"):
            with closing(sqlite3.connect(folder / name)) as connection:
                rows = connection.execute("SELECT type, name, tbl_name, sql FROM sqlite_master")
                shapes.append(sorted(map(repr, rows)))
        assert shapes[0] == shapes[1]


def test_it_is_a_wal_file_without_sidecars(demo):
    assert sorted(path.name for path in (demo / ".harness").iterdir()) == sorted(FILES)
    assert (demo / ".harness/state.db").read_bytes()[18:20] == b"\x02\x02"


def test_it_opens_without_a_problem_and_its_configuration_has_traps(workspace):
    assert not workspace.failures
    assert not workspace.problems
    assert not workspace.require_source().problems
    assert {trap.code for trap in workspace.config.traps} == {"H16", "H19"}


def test_the_first_scope_is_the_rich_one_with_half_of_it_out(source):
    assert source.scopes()[0].memory_id == RICH
    shown = source.snapshot(RICH)
    snippet = shown.explanation.snippet
    assert shown.observation_count == 40
    assert len({one.importance for one in shown.record.observations}) > 10
    reflection = parse_reflection(shown.record.reflection)
    assert len(reflection.supersessions) == len(reflection.contradictions) == 3
    assert 15 <= snippet.text.count("\n- [") <= 25
    assert snippet.counted <= 420 < estimate_tokens(snippet.text)


def test_sequence_numbers_count_up_and_stored_tokens_are_right(source):
    observations = source.snapshot(RICH).record.observations
    assert [one.seq for one in observations] == list(range(1, 41))
    assert all(one.token_count == estimate_tokens(one.content) for one in observations)


def test_every_kind_of_scope_is_there(source):
    entries = source.scopes()
    assert len(entries) == 9
    assert len({entry.scope.tenant for entry in entries}) == 3
    assert [entry.memory_id for entry in entries if not entry.has_record] == [
        "solo|notebook|default"
    ]
    assert sum(entry.enabled is False for entry in entries) == 2
    shown = {entry.memory_id: source.snapshot(entry.memory_id) for entry in entries}
    damages = [snapshot.damages for snapshot in shown.values() if snapshot.damages]
    assert len(damages) == 1
    assert len(damages[0]) == 2
    plain = shown["atlas-rail|conv-departure-board|planner"]
    assert not parse_reflection(plain.record.reflection).is_structured
    assert {one.importance for one in plain.record.observations} == {0.0}
    bold = shown["atlas-rail|conv-timetable-import|coder"]
    assert bold.record.reflection
    assert not parse_reflection(bold.record.reflection).summary


def test_it_has_text_of_many_scripts_and_text_that_breaks_out(source):
    text = "".join(texts.observational + texts.working for texts in source.all_turn_texts())
    for piece in ("读者", "القارئ", "הקוראת", "📚", "\x1b[31m", "\u202e", "\u200b"):
        assert piece in text
    # Its own block closes once more than it opens, as the engine would really inject it.
    assert text.count("</observational-memory>") == text.count("<observational-memory>") + 1


def test_its_log_has_applied_failed_stuck_and_orphaned_entries(source):
    counts = source.status_counts()
    assert counts["applied"] > 20
    assert counts["failed"] == 5
    assert counts["processing"] == counts["queued"] == 1
    stuck = source.history(HistoryFilter(status=StatusFilter.STUCK)).entries
    assert len(stuck) == 2
    failed = {
        entry.values["operation_id"]
        for entry in source.history(HistoryFilter(status=StatusFilter.FAILED)).entries
    }
    markers = source.history(HistoryFilter(sources=frozenset({Source.MARKER})), limit=1000)
    assert sum(entry.values["cycle_id"] in failed for entry in markers.entries) == 4


def test_source_ranges_lead_to_messages_of_the_transcript(demo, source):
    with closing(sqlite3.connect(demo / ".harness/conversations.db")) as connection:
        steps = {
            step
            for (step,) in connection.execute(
                "SELECT step FROM conversation_messages"
                " WHERE conversation_id = 'conv-departure-board'"
            )
        }
    for one in source.snapshot(RICH).record.observations:
        assert steps.issuperset(range(one.source_start_index, one.source_end_index + 1))
