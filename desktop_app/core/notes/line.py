"""The one line that stands for a file in the note of the system prompt."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING

from desktop_app.core.engine_text import valid_unicode
from desktop_app.core.files.text import BOM, Encoding
from desktop_app.core.notes.front_matter import NoText

if TYPE_CHECKING:
    from desktop_app.core.files.text import FileText
    from desktop_app.core.notes.front_matter import FrontMatter

MOST_CHARACTERS = 600
"""Code points of a line's text; the rest is cut, without a mark."""

# Characters at which some program begins a new line; in a name they would forge one.
_BREAKS = re.compile("[\n\r\v\f\x1c-\x1e\x85\u2028\u2029]")
_ESCAPES = {"\n": r"\n", "\r": r"\r", "\v": r"\v", "\f": r"\f"}


class Rule(Enum):
    """Where the text of a line comes from."""

    DESCRIPTION = "description"
    START = "start of text"
    NO_KEY = "no description key: start of the text after the block"
    UNUSABLE = "description is not usable text: start of the text after the block"
    BROKEN = "metadata block does not parse: start of the text after it"
    NO_BLOCK = "metadata block never closed or not metadata: start of the whole text"
    NOT_TEXT = "not text: no description"
    NOTHING = "nothing to show"
    UNREADABLE = "can't be read: no description"


@dataclass(frozen=True, slots=True)
class IndexLine:
    """One file's line.

    Attributes:
        path: Below the mount, as the line writes it: line breaks escaped, no invalid bytes.
        text: What stands behind it, may be empty.
        rule: Where that comes from.
        is_cut: Whether the text was longer.
        is_stated: Whether the documentation states the rule; else it is our choice.
        warning: What a person should know, in words; ``""`` for nothing.
    """

    path: str
    text: str
    rule: Rule
    is_cut: bool = False
    is_stated: bool = False
    warning: str = ""

    @property
    def written(self) -> str:
        """The line without its line break."""
        return f"- {self.path}: {self.text}" if self.text else f"- {self.path}"

    @property
    def size(self) -> int:
        """What it takes of the limit: bytes of UTF-8 with the line break."""
        return len(self.written.encode("utf-8", "replace")) + 1

    @property
    def rule_words(self) -> str:
        """The rule, and whether it cut."""
        cut = f", cut at {MOST_CHARACTERS} characters" if self.is_cut else ""
        return f"{self.rule.value}{cut}"


def shown_path(path: str) -> str:
    r"""Return a path as a line writes it; a name can't add lines of its own.

    >>> shown_path("line\nbreak.md")
    'line\\nbreak.md'
    """
    return _BREAKS.sub(_escaped, valid_unicode(path))


def index_line(path: str, text: FileText, front: FrontMatter | None) -> IndexLine:
    """Return the line of a file that could be read.

    Args:
        path: Below the mount.
        text: The file, or enough of its beginning.
        front: The metadata in it.
    """
    shown = shown_path(path)
    if text.encoding is Encoding.BINARY:
        return IndexLine(shown, "", Rule.NOT_TEXT, warning="This file is not text.")
    rule = _rule(text.text, front)
    begin = front.body_start if front else 0
    found = front.description if front else None
    taken = _start(text.text, begin) if found is None else collapsed(found)
    if not taken and rule is Rule.START:
        blank = "There is nothing but white space in this file."
        warning = blank if text.text else "This file is empty."
        return IndexLine(shown, "", Rule.NOTHING, warning=warning)
    return IndexLine(
        shown,
        taken[:MOST_CHARACTERS],
        rule,
        is_cut=len(taken) > MOST_CHARACTERS,
        is_stated=_is_stated(rule, text),
        warning=" ".join(filter(None, (_warning(rule, front), _odd_bytes(text)))),
    )


def unreadable_line(path: str, why: str) -> IndexLine:
    """Return the line of a file that could not be read."""
    return IndexLine(shown_path(path), "", Rule.UNREADABLE, warning=why)


def collapsed(text: str) -> str:
    r"""Return ``text`` on one line, every run of white space one blank.

    >>> collapsed(" a\t\n b\u3000c ")
    'a b c'
    """
    return " ".join(valid_unicode(text).split())


def _rule(text: str, front: FrontMatter | None) -> Rule:
    if front is None:
        opens = text.removeprefix(BOM).startswith("---") and _first_line(text) == "---"
        return Rule.NO_BLOCK if opens else Rule.START
    if front.error:
        return Rule.BROKEN
    if front.description is not None:
        return Rule.DESCRIPTION
    return Rule.UNUSABLE if front.key("description") else Rule.NO_KEY


def _start(text: str, begin: int) -> str:
    """Return enough of a text on one line; of a large one only as much as is needed."""
    begin += text.startswith(BOM, begin)
    size = 2 * MOST_CHARACTERS
    while True:
        taken = collapsed(text[begin : begin + size])
        if len(taken) > MOST_CHARACTERS or begin + size >= len(text):
            return taken
        size *= 8


def _first_line(text: str) -> str:
    return re.split("[\r\n]", text.removeprefix(BOM)[:80], maxsplit=1)[0].rstrip(" \t")


def _is_stated(rule: Rule, text: FileText) -> bool:
    # The documentation is silent about marks, lone carriage returns and other encodings.
    is_plain = text.encoding is Encoding.UTF8 and text.endings != "CR"
    return rule in {Rule.DESCRIPTION, Rule.START} and is_plain


def _warning(rule: Rule, front: FrontMatter | None) -> str:
    if rule is Rule.BROKEN and front:
        return f"The metadata does not parse: {front.error}. The agent sees the text after it."
    if rule is Rule.UNUSABLE and front:
        return f"The description is {_unusable(front)}. The agent sees the text after the metadata."
    return {
        Rule.NO_KEY: "The metadata has no key “description”. The agent sees the text after it.",
        Rule.NO_BLOCK: "The first line opens metadata that is never closed, or is none.",
    }.get(rule, "")


def _unusable(front: FrontMatter) -> str:
    key = front.key("description")
    value = key.value if key else None
    return f"no text but {value.value}" if isinstance(value, NoText) else "empty"


def _odd_bytes(text: FileText) -> str:
    is_odd = text.encoding is Encoding.NOT_UTF8
    return "Bytes that are not UTF-8 reach the agent as replacement characters." * is_odd


def _escaped(match: re.Match[str]) -> str:
    character = match.group()
    return _ESCAPES.get(character) or f"\\u{ord(character):04x}"
