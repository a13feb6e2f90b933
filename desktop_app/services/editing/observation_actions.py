"""What people do to observations, each as a plan that window and command line share."""

from __future__ import annotations

from typing import TYPE_CHECKING

from desktop_app.core.changes import combined
from desktop_app.core.errors import RefusedError
from desktop_app.core.observational import edits
from desktop_app.core.observational.edit_preview import Edit
from desktop_app.services.editing.plans import joined, readable, record_plan

if TYPE_CHECKING:
    from collections.abc import Collection

    from desktop_app.services.editing.plans import Intent, Plan
    from desktop_app.services.snapshot import ScopeSnapshot

_MOST_NAMED = 6
"""A label names so many observations by their numbers."""


def edit_observation(
    snapshot: ScopeSnapshot,
    index: int,
    intent: Intent,
    *,
    text: str | None = None,
    importance: float | None = None,
) -> Plan:
    """Return the plan that gives an observation another text, another importance, or both.

    Raises:
        RefusedError: nothing to write, a blank text, or an importance that is not 0 to 1.
        NotFoundError: there is no such observation.
    """
    _, record = readable(snapshot)
    seq = edits.observation_at(record, index).seq
    edit = edits.unedited(record)
    label = f"Edit observation {seq}"
    if text is not None:
        edit = edits.edit_text(record, index, text)
    if importance is not None:
        scored = edits.edit_importance(edit.after, index, importance)
        edit = Edit(before=record, after=scored.after, notes=edit.notes | scored.notes)
        label = label if text is not None else f"Set importance of observation {seq}"
    return record_plan(snapshot, edit, label, intent)


def add_observation(snapshot: ScopeSnapshot, text: str, importance: float, intent: Intent) -> Plan:
    """Return the plan that adds an observation under the engine's next number.

    Raises:
        RefusedError: a blank text, or an importance that is not 0 to 1.
    """
    _, record = readable(snapshot)
    edit = edits.add_observation(record, text, importance=importance, now=intent.now)
    label = f"Add observation {len(edit.after.observations or ())}"
    return record_plan(snapshot, edit, label, intent)


def remove_observations(snapshot: ScopeSnapshot, indices: Collection[int], intent: Intent) -> Plan:
    """Return the plan that removes observations; later ones are renumbered.

    Raises:
        NotFoundError: there is no such observation.
    """
    _, record = readable(snapshot)
    edit = edits.remove(record, indices)
    label = f"Remove {_numbers(snapshot, indices)}"
    return record_plan(snapshot, edit, label, intent)


def merge_observations(
    snapshot: ScopeSnapshot,
    indices: Collection[int],
    text: str,
    intent: Intent,
    *,
    importance: float | None = None,
) -> Plan:
    """Return the plan that makes one observation of several.

    Raises:
        RefusedError: fewer than two, a blank text, or an importance that is not 0 to 1.
        NotFoundError: there is no such observation.
    """
    _, record = readable(snapshot)
    edit = edits.merge(record, indices, text, importance=importance)
    label = f"Merge {_numbers(snapshot, indices)}"
    return record_plan(snapshot, edit, label, intent)


def move_observation(
    snapshot: ScopeSnapshot, index: int, target: ScopeSnapshot, intent: Intent
) -> Plan:
    """Return the plan that moves an observation to another scope, last there.

    Raises:
        RefusedError: the target is the same scope, or one of the two can't be edited.
        NotFoundError: there is no such observation.
    """
    _, record = readable(snapshot)
    _, other = readable(target)
    if snapshot.memory_id == target.memory_id:
        raise RefusedError(
            "The observation is in this scope already.", "Choose another one to move it to."
        )
    label = f"Move {_numbers(snapshot, [index])} to {target.memory_id}"
    taken, put = edits.move(record, index, other)
    plans = [
        record_plan(scope, edit, label, intent)
        for scope, edit in ((snapshot, taken), (target, put))
    ]
    change = combined(label, [plan.change for plan in plans], reason=intent.reason)
    return joined(change, *plans)


def renumber_observations(snapshot: ScopeSnapshot, intent: Intent) -> Plan:
    """Return the plan that numbers the observations 1, 2, 3, …, references included."""
    _, record = readable(snapshot)
    edit = edits.renumber(record)
    return record_plan(snapshot, edit, "Renumber observations", intent)


def _numbers(snapshot: ScopeSnapshot, indices: Collection[int]) -> str:
    _, record = readable(snapshot)
    numbers = [edits.observation_at(record, index).seq for index in sorted(set(indices))]
    if len(numbers) == 1:
        return f"observation {numbers[0]}"
    if len(numbers) > _MOST_NAMED:
        return f"{len(numbers)} observations"
    return f"observations {', '.join(map(str, numbers))}"
