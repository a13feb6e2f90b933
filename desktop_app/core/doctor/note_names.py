"""Names of notes that some system or reader can't deal with, and hidden ones."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from desktop_app.core.doctor.finding import Finding, Severity
from desktop_app.core.doctor.words import named
from desktop_app.core.engine_text import encode
from desktop_app.core.files.facts import FileKind

if TYPE_CHECKING:
    from collections.abc import Iterator

    from desktop_app.core.doctor.file_cases import FileBench, NotesCase

BREAKS, BYTES, PORTABLE = "note-name-breaks-lines", "note-name-not-utf8", "note-name-not-portable"
LONG = "note-name-long"
NAME_RULES = (BREAKS, BYTES, PORTABLE, LONG)
HIDDEN_BY_OTHERS = frozenset({".gitkeep", ".keep", ".DS_Store", ".gitignore", ".gitattributes"})
"""Hidden files that programs put into every folder: nobody takes them for a memory."""

_CONTROL = re.compile(
    "[\x00-\x1f\x7f-\x9f\u2028\u2029\u200b\u200e\u200f\u202a-\u202e\u2066-\u2069]"
)
_INVALID = re.compile("[\udc80-\udcff]")
_NOT_PORTABLE = re.compile(r'[<>:"|?*\\]|[. ](?:/|$)')
_MOST_BYTES = 143
_WORDS = {
    BREAKS: (
        "Name holds characters that nobody can see",
        "a line break or a control character",
        "A line break in it could add a line to what the agent sees; Memloupe escapes it.",
    ),
    BYTES: (
        "Name is not UTF-8",
        "bytes that are no character",
        "The agent gets replacement characters for a name, and can't open the file by it.",
    ),
    PORTABLE: (
        "Name that some systems refuse",
        "a character that Windows does not allow",
        "The folder can't be copied or checked out everywhere.",
    ),
    LONG: (
        "Name is very long",
        f"more than {_MOST_BYTES} bytes",
        "Encrypted folders of some systems refuse it: a copy may leave the note out.",
    ),
}


def check_names(case: NotesCase, bench: FileBench) -> Iterator[Finding]:
    """Find names that make trouble by themselves."""
    del bench
    for note in case.folder.notes:
        for rule in _of_name(note.path):
            title, detail, why = _WORDS[rule]
            yield Finding(
                rule=rule,
                severity=Severity.WORTH_KNOWING,
                title=title,
                detail=detail,
                place=case.at(note.path),
                why=why,
                by_hand="Give it another name; Memloupe never changes a name by itself.",
            )


def check_twins(case: NotesCase, bench: FileBench) -> Iterator[Finding]:
    """Find notes whose names differ only in case, or in how letters are composed."""
    del bench
    told: set[str] = set()
    for path, others in case.folder.twins.items():
        if path not in told:
            first, *more = sorted((path, *others))
            told.update((first, *more))
            yield Finding(
                rule="note-names-alike",
                severity=Severity.WORTH_KNOWING,
                title="Names that some systems can't tell apart",
                detail=named((first, *more)),
                place=case.at(first),
                why="They differ only in upper and lower case, or in how letters are composed. On "
                "another system one of them takes the place of the other.",
                by_hand="Rename one of them, or put both into one note.",
            )


def check_hidden(case: NotesCase, bench: FileBench) -> Iterator[Finding]:
    """Find hidden files that somebody may take for notes."""
    del bench
    for one in case.folder.skipped:
        if one.facts.kind is FileKind.FILE and one.facts.name not in HIDDEN_BY_OTHERS:
            yield Finding(
                rule="note-hidden",
                severity=Severity.WORTH_KNOWING,
                title="Hidden file beside the notes",
                detail=f"{one.path} starts with a dot, or stands in a folder that does",
                place=case.at(one.path),
                why="The agent's list leaves it out.",
                by_hand="Rename it if it is a memory.",
            )


def _of_name(path: str) -> Iterator[str]:
    if _CONTROL.search(path):
        yield BREAKS
    if _INVALID.search(path):
        yield BYTES
    if _NOT_PORTABLE.search(path):
        yield PORTABLE
    if any(len(encode(name)) > _MOST_BYTES for name in path.split("/")):
        yield LONG
