"""One note as it is shown, and what a person has made of it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from desktop_app.core.errors import MemloupeError, RefusedError
from desktop_app.core.files.text import Encoding
from desktop_app.core.notes.access import line_of
from desktop_app.core.notes.budget import Budget, budget_after
from desktop_app.core.notes.edits import NoteEdit, edit_note
from desktop_app.core.notes.line import MOST_CHARACTERS, IndexLine, Rule, collapsed
from desktop_app.core.notes.note import Note, NoteFolder
from desktop_app.services.notes.reading import read_note
from ui.file_drafts import FileDraft
from ui.notes.rows import NoteRow
from ui.notes.words import tr
from ui.person import Person

if TYPE_CHECKING:
    from desktop_app.core.files.plan import FilePlan
    from desktop_app.core.files.row import FileRow
    from desktop_app.core.notes.access import Editing
    from desktop_app.services.file_memory import FileMemory
    from desktop_app.services.jobs import JobContext

MOST_EDITED = 200_000
"""Characters of a text that can be edited here: more would hold the window up."""
_BREAKS = {"CRLF": "\r\n", "CR": "\r"}

Key = tuple[str, str]
"""Mount and path of a note."""


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenNote:
    """What the inspector shows.

    Attributes:
        folder: The notes of its layer; an edit is compared with these.
        row: Its row in the list.
        person: As whom it is edited.
        note: The note with all its bytes; ``None`` for a link, or if it can't be read.
        problem: Why it can't be read, in words.
    """

    folder: NoteFolder
    row: NoteRow
    person: Person
    note: Note | None = None
    problem: str = ""

    @property
    def key(self) -> Key:
        """Its mount and path."""
        return self.folder.layer.mount, self.row.path

    @property
    def may_write(self) -> bool:
        """Whether the person may change its layer."""
        return self.person.anyway or self.folder.layer.may_write(self.person.role)

    @property
    def is_too_long(self) -> bool:
        """Whether its text is too long to be edited here."""
        return self.note is not None and len(self.note.body) > MOST_EDITED

    @property
    def locked(self) -> str:
        """Why its text can only be read, whoever edits; ``""`` if it can be edited."""
        note = self.note
        if note is None:
            return self.problem or self.row.reason
        if note.is_convertible:
            return tr("Its bytes are not UTF-8, so it can only be read. Converting keeps a copy.")
        if not note.is_editable:
            return tr("It is not text. The agent sees its name alone.")
        return tr("It is too long to be edited here.") if self.is_too_long else ""

    @property
    def description_locked(self) -> str:
        """Why the description can't be edited although the text can."""
        front = self.note.front if self.note else None
        if front is not None and front.error:
            return tr("The metadata does not parse: {0}. It is shown as it is.").format(front.error)
        return ""

    @property
    def description(self) -> str:
        """The description as the metadata has it; empty without one."""
        front = self.note.front if self.note else None
        key = front.key("description") if front else None
        return key.value if key is not None and isinstance(key.value, str) else ""

    @property
    def body(self) -> str:
        """The text as the field has it: carriage returns that every line has are not shown."""
        if self.note is None or self.note.text is None:
            return ""
        if self.note.text.encoding is Encoding.BINARY:
            return ""
        body = self.note.body
        line_break = _BREAKS.get(self.note.text.endings)
        body = body.replace(line_break, "\n") if line_break else body
        return body[:MOST_EDITED]


@dataclass(frozen=True, slots=True, kw_only=True)
class Draft(FileDraft):
    """What was typed and is not saved.

    Attributes:
        description: What stands in its field.
        body: What stands in its field.
    """

    seen: OpenNote
    description: str
    body: str

    @property
    def key(self) -> Key:
        """Mount and path of its note."""
        return self.seen.key

    @property
    def row(self) -> FileRow | None:
        """The file as it was seen."""
        return self.seen.note.row if self.seen.note else None

    @property
    def is_edited(self) -> bool:
        """Whether anything is another one than in the file."""
        return (self.description, self.body) != (self.seen.description, self.seen.body)

    @property
    def edit(self) -> NoteEdit:
        """What is new; a part that was not touched keeps its bytes."""
        seen = self.seen
        description = self.description if self.description != seen.description else None
        return NoteEdit(
            description=description,
            body=self.body if self.body != seen.body else None,
            add_block=bool(description),
        )

    def plan(self, editing: Editing) -> FilePlan:
        """Return what saves it.

        Raises:
            RefusedError: it can't be written.
        """
        assert self.seen.note is not None
        return edit_note(self.seen.folder, self.seen.note, self.edit, editing)


@dataclass(frozen=True, slots=True, kw_only=True)
class Preview:
    """What a note is to the agent as it is typed.

    Attributes:
        line: Its line; ``None`` for what has none.
        budget: The list before and after.
        characters: How many characters the text of the line has before it is cut.
        is_listed: Whether a turn would get the line.
        problem: Why it can't be saved like that.
        cautions: What a person should think about before saving.
    """

    line: IndexLine | None
    budget: Budget
    characters: int = 0
    is_listed: bool = True
    problem: str = ""
    cautions: tuple[str, ...] = ()

    @property
    def is_over(self) -> bool:
        """Whether the description is longer than what the agent sees."""
        return self.characters > MOST_CHARACTERS


def preview(opened: OpenNote, draft: Draft | None, editing: Editing) -> Preview:
    """Return what the agent gets of a note as it stands, or as it was typed."""
    folder, note = opened.folder, opened.note
    if note is None:
        return Preview(line=None, budget=budget_after(folder, {}))
    if draft is None or not draft.is_edited:
        line = line_of(note.path, note.row, editing.read) if note.row else note.line
        return _preview(opened, line, note.description)
    try:
        plan = draft.plan(editing)
    except RefusedError as error:
        as_it_is = _preview(opened, note.line, draft.description)
        return replace(as_it_is, problem=error.words)
    after = plan.change.files[0].after
    assert after is not None
    line = line_of(note.path, after, editing.read)
    cautions = tuple(one.text for one in plan.consequences if one.needs_care)
    return _preview(opened, line, draft.description, cautions)


def open_note(
    files: FileMemory, folder: NoteFolder, row: NoteRow, person: Person, _context: JobContext
) -> OpenNote:
    """Return a note to show; one that can't be read says why."""
    if row.note is None:
        return OpenNote(folder=folder, row=row, person=person, problem=row.reason)
    try:
        note = read_note(files, folder.layer, row.path)
    except MemloupeError as error:
        return OpenNote(folder=folder, row=row, person=person, problem=error.words)
    problem = "" if note else tr("It is not there any more.")
    return OpenNote(folder=folder, row=row, person=person, note=note, problem=problem)


def _preview(
    opened: OpenNote, line: IndexLine, description: str | None, cautions: tuple[str, ...] = ()
) -> Preview:
    said = description if description and line.rule is Rule.DESCRIPTION else line.text
    budget = budget_after(opened.folder, {opened.row.path: line})
    return Preview(
        line=line,
        budget=budget,
        characters=len(collapsed(said)),
        is_listed=not budget.first_out or opened.row.path < budget.first_out,
        cautions=cautions,
    )
