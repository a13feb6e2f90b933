"""A note, and a folder of them."""

from __future__ import annotations

import unicodedata
from collections import defaultdict
from collections.abc import Hashable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, TypeVar, overload

from desktop_app.core.files.facts import FileFacts
from desktop_app.core.files.row import FileRow
from desktop_app.core.files.text import BOM, Encoding, FileText
from desktop_app.core.notes.front_matter import FrontMatter
from desktop_app.core.notes.layer import Layer
from desktop_app.core.notes.line import IndexLine

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

Item = TypeVar("Item", bound=Hashable)
Place = tuple[str, str]
"""Mount and path of a note: the same path can be in several layers."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Note:
    """One file of a layer.

    Attributes:
        path: Below the mount, as engine text; never normalised.
        facts: What the folder says about it; its path is below the workspace.
        line: What the agent sees of it.
        text: Its text, or the beginning of a large file; ``None`` if it can't be read.
        front: Its metadata.
        row: The whole file; ``None`` where only the line was wanted, or it can't be read.
    """

    path: str
    facts: FileFacts
    line: IndexLine
    text: FileText | None = None
    front: FrontMatter | None = None
    row: FileRow | None = None

    @property
    def description(self) -> str | None:
        """The description in the metadata, if it is a text with something in it."""
        return self.front.description if self.front else None

    @property
    def body(self) -> str:
        """The text after the metadata, exactly; a byte order mark is no part of it."""
        return self.text.text[self.body_start :] if self.text else ""

    @property
    def body_start(self) -> int:
        """Where the body begins, in characters of the text."""
        if self.front:
            return self.front.body_start
        return len(BOM) if self.text and self.text.text.startswith(BOM) else 0

    @property
    def is_editable(self) -> bool:
        """Whether it may be written as text."""
        return self.text is not None and self.text.is_editable

    @property
    def is_convertible(self) -> bool:
        """Whether it is text in another encoding, that could be made UTF-8."""
        return self.text is not None and self.text.encoding is Encoding.NOT_UTF8


@dataclass(frozen=True, slots=True)
class Skipped:
    """Something in the folder that the agent does not see.

    Attributes:
        path: Below the mount.
        reason: Why it is not listed, in words.
        facts: What the folder says about it.
    """

    path: str
    reason: str
    facts: FileFacts


@dataclass(frozen=True)
class NoteFolder:
    """The notes of one layer, in the order of their lines.

    Attributes:
        layer: The layer.
        notes: Every listed file.
        skipped: Links, hidden files, pipes.
        problem: Why nothing could be read, in words; ``""`` otherwise.
        unlisted: Folders that nobody may look into, by their paths below the workspace.
    """

    layer: Layer
    notes: tuple[Note, ...] = ()
    skipped: tuple[Skipped, ...] = ()
    problem: str = ""
    unlisted: tuple[str, ...] = ()
    _by_path: dict[str, Note] = field(default_factory=dict, compare=False, repr=False)

    def __post_init__(self) -> None:
        self._by_path.update((note.path, note) for note in self.notes)

    def get(self, path: str) -> Note | None:
        """Return the note with this path."""
        return self._by_path.get(path)

    @property
    def lines(self) -> tuple[IndexLine, ...]:
        """The line of every note."""
        return tuple(note.line for note in self.notes)

    @cached_property
    def duplicates(self) -> Mapping[str, Sequence[str]]:
        """The notes that say the same to the agent as a note does, by its path."""
        return groups((note.path for note in self.notes), self._text_of)

    @cached_property
    def twins(self) -> Mapping[str, Sequence[str]]:
        """The notes whose names differ only in case or in how letters are composed, by path."""
        return groups((note.path for note in self.notes), folded_name)

    def _text_of(self, path: str) -> str:
        return self._by_path[path].line.text


class Others(Sequence[Item]):
    """A group without one of its members; all members share it, for it may have thousands."""

    __slots__ = ("_group", "_left_out")

    def __init__(self, group: Sequence[Item], left_out: int) -> None:
        self._group, self._left_out = group, left_out

    def __len__(self) -> int:
        return len(self._group) - 1

    @overload
    def __getitem__(self, at: int) -> Item: ...
    @overload
    def __getitem__(self, at: slice) -> Sequence[Item]: ...
    def __getitem__(self, at: int | slice) -> Item | Sequence[Item]:
        places = range(len(self))[at]
        if isinstance(places, range):
            return [self[place] for place in places]
        return self._group[places + (places >= self._left_out)]


def groups(items: Iterable[Item], key: Callable[[Item], str]) -> dict[Item, Sequence[Item]]:
    """Return for each item the others with the same key; those with none, or alone, are left out.

    >>> {item: list(others) for item, others in groups(["a", "A", "b"], str.lower).items()}
    {'a': ['A'], 'A': ['a']}
    """
    found: defaultdict[str, list[Item]] = defaultdict(list)
    for item in items:
        found[key(item)].append(item)
    return {
        item: Others(members, place)
        for same, members in found.items()
        if same and len(members) > 1
        for place, item in enumerate(members)
    }


def same_lines(folders: Iterable[NoteFolder]) -> dict[Place, Sequence[Place]]:
    """Return the notes that say the same to the agent, in whatever layer: mount and path."""
    texts = {
        (folder.layer.mount, note.path): note.line.text
        for folder in folders
        for note in folder.notes
    }
    return groups(texts, texts.__getitem__)


def folded_name(path: str) -> str:
    """Return a path as a system sees it for which case and composition do not matter."""
    return unicodedata.normalize("NFC", unicodedata.normalize("NFC", path).casefold())
