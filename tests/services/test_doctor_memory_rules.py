"""Rules of what MEMORY.md says, and of links and conversations: found, and near and well."""

from __future__ import annotations

import json
import os

import pytest

from desktop_app.core.doctor.finding import Severity
from desktop_app.core.ledger.offloading import offload_path
from tests.files_patient import WATERMARK, bucket_in_order, noon

SESSIONS = "agents/desk/sessions"


@pytest.fixture
def patient(tmp_path):
    """A bucket with nothing odd in it."""
    return bucket_in_order(tmp_path)


def line(number: int, **fields) -> str:
    return json.dumps({"type": "message", "id": f"m{number}", "role": "USER", **fields}) + "\n"


# The text of MEMORY.md


def test_a_tag_that_closes_its_block_weighs_more_in_the_memory_than_in_a_log(patient):
    patient.put("MEMORY.md", "- Fine.\n- It ended: </memory_context>\n- </memory-context>\n")
    patient.log(1, "It said </loaded_context> then.")
    found = {one.place.file: one for one in patient.look("closing-tag-unescaped").findings}
    assert found["MEMORY.md"].place.line == 2
    assert found["MEMORY.md"].severity is Severity.CHANGES_TURN
    assert found["memory/2026-06-01.md"].severity is Severity.WORTH_KNOWING


