"""Edits of working memory: what is stored, what is lost on the way, and keys."""

from __future__ import annotations

from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from desktop_app.core.changes import Swap, WorkingRow
from desktop_app.core.engine_json import parse
from desktop_app.core.engine_text import decode
from desktop_app.core.errors import NotFoundError, RefusedError
from desktop_app.core.working.edits import (
    InvalidValueError,
    Keep,
    WorkingEdit,
    WorkingNote,
    delete,
    rename,
    set_value,
    trimmed_key_change,
    untrimmed,
)
from desktop_app.core.working.entry import WorkingEntry
from desktop_app.core.working.lost_digits import HiddenKey, LostDigits, lost_digits
from desktop_app.core.working.value import entry_json

MEMORY = "acme|conv|coder"
PORT = WorkingEntry("port", '{ "http": 80 }')
LOOSE = WorkingEntry(" phase\n", '"test"')
ENTRIES = (PORT, LOOSE)


def test_a_value_is_stored_as_the_engines_encoder_writes_it():
    edit = set_value(ENTRIES, "port", ' {"b": 1.50, "a": "<&>"} ')
    assert edit.after == WorkingEntry("port", r'{"a":"\u003c\u0026\u003e","b":1.5}')
    assert edit.notes == {WorkingNote.REPLACES}
    assert edit.change(MEMORY, reason="moved").working == (
        Swap(
            WorkingRow(MEMORY, "port", PORT.value_json),
            WorkingRow(MEMORY, "port", edit.after.value_json),
        ),
    )
    assert edit.change(MEMORY).label == "Set working memory “port”"


def test_a_value_that_was_opened_and_saved_keeps_its_bytes():
    edit = set_value(ENTRIES, "port", PORT.value_json)
    assert edit == WorkingEdit(before=PORT, after=PORT)
    assert edit.change(MEMORY).is_empty
    damaged = WorkingEntry("odd", "{not json")
    assert set_value((damaged,), "odd", "{not json").change(MEMORY).is_empty


def test_digits_that_are_lost_are_told_as_typed_and_as_stored():
    text = '[9007199254740993, 0.1, 1.0, 1e2, -0, {"a": 0.12345678901234567891}, 1e-400]'
    edit = set_value(ENTRIES, "id", text)
    assert edit.lost_digits == (
        LostDigits("9007199254740993", "9007199254740992", 1),
        LostDigits("0.12345678901234567891", "0.12345678901234568", text.index("0.123")),
        LostDigits("1e-400", "0", text.index("1e-400")),
    )


@given(
    st.integers(-(10**30), 10**30).map(str)
    | st.decimals(allow_nan=False, allow_infinity=False, min_value=-(10**9), max_value=10**9).map(
        "{:f}".format
    )
    | st.floats(allow_nan=False, allow_infinity=False).map(repr)
)
def test_a_number_is_told_exactly_if_what_is_stored_means_another_one(typed):
    assert bool(lost_digits(parse(typed))) == (Decimal(typed) != Decimal(entry_json(typed)))


@pytest.mark.parametrize(
    "raw", ["1e0000000000000000000000", "0e99999999999999999999999", "-0.0e-5", "100E-2", "0.10e1"]
)
def test_numbers_that_are_only_written_differently_lose_nothing(raw):
    assert lost_digits(parse(raw)) == ()


def test_a_tiny_number_with_an_endless_exponent_is_told():
    raw = "1e-" + "9" * 5000
    assert lost_digits(parse(raw)) == (LostDigits(raw, "0", 0),)


def test_a_key_that_is_written_twice_is_told():
    edit = set_value((), "k", '{"a": 1, "b": [{"a": 2}], "a": 3}')
    assert edit.after.value_json == '{"a":3,"b":[{"a":2}]}'
    assert edit.hidden_keys == (HiddenKey("a", 1),)


@pytest.mark.parametrize(
    ("text", "line", "column", "offset"),
    [("", 1, 1, 0), ("{\n  'a': 1}", 2, 3, 4), ("[1,\n2,\n1e999]", 3, 1, 7), ("12 x", 1, 4, 3)],
)
def test_text_that_is_no_json_is_refused_with_its_place(text, line, column, offset):
    with pytest.raises(InvalidValueError, match=f"line {line}, character {column}") as refusal:
        set_value(ENTRIES, "port", text)
    assert (refusal.value.line, refusal.value.column) == (line, column)
    assert refusal.value.offset == offset


