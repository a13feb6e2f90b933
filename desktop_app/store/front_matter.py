"""Finds the metadata of a note and where each key of it is written.

Only what the parser says is looked at, one event after the other: no object is made of it, a
reference is never followed, and nothing here calls itself.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import yaml

from desktop_app.core.engine_text import valid_unicode
from desktop_app.core.files.text import BOM
from desktop_app.core.notes.front_matter import FrontMatter, MetadataKey, NoText

if TYPE_CHECKING:
    from collections.abc import Iterator

    from yaml.events import Event

MOST_CHARACTERS = 64 * 1024
MOST_PARTS = 10_000
MOST_LEVELS = 50

_OPENING = re.compile(r"---[ \t]*(?:\r\n|\n|\r)")
_CLOSING = re.compile(r"(?<=[\r\n])---[ \t]*(?:\r\n|\n|\r|\Z)")
# Typing stubs are not installed with the parser, and the C half is not there on every system.
_LOADER: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
_STANDARD = "tag:yaml.org,2002:"
_KNOWN = frozenset(
    _STANDARD + name for name in ("str", "null", "bool", "int", "float", "timestamp", "map", "seq")
)
_RESOLVER: Any = yaml.resolver.Resolver()
_COLLECTIONS = {"MappingStartEvent": NoText.MAPPING, "SequenceStartEvent": NoText.LIST}


class _RefusedBlockError(ValueError):
    """The block is valid YAML, and is not read."""


class _NoMetadataError(ValueError):
    """What stands between the lines is no mapping: a text between two rules."""


def read_front_matter(text: str) -> FrontMatter | None:
    """Return the block at the start of a note; never fails.

    Args:
        text: The whole note, as it is in the file.

    Returns:
        ``None`` if the text does not begin with a line ``---``, if that is never closed, or if
        what stands in between is no mapping.
    """
    start = len(BOM) if text.startswith(BOM) else 0
    opening = _OPENING.match(text, start)
    closing = _CLOSING.search(text, opening.end()) if opening else None
    if opening is None or closing is None:
        return None
    keys: tuple[MetadataKey, ...] = ()
    error = ""
    try:
        keys = _keys(text, opening.end(), closing.start())
    except _NoMetadataError:
        return None
    except yaml.YAMLError as failure:
        error = _words(failure)
    except _RefusedBlockError as failure:
        error = str(failure)
    return FrontMatter(start, opening.end(), closing.start(), closing.end(), keys, error)


def _keys(text: str, start: int, end: int) -> tuple[MetadataKey, ...]:
    if end - start > MOST_CHARACTERS:
        raise _RefusedBlockError(f"it has more than {MOST_CHARACTERS:,} characters")
    # One character for another: places stay the same.
    inner = valid_unicode(text[start:end])
    found: dict[str, MetadataKey] = {}
    for key in _pairs(inner, start):
        if key.name in found:
            raise _RefusedBlockError(f"the key “{key.name}” is there twice")
        found[key.name] = key
    return tuple(found.values())


def _pairs(inner: str, offset: int) -> Iterator[MetadataKey]:
    """Yield each key with its value; both are known as first and last event of theirs."""
    waiting: tuple[str, int] | None = None
    for first, last in _members(inner):
        if waiting is None:
            waiting = _name(inner, first, last), first.start_mark.index
            continue
        start, end = first.start_mark.index, last.end_mark.index
        name, begin = waiting
        style = (first.style or "") if isinstance(first, yaml.ScalarEvent) else None
        yield MetadataKey(name, _value(first), offset + begin, offset + start, offset + end, style)
        waiting = None


def _members(inner: str) -> Iterator[tuple[Any, Any]]:
    """Yield the first and the last event of every key and every value of the top level."""
    levels = 0
    first: Event | None = None
    for event in _events(inner):
        if isinstance(event, yaml.CollectionEndEvent):
            levels -= 1
        elif levels == 1:
            first = event
        if levels == 1 and first is not None and not isinstance(event, yaml.CollectionStartEvent):
            yield first, event
            first = None
        if isinstance(event, yaml.CollectionStartEvent):
            levels += 1
            if levels > MOST_LEVELS:
                raise _RefusedBlockError(f"it is nested more than {MOST_LEVELS} levels deep")
        if levels == 0:
            _check_top(event)


def _events(inner: str) -> Iterator[Any]:
    documents = 0
    anchors: set[str | None] = set()
    for count, event in enumerate(yaml.parse(inner, Loader=_LOADER)):
        if count > MOST_PARTS:
            raise _RefusedBlockError(f"it has more than {MOST_PARTS:,} parts")
        documents += isinstance(event, yaml.DocumentStartEvent)
        if documents > 1:
            raise _RefusedBlockError("it holds more than one document")
        if isinstance(event, yaml.NodeEvent):
            _check_node(event, anchors)
        yield event


def _check_node(event: Any, anchors: set[str | None]) -> None:
    if isinstance(event, yaml.AliasEvent):
        if event.anchor not in anchors:
            raise _RefusedBlockError(f"nothing has the name “{event.anchor}” that it refers to")
        return
    anchors.add(event.anchor)
    if event.tag and event.tag not in _KNOWN:
        raise _RefusedBlockError(f"the tag “{event.tag}” is not read")


def _check_top(event: Any) -> None:
    is_nothing = isinstance(event, yaml.ScalarEvent) and not event.value
    if isinstance(event, yaml.ScalarEvent | yaml.SequenceEndEvent) and not is_nothing:
        raise _NoMetadataError


def _name(inner: str, first: Any, last: Any) -> str:
    if isinstance(first, yaml.ScalarEvent):
        return str(first.value)
    return inner[first.start_mark.index : last.end_mark.index]


def _value(event: Any) -> object:
    if isinstance(event, yaml.AliasEvent):
        return NoText.REFERENCE
    if not isinstance(event, yaml.ScalarEvent):
        return _COLLECTIONS[type(event).__name__]
    tag = event.tag or _RESOLVER.resolve(yaml.ScalarNode, event.value, event.implicit)
    if tag == f"{_STANDARD}str":
        return event.value
    return None if tag == f"{_STANDARD}null" else NoText.OTHER


def _words(error: yaml.YAMLError) -> str:
    mark = getattr(error, "problem_mark", None)
    problem = getattr(error, "problem", None) or getattr(error, "reason", None) or "no valid YAML"
    # The line of the opening ``---`` is the first one.
    return f"{problem} (line {mark.line + 2})" if mark is not None else str(problem)
