"""Each rule of files, days and the watermark: what it finds, and what is near and well."""

from __future__ import annotations

import os

import pytest

from desktop_app.core.doctor.finding import Severity
from desktop_app.core.ledger.placeholder import PLACEHOLDER
from tests.files_patient import WATERMARK, bucket_in_order, log_of, noon, reads_everything


@pytest.fixture
def patient(tmp_path):
    """A bucket with nothing odd in it."""
    return bucket_in_order(tmp_path)


def test_a_bucket_in_order_raises_no_alarm(patient):
    assert patient.found() == []
    assert patient.look().scopes is None


# Encodings and empty files


@pytest.mark.parametrize("name", ["MEMORY.md", "memory/2026-06-01.md"])
def test_a_file_that_is_not_utf8_is_converted_and_its_bytes_come_back(patient, name):
    patient.put(name, b"- Caf\xe9 at noon.\n", mtime_ns=noon(1))
    before = patient.state(name)
    finding = patient.finding("file-not-utf8")
    assert (finding.place.file, finding.severity) == (name, Severity.STOPS_MEMORY)
    assert (finding.repair.before, finding.repair.after) == (
        "- Caf\udce9 at noon.",
        "- Café at noon.",
    )
    assert any(
        effect.needs_care and "Windows-1252" in effect.value for effect in finding.repair.effects
    )
    saved = patient.save(finding.repair)
    assert patient.text(name) == "- Café at noon.\n"
    patient.undo(saved)
    assert patient.state(name) == before


def test_utf16_is_converted_and_bytes_that_are_no_text_are_left_to_a_person(patient):
    patient.put("MEMORY.md", "- Tea.\n".encode("utf-16"))
    patient.put("memory/2026-06-01.md", b"a\0b", mtime_ns=noon(1))
    found = {one.place.file: one for one in patient.look("file-not-utf8").findings}
    assert found["memory/2026-06-01.md"].repair is None
    patient.save(found["MEMORY.md"].repair)
    assert patient.text("MEMORY.md") == "- Tea.\n"


def test_accents_in_utf8_are_no_other_encoding(patient):
    patient.put("MEMORY.md", "- Café Möwe, 説明.\n")
    assert patient.found("file-not-utf8") == []


def test_marks_and_line_endings_are_only_told(patient):
    patient.put("MEMORY.md", "\ufeff- One.\r\n- Two.\n")
    findings = patient.look().findings
    assert {one.rule for one in findings} == {"file-has-byte-order-mark", "file-line-endings"}
    assert all(one.repair is None and one.severity is Severity.WORTH_KNOWING for one in findings)
    patient.put("MEMORY.md", "- A zero\ufeff inside.\n")
    assert patient.found() == []


@pytest.mark.parametrize("text", ["", " \n\t\n"])
def test_an_empty_memory_is_deleted_on_wish_with_the_watermark(patient, text):
    patient.put("MEMORY.md", text)
    finding = patient.finding("file-empty")
    assert finding.repair.before == "(a file with nothing in it)"
    before = patient.state("MEMORY.md")
    saved = patient.save(finding.repair)
    assert patient.state("MEMORY.md") is None
    assert patient.found() == [("watermark-alone", WATERMARK)]
    patient.undo(saved)
    assert patient.state("MEMORY.md") == before
    patient.save(finding.alternative)
    assert patient.state(WATERMARK) is None
    assert patient.found() == []


def test_a_log_of_white_space_is_empty_and_one_word_is_not(patient):
    patient.log(4, path="memory/2026-06-04.md")
    patient.put("memory/2026-06-04.md", "  \n")
    patient.put("memory/2026-06-05.md", ".", mtime_ns=noon(5))
    assert patient.found("file-empty") == [("file-empty", "memory/2026-06-04.md")]
    assert patient.finding("file-empty").alternative is None


