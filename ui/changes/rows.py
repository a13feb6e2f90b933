"""One change as the list shows it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from PySide6.QtCore import QCoreApplication

from desktop_app.core.editing.journal import Entry, EntryKind, EntryState
from desktop_app.core.files.row import FILES
from desktop_app.core.outline import scope_of_key
from ui.clock import day_and_time
from ui.icons import Icon
from ui.naming import shown_id, shown_line, shown_scope
from ui.tokens import Meaning

_STEPS_BACK = frozenset({EntryKind.UNDO, EntryKind.REDO})


def tr(text: str) -> str:
    """Translate a text of the page of changes."""
    return QCoreApplication.translate("Changes", text)


class State(Enum):
    """What became of a change, as far as anybody knows."""

    WRITTEN = "written"
    UNDONE = "undone"
    DRAFT = "draft"
    SAVED_LATER = "saved later"
    NOT_WRITTEN = "not written"
    UNKNOWN = "unknown"


LOOKS = {
    State.WRITTEN: (Meaning.IN, Icon.CHECK),
    State.UNDONE: (Meaning.OUT, Icon.UNDO),
    State.DRAFT: (Meaning.CAUTION, Icon.EDIT),
    State.SAVED_LATER: (Meaning.IN, Icon.JUMP),
    State.NOT_WRITTEN: (Meaning.OUT, Icon.DASH),
    State.UNKNOWN: (Meaning.NEUTRAL, Icon.UNKNOWN),
}


@dataclass(frozen=True, slots=True)
class ChangeRow:
    """An entry of the journal with everything that the list paints."""

    entry: Entry
    state: State
    when: str
    who: str
    what: str
    where: str

    @property
    def key(self) -> str:
        """What tells rows apart over time."""
        return self.entry.id

    @property
    def can_undo(self) -> bool:
        """Whether it is in the file and can be taken back."""
        return self.state is State.WRITTEN and self.entry.kind not in _STEPS_BACK

    @property
    def can_redo(self) -> bool:
        """Whether it was taken back."""
        return self.state is State.UNDONE

    @property
    def can_restore(self) -> bool:
        """Whether its versions were in the file once."""
        return self.state in {State.WRITTEN, State.UNDONE}

    @property
    def is_draft(self) -> bool:
        """Whether it waits for somebody to apply it."""
        return self.state is State.DRAFT


def build_row(entry: Entry) -> ChangeRow:
    """Return the row of an entry."""
    return ChangeRow(
        entry=entry,
        state=_state(entry),
        when=day_and_time(entry.at),
        who=shown_id(entry.who),
        what=_what(entry),
        where=touched_words(entry),
    )


def state_word(state: State) -> str:
    """Return the word that stands beside a state's icon."""
    return {
        State.WRITTEN: tr("written"),
        State.UNDONE: tr("undone"),
        State.DRAFT: tr("draft"),
        State.SAVED_LATER: tr("saved later"),
        State.NOT_WRITTEN: tr("not written"),
        State.UNKNOWN: tr("unknown"),
    }[state]


def state_words(state: State) -> str:
    """Return what a state means for the file."""
    return {
        State.WRITTEN: tr("This is in the file, or was until somebody wrote after it."),
        State.UNDONE: tr("This was in the file and was taken back."),
        State.DRAFT: tr("This waits here. Nothing of it is in the file yet."),
        State.SAVED_LATER: tr("This was a draft. It was saved later, as a change of its own."),
        State.NOT_WRITTEN: tr("This never reached the file. Its text is kept here."),
        State.UNKNOWN: tr(
            "The program ended while this was being written. It is looked up before the next "
            "change."
        ),
    }[state]


def kind_word(kind: EntryKind) -> str:
    """Return what a person asked for, in a word."""
    return {
        EntryKind.CHANGE: tr("change"),
        EntryKind.UNDO: tr("undo"),
        EntryKind.REDO: tr("redo"),
        EntryKind.RESTORE: tr("restore"),
        EntryKind.APPLY_AGAIN: tr("apply again"),
    }[kind]


def is_of_files(entry: Entry) -> bool:
    """Whether a change is of memory files, so that its ids are their paths."""
    return entry.file == FILES


def touched_words(entry: Entry) -> str:
    """Return the scopes or the files that a change touches, on one line."""
    if not is_of_files(entry):
        return scope_words(entry.memory_ids)
    if not entry.memory_ids:
        return ""
    name, more = shown_line(entry.memory_ids[0]), len(entry.memory_ids) - 1
    return f"{name} + {more:,}" if more else name


def scope_words(memory_ids: tuple[str, ...]) -> str:
    """Return the scopes that a change touches, on one line."""
    if not memory_ids:
        return ""
    scope, more = scope_of_key(memory_ids[0]), len(memory_ids) - 1
    name = shown_scope(scope.tenant, scope.conversation, scope.agent)
    return f"{name} + {more:,}" if more else name


def _state(entry: Entry) -> State:
    if entry.state is EntryState.WRITTEN:
        return State.UNDONE if entry.is_undone else State.WRITTEN
    if entry.saved_as:
        return State.SAVED_LATER
    return {
        EntryState.DRAFT: State.DRAFT,
        EntryState.NOT_WRITTEN: State.NOT_WRITTEN,
    }.get(entry.state, State.UNKNOWN)


def _what(entry: Entry) -> str:
    label = shown_line(entry.label)
    if entry.kind is EntryKind.CHANGE:
        return label
    return f"{kind_word(entry.kind).capitalize()}: {label}"
