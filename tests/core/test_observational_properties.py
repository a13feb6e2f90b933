"""Properties of parsers and assembly that hold for any input."""

from __future__ import annotations

import json
from random import Random

import msgspec
from hypothesis import given, settings
from hypothesis import strategies as st

from desktop_app.core.engine_json import JsonError, parse
from desktop_app.core.engine_text import decode, encode, estimate_tokens, trim
from desktop_app.core.engine_time import EngineTime
from desktop_app.core.observational.explain import explain
from desktop_app.core.observational.observation import Observation
from desktop_app.core.observational.observations_reader import (
    exact_observations,
    quick_observations,
    read_observations,
)
from desktop_app.core.observational.record import ObservationConfig, Record
from desktop_app.core.observational.reflection import parse_reflection, reflection_lines
from desktop_app.core.observational.selection import select
from desktop_app.core.observational.snippet import PieceKind, build_snippet
from desktop_app.core.scope import Scope

INT64 = st.integers(-(2**63), 2**63 - 1)
engine_texts = st.binary(max_size=60).map(decode)
plain_times = st.sampled_from(
    ["2026-01-31T10:00:00Z", "2024-02-29T23:59:59.5Z", "2026-04-30T00:00:00.123456789Z"]
)
observations = st.builds(
    Observation,
    seq=st.integers(0, 8) | INT64,
    content=engine_texts | st.text(max_size=20),
    token_count=st.integers(0, 60) | INT64,
    importance=st.floats(0, 1) | st.floats(allow_nan=False, allow_infinity=False),
    created_at=plain_times,
    source_start_index=INT64,
    source_end_index=INT64,
)
entries = st.sampled_from(
    ["- [seq:1] replaces [seq:2]: a", "- [seq:3] vs [seq:4]: b", "[seq:5] replaces [seq:6]", "x"]
)
reflections = st.lists(
    st.sampled_from(["SUMMARY:", "SUPERSESSIONS:", "CONTRADICTIONS:", "SUMMARY: inline", ""])
    | entries
    | engine_texts,
    max_size=12,
).map("\n".join)


@st.composite
def records(draw) -> Record:
    return Record(
        memory_id="a|b|c",
        scope=Scope("a", "b", "c"),
        enabled=draw(st.booleans()),
        state_version=1,
        last_observed_message_index=-1,
        observations=tuple(draw(st.lists(observations, max_size=12))),
        observation_tokens=0,
        reflection=draw(reflections),
        reflection_tokens=0,
        last_reflected_seq=0,
        config=ObservationConfig(0, draw(st.integers(-1, 120)), 0),
        created_at=EngineTime(0),
        updated_at=EngineTime(0),
    )


@given(st.binary())
def test_engine_text_keeps_every_byte(data):
    text = decode(data)
    assert encode(text) == data
    assert estimate_tokens(text) == -(-len(text) // 4)
    assert trim(trim(text)) == trim(text)


@given(records())
def test_pieces_cover_the_snippet_and_items_keep_their_text(record):
    snippet = build_snippet(record)
    assert "".join(snippet.text[p.start : p.end] for p in snippet.pieces) == snippet.text
    for piece in snippet.pieces:
        if piece.kind is PieceKind.OBSERVATION:
            assert piece.index is not None
            content = trim((record.observations or ())[piece.index].content)
            assert snippet.text[piece.start : piece.end] == content
    if not record.enabled:
        assert snippet.text == ""


@given(records())
def test_what_does_not_fit_would_not_fit_and_what_is_in_did(record):
    explanation = explain(record)
    assert len(explanation.standings) == len(record.observations or ())
    small = all(0 <= s.observation.token_count < 2**40 for s in explanation.standings)
    for standing in explanation.standings:
        if small and record.enabled:
            assert standing.is_in == (standing.observation.token_count <= standing.left)


@given(st.integers(0, 2**32).map(Random), st.integers(0, 400), st.integers(-3, 12))
@settings(max_examples=10, deadline=None)
def test_a_long_list_is_chosen_from_as_by_a_full_sort(random, budget, smallest):
    items = [
        Observation(
            seq=seq, token_count=random.randint(smallest, 40), importance=random.randint(0, 10) / 10
        )
        for seq in range(1500)
    ]
    chosen, used = select(items, frozenset(), budget, 0)
    order = sorted(
        range(len(items)),
        key=lambda i: (items[i].importance or 0.5) * (1.0 / (1.0 + len(items) - 1 - i)),
        reverse=True,
    )
    expected, total = [], 0
    for index in order:
        after = (total + items[index].token_count + 2**63) % 2**64 - 2**63
        if after <= budget:
            expected.append(index)
            total = after
    assert (chosen, used) == (expected, total)


@given(reflections)
def test_every_line_of_a_reflection_is_accounted_for(raw):
    lines = reflection_lines(raw)
    assert "\n".join(raw[line.start : line.end] for line in lines) == raw
    parsed = parse_reflection(raw)
    assert sum(line.entry is not None for line in lines) == len(parsed.supersessions) + len(
        parsed.contradictions
    )


json_values = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=12,
)
keys = st.sampled_from(["seq", "Seq", "content", "token_count", "created_at", "importance", "x"])
odd_values = (
    json_values
    | plain_times
    | st.sampled_from(["2026-02-30T00:00:00Z", "2026-01-01T1:00:00Z", "2026-01-01T10:00:00+02:00"])
)
odd_objects = st.lists(st.tuples(keys, odd_values), max_size=5).map(
    lambda pairs: "{" + ",".join(f"{json.dumps(k)}:{json.dumps(v)}" for k, v in pairs) + "}"
)


@given(st.lists(odd_objects, max_size=3).map(lambda items: "[" + ",".join(items) + "]"))
@settings(max_examples=400, deadline=None)
def test_the_fast_path_never_disagrees_with_the_exact_one(text):
    fast = quick_observations(text.encode("utf-8", "surrogatepass"))
    if fast is None:
        return
    exact, damages = exact_observations(text)
    assert damages == []
    assert exact == fast


@given(json_values)
def test_the_scanner_accepts_what_python_writes(value):
    parse(json.dumps(value))


def scanned(text: str) -> JsonError | None:
    try:
        parse(text)
    except JsonError as error:
        return error
    return None


@given(st.text(max_size=40))
def test_the_scanner_accepts_nothing_that_msgspec_refuses_but_lone_surrogates(text):
    error = scanned(text)
    if error is not None:
        assert 0 <= error.offset <= len(text)
    elif "\\u" not in text:
        msgspec.json.decode(text.encode())


@given(st.binary(max_size=80))
def test_reading_never_raises_on_any_bytes(data):
    read, damages = read_observations(data)
    assert damages or read is None or isinstance(read, tuple)
