"""What is odd about the metadata of a note, and about the line that the agent sees of it."""

from __future__ import annotations

import re
from functools import partial
from typing import TYPE_CHECKING

from desktop_app.core.doctor.file_repair import plan_repair
from desktop_app.core.doctor.finding import Severity
from desktop_app.core.doctor.note_finding import SAW, Said, note_finding, permission, read_now
from desktop_app.core.notes.edits import quote_description
from desktop_app.core.notes.line import MOST_CHARACTERS, Rule

if TYPE_CHECKING:
    from collections.abc import Iterator

    from desktop_app.core.doctor.file_cases import FileBench, NotesCase
    from desktop_app.core.doctor.finding import Finding
    from desktop_app.core.files.plan import FilePlan
    from desktop_app.core.notes.note import Note

_NAME = "description"
_FORGED = re.compile(r"[\r\n\v\f\x85\u2028\u2029]\s*(?:#|[-*+]\s)")
# Zero-width joiners are left out: scripts and emoji need them.
_CONTROL = re.compile(
    "[\x00-\x08\x0e-\x1f\x7f-\x84\x86-\x9f\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]"
)
_BROKEN = Said(
    rule="note-metadata-broken",
    title="Metadata does not parse",
    why=f"The agent sees the text after it. {SAW} A save never mends it by itself.",
    by_hand="Correct the metadata in the whole text of the note.",
)
_UNCLOSED = Said(
    rule="note-metadata-unclosed",
    severity=Severity.WORTH_KNOWING,
    title="Metadata is never closed",
    detail="the first line is --- and no metadata follows",
    why="The agent sees the start of the whole text.",
    by_hand="Close the metadata with a line ---, or begin the text otherwise.",
)
_MISSING = Said(
    rule="note-description-missing",
    title="Metadata without a description",
    detail="there is no key “description”",
    why=f"The agent sees the text after it. {SAW}",
    by_hand="Add a description.",
)
_MISSPELT = Said(
    rule="note-description-misspelt",
    title="Description is spelt otherwise",
    why=f"Only the key “description”, in small letters, is read. {SAW}",
    by_hand="Write the key in small letters.",
)
_UNUSABLE = Said(
    rule="note-description-unusable",
    title="Description is no text",
    detail="it is empty, a number, a list or nothing",
    why=f"The agent sees the text after the metadata. {SAW}",
    by_hand="Write the description as text.",
)
_CUT = Said(
    rule="note-description-cut",
    title=f"Description is longer than {MOST_CHARACTERS} characters",
    detail=f"the agent sees the first {MOST_CHARACTERS} characters of it",
    why=f"The rest of it is cut without a mark. {SAW}",
    by_hand="Shorten the description.",
)
_FORGES = Said(
    rule="note-description-forges-lines",
    title="Description imitates other lines",
    detail="line breaks with headings or list marks behind them",
    why="The harness puts it on one line, so that it stays harmless there. What else reads the "
    "note may take them for lines of its own.",
    by_hand="Write the description on one line.",
)
_UNSEEN = Said(
    rule="note-has-control-characters",
    title="Characters that nobody can see",
    detail="control, zero-width or direction characters in what the agent sees",
    why="They reach the model as they are; a text can look otherwise than it reads.",
    by_hand="Take them out of what the agent sees.",
)
NOTE_RULES = tuple(
    said.rule
    for said in (_BROKEN, _UNCLOSED, _MISSING, _MISSPELT, _UNUSABLE, _CUT, _FORGES, _UNSEEN)
)


def check_lines(case: NotesCase, bench: FileBench) -> Iterator[Finding]:
    """Find notes of which the agent sees something else than their description says."""
    for note in case.folder.notes:
        rule = note.line.rule
        if rule is Rule.BROKEN:
            yield _broken(case, bench, note)
        elif rule is Rule.NO_BLOCK:
            yield note_finding(case, note, _UNCLOSED)
        elif rule is Rule.UNUSABLE:
            yield note_finding(case, note, _UNUSABLE, line=_line(note, _NAME))
        elif rule is Rule.NO_KEY:
            yield _without_key(case, note)
        elif rule is Rule.DESCRIPTION:
            yield from _of_description(case, note)
        if _CONTROL.search(note.description or note.line.text):
            yield note_finding(case, note, _UNSEEN)


def _of_description(case: NotesCase, note: Note) -> Iterator[Finding]:
    line = _line(note, _NAME)
    if note.line.is_cut:
        yield note_finding(case, note, _CUT, line=line)
    if _FORGED.search(note.description or ""):
        yield note_finding(case, note, _FORGES, line=line)


def _without_key(case: NotesCase, note: Note) -> Finding:
    keys = [key.name for key in note.front.keys] if note.front else []
    near = [name for name in keys if name.casefold() == _NAME]
    if not near:
        return note_finding(case, note, _MISSING)
    said = f"the key is “{near[0]}”"
    return note_finding(case, note, _MISSPELT, detail=said, line=_line(note, near[0]))


def _broken(case: NotesCase, bench: FileBench, note: Note) -> Finding:
    layer = case.folder.layer
    again = partial(bench.note, layer, note.path)
    make = partial(_quoted, case, bench)
    label = f"Put quotes around the description of {note.path}"
    now = read_now(bench, layer, note.path)
    repair = plan_repair(make, now, again, *permission(layer), label=label)
    error = note.front.error if note.front else ""
    return note_finding(case, note, _BROKEN, detail=error, repair=repair)


def _quoted(case: NotesCase, bench: FileBench, note: Note | None) -> FilePlan | None:
    if note is None or note.front is None or not note.front.error:
        return None
    return quote_description(case.folder, note, bench.editing)


def _line(note: Note, name: str) -> int:
    key = note.front.key(name) if note.front else None
    return note.text.text.count("\n", 0, key.start) + 1 if key and note.text else 0
