"""The memory files of the demo workspace: everything worth seeing is in them."""

from __future__ import annotations

import json
import subprocess
import sys
from datetime import UTC, datetime
from pathlib import Path

import pytest

from desktop_app.core.engine_time import EngineTime
from desktop_app.core.ledger.injection import Fate
from desktop_app.core.ledger.offloading import holds_what_its_name_says
from desktop_app.core.notes.section import note_section
from desktop_app.resources import resource
from desktop_app.services.demo import copy_demo
from desktop_app.services.jobs import JobContext
from desktop_app.services.ledger.consolidating import Wish, consolidate_by_rules, prepare
from desktop_app.services.ledger.reading import find_ledgers, read_book
from desktop_app.services.ledger.turn import TurnSettings, file_turn
from desktop_app.services.notes.reading import read_all, read_layers
from desktop_app.services.workspace import Surroundings
from desktop_app.services.workspace_files import open_files

ROOT = Path(__file__).resolve().parents[2]
LATER = EngineTime(1_781_600_000)
NEWEST = "555-0164"


@pytest.fixture
def files(tmp_path):
    return open_files(copy_demo(tmp_path / "demo"), Surroundings({}, None, lambda: LATER))


@pytest.fixture
def books(files):
    (root,) = find_ledgers(files)
    return {bucket.path: read_book(files, bucket) for bucket in root.buckets}


def _memory_files(folder):
    kept = (path for path in folder.rglob("*") if path.is_file() and ".harness" not in path.parts)
    return {str(path.relative_to(folder)): path.read_bytes() for path in kept}


def test_the_script_writes_the_shipped_memory_files_and_their_times(tmp_path):
    script = ROOT / "packaging" / "make_demo.py"
    made = tmp_path / "made"
    subprocess.run([sys.executable, str(script), str(made)], check=True, capture_output=True)
    assert _memory_files(made) == _memory_files(resource("demo"))
    times = (tmp_path / "made-times.json").read_bytes()
    assert times == resource("demo-times.json").read_bytes()
    assert set(json.loads(times)) == set(_memory_files(made))
    assert sum(map(len, _memory_files(made).values())) < 300_000


def test_a_copy_has_the_times_at_which_its_files_were_written(files):
    for path, written in json.loads(resource("demo-times.json").read_bytes()).items():
        seconds = (files.root / path).stat().st_mtime
        assert datetime.fromtimestamp(seconds, UTC) == datetime.fromisoformat(written), path


def test_the_waterline_cuts_the_newest_facts(files, books):
    book = books[""]
    memory = file_turn(files, book, TurnSettings()).memory
    assert memory.fate is Fate.CUT
    text = book.memory.text.text
    assert NEWEST not in text[: memory.cut.offset]
    assert NEWEST in text[memory.cut.offset :]


def test_the_logs_are_of_both_versions_of_the_agent_and_one_was_edited_later(books):
    book = books[""]
    assert len([log for log in book.logs if "/archive/" not in log.name]) == 12
    assert any("/archive/" in log.name for log in book.logs)
    headers = [section.written for log in book.logs for section in log.sections]
    assert any(text.endswith("Z") for text in headers)
    assert any(text.endswith("+01:00") for text in headers)
    assert len({section.kind for log in book.logs for section in log.sections}) == 2
    taken = {one.name for one in book.eligible if one.is_taken}
    assert taken == {"memory/2026-05-28.md", "memory/2026-06-12.md", "memory/2026-06-15.md"}


def test_a_moved_result_has_the_hash_of_its_text_in_its_name(files, books):
    (moved,) = books[""].offloaded
    text = (files.root / moved.path).read_text(encoding="utf-8")
    assert holds_what_its_name_says(moved.name, text)
    assert len(books[""].sessions) == 5


def test_a_consolidation_of_the_night_shift_can_be_accepted(files, books):
    book = books["u-12"]
    prepared = prepare(files, book.bucket, Wish(), JobContext())
    proposal = consolidate_by_rules(prepared, JobContext())
    assert proposal.added
    assert proposal.dropped_duplicates
    assert not proposal.guards


def test_the_notes_have_two_layers_a_broken_one_and_two_that_say_the_same(files):
    found = read_layers(files, values={"userId": "u-7"})
    assert [layer.mount for layer in found.layers] == ["/persistent/company", "/persistent/me"]
    folders = read_all(files, found)
    assert 18 <= sum(len(folder.notes) for folder in folders) <= 24
    assert any(note.line.warning for folder in folders for note in folder.notes)
    shared, own = note_section(folders, "clerk").indexes
    assert (shared.is_writable, own.is_writable) == (False, True)
    assert 0.95 < shared.bytes_used / shared.layer.max_index_bytes < 1
    lines = [note.line.text for note in shared.listed]
    assert len(lines) == len(set(lines)) + 1
