"""Names that a note may be given."""

from __future__ import annotations

import posixpath
import re
import unicodedata
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
_JAMO = re.compile("[\u1160-\u11ff]")
"""Vowels and finals of Korean, which are written onto the letter before them."""


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
    return _way_problem(path) or _part_problem(path.split("/"))


def _way_problem(path: str) -> str:
    if "\\" in path or _UNSEEN.search(path):
        return "The name holds a backslash or a character that nobody can see."
    if path.startswith("/"):
        return "The name is absolute: a note is named from the folder of its layer on."
    if posixpath.normpath(path).split("/")[0] == "..":
        return "The name leads out of the folder of the layer."
    if {".", ".."} & set(path.split("/")):
        return "The name has “.” or “..” for a folder. Write it without."
    return ""


def _part_problem(parts: list[str]) -> str:
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


def alike_words(path: str, other: str) -> str:
    """Return that another name is nearly this one, and which is which if both look the same."""
    said = f"“{other}” has nearly this name"
    ours, theirs = spelling(path, other), spelling(other, path)
    return f"{said}, but with {theirs}; this one has {ours}." if ours else f"{said}."


def spelling(path: str, other: str) -> str:
    """Return how a path writes the first character that another one composes in another way.

    Returns:
        ``""`` if the two differ in nothing but case, which everybody can see.
    """
    for mine, theirs in zip(_characters(path), _characters(other), strict=False):
        if mine != theirs and folded_name(mine) == folded_name(theirs):
            if len(mine) != len(theirs):
                return _parts(mine)
            if unicodedata.normalize("NFC", mine) == unicodedata.normalize("NFC", theirs):
                return " ".join(f"U+{ord(one):04X}" for one in mine)
    return ""


def _parts(character: str) -> str:
    count = len(character) - 1
    if not count:
        return f"“{character}” as one character"
    marks = "a combining mark" if count == 1 else f"{count} combining marks"
    return f"“{character[0]}” and {marks}"


def _characters(path: str) -> list[str]:
    """Return what a person sees as characters: letters with the marks that follow them."""
    found: list[str] = []
    for one in path:
        if found and (unicodedata.combining(one) or _JAMO.match(one)):
            found[-1] += one
        else:
            found.append(one)
    return found


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
