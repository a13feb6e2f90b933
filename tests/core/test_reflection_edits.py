"""Edits of a reflection: what the engine reads afterwards, and what stays as it was."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from desktop_app.core.engine_text import estimate_tokens, trim
from desktop_app.core.engine_time import EngineTime
from desktop_app.core.errors import NotFoundError, RefusedError
from desktop_app.core.observational import edits, reflection_edits
from desktop_app.core.observational.edit_preview import Note
from desktop_app.core.observational.engine_steps import new_record
from desktop_app.core.observational.record import ObservationConfig, Record
from desktop_app.core.observational.reflection import (
    Contradiction,
    Reflection,
    Supersession,
    parse_reflection,
)
from desktop_app.core.observational.reflection_writer import header_of
from desktop_app.core.observational.silence import silence
from desktop_app.core.scope import Scope
from tests.golden_rows import text_of

NOW = EngineTime(1_777_485_960)
STORED = """Preamble that the engine ignores.
  SUMMARY: All is well.
More of it.

SUPERSESSIONS:
  -   [seq:2]  REPLACES [seq:1]:  kept as written
- none of this is an entry
- [seq:3] replaces [seq:2]: second

CONTRADICTIONS:
- [seq:1] vs [seq:3]: which one?"""


def record_with(reflection: str) -> Record:
    record = new_record(
        Scope("a", "b", "c"), enabled=True, service_config=ObservationConfig(), now=NOW
    )
    for number in (1, 2, 3):
        record = edits.add_observation(record, f"fact {number}", now=NOW).after
    return replace(
        record,
        reflection=reflection,
        reflection_tokens=estimate_tokens(reflection),
        last_reflected_seq=3,
    )


def changed_lines(before: str, after: str) -> tuple[list[str], list[str]]:
    old, new = before.split("\n"), after.split("\n")
    return [line for line in old if line not in new], [line for line in new if line not in old]


def test_another_summary_leaves_every_other_line():
    edit = reflection_edits.set_summary(record_with(STORED), "  Nothing is well.\nSee below. ")
    assert parse_reflection(edit.after.reflection).summary == "Nothing is well.\nSee below."
    assert changed_lines(STORED, edit.after.reflection) == (
        ["  SUMMARY: All is well.", "More of it."],
        ["SUMMARY:", "Nothing is well.", "See below."],
    )
    assert edit.after.reflection_tokens == estimate_tokens(edit.after.reflection)
    assert edit.after.last_reflected_seq == 3


def test_an_added_supersession_is_one_more_line_after_the_last():
    edit = reflection_edits.put_entry(record_with(STORED), Supersession(3, 1, " third "))
    assert changed_lines(STORED, edit.after.reflection) == (
        [],
        ["- [seq:3] replaces [seq:1]: third"],
    )
    assert parse_reflection(edit.after.reflection).supersessions[-1] == Supersession(3, 1, "third")
    assert edit.notes == frozenset()


def test_an_edited_entry_changes_its_own_line_only():
    edit = reflection_edits.put_entry(record_with(STORED), Supersession(3, 2, "why"), 1)
    assert changed_lines(STORED, edit.after.reflection) == (
        ["- [seq:3] replaces [seq:2]: second"],
        ["- [seq:3] replaces [seq:2]: why"],
    )


def test_a_dropped_entry_takes_its_own_line_only():
    record = record_with(STORED)
    edit = reflection_edits.drop_supersession(record, 0)
    assert changed_lines(STORED, edit.after.reflection) == (
        ["  -   [seq:2]  REPLACES [seq:1]:  kept as written"],
        [],
    )
    edit = reflection_edits.drop_contradiction(record, 0)
    assert parse_reflection(edit.after.reflection).contradictions == ()


def test_a_section_that_is_missing_is_added():
    edit = reflection_edits.put_entry(record_with("SUMMARY: s"), Contradiction(1, 2, ""))
    assert edit.after.reflection == "SUMMARY: s\n\nCONTRADICTIONS:\n- [seq:1] vs [seq:2]"


def test_a_legacy_text_that_gets_an_entry_becomes_structured():
    edit = reflection_edits.put_entry(record_with("plain words\nof old"), Supersession(2, 1, "x"))
    assert edit.after.reflection == (
        "SUMMARY:\nplain words\nof old\n\nSUPERSESSIONS:\n- [seq:2] replaces [seq:1]: x\n\n"
        "CONTRADICTIONS:"
    )


def test_a_legacy_text_stays_one_when_only_its_words_change():
    edit = reflection_edits.set_summary(record_with("plain words"), "other words")
    assert edit.after.reflection == "other words"


def test_an_entry_that_is_not_there_can_not_be_changed():
    record = record_with(STORED)
    for call in (
        lambda: reflection_edits.put_entry(record, Supersession(1, 2, ""), 2),
        lambda: reflection_edits.drop_supersession(record, -1),
        lambda: reflection_edits.drop_contradiction(record, 1),
        lambda: reflection_edits.resolve(record, 5, 1),
    ):
        with pytest.raises(NotFoundError, match="no entry"):
            call()


@pytest.mark.parametrize("line", ["SUMMARY: x", "SUPERSESSIONS:", "CONTRADICTIONS: none"])
def test_a_summary_may_hold_what_looks_like_a_heading(line):
    for summary in (line, f"fine\n{line}\nand on"):
        edit = reflection_edits.set_summary(record_with(STORED), summary)
        read = parse_reflection(edit.after.reflection)
        assert read.summary == summary
        assert len(read.supersessions) == 2
        assert "- none of this is an entry" in edit.after.reflection


def test_white_space_goes_around_a_line_that_looks_like_a_heading():
    edit = reflection_edits.set_summary(record_with(STORED), "  fine\n  SUPERSESSIONS:\r\n  on")
    assert parse_reflection(edit.after.reflection).summary == "fine\nSUPERSESSIONS:\n  on"


def test_a_reason_of_two_lines_is_refused():
    with pytest.raises(RefusedError, match="one line"):
        reflection_edits.put_entry(record_with(STORED), Contradiction(1, 2, "a\nb"))


def test_a_number_that_the_engine_can_not_hold_is_refused():
    with pytest.raises(RefusedError, match="differently"):
        reflection_edits.put_entry(record_with(STORED), Supersession(2**63, 1, ""))


def test_entries_about_nobody_and_about_one_number_are_said():
    record = record_with("")
    assert reflection_edits.put_entry(record, Supersession(9, 1, "")).notes == {Note.NOBODYS_NUMBER}
    assert reflection_edits.put_entry(record, Supersession(2, 2, "")).notes == {Note.SAME_NUMBER}


@pytest.mark.parametrize(("keep", "other"), [(1, 3), (3, 1)])
def test_keeping_one_side_of_a_contradiction_writes_a_supersession(keep, other):
    record = record_with(STORED + "\n- [seq:2] vs [seq:3]")
    edit = reflection_edits.resolve(record, 0, keep, "asked")
    read = parse_reflection(edit.after.reflection)
    assert read.contradictions == (Contradiction(2, 3, ""),)
    assert read.supersessions[-1] == Supersession(keep, other, "asked")


def test_settling_takes_an_older_verdict_on_the_same_pair_away():
    text = "SUMMARY:\nSUPERSESSIONS:\n- [seq:1] replaces [seq:3]: old\nCONTRADICTIONS:\n"
    edit = reflection_edits.resolve(record_with(f"{text}- [seq:1] vs [seq:3]"), 0, 3)
    assert parse_reflection(edit.after.reflection).supersessions == (Supersession(3, 1, ""),)


def test_a_contradiction_is_settled_for_one_of_its_own_sides():
    with pytest.raises(NotFoundError, match="observation 2"):
        reflection_edits.resolve(record_with(STORED), 0, 2)


def test_text_is_stored_trimmed_and_what_the_engine_can_not_read_is_said():
    edit = reflection_edits.set_text(record_with(STORED), "\n **SUMMARY:** lost\n")
    assert edit.after.reflection == "**SUMMARY:** lost"
    assert edit.notes == {Note.NOTHING_READ}


def test_bytes_that_are_no_utf_8_stay_and_what_no_column_holds_is_replaced():
    edit = reflection_edits.set_text(record_with(""), "caf\udce9 \ud83d")
    assert edit.after.reflection == "caf\udce9 \ufffd"


def test_clearing_leaves_a_record_that_was_never_reflected():
    after = reflection_edits.clear(record_with(STORED)).after
    assert (after.reflection, after.reflection_tokens, after.last_reflected_seq) == ("", 0, 0)


BOLD = """**SUMMARY:**
The team uses pnpm.

