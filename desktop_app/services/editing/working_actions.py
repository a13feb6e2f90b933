"""What people do to working memory, each as a plan that window and command line share."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from desktop_app.core.working import edits
from desktop_app.core.working.entry import WorkingEntry
from desktop_app.core.working.snippet import in_order
from desktop_app.services.editing.plans import Plan, shown_after

if TYPE_CHECKING:
    from collections.abc import Iterator

    from desktop_app.core.changes import Change
    from desktop_app.core.working.edits import Keep, WorkingEdit
    from desktop_app.services.editing.plans import Intent
    from desktop_app.services.snapshot import ScopeSnapshot


def set_value(
    snapshot: ScopeSnapshot, key: str, text: str, intent: Intent, *, is_new: bool = False
) -> Plan:
    """Return the plan that sets an entry to the JSON that a person wrote.

    Raises:
        InvalidValueError: the text is not JSON, or the engine refuses it; says where.
        RefusedError: the key is blank, or taken although it is to be new.
    """
    return _plan(snapshot, edits.set_value(snapshot.working, key, text, is_new=is_new), intent)


def rename_entry(snapshot: ScopeSnapshot, key: str, new_key: str, intent: Intent) -> Plan:
    """Return the plan that gives an entry another key; its value stays byte for byte.

    Raises:
        NotFoundError: there is no such entry.
        RefusedError: the new key is blank or taken.
    """
    return _plan(snapshot, edits.rename(snapshot.working, key, new_key), intent)


def delete_entry(snapshot: ScopeSnapshot, key: str, intent: Intent) -> Plan:
    """Return the plan that takes an entry away.

    Raises:
        NotFoundError: there is no such entry.
    """
    return _plan(snapshot, edits.delete(snapshot.working, key), intent)


def trim_key(
    snapshot: ScopeSnapshot, key: str, intent: Intent, *, keep: Keep | None = None
) -> Plan:
    """Return the plan that takes the white space around a stored key away (H30).

    Raises:
        NotFoundError: there is no such entry.
        RefusedError: the trimmed key is blank, or taken and nobody said which entry stays.
    """
    change = edits.trimmed_key_change(snapshot.memory_id, snapshot.working, key, keep=keep)
    return _shown(snapshot, replace(change, reason=intent.reason))


def _plan(snapshot: ScopeSnapshot, edit: WorkingEdit, intent: Intent) -> Plan:
    change = edit.change(snapshot.memory_id, reason=intent.reason)
    return replace(_shown(snapshot, change), warnings=tuple(_warnings(edit)))


def _shown(snapshot: ScopeSnapshot, change: Change) -> Plan:
    entries = {entry.key: entry for entry in snapshot.working}
    for swap in change.working:
        if swap.before is not None:
            entries.pop(str(swap.before.entry_key), None)
        if swap.after is not None:
            key = str(swap.after.entry_key)
            entries[key] = WorkingEntry(key, str(swap.after.entry_json))
    after = shown_after(snapshot, working=tuple(in_order(entries.values())))
    return Plan(change=change, before=snapshot, after=after)


def _warnings(edit: WorkingEdit) -> Iterator[str]:
    yield from sorted(note.value for note in edit.notes)
    for number in edit.lost_digits:
        yield f"{number.typed} loses digits: the engine stores {number.stored}."
    for hidden in edit.hidden_keys:
        yield f"The key “{hidden.key}” is written twice; only the last value is stored."
