"""Ways to get an observation into the next turn: each works, and nothing smaller does."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec.structs import replace

from desktop_app.core.engine_time import EngineTime
from desktop_app.services.editing.observation_actions import edit_observation
from desktop_app.services.editing.plans import Intent, readable
from desktop_app.services.editing.scope_actions import set_limits, switch_scope
from desktop_app.services.editing.ways import Means, ways_in, ways_out
from desktop_app.services.workspace import open_workspace

RICH = "default|conv-billing-rounding|default"
INTENT = Intent(EngineTime(1_780_000_000, 0))


@pytest.fixture
def rich(golden_workspace):
    workspace = open_workspace(Path(golden_workspace("rich-coding-agent")))
    return workspace.sources[0].snapshot(RICH)


def is_in(snapshot, index) -> bool:
    return snapshot.explanation.standings[index].is_in


def outside(snapshot) -> list[int]:
    return [at.index for at in snapshot.explanation.standings if not at.is_in]


def test_every_way_in_works_and_is_the_smallest(rich):
    _, record = readable(rich)
    seen = set()
    for index in outside(rich):
        for way in ways_in(rich, index, INTENT):
            seen.add(way.means)
            if way.plan is None:
                continue
            assert is_in(way.plan.after, index), (index, way.means)
            if way.means is Means.IMPORTANCE and way.value > 0.01:
                less = edit_observation(rich, index, INTENT, importance=way.value - 0.01)
                assert not is_in(less.after, index)
            if way.means is Means.LIMIT:
                for limit in range(record.config.snippet_max_tokens, int(way.value)):
                    less = set_limits(
                        rich, replace(record.config, snippet_max_tokens=limit), INTENT
                    )
                    assert not is_in(less.after, index)
    assert seen == {Means.IMPORTANCE, Means.LIMIT, Means.SHORTEN}


def test_what_is_shortened_as_told_gets_in(rich):
    for index in outside(rich):
        for way in ways_in(rich, index, INTENT):
            if way.means is Means.SHORTEN:
                text = "x" * int(way.value) * 4
                assert is_in(edit_observation(rich, index, INTENT, text=text).after, index)


def test_a_way_out_works_and_takes_as_little_as_needed(rich):
    found = 0
    for index in range(40):
        if not is_in(rich, index):
            assert ways_out(rich, index, INTENT) == ()
            continue
        for way in ways_out(rich, index, INTENT):
            found += 1
            assert not is_in(way.plan.after, index)
            if way.value < 1:
                more = edit_observation(rich, index, INTENT, importance=way.value + 0.01)
                assert is_in(more.after, index)
    assert found > 10


def test_what_is_superseded_gets_in_without_its_supersession(rich):
    _, record = readable(rich)
    wide = set_limits(rich, replace(record.config, snippet_max_tokens=450), INTENT).after
    ways = {way.means: way for way in ways_in(wide, 12, INTENT)}
    assert Means.IMPORTANCE not in ways
    assert ways[Means.UNSUPERSEDE].value == 21
    assert is_in(ways[Means.UNSUPERSEDE].plan.after, 12)


def test_a_scope_that_is_off_is_switched_on_first(rich):
    off = switch_scope(rich, INTENT, enabled=False).after
    (way,) = ways_in(off, 25, INTENT)
    assert way.means is Means.ENABLE
    assert is_in(way.plan.after, 25)