**Supersessions:**
- **[seq:2]** replaces **[seq:1]**: moved
* [seq:3] replaces [seq:2]
- three replaces two

### Contradictions
- None"""


def test_a_bold_headed_reflection_is_read_as_it_looks():
    record = record_with(BOLD)
    assert silence(BOLD) is not None
    edit = reflection_edits.convert(record)
    assert parse_reflection(edit.after.reflection) == Reflection(
        "The team uses pnpm.\n- three replaces two",
        (Supersession(2, 1, "moved"), Supersession(3, 2, "")),
        (),
        is_structured=True,
    )


@pytest.mark.parametrize(
    ("raw", "summary"),
    [
        ("just words", "just words"),
        ("**SUMMARY:** all is well", "all is well"),
        ("__SUMMARY__: all is well", "all is well"),
        ("# Summary\nall is well", "all is well"),
        ("before\nSUMMARY: after", "before\nafter"),
        ("Summary of the week: fine", "Summary of the week: fine"),
        ("", ""),
    ],
)
def test_a_summary_is_found_however_it_is_headed(raw, summary):
    after = reflection_edits.convert(record_with(raw)).after.reflection
    assert parse_reflection(after) == Reflection(summary, is_structured=True)


def test_a_heading_behind_a_heading_is_no_entry():
    after = reflection_edits.convert(record_with("SUPERSESSIONS: SUMMARY: x\nSUMMARY: y")).after
    assert parse_reflection(after.reflection).summary == "y\nSUMMARY: x"


def test_a_summary_under_a_bold_heading_is_written_anew_when_it_is_set():
    raw = "**SUMMARY:** lost\nSUPERSESSIONS:\n- [seq:2] replaces [seq:1]"
    edit = reflection_edits.set_summary(record_with(raw), "found")
    assert edit.after.reflection == (
        "SUMMARY:\nfound\n\nSUPERSESSIONS:\n- [seq:2] replaces [seq:1]\n\nCONTRADICTIONS:"
    )


def test_every_golden_reflection_can_be_converted_and_edited(golden_vectors):
    for case in golden_vectors("parse_structured_reflection"):
        record = record_with(text_of(case, "raw"))
        before = parse_reflection(record.reflection)
        same = reflection_edits.set_parts(record, before)
        assert same.after.reflection == record.reflection, case["case"]
        entry = Supersession(7, 5, "added")
        read = parse_reflection(reflection_edits.put_entry(record, entry).after.reflection)
        assert read.supersessions == (*before.supersessions, entry), case["case"]
        assert read.contradictions == before.contradictions, case["case"]
        lines, settled = read.summary.split("\n"), before.summary.split("\n")
        assert lines == [trim(x) if header_of(x) else x for x in settled], case["case"]
        converted = parse_reflection(reflection_edits.convert(record).after.reflection)
        assert converted.is_structured, case["case"]
        assert set(converted.supersessions) >= set(before.supersessions), case["case"]
        assert set(converted.contradictions) >= set(before.contradictions), case["case"]
