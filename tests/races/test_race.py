"""Nobody's edit is lost beside an engine at work."""

from __future__ import annotations

import pytest

from tests.races.race import race

SCOPE = "acme|conv-42|coder"
OPERATIONS = 1_000


@pytest.mark.timeout(600)
def test_no_edit_is_lost_unreported_and_no_write_of_the_engine_at_all(golden_workspace, capsys):
    result = race(golden_workspace("rich-coding-agent"), SCOPE, OPERATIONS)
    with capsys.disabled():
        print("", *result.figures(), sep="\n  ")  # noqa: T201 - the figures are the proof
    assert result.lost == []
    assert result.engine["lost"] == []
    assert result.engine["applied"] + len(result.engine["busy_at"]) == OPERATIONS
    assert result.saved > OPERATIONS // 100
    assert result.merged
