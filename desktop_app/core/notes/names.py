"""Names that a note may be given."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from desktop_app.core.engine_text import encode
from desktop_app.core.errors import RefusedError
from desktop_app.core.notes.note import folded_name

if TYPE_CHECKING:
    from desktop_app.core.notes.note import NoteFolder

LONGEST = 255
"""Bytes of one part of a path that the common file systems take."""

_UNSEEN = re.compile(
    "[\x00-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069\u200b-\u200f\ufeff]"
)


def check_name(folder: NoteFolder, path: str) -> None:
    """Refuse a path for a new note, or for one that is moved.

    Args:
        folder: Where it is going to be.
        path: Below the mount.

    Raises:
        RefusedError: says what is wrong with the name.
    """
    problem = name_problem(path) or _taken(folder, path)
    if problem:
        raise RefusedError(problem, "Nothing was written. Choose another name.")


def name_problem(path: str) -> str:
    """Return what is wrong with a path in itself, ``""`` for nothing."""
    parts = path.split("/")
    if "\\" in path or _UNSEEN.search(path):
        return "The name holds a backslash or a character that nobody can see."
    if not all(parts):
        return "The name is empty, or has a “/” too many."
    if any(part.startswith(".") for part in parts):
        return "The name, or a folder in it, starts with a dot: the agent would not see the note."
    if any(part != part.strip() for part in parts):
        return "The name, or a folder in it, begins or ends with a blank."
    if any(len(encode(part)) > LONGEST for part in parts):
        return f"The name, or a folder in it, is longer than {LONGEST} bytes."
    return ""


def twins(folder: NoteFolder, path: str) -> tuple[str, ...]:
    """Return the notes whose names some systems could not tell from this one."""
    wanted = folded_name(path)
    names = (note.path for note in folder.notes)
    return tuple(name for name in names if name != path and folded_name(name) == wanted)


def _taken(folder: NoteFolder, path: str) -> str:
    above = {path[:at] for at, character in enumerate(path) if character == "/"}
    for taken in (*(note.path for note in folder.notes), *(one.path for one in folder.skipped)):
        if taken == path:
            return f"There is something with the name “{path}” already."
        if taken in above:
            return f"“{taken}” is no folder, so nothing can be put into it."
        if taken.startswith(f"{path}/"):
            return f"“{path}” is a folder."
    return ""