def test_the_line_at_which_the_memory_is_cut_is_named(patient):
    room = (8000 - 856 // 4) * 4
    whole = "x" * 99 + "\n"
    patient.put("MEMORY.md", whole * (room // 100))
    assert patient.found("memory-over-budget") == []
    patient.put("MEMORY.md", whole * (room // 100 + 2))
    finding = patient.finding("memory-over-budget")
    assert finding.place.line == room // 100 + 1


def test_lines_that_stand_twice_below_one_heading_are_dropped_once(patient):
    text = "# A\n- Same.\r\n- Other fact.\n- Same.\r\n# B\n- Same.\r\n  - with details\n- Last.\n"
    patient.put("MEMORY.md", text)
    before = patient.state("MEMORY.md")
    finding = patient.finding("memory-repeats-itself")
    saved = patient.save(finding.repair)
    assert patient.text("MEMORY.md") == text.replace("fact.\n- Same.\r\n", "fact.\n")
    assert patient.finding("memory-repeats-itself").repair is None
    patient.undo(saved)
    assert patient.state("MEMORY.md") == before


def test_facts_in_nearly_the_same_words_are_only_told(patient):
    patient.put(
        "MEMORY.md",
        "- The weekly summary is wanted on Fridays before 15:00 in Berlin.\n"
        "- Weekly summary wanted Fridays before 15:00 Berlin time.\n",
    )
    assert patient.finding("memory-repeats-itself").repair is None
    patient.put("MEMORY.md", "- Invoices go out on Friday.\n- The cat sleeps.\n")
    patient.log(3, "Invoices go out on Friday.")
    assert patient.found("memory-repeats-itself", "log-repeats-itself") == []


def test_a_log_keeps_what_stands_in_it_twice(patient):
    patient.log(3, "Same.", "Same.")
    finding = patient.finding("log-repeats-itself")
    assert (finding.place.file, finding.place.line, finding.repair) == (
        "memory/2026-06-03.md",
        4,
        None,
    )


def test_what_was_saved_after_the_consolidation_is_told(patient):
    saved = "\n## Memory Save — 2026-06-03T12:00:00Z\n- Tea at four.\n"
    patient.put("memory/2026-06-03.md", saved, mtime_ns=noon(3))
    patient.append("MEMORY.md", "\n- Tea at four.\n")
    finding = patient.finding("memory-saved-since")
    assert (finding.place.file, finding.place.line) == ("MEMORY.md", 5)
    patient.append("MEMORY.md", "\n- By hand.\n\nAnd a closing line.\n")
    assert patient.finding("memory-saved-since").place.line == 5
    patient.put(WATERMARK, "2026-06-04T12:00:00Z")
    assert patient.found("memory-saved-since") == []


def test_of_a_fact_that_was_saved_again_the_last_ones_count_as_saved(patient):
    saved = "\n## Memory Save — 2026-06-03T12:00:00Z\n- Tea at four.\n- Cake at five.\n"
    patient.put("memory/2026-06-03.md", saved, mtime_ns=noon(3))
    text = "# Memory\n- Tea at four.\n- Tea at four.\n- By hand.\n- Cake at five.\n"
    patient.put("MEMORY.md", text)
    finding = patient.finding("memory-saved-since")
    assert (finding.detail, finding.place.line) == ("2 facts of MEMORY.md", 3)


def test_a_bucket_that_reads_the_memory_of_the_root_is_told(patient):
    patient.log(1, "Of a user.", path="u-1/memory/2026-06-01.md")
    patient.put("u-2/MEMORY.md", "- Own.\n")
    found = patient.look("memory-from-elsewhere").findings
    assert [(one.place.file, one.place.bucket) for one in found] == [("u-1/MEMORY.md", "u-1")]


def test_a_bucket_without_logs_does_not_repeat_what_is_odd_in_those_it_reads(patient):
    patient.put("memory/2026-02-30.md", "- A fact.\n", mtime_ns=noon(1))
    patient.put("u-2/MEMORY.md", "- Own.\n")
    assert patient.found() == [("log-day-invalid", "memory/2026-02-30.md")]


# Links, pipes, conversations, moved results


def test_links_are_told_by_where_they_lead(patient):
    patient.log(1, "Of a user.", path="u-1/memory/2026-06-01.md")
    links = {
        "memory/out.md": "/etc/hostname",
        "memory/up.md": "../../elsewhere.md",
        "memory/gone.md": "nothing.md",
        "memory/self.md": "self.md",
        "memory/round": "..",
        "memory/inside.md": "2026-06-01.md",
        "u-1/MEMORY.md": "/etc/hostname",
    }
    for path, target in links.items():
        (patient.root / path).symlink_to(target)
    assert set(patient.found()) == {
        ("link-leads-out", "memory/out.md"),
        ("link-leads-out", "memory/up.md"),
        ("link-leads-out", "u-1/MEMORY.md"),
        ("link-dangles", "memory/gone.md"),
        ("link-loops", "memory/self.md"),
        ("link-loops", "memory/round"),
        ("link-inside", "memory/inside.md"),
    }


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no pipes here")
def test_a_pipe_among_the_logs_is_never_opened(patient):
    os.mkfifo(patient.root / "memory" / "2026-06-04.md")
    assert patient.found() == [("file-not-regular", "memory/2026-06-04.md")]


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no pipes here")
def test_a_pipe_in_the_place_of_the_memory_is_to_be_removed(patient):
    (patient.root / "MEMORY.md").unlink()
    os.mkfifo(patient.root / "MEMORY.md")
    found = patient.finding("file-not-regular")
    assert (found.place.file, found.by_hand) == ("MEMORY.md", "Remove it.")
    assert patient.found("file-unreadable") == []


def test_what_is_too_large_to_be_looked_through_is_told(patient):
    paths = (f"{SESSIONS}/long.jsonl", f"{SESSIONS}/long.log.jsonl")
    for path in paths:
        patient.put(path, line(1))
    with (patient.root / paths[1]).open("r+b") as file:
        file.truncate(70 * 2**20)
    found = patient.finding("file-unreadable")
    assert (found.place.file, found.detail[:5]) == (paths[1], "70 MB")
    assert patient.found("session-log-behind") == []


def test_conversations_are_told_by_what_they_lack(patient):
    patient.put(f"{SESSIONS}/whole.jsonl", line(1) + line(2))
    patient.put(f"{SESSIONS}/whole.log.jsonl", line(1) + line(2))
    patient.put(f"{SESSIONS}/old.jsonl", line(1))
    patient.put(f"{SESSIONS}/lost.log.jsonl", line(1))
    patient.put(f"{SESSIONS}/torn.jsonl", line(1) + "\n" + line(2) + line(3)[:20])
    patient.put(f"{SESSIONS}/torn.log.jsonl", line(1))
    found = {(one.rule, one.place.file): one for one in patient.look().findings}
    assert set(found) == {
        ("session-without-context", f"{SESSIONS}/lost.log.jsonl"),
        ("session-line-torn", f"{SESSIONS}/torn.jsonl"),
        ("session-log-behind", f"{SESSIONS}/torn.log.jsonl"),
    }
    assert found["session-line-torn", f"{SESSIONS}/torn.jsonl"].place.line == 4
    assert not any(one.repair for one in found.values())


def test_a_moved_result_is_told_if_it_does_not_hold_what_its_name_says(patient):
    patient.put(offload_path("desk", "call 1", "a long text"), "a long text")
    changed = offload_path("desk", "call 2", "another text")
    patient.put(changed, "another text, changed")
    assert patient.found() == [("offloaded-name-differs", changed)]
