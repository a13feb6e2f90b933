"""A record that the engine can't read is mended by hand, byte for byte."""

from __future__ import annotations

import pytest

from desktop_app.core.errors import RefusedError
from desktop_app.services.editing.outcomes import Saved
from desktop_app.services.editing.stored_actions import COLUMNS, set_stored


def damage(desk):
    stored = desk.snapshot().row.active_observations_json.decode()
    broken = stored.replace('"token_count":14', '"token_count":14.0')
    desk.run(
        "UPDATE om_memory_records SET active_observations_json = ? WHERE memory_id = ?",
        broken,
        desk.memory_id,
    )
    assert desk.snapshot().damages
    return stored, broken


def test_the_stored_text_is_mended_and_nothing_else(desk):
    before = desk.rows()
    stored, _ = damage(desk)
    plan = set_stored(desk.snapshot(), "active_observations_json", stored, desk.intent)
    assert plan.warnings == ()
    assert plan.after.record is not None
    assert isinstance(desk.editor.apply(plan.change, desk.context), Saved)
    assert desk.rows() == before
    desk.editor.undo(desk.context)
    assert desk.snapshot().damages


def test_what_stays_unreadable_is_said_before(desk):
    _, broken = damage(desk)
    plan = set_stored(desk.snapshot(), "active_observations_json", broken + " ", desk.intent)
    (warning,) = plan.warnings
    assert warning.startswith("The engine still can't read this record: ")


@pytest.mark.parametrize("column", ["memory_id", "tenant_id", "nonsense"])
def test_ids_are_not_edited_by_themselves(desk, column):
    with pytest.raises(RefusedError, match="can't be edited by itself"):
        set_stored(desk.snapshot(), column, "x", desk.intent)


def test_numbers_are_stored_as_numbers_and_other_text_as_it_is(desk):
    for column, text, value in (
        ("enabled", "1", 1),
        ("state_version", " 7 ", 7),
        ("enabled", "yes", "yes"),
        ("config_json", "7", "7"),
    ):
        assert column in COLUMNS
        plan = set_stored(desk.snapshot(), column, text, desk.intent)
        assert getattr(plan.change.records[0].after, column) == value
