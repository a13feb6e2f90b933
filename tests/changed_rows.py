"""Changes of a scope, ours and those of somebody else."""

from __future__ import annotations

import json

from desktop_app.services.editing import observation_actions as actions


def edited(desk, index=2, text="Another text."):
    return actions.edit_observation(desk.snapshot(), index, desk.intent, text=text).change


def engine_writes(desk, **columns):
    """Write the record as somebody else, with the next version."""
    row = desk.snapshot().row
    names = ", ".join(f"{name} = ?" for name in columns)
    desk.run(
        f"UPDATE om_memory_records SET {names}, state_version = state_version + 1"
        " WHERE memory_id = ?",
        *columns.values(),
        row.memory_id,
    )


def with_text(desk, index, text):
    """Return the observations' JSON with another text, as another program would write it."""
    items = json.loads(desk.snapshot().row.active_observations_json)
    items[index]["content"] = text
    return json.dumps(items, separators=(",", ":"), ensure_ascii=False)
