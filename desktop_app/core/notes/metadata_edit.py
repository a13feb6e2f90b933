"""Writes one value into the metadata of a note; every other byte stays."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from desktop_app.core.errors import RefusedError
from desktop_app.core.files.text import BOM, line_endings

if TYPE_CHECKING:
    from collections.abc import Iterator

    from desktop_app.core.notes.front_matter import FrontMatter, MetadataKey, ReadFrontMatter

NAME = "description"
ENDINGS = {"CRLF": "\r\n", "CR": "\r", "LF": "\n"}

_BLOCKS = ("|", ">")
_DESCRIPTION = re.compile(r"(?:(?<=\n)|(?<=\r))(description:[ \t]+)([^\r\n]*[^\s])")
_BLANKS = re.compile(r"[ \t]+(?=[\r\n])")
_BREAK = re.compile("\r\n|\r|\n")
_HEADER_COMMENT = re.compile(r"[|>][-+0-9]*([ \t]+#[^\r\n]*)")
# What YAML 1.1 and 1.2 could each take for a number, a date or a keyword, alone.
_MAYBE_NO_TEXT = re.compile(r"[-+.\d]\S*|~|null|true|false|yes|no|on|off|[yn]", re.IGNORECASE)
_ESCAPED = re.compile(
    '["\\\\\x00-\x1f\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff\ud800-\udfff]'  # nothing else moves
)
_SHORT = {'"': r"\"", "\\": r"\\", "\n": r"\n", "\r": r"\r", "\t": r"\t"}
_INSTEAD = "Edit the whole text of the note instead: nothing in it is written anew then."


def set_description(text: str, front: FrontMatter, value: str, read: ReadFrontMatter) -> str:
    """Return the note with another description.

    Comments, the order of keys, the way a value is quoted and all other bytes stay. A value that
    needs quotes gets them.

    Args:
        text: The note.
        front: The metadata in it.
        value: The description.
        read: Reads metadata; what was written is read again before it is returned.

    Raises:
        RefusedError: the metadata does not parse, or the value can't be written in place.
    """
    if front.error:
        raise RefusedError(f"The metadata does not parse: {front.error}.", _INSTEAD)
    for edited in _attempts(text, front, value):
        if _is_only_change(text, front, edited, value, read):
            return edited
    raise RefusedError("The description can't be changed in place as it is written here.", _INSTEAD)


def quoted_description(text: str, front: FrontMatter, read: ReadFrontMatter) -> str:
    """Return a note whose metadata does not parse with quotes around its description.

    That is what most such notes lack: their description has a colon in it. This is never done by
    a save, only when a person asks for it.

    Raises:
        RefusedError: quotes alone do not make it parse.
    """
    found = _DESCRIPTION.search(text, front.inner_start, front.inner_end)
    if front.error and found:
        for written in _flow("'", found[2]):
            edited = text[: found.start(2)] + written + text[found.end(2) :]
            mended = read(edited)
            if mended and not mended.error and mended.description == found[2]:
                return edited
    raise RefusedError("Quotes around the description would not mend the metadata.", _INSTEAD)


def with_new_block(text: str, value: str, read: ReadFrontMatter) -> str:
    """Return a note that has no metadata with a block in front of it."""
    mark = BOM if text.startswith(BOM) else ""
    body = text.removeprefix(BOM)
    ending = ENDINGS.get(line_endings(text), "\n")
    for written in _flow("", value):
        block = f"---{ending}{NAME}: {written}{ending}---{ending}{ending * bool(body)}"
        front = read(f"{mark}{block}{body}")
        if front and [key.value for key in front.keys] == [value]:
            return f"{mark}{block}{body}"
    raise RefusedError("This description can't be written.", "Try it without control characters.")


def _attempts(text: str, front: FrontMatter, value: str) -> Iterator[str]:
    """Yield the note with the value written in the ways that come into question, best first."""
    ending = _BREAK.search(text, front.start)
    assert ending is not None  # the line that opens the block has an end
    key = front.key(NAME)
    if key is None:
        for written in _flow("", value):
            line = f"{NAME}: {written}{ending.group()}"
            yield text[: front.inner_start] + line + text[front.inner_start :]
        return
    start, end = _place(text, key)
    for written in _written(key, text[start:end], value, ending.group()):
        before = text[:start]
        gap = "" if before.endswith((" ", "\t")) or _BREAK.search(before[-1:]) else " "
        yield before + gap + written + text[end:]


def _place(text: str, key: MetadataKey) -> tuple[int, int]:
    """Return where the value stands; one that is not there yet comes behind the blanks."""
    blanks = _BLANKS.match(text, key.value_end)
    if key.value_start == key.value_end and blanks:
        return blanks.end(), blanks.end()
    return key.value_start, key.value_end


def _written(key: MetadataKey, span: str, value: str, ending: str) -> Iterator[str]:
    if key.style is None and not span.startswith(("[", "{")):
        return  # where such a value ends is not certain: a comment could be lost
    tail = ""
    if key.style in _BLOCKS:
        tail = span[len(span.rstrip()) :]
        yield _block(span, value, ending) + tail
        comment = _HEADER_COMMENT.match(span)
        tail = (comment[1] if comment else "") + tail
    yield from (written + tail for written in _flow(key.style or "", value))


def _flow(style: str, value: str) -> Iterator[str]:
    if style == "'" and not _ESCAPED.search(value.replace('"', "").replace("\\", "")):
        yield "'" + value.replace("'", "''") + "'"
    if style == "" and not _ESCAPED.search(value[:1]) and not _MAYBE_NO_TEXT.fullmatch(value):
        yield value
    yield '"' + _ESCAPED.sub(_escape, value) + '"'


def _block(span: str, value: str, ending: str) -> str:
    """Return a value below the line that it was introduced with, indented as it was."""
    header, *lines = _BREAK.split(span)
    first = next((line for line in lines if line.strip()), "  ")
    indent = first[: len(first) - len(first.lstrip(" "))] or "  "
    # A folded value has an empty line where a line ends.
    gap = ending * (1 + span.startswith(">"))
    content = gap.join(indent + line if line else "" for line in value.rstrip("\n").split("\n"))
    return f"{header}{ending}{content}"


def _is_only_change(
    text: str, front: FrontMatter, edited: str, value: str, read: ReadFrontMatter
) -> bool:
    found = read(edited)
    if found is None or found.error or edited[found.body_start :] != text[front.body_start :]:
        return False
    key = found.key(NAME)
    if key is None or not _is_same(key, value):
        return False
    return _others(found, edited) == _others(front, text)


def _is_same(key: MetadataKey, value: str) -> bool:
    # How many line breaks end a block is said in its first line, which stays.
    if key.style in _BLOCKS and isinstance(key.value, str):
        return key.value.rstrip("\n") == value.rstrip("\n")
    return key.value == value


def _others(front: FrontMatter, text: str) -> list[tuple[str, object, str]]:
    return [
        (key.name, key.value, text[key.value_start : key.value_end].strip())
        for key in front.keys
        if key.name != NAME
    ]


def _escape(match: re.Match[str]) -> str:
    character = match.group()
    code = ord(character)
    if character in _SHORT:
        return _SHORT[character]
    return f"\\x{code:02x}" if character <= "\xff" else f"\\u{code:04x}"
