"""Values, tool calls and the snippet of working memory."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from desktop_app.core.engine_json import JsonError
from desktop_app.core.engine_text import decode, encode
from desktop_app.core.errors import RefusedError
from desktop_app.core.working.entry import WorkingEntry
from desktop_app.core.working.snippet import in_order, working_snippet
from desktop_app.core.working.tool import read_call, run_call
from desktop_app.core.working.value import entry_json

values = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(2**53), 2**53)
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
)


@given(values)
def test_a_stored_value_means_the_same_and_is_stored_the_same_again(value):
    stored = entry_json(json.dumps(value))
    assert json.loads(stored, parse_int=float) == value
    assert entry_json(stored) == stored


@given(st.dictionaries(st.text(), st.integers(0, 9)))
def test_keys_are_stored_in_the_order_of_their_bytes(value):
    stored = json.loads(entry_json(json.dumps(value)))
    assert list(stored) == sorted(stored, key=str.encode)


def test_bytes_and_text_are_stored_alike():
    assert entry_json(b'"bad\xff"') == entry_json(decode(b'"bad\xff"')) == '"bad\ufffd"'


@pytest.mark.parametrize(
    ("value_json", "reason", "offset"),
    [
        ("", "ends too early", 0),
        ("[1, 1e999]", "1e999 is larger", 4),
        ('{"a":1e999,"a":1}', "1e999 is larger", 5),
        ("1 2", "after the end", 2),
        ("NaN", "should begin", 0),
    ],
)
def test_a_refused_value_says_what_is_wrong_and_where(value_json, reason, offset):
    with pytest.raises(JsonError, match=reason) as refusal:
        entry_json(value_json)
    assert refusal.value.offset == offset


def test_a_value_may_be_as_deep_as_the_engine_reads_around_its_arguments():
    deepest = "[" * 9_999 + "]" * 9_999
    assert entry_json(deepest) == deepest
    with pytest.raises(JsonError, match="nested deeper"):
        entry_json(f"[{deepest}]")


@given(st.lists(st.tuples(st.binary().map(decode), st.text()), unique_by=lambda pair: pair[0]))
def test_the_snippet_holds_every_entry_once_in_the_order_of_key_bytes(pairs):
    entries = [WorkingEntry(*pair) for pair in pairs]
    ordered = sorted(entries, key=lambda entry: encode(entry.key))
    assert in_order(entries) == ordered
    lines = "".join(f"{entry.key}: {entry.value_json}\n" for entry in ordered)
    expected = f"<working-memory>\n{lines}</working-memory>" if entries else ""
    assert working_snippet(entries) == expected


def test_a_dotted_capital_i_is_an_i_to_the_tool():
    entries = {"a": "1"}
    assert run_call(entries, read_call('{"action":"L\u0130ST"}')) == '{"entries":{"a":"1"}}'


def test_a_later_null_value_replaces_an_earlier_value():
    entries: dict[str, str] = {}
    run_call(entries, read_call('{"action":"set","key":"a","value":1,"VALUE":null}'))
    assert entries == {"a": "null"}


@pytest.mark.parametrize("arguments", ["null", "{}", '{"action":null}', '{"action":"clear"}'])
def test_arguments_without_a_known_action_are_refused(arguments):
    with pytest.raises(RefusedError, match="has no action"):
        run_call({}, read_call(arguments))


@pytest.mark.parametrize("arguments", ["[]", "7", '"set"', '{"action":1}', '{"key":[]}'])
def test_arguments_of_another_kind_are_refused(arguments):
    with pytest.raises(RefusedError):
        read_call(arguments)
