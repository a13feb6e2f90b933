"""The built-in reflector on records as an engine really left them."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from desktop_app.core.observational.reflection import parse_reflection
from desktop_app.core.observational.renumbering import ends
from desktop_app.core.proposals.builtin_reflector import BUILT_IN, built_in_reflection
from desktop_app.core.proposals.guards import Origin
from desktop_app.core.proposals.reflection_proposal import propose_reflection, record_with
from desktop_app.core.proposals.turn_effect import turn_effect
from desktop_app.services.workspace import open_workspace
from tests.core.proposals.proposal_records import NOW

ORIGIN = Origin(author=BUILT_IN, now=NOW)
RICH = "default|conv-billing-rounding|default"


@pytest.fixture
def rich(golden_workspace):
    return open_workspace(golden_workspace("rich-coding-agent")).sources[0].snapshot(RICH).record


def pairs(entries):
    return [ends(entry) for entry in entries]


def test_it_finds_by_itself_what_a_person_would(rich):
    read = parse_reflection(built_in_reflection(replace(rich, reflection="")))
    assert pairs(read.supersessions) == [(21, 13)]
    assert sorted(pairs(read.contradictions)) == [(14, 33), (18, 25)]
    lines = read.summary.split("\n")
    assert "User rule: never run `git commit` or `git push` without asking first." in lines
    assert not any("8080" in line or "greeted" in line for line in lines)


def test_it_keeps_what_a_model_has_found_before(rich):
    stored = parse_reflection(rich.reflection)
    read = parse_reflection(built_in_reflection(rich))
    assert read.supersessions == stored.supersessions
    assert read.contradictions == stored.contradictions


def test_rules_that_had_no_room_reach_the_next_turn(rich):
    proposed = propose_reflection(rich, built_in_reflection(rich), ORIGIN)
    effect = turn_effect(rich, record_with(proposed, proposed.everything))
    rule = "never run `git commit`"
    assert rule not in effect.texts[0]
    assert rule in effect.texts[1]


def test_no_golden_record_gives_a_proposal_that_needs_an_excuse(
    golden_workspace, golden_workspace_names
):
    seen = 0
    for name in golden_workspace_names:
        for source in open_workspace(golden_workspace(name)).sources[:1]:
            for entry in source.scopes(limit=40):
                record = source.snapshot(entry.memory_id).record
                if record is not None and record.observations:
                    proposed = propose_reflection(record, built_in_reflection(record), ORIGIN)
                    assert proposed.output
                    assert proposed.ignored_numbers == ()
                    assert not proposed.ignored_lines
                    assert not proposed.needs_override, (entry.memory_id, proposed.guards)
                    seen += 1
    assert seen > 50
