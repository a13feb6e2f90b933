"""What a person should know about an edit before it is saved, in the person's language."""

from __future__ import annotations

from typing import TYPE_CHECKING

from desktop_app.core.observational.edit_preview import Note
from ui.observations.words import tr

if TYPE_CHECKING:
    from collections.abc import Collection


def note_text(note: Note) -> str:
    """Return one note."""
    return {
        Note.UNSCORED: tr("0 means that it was never scored: the engine counts it as 0.5."),
        Note.SUPERSEDED: tr(
            "It is superseded: the engine counts exactly 0.1 for it, whatever stands here."
        ),
        Note.NUMBER_TAKEN: tr("Another one has this number already; references mean both."),
        Note.REFERENCE_WAITS: tr(
            "The reflection names this number already; it now means the new observation."
        ),
        Note.ENDS_EMPTY: tr("No observation is left."),
        Note.NOTHING_READ: tr("The engine reads nothing from this text."),
        Note.DEFAULT_LIMIT: tr("A limit that is not above 0 means the engine’s own default."),
        Note.NOBODYS_NUMBER: tr("No observation has one of these numbers."),
        Note.SAME_NUMBER: tr("Both numbers are the same; the engine takes it for superseded."),
    }.get(note, note.value)


def notes_text(notes: Collection[Note]) -> list[str]:
    """Return all notes, always in the same order."""
    return [note_text(note) for note in Note if note in notes]
