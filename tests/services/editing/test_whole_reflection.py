"""A reflection that is written as a whole reads back as what was meant."""

from __future__ import annotations

from dataclasses import replace

import pytest

from desktop_app.core.engine_time import EngineTime
from desktop_app.core.errors import RefusedError
from desktop_app.core.observational.reflection import Contradiction, Supersession, parse_reflection
from desktop_app.services.editing.plans import Intent
from desktop_app.services.editing.reflection_actions import set_reflection
from desktop_app.services.workspace import open_workspace

RICH = "default|conv-billing-rounding|default"
INTENT = Intent(EngineTime(1_780_000_000, 0), "checked")


@pytest.fixture
def snapshot(golden_workspace):
    (source,) = open_workspace(golden_workspace("rich-coding-agent")).sources
    return source.snapshot(RICH)


def test_everything_can_change_at_once_and_the_rest_stays_byte_for_byte(snapshot):
    before = parse_reflection(snapshot.record.reflection)
    meant = replace(
        before,
        summary="New.",
        supersessions=(Supersession(33, 14, "upgraded"), *before.supersessions[1:]),
        contradictions=(),
    )
    plan = set_reflection(snapshot, meant, INTENT)
    text = plan.after.record.reflection
    assert parse_reflection(text) == meant
    assert (plan.change.label, plan.change.reason) == ("Edit the reflection", "checked")
    old = snapshot.record.reflection.split("\n")
    assert {line for line in text.split("\n") if "replaces" in line and line in old}


def test_what_says_the_same_changes_nothing(snapshot):
    plan = set_reflection(snapshot, parse_reflection(snapshot.record.reflection), INTENT)
    assert plan.change.is_empty


def test_a_reason_of_two_lines_is_refused(snapshot):
    before = parse_reflection(snapshot.record.reflection)
    meant = replace(before, contradictions=(Contradiction(1, 2, "one\ntwo"),))
    with pytest.raises(RefusedError, match="one line"):
        set_reflection(snapshot, meant, INTENT)
