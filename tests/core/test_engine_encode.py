"""The engine's way of writing JSON."""

from __future__ import annotations

import json
import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from desktop_app.core.engine_encode import (
    Encoded,
    encode,
    encode_config,
    encode_observations,
    format_float,
    quote,
)
from desktop_app.core.engine_json import String, parse
from desktop_app.core.engine_text import decode, valid_unicode
from desktop_app.core.engine_time import EngineTimeError
from desktop_app.core.observational.observation import Observation
from desktop_app.core.observational.observations_reader import read_observations
from desktop_app.core.observational.record import ObservationConfig

finite = st.floats(allow_nan=False, allow_infinity=False)
texts = st.binary().map(decode) | st.text()
values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
)
int64 = st.integers(-(2**63), 2**63 - 1)
observations = st.builds(
    Observation,
    seq=int64,
    content=st.text(),
    token_count=int64,
    importance=finite,
    created_at=st.sampled_from(["2026-01-31T10:00:00Z", "2026-02-28T10:00:00.5+02:00"]),
    source_start_index=int64,
    source_end_index=int64,
)


@given(finite)
def test_a_float_means_the_same_number_after_writing(value):
    text = format_float(value)
    assert float(text) == value
    assert math.copysign(1, float(text)) == math.copysign(1, value)
    assert json.loads(text, parse_int=float) == value


@given(finite.filter(lambda value: value != 0))
def test_an_exponent_stands_only_beyond_a_millionth_and_a_sextillion(value):
    assert ("e" in format_float(value)) == (not 1e-6 <= abs(value) < 1e21)


@pytest.mark.parametrize("value", [math.nan, math.inf, -math.inf])
def test_a_number_that_json_does_not_have_is_refused(value):
    with pytest.raises(ValueError, match="JSON has no number"):
        format_float(value)


@given(texts)
def test_a_quoted_text_is_read_back_with_invalid_bytes_replaced(text):
    value = parse(quote(text))
    assert isinstance(value, String)
    assert value.value == valid_unicode(text)
    assert json.loads(quote(text)) == valid_unicode(text)


def test_control_and_html_characters_are_escaped_as_the_engine_escapes_them():
    text = decode(b'\x00\x08\x09\x0a\x0c\x0d\x1b\x7f"\\/<>&\xff' + "\u2028\u2029é😀".encode())
    plain = r'"\u0000\b\t\n\f\r\u001b' + "\x7f" + r"\"\\/"
    rest = r"\ufffd\u2028\u2029" + 'é😀"'
    assert quote(text) == plain + r"\u003c\u003e\u0026" + rest
    assert quote(text, escape_html=False) == plain + "<>&" + rest


@given(values)
def test_an_encoded_value_is_read_back_compact_or_indented(value):
    assert json.loads(encode(value)) == value
    assert json.loads(encode(value, indent="  ")) == value
    assert encode(value) == encode(json.loads(encode(value, indent="\t")))


@given(values)
def test_the_layout_is_the_usual_one_but_for_escapes(value):
    usual = json.dumps(value, ensure_ascii=False, indent=2)
    unescaped = encode(value, indent="  ")
    if not set(unescaped) & {"\\"} and not set(usual) & {"\\"}:
        assert unescaped == usual


def test_deep_values_are_written_without_recursion():
    value: list = []
    for _ in range(9_999):
        value = [value]
    assert encode(value) == "[" * 10_000 + "]" * 10_000


def test_encoded_text_is_written_as_it_is():
    assert encode({"a": Encoded('{"b":1}'), "c": '{"b":1}'}) == r'{"a":{"b":1},"c":"{\"b\":1}"}'


@given(st.lists(observations, max_size=5))
def test_observations_are_read_back_as_they_were_written(stored):
    read, damages = read_observations(encode_observations(stored))
    assert damages == []
    assert read == tuple(stored)
    indented, _ = read_observations(encode_observations(stored, indent="  ", depth=1))
    assert indented == read


@given(st.lists(observations, max_size=3))
def test_indented_observations_stand_where_the_generic_writer_puts_them(stored):
    generic = encode({"list": json.loads(encode_observations(stored))}, indent="  ")
    ours = encode({"list": encode_observations(stored, indent="  ", depth=1)}, indent="  ")
    assert json.loads(ours) == json.loads(generic)
    assert [line.partition(":")[0] for line in ours.split("\n")] == [
        line.partition(":")[0] for line in generic.split("\n")
    ]


def test_an_observation_without_importance_has_no_such_key():
    (unscored,) = json.loads(encode_observations([Observation(importance=-0.0)]))
    (scored,) = json.loads(encode_observations([Observation(importance=0.25)]))
    assert "importance" not in unscored
    assert list(scored)[2:5] == ["token_count", "importance", "created_at"]


def test_no_observations_are_an_empty_list_and_none_is_null():
    assert encode_observations(()) == "[]"
    assert encode_observations(None) == "null"


@pytest.mark.parametrize("created_at", ["2026-01-01", "2026-01-01T00:00:00+24:00"])
def test_an_observation_whose_time_can_not_be_written_is_refused(created_at):
    with pytest.raises(EngineTimeError):
        encode_observations([Observation(created_at=created_at)])


def test_a_configuration_is_written_in_the_engines_order():
    text = encode_config(ObservationConfig(1, -2, 3))
    wanted = '{"observe_min_tokens":1,"snippet_max_tokens":-2,"reflect_threshold_tokens":3}'
    assert text == wanted