def test_the_sentence_for_an_empty_file_goes_and_a_quote_of_it_stays(patient):
    patient.put("MEMORY.md", f"{PLACEHOLDER}\n- Uses tabs.\n")
    finding = patient.finding("placeholder-kept")
    assert (finding.place.line, finding.repair.before) == (1, PLACEHOLDER)
    patient.save(finding.repair)
    assert patient.text("MEMORY.md") == "- Uses tabs.\n"
    patient.put("MEMORY.md", f"- It said “{PLACEHOLDER}”.\n")
    assert patient.found("placeholder-kept") == []


def test_nothing_is_written_where_the_trouble_has_gone(patient):
    patient.put("MEMORY.md", "")
    repair = patient.finding("file-empty").repair
    patient.put("MEMORY.md", "- Written meanwhile.\n")
    assert patient.save(repair) == []
    assert patient.text("MEMORY.md") == "- Written meanwhile.\n"


def test_a_file_that_nobody_may_read_is_told_and_hides_no_other(patient):
    if reads_everything(patient.root):
        pytest.skip("this user may read everything")
    patient.put("memory/2026-06-01.md", "secret", mtime_ns=noon(1), mode=0)
    patient.put("memory/2026-06-03.md", "", mtime_ns=noon(3))
    patient.put("MEMORY.md", "secret", mode=0)
    assert set(patient.found()) == {
        ("file-unreadable", "MEMORY.md"),
        ("file-unreadable", "memory/2026-06-01.md"),
        ("file-empty", "memory/2026-06-03.md"),
    }


def test_a_folder_that_nobody_may_look_into_is_told_by_its_own_path(tmp_path):
    if reads_everything(tmp_path):
        pytest.skip("this user may read everything")
    root = tmp_path / "all"
    root.mkdir()
    patient = bucket_in_order(root)
    patient.put("u-1/MEMORY.md", "- A fact.\n")
    patient.put("u-1/memory/2026-06-01.md", log_of(1, "A fact."), mtime_ns=noon(1))
    patient.put("u-1/memory/closed/a.md", "secret")
    (root / "u-1/memory/closed").chmod(0)
    assert ("file-unreadable", "u-1/memory/closed") in patient.found("file-unreadable")
    (root / "u-1/memory/closed").chmod(0o755)


# The watermark


def test_a_watermark_without_a_memory_is_deleted(patient):
    (patient.root / "MEMORY.md").unlink()
    finding = patient.finding("watermark-alone")
    saved = patient.save(finding.repair)
    assert patient.found() == []
    patient.undo(saved)
    assert patient.text(WATERMARK) == "2026-06-02T12:00:00Z"


@pytest.mark.parametrize("text", ["yesterday", "", "2026-06-02"])
def test_a_watermark_that_is_no_time_is_told(patient, text):
    patient.put(WATERMARK, text)
    assert patient.found() == [("watermark-unreadable", WATERMARK)]


@pytest.mark.parametrize(
    ("text", "is_ahead"), [("2027-01-15T08:00:01Z", True), ("2027-01-15T08:00:00Z", False)]
)
def test_only_a_watermark_behind_the_clock_is_right(patient, text, is_ahead):
    patient.put(WATERMARK, text)
    assert ("watermark-ahead", WATERMARK) in patient.found() or not is_ahead
    assert patient.found("watermark-ahead") == [("watermark-ahead", WATERMARK)] * is_ahead


def test_a_copied_workspace_has_one_finding_for_all_its_logs(patient):
    for day in range(4, 10):
        patient.log(day, f"Fact number {day}.", written=25)
    patient.put(WATERMARK, "2026-06-20T12:00:00Z")
    finding = patient.finding("watermark-behind")
    assert finding.place.file == WATERMARK
    assert "6 logs" in finding.detail
    assert patient.found("log-sent-again") == []


