"""What people do to a reflection, each as a plan that window and command line share."""

from __future__ import annotations

from typing import TYPE_CHECKING

from desktop_app.core.observational import reflection_edits
from desktop_app.core.observational.reflection import Supersession, parse_reflection
from desktop_app.core.observational.renumbering import ends
from desktop_app.services.editing.plans import readable, record_plan

if TYPE_CHECKING:
    from collections.abc import Callable

    from desktop_app.core.observational.edit_preview import Edit
    from desktop_app.core.observational.record import Record
    from desktop_app.core.observational.reflection import Contradiction, Reflection
    from desktop_app.services.editing.plans import Intent, Plan
    from desktop_app.services.snapshot import ScopeSnapshot


def set_summary(snapshot: ScopeSnapshot, summary: str, intent: Intent) -> Plan:
    """Return the plan of another summary; entries stay.

    Raises:
        RefusedError: a line of it would be read as a heading.
    """
    return _planned(
        snapshot,
        lambda record: reflection_edits.set_summary(record, summary),
        "Edit the summary",
        intent,
    )


def set_reflection(snapshot: ScopeSnapshot, meant: Reflection, intent: Intent) -> Plan:
    """Return the plan after which the engine reads ``meant``, summary and all entries.

    Raises:
        RefusedError: there is no text that the engine reads so; says why.
    """
    return _planned(
        snapshot,
        lambda record: reflection_edits.set_parts(record, meant),
        "Edit the reflection",
        intent,
    )


def set_reflection_text(snapshot: ScopeSnapshot, text: str, intent: Intent) -> Plan:
    """Return the plan that stores ``text``, trimmed as the engine does."""
    return _planned(
        snapshot,
        lambda record: reflection_edits.set_text(record, text),
        "Edit the reflection as text",
        intent,
    )


def clear_reflection(snapshot: ScopeSnapshot, intent: Intent) -> Plan:
    """Return the plan that leaves no reflection."""
    return _planned(snapshot, reflection_edits.clear, "Clear the reflection", intent)


def convert_reflection(snapshot: ScopeSnapshot, intent: Intent) -> Plan:
    """Return the plan that writes the reflection in structured form.

    Raises:
        RefusedError: there is no text that the engine reads as what stands there.
    """
    return _planned(snapshot, reflection_edits.convert, "Convert the reflection", intent)


def put_entry(
    snapshot: ScopeSnapshot,
    entry: Supersession | Contradiction,
    intent: Intent,
    index: int | None = None,
) -> Plan:
    """Return the plan that adds an entry, or puts it in the place of number ``index`` from 0.

    Raises:
        RefusedError: its text takes more than one line, or a number is too large.
        NotFoundError: there is no such entry.
    """
    verb = "Add" if index is None else "Edit"
    return _planned(
        snapshot,
        lambda record: reflection_edits.put_entry(record, entry, index),
        f"{verb} {_named(entry)}",
        intent,
    )


def drop_entry(
    snapshot: ScopeSnapshot,
    kind: type[Supersession] | type[Contradiction],
    index: int,
    intent: Intent,
) -> Plan:
    """Return the plan that takes a supersession or a contradiction away.

    Raises:
        NotFoundError: there is no such entry.
    """
    is_supersession = kind is Supersession
    drop = (
        reflection_edits.drop_supersession
        if is_supersession
        else reflection_edits.drop_contradiction
    )
    _, record = readable(snapshot)
    edit = drop(record, index)
    read = parse_reflection(record.reflection)
    entries = read.supersessions if is_supersession else read.contradictions
    label = f"Drop {_named(entries[index])}"
    return record_plan(snapshot, edit, label, intent)


def keep_observation(
    snapshot: ScopeSnapshot, index: int, keep: int, intent: Intent, why: str = ""
) -> Plan:
    """Return the plan that settles a contradiction: ``keep`` replaces the other one.

    Args:
        snapshot: The scope.
        index: Which contradiction, from 0.
        keep: The number of the observation that is right.
        intent: When, and why for the log.
        why: What the engine tells the model about it.

    Raises:
        RefusedError: ``why`` takes more than one line.
        NotFoundError: there is no such contradiction, or it is not about ``keep``.
    """
    _, record = readable(snapshot)
    edit = reflection_edits.resolve(record, index, keep, why)
    pair = ends(parse_reflection(record.reflection).contradictions[index])
    other = pair[1] if keep == pair[0] else pair[0]
    return record_plan(snapshot, edit, f"Keep observation {keep} over {other}", intent)


def supersede(snapshot: ScopeSnapshot, entry: Supersession, intent: Intent) -> Plan:
    """Return the plan that lets one observation replace another that nothing names yet.

    Raises:
        RefusedError: the reason takes more than one line, or a number is too large.
    """
    _, record = readable(snapshot)
    edit = reflection_edits.put_entry(record, entry)
    label = f"Keep observation {entry.newer_seq} over {entry.older_seq}"
    return record_plan(snapshot, edit, label, intent)


def _planned(
    snapshot: ScopeSnapshot, edit: Callable[[Record], Edit], label: str, intent: Intent
) -> Plan:
    _, record = readable(snapshot)
    return record_plan(snapshot, edit(record), label, intent)


def _named(entry: Supersession | Contradiction) -> str:
    first, second = ends(entry)
    if isinstance(entry, Supersession):
        return f"supersession {first} over {second}"
    return f"contradiction {first} against {second}"
