"""The snippet, its parsers and its explanation against the engine's own."""

from __future__ import annotations

import math
import struct
from typing import TYPE_CHECKING

import pytest

from desktop_app.core.engine_text import encode, estimate_tokens
from desktop_app.core.observational.chunks import parse_chunks
from desktop_app.core.observational.damage import DamagedRecordError
from desktop_app.core.observational.explain import explain
from desktop_app.core.observational.record_reader import read_record
from desktop_app.core.observational.reflection import (
    Contradiction,
    LineRole,
    Reflection,
    Supersession,
    parse_reflection,
    reflection_lines,
)
from desktop_app.core.observational.snippet import Snippet, build_snippet
from tests.golden_rows import stored_row, text_of

if TYPE_CHECKING:
    from desktop_app.core.errors import DamagedError


def bits(number: float) -> str:
    # Go and Python write different quiet NaNs.
    return "7ff8000000000001" if math.isnan(number) else struct.pack(">d", number).hex()


def test_every_observer_output_is_parsed_as_by_the_engine(golden_vectors):
    cases = golden_vectors("parse_observation_chunks")
    wrong = [
        case["case"]
        for case in cases
        if [(bits(chunk.importance), chunk.content) for chunk in parse_chunks(text_of(case, "raw"))]
        != [(chunk["importance_bits"], text_of(chunk, "content")) for chunk in case["chunks"]]
    ]
    assert (wrong, len(cases)) == ([], 1280)


def expected_reflection(result: dict) -> Reflection:
    return Reflection(
        text_of(result, "summary"),
        tuple(
            Supersession(entry["newer_seq"], entry["older_seq"], text_of(entry, "reason"))
            for entry in result["supersessions"]
        ),
        tuple(
            Contradiction(entry["seq_a"], entry["seq_b"], text_of(entry, "detail"))
            for entry in result["contradictions"]
        ),
        is_structured=result["schema_version"] == 1,
    )


def test_every_reflection_is_parsed_as_by_the_engine(golden_vectors):
    cases = golden_vectors("parse_structured_reflection")
    wrong = [
        case["case"]
        for case in cases
        if parse_reflection(text_of(case, "raw")) != expected_reflection(case["result"])
    ]
    assert (wrong, len(cases)) == ([], 1236)


def test_the_lines_shown_of_a_reflection_are_those_that_the_engine_reads(golden_vectors):
    for case in golden_vectors("parse_structured_reflection"):
        raw = text_of(case, "raw")
        parsed = parse_reflection(raw)
        lines = reflection_lines(raw)
        assert "\n".join(raw[line.start : line.end] for line in lines) == raw
        entries = [line.entry for line in lines if line.entry is not None]
        assert [entry for entry in entries if isinstance(entry, Supersession)] == list(
            parsed.supersessions
        ), case["case"]
        assert [entry for entry in entries if isinstance(entry, Contradiction)] == list(
            parsed.contradictions
        ), case["case"]
        shown = any(line.role is LineRole.SUMMARY for line in lines)
        assert shown == bool(parsed.summary), case["case"]


def snippet_of(case: dict) -> Snippet | DamagedError:
    try:
        return build_snippet(read_record(stored_row(case["row"])))
    except DamagedRecordError as error:
        return error


def test_every_snippet_is_the_engines_byte_for_byte(golden_vectors):
    cases = golden_vectors("snippet")
    wrong = []
    for case in cases:
        got = snippet_of(case)
        if "error" in case or "status_error" in case:
            right = isinstance(got, DamagedRecordError)
        else:
            right = isinstance(got, Snippet) and encode(got.text) == encode(
                text_of(case, "snippet")
            )
        if not right:
            wrong.append(case["case"])
    assert (wrong, len(cases)) == ([], 817)


def test_the_explanation_adds_up_for_every_snippet(golden_vectors):
    for case in golden_vectors("snippet"):
        if "error" in case or "status_error" in case:
            continue
        explanation = explain(read_record(stored_row(case["row"])))
        snippet, standings = explanation.snippet, explanation.standings
        assert [piece.start for piece in snippet.pieces] == [
            0,
            *(piece.end for piece in snippet.pieces[:-1]),
        ][: len(snippet.pieces)], case["case"]
        assert (snippet.pieces[-1].end if snippet.pieces else 0) == len(snippet.text)
        inside = [standing.index for standing in standings if standing.is_in]
        assert inside == sorted(snippet.chosen), case["case"]
        assert sorted(standing.rank for standing in standings) == list(range(1, len(standings) + 1))
        for standing in standings:
            fits = standing.observation.token_count <= standing.left
            if abs(standing.left) < 2**62 and abs(standing.observation.token_count) < 2**62:
                assert standing.is_in == (fits and explanation.record.enabled), case["case"]
        beyond = estimate_tokens(snippet.text) - snippet.counted
        assert sum(explanation.uncounted.values()) == max(0, beyond), case["case"]


@pytest.mark.parametrize("name", ["observations", "both"])
def test_damage_names_the_place(name):
    row = {
        **dict.fromkeys(("state_version", "last_observed_message_index"), 1),
        **dict.fromkeys(("active_observation_tokens", "active_reflection_tokens"), 0),
        "last_reflected_observation_seq": 0,
        "memory_id": "a|b|c",
        "tenant_id": "a",
        "conversation_id": "b",
        "agent_id": "c",
        "enabled": 1,
        "active_observations_json": '[{"seq":1,"token_count":15.0},{"seq":2,"content":"fine"}]',
        "active_reflection": "",
        "config_json": "{}" if name == "observations" else "[]",
        "created_at": "2026-01-01T00:00:00Z",
        "updated_at": "2026-01-01T00:00:00Z",
    }
    with pytest.raises(DamagedRecordError) as refused:
        read_record(stored_row(row))
    first = refused.value.damages[0]
    text = row["active_observations_json"]
    assert (first.item, first.key) == (0, "token_count")
    assert text[first.offset : first.offset + first.length] == "15.0"
    assert len(refused.value.damages) == (1 if name == "observations" else 2)
