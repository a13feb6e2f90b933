"""What followed from a change by itself."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from desktop_app.core.changes import Change, Swap, combined
from desktop_app.core.editing.consequences import Consequences, consequences
from desktop_app.core.engine_time import EngineTime
from desktop_app.services.editing import observation_actions as actions
from desktop_app.services.editing.plans import Intent
from desktop_app.services.workspace import open_workspace

INTENT = Intent(EngineTime(1_780_000_000, 0))


@pytest.fixture
def scope(golden_workspace):
    source = open_workspace(golden_workspace("rich-coding-agent")).require_source()
    return source.snapshot("default|conv-billing-rounding|default")


def test_a_removal_renumbers_what_is_behind_it_and_references_follow(scope):
    plan = actions.remove_observations(scope, [13], INTENT)
    count = len(scope.record.observations)
    assert consequences(plan.change) == Consequences(count - 14, len(plan.references))


def test_the_last_one_leaves_every_number_as_it_is(scope):
    plan = actions.remove_observations(scope, [len(scope.record.observations) - 1], INTENT)
    assert consequences(plan.change) == Consequences()


def test_an_edit_has_no_consequences(scope):
    plan = actions.edit_observation(scope, 3, INTENT, text="Another text.")
    assert consequences(plan.change) == Consequences()


def test_several_scopes_count_together(scope):
    plan = actions.remove_observations(scope, [0], INTENT)
    twice = combined("Twice", [plan.change, plan.change])
    once = consequences(plan.change)
    assert consequences(twice) == Consequences(2 * once.renumbered, 2 * once.references)


def test_nothing_is_known_of_records_that_nobody_can_read_and_of_new_ones(scope):
    damaged = replace(scope.row, active_observations_json="[")
    for swap in (Swap(scope.row, damaged), Swap(None, scope.row), Swap(scope.row, None)):
        assert consequences(Change(label="x", records=(swap,))) == Consequences()