def test_a_log_of_an_earlier_day_is_sent_again_and_one_of_the_same_day_is_new(patient):
    patient.log(1, "An edit by hand.", written=5)
    patient.log(2, "After the consolidation of that day.", written=2)
    os.utime(patient.root / "memory/2026-06-02.md", ns=(noon(2) + 1_000_000,) * 2)
    patient.log(0, "Old.", path="memory/archive/2026-05-01.md", written=6)
    patient.put("memory/notes.md", "- Not dated.\n", mtime_ns=noon(9))
    assert patient.found("log-sent-again", "archive-sent-again", "watermark-behind") == [
        ("log-sent-again", "memory/2026-06-01.md"),
        ("archive-sent-again", "memory/archive/2026-05-01.md"),
    ]


# Names and times


def test_days_that_no_calendar_has_and_days_to_come(patient):
    patient.put("memory/2026-02-30.md", "- A fact.\n", mtime_ns=noon(1))
    patient.put("memory/2027-01-16.md", "- Tomorrow.\n", mtime_ns=noon(3))
    patient.put("memory/2027-01-15.md", "- Today.\n", mtime_ns=noon(3))
    patient.put("memory/plan-2026-02-30.md", "- No day.\n", mtime_ns=noon(1))
    assert patient.found() == [
        ("log-day-invalid", "memory/2026-02-30.md"),
        ("log-day-ahead", "memory/2027-01-16.md"),
    ]


def test_a_section_of_another_day_or_of_a_time_to_come_is_told(patient):
    patient.put(
        "memory/2026-06-01.md",
        "\n## Memory Flush — 2026-05-31T23:59:59Z\n- Late.\n"
        "\n## Memory Save — 2026-06-02T00:10:00Z\n- Early.\n",
        mtime_ns=noon(1),
    )
    patient.put(
        "memory/2026-06-03.md",
        "\n## Memory Flush — 2026-06-03T00:30:00+08:00\n- Night in Shanghai.\n",
        mtime_ns=noon(3),
    )
    patient.put("memory/later.md", "\n## Memory Save — 2027-02-01T00:00:00Z\n- Hm.\n")
    found = {one.rule: one for one in patient.look().findings}
    assert set(found) == {"log-header-day-differs", "log-time-ahead"}
    differs = found["log-header-day-differs"]
    assert (differs.place.file, differs.place.line) == ("memory/2026-06-01.md", 2)
    assert "2026-05-31T23:59:59Z and 1 more" in differs.detail
    assert found["log-time-ahead"].place.file == "memory/later.md"


def test_a_marker_in_a_fence_or_without_a_time_is_told_once_for_a_file(patient):
    quoted = "```\n## Memory Flush — 2026-06-01T10:00:00Z\n```\n## Memory Save — soon\n"
    patient.put("memory/2026-06-01.md", log_of(1, "A") + quoted, mtime_ns=noon(1))
    patient.put("memory/2026-06-03.md", "- `## Memory Flush — x` inside\n", mtime_ns=noon(3))
    finding = patient.finding("log-marker-doubtful")
    assert (finding.place.file, finding.place.line) == ("memory/2026-06-01.md", 5)
    assert "and 1 more" in finding.detail


def test_two_formats_of_time_in_one_log_are_told(patient):
    newer = "\n## Memory Save — 2026-06-01T15:00:00.5+02:00\n- B\n"
    patient.put("memory/2026-06-01.md", log_of(1, "A") + newer, mtime_ns=noon(1))
    patient.put("memory/2026-06-03.md", newer.replace("06-01", "06-03"), mtime_ns=noon(3))
    assert patient.found() == [("log-times-mixed", "memory/2026-06-01.md")]


def test_a_log_that_archiving_will_replace_is_told(patient):
    patient.log(1, "Archived.", path="memory/archive/2026-06-01.md")
    patient.log(2, "Archived.", path="memory/archive/2026-05-02.md")
    finding = patient.finding("archive-name-taken")
    assert finding.place.file == "memory/archive/2026-06-01.md"
    assert finding.severity is Severity.STOPS_MEMORY


def test_a_hidden_file_beside_the_logs_is_told_and_the_watermark_is_not(patient):
    patient.put("memory/.draft.md", "- Hidden.\n")
    assert patient.found() == [("log-hidden", "memory/.draft.md")]