def test_a_new_key_is_trimmed_as_the_tool_tells_it():
    edit = set_value(ENTRIES, "\u3000new key ", "1")
    assert (edit.before, edit.after) == (None, WorkingEntry("new key", "1"))
    assert edit.notes == frozenset()
    assert set_value(ENTRIES, " port ", "1").before == PORT


@pytest.mark.parametrize("key", ["", " \t\u3000"])
def test_a_blank_key_is_refused(key):
    with pytest.raises(RefusedError, match="needs a key"):
        set_value(ENTRIES, key, "1")
    with pytest.raises(RefusedError, match="needs a key"):
        rename(ENTRIES, "port", key)


def test_a_stored_key_with_white_space_is_found_exactly_and_stays():
    edit = set_value(ENTRIES, LOOSE.key, "2")
    assert (edit.before, edit.after) == (LOOSE, WorkingEntry(LOOSE.key, "2"))


def test_an_existing_key_is_refused_where_a_new_one_is_meant():
    with pytest.raises(RefusedError, match="“port” already"):
        set_value(ENTRIES, " port", "1", is_new=True)
    assert set_value(ENTRIES, "ports", "1", is_new=True).before is None


def test_a_twin_with_white_space_is_told():
    assert set_value(ENTRIES, "phase", "1").notes == {WorkingNote.TWIN}
    assert rename(ENTRIES, "port", "phase").notes == {WorkingNote.TWIN}


def test_renaming_keeps_the_value_byte_for_byte():
    edit = rename(ENTRIES, "port", " ports ")
    assert edit.after == WorkingEntry("ports", PORT.value_json)
    assert edit.change(MEMORY).label == "Rename working memory “port” to “ports”"
    assert rename(ENTRIES, LOOSE.key, LOOSE.key).change(MEMORY).is_empty
    assert rename(ENTRIES, "port", " port").change(MEMORY).is_empty


def test_renaming_to_a_taken_key_is_refused():
    with pytest.raises(RefusedError, match="“phase” already"):
        rename((*ENTRIES, WorkingEntry("phase", "1")), "port", "phase ")


def test_bytes_of_a_stored_key_that_are_no_text_stay_while_a_new_key_gets_none():
    odd = WorkingEntry(decode(b"k\xff"), "1")
    assert set_value((odd,), odd.key, "2").after.key == odd.key
    assert rename((odd,), odd.key, odd.key + "x").after.key == "k\ufffdx"


def test_deleting_takes_exactly_this_entry():
    change = delete(ENTRIES, LOOSE.key).change(MEMORY, reason="old")
    assert change.working == (Swap(WorkingRow(MEMORY, LOOSE.key, '"test"'), None),)
    assert (change.label, change.reason) == ("Delete working memory “ phase\n”", "old")
    for edit in (lambda: delete(ENTRIES, "phase"), lambda: rename(ENTRIES, "phase", "x")):
        with pytest.raises(NotFoundError, match="no working memory entry “phase”"):
            edit()


def test_keys_with_white_space_are_found_and_repaired():
    assert untrimmed(ENTRIES) == (LOOSE,)
    change = trimmed_key_change(MEMORY, ENTRIES, LOOSE.key)
    assert change.working == (
        Swap(WorkingRow(MEMORY, LOOSE.key, '"test"'), WorkingRow(MEMORY, "phase", '"test"')),
    )


def test_a_repair_that_meets_a_twin_needs_a_choice():
    entries = (*ENTRIES, WorkingEntry("phase", "1"))
    with pytest.raises(RefusedError, match="“phase” already"):
        trimmed_key_change(MEMORY, entries, LOOSE.key)
    gone = Swap(WorkingRow(MEMORY, LOOSE.key, '"test"'), None)
    kept = trimmed_key_change(MEMORY, entries, LOOSE.key, keep=Keep.TRIMMED)
    assert kept.working == (gone,)
    moved = trimmed_key_change(MEMORY, entries, LOOSE.key, keep=Keep.UNTRIMMED)
    assert moved.working == (
        gone,
        Swap(WorkingRow(MEMORY, "phase", "1"), WorkingRow(MEMORY, "phase", '"test"')),
    )


def test_a_key_of_white_space_alone_can_not_be_trimmed():
    with pytest.raises(RefusedError, match="needs a key"):
        trimmed_key_change(MEMORY, (WorkingEntry(" ", "1"),), " ")
