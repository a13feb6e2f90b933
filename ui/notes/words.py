"""What the window of notes says."""

from __future__ import annotations

from enum import Enum
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication

from desktop_app.core.notes.layer import Commit
from ui.naming import shown_id
from ui.tokens import Meaning

if TYPE_CHECKING:
    from desktop_app.core.notes.layer import Layer


def tr(text: str) -> str:
    """Return a text of the notes in the language of the window."""
    return QCoreApplication.translate("Notes", text)


class Mark(Enum):
    """What a row of the list says about a note with a badge."""

    LEFT_OUT = "left out"
    UNREADABLE = "unreadable"
    NO_DESCRIPTION = "no description"
    NO_TEXT_THERE = "description no text"
    EMPTY_DESCRIPTION = "empty description"
    BROKEN = "broken metadata"
    NOT_CLOSED = "metadata not closed"
    EMPTY = "empty"
    BLANK = "only white space"
    CUT = "cut"
    NOT_UTF8 = "not utf-8"
    BINARY = "binary"
    DUPLICATE = "duplicate"
    ALIKE = "name alike"
    READ_ONLY = "read-only"
    LINK = "link"
    NO_FILE = "no file"


def mark_words(mark: Mark) -> str:
    """Return what a badge says."""
    return {
        Mark.LEFT_OUT: tr("left out"),
        Mark.UNREADABLE: tr("unreadable"),
        Mark.NO_DESCRIPTION: tr("no description"),
        Mark.NO_TEXT_THERE: tr("description no text"),
        Mark.EMPTY_DESCRIPTION: tr("empty description"),
        Mark.BROKEN: tr("broken metadata"),
        Mark.NOT_CLOSED: tr("metadata not closed"),
        Mark.EMPTY: tr("empty"),
        Mark.BLANK: tr("only white space"),
        Mark.CUT: tr("cut at 600"),
        Mark.NOT_UTF8: tr("not UTF-8"),
        Mark.BINARY: tr("not text"),
        Mark.DUPLICATE: tr("duplicate"),
        Mark.ALIKE: tr("name alike"),
        Mark.READ_ONLY: tr("write-protected"),
        Mark.LINK: tr("link, not followed"),
        Mark.NO_FILE: tr("no file"),
    }[mark]


def mark_meaning(mark: Mark) -> Meaning:
    """Return the colour of a badge."""
    harmless = {Mark.LEFT_OUT, Mark.BINARY, Mark.READ_ONLY, Mark.LINK, Mark.NO_FILE}
    return Meaning.NEUTRAL if mark in harmless else Meaning.CAUTION


def role_words(role: str | None) -> str:
    """Return what a role is called."""
    return tr("nobody in particular") if role is None else shown_id(role)


def writers_words(layer: Layer) -> str:
    """Return who may change a layer."""
    if layer.commit is Commit.READ_ONLY:
        return tr("read-only for everybody")
    if layer.roles is None:
        words = tr("everybody may write")
    elif layer.writers:
        words = tr("{0} may write").format(", ".join(map(shown_id, layer.writers)))
    else:
        words = tr("nobody may write")
    if layer.commit is Commit.MANUAL:
        return tr("{0}, stored when the application says so").format(words)
    return words


def read_only_words(layer: Layer, role: str | None) -> str:
    """Return why a person with this role can't change a layer."""
    mount = shown_id(layer.mount)
    if role is None:
        return tr("Without a role, {0} may not be changed").format(mount)
    return tr("“{0}” may not change {1}").format(shown_id(role), mount)


def note_count(count: int) -> str:
    """Return a number of notes in words."""
    return (tr("{0} note") if count == 1 else tr("{0} notes")).format(f"{count:,}")


def file_count(count: int) -> str:
    """Return a number of files in words."""
    return (tr("{0} file") if count == 1 else tr("{0} files")).format(f"{count:,}")
