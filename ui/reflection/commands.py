"""What can be done with a reflection, for menu, palette and list of keys."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ui.actions import ActionSpec
from ui.icons import Icon
from ui.reflection.stored import tr
from ui.view_protocols import ViewCommand

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from ui.reflection.view import ReflectionView

    Entry = tuple[str, str, tuple[str, ...], Icon, Callable[[], object], str]


def reflection_commands(view: ReflectionView) -> list[ViewCommand]:
    """Return the commands of the view, with why they can't be used now."""
    reading = view.reading
    none = "" if reading else tr("No scope is shown.")
    if reading is not None and reading.snapshot.record is None:
        none = tr("There is no record that the engine can read.")
    stored = none or ("" if reading and reading.is_stored else tr("No reflection is stored."))
    opened = tr("The editor is open.") if view.editor.is_open else ""
    whole = stored or opened
    closed = "" if view.editor.is_open else tr("The editor is not open.")
    entries: tuple[Entry, ...] = (
        ("edit", tr("Edit the reflection"), ("E",), Icon.EDIT, view.edit, none or opened),
        ("convert", tr("Convert the reflection…"), (), Icon.EDIT, view.convert, whole),
        ("clear", tr("Clear the reflection…"), ("Del",), Icon.REMOVE, view.clear, whole),
        ("discard", tr("Discard the edit"), (), Icon.UNDO, view.editor.discard, closed),
        ("leave", tr("Leave the editor"), (), Icon.CLOSE, view.desk.leave, closed),
    )
    return listed("reflection", tr("Reflection"), entries)


def listed(prefix: str, place: str, entries: Sequence[Entry]) -> list[ViewCommand]:
    """Return commands of a view.

    Args:
        prefix: What their ids begin with.
        place: Title of the view in the list of keys.
        entries: Name, words, keys, icon, what it does, why it can't be done.
    """
    return [
        ViewCommand(
            spec=ActionSpec(id=f"{prefix}.{name}", text=text, keys=keys, icon=icon, place=place),
            run=run,
            reason=reason,
        )
        for name, text, keys, icon, run, reason in entries
    ]
