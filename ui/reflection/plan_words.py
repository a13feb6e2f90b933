"""What a plan means for a reflection, in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication

from desktop_app.core.observational.edit_preview import Note
from ui.naming import shown_id
from ui.widgets.counting import counted

if TYPE_CHECKING:
    from collections.abc import Iterator

    from desktop_app.services.editing.plans import Plan
    from ui.reflection.preview import Preview


def plan_words(plan: Plan) -> str:
    """Return what a person should know besides the next turn, in sentences."""
    return " ".join(_words(plan))


def sums_words(preview: Preview) -> str:
    """Return the sums of the next turn before and after, in one line."""
    before, after = preview.before, preview.after
    return _tr("The next turn: {0} → {1} counted, {2} → {3} measured").format(
        f"{before.counted:,}", f"{after.counted:,}", f"{before.measured:,}", f"{after.measured:,}"
    )


def note_words(note: Note) -> str:
    """Return a note as a sentence; empty for one that no reflection gives."""
    return {
        Note.NOTHING_READ: _tr("The engine reads nothing from this text."),
        Note.NOBODYS_NUMBER: _tr("No observation has one of these numbers."),
        Note.SAME_NUMBER: _tr(
            "An entry names one number twice; the engine takes that for a superseded observation."
        ),
    }.get(note, "")


def _words(plan: Plan) -> Iterator[str]:
    moved = sum(item.after is not None for item in plan.renumbered)
    if moved:
        one = _tr("{0} observation gets another number.")
        yield counted(moved, one, _tr("{0} observations get other numbers."))
    if plan.references:
        one = _tr("{0} line of the reflection follows.")
        yield counted(len(plan.references), one, _tr("{0} lines of the reflection follow."))
    for note in Note:
        words = note_words(note) if note in plan.notes else ""
        if words:
            yield words
    if plan.lost:
        keys = ", ".join(sorted({f"“{shown_id(lost.key)}”" for lost in plan.lost}))
        form = _tr("Keys that the engine does not know go with this write: {0}.")
        yield form.format(keys)


def _tr(text: str) -> str:
    return QCoreApplication.translate("ReflectionPlan", text)
