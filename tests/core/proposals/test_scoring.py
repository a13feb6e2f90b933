"""Another importance for a proposed observation."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from desktop_app.core.errors import NotFoundError, RefusedError
from desktop_app.core.observational.engine_steps import Unobserved
from desktop_app.core.proposals.guards import Origin
from desktop_app.core.proposals.observation_proposal import propose_observations
from desktop_app.core.proposals.scoring import rescored
from desktop_app.core.transcript import Message
from tests.core.proposals.proposal_records import NOW, record_of

SOURCE = Unobserved(0, 0, (Message(0, "user", "Hello"),), 1)
FIRST = "observation:1"


def proposed(output):
    return propose_observations(record_of(), SOURCE, output, Origin(author="a model", now=NOW))


def test_only_the_one_that_is_named_changes():
    before = proposed("IMPORTANCE:0.9\nOne thing.\n\nIMPORTANCE:0.4\nAnother.")
    after = rescored(before, FIRST, 0.25)
    assert [one.importance for one in after.items] == [0.25, 0.4]
    assert [one.text for one in after.items] == ["One thing.", "Another."]
    assert after.origin == before.origin


@given(st.floats(0, 1))
def test_any_importance_is_read_back_exactly(importance):
    after = rescored(proposed("IMPORTANCE:0.9\nOne thing."), FIRST, importance)
    assert after.items[0].importance == importance


@pytest.mark.parametrize("importance", [-0.1, 1.1, math.nan, math.inf])
def test_what_is_no_importance_is_refused(importance):
    with pytest.raises(RefusedError):
        rescored(proposed("IMPORTANCE:0.9\nOne thing."), FIRST, importance)


def test_an_observation_that_is_not_there_is_not_found():
    with pytest.raises(NotFoundError):
        rescored(proposed("IMPORTANCE:0.9\nOne thing."), "observation:2", 0.5)


def test_one_that_could_not_be_stored_can_after_it_got_a_number():
    before = proposed("IMPORTANCE:nan\nOne thing.")
    assert before.everything == frozenset()
    assert rescored(before, FIRST, 0.5).everything == {FIRST}


def test_what_can_not_be_written_one_by_one_is_refused():
    # Without any score the whole answer is one observation, blank line included.
    before = proposed("One thing.\n\nAnother.")
    assert len(before.items) == 1
    with pytest.raises(RefusedError):
        rescored(before, FIRST, 0.5)
