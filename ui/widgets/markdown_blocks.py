"""Markdown as plain blocks to read: what stands where, and nothing that acts."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from functools import cache
from typing import TYPE_CHECKING

from markdown_it import MarkdownIt

if TYPE_CHECKING:
    from collections.abc import Sequence

    from markdown_it.token import Token


class BlockKind(Enum):
    """What a block is."""

    PARAGRAPH = "paragraph"
    HEADING = "heading"
    ITEM = "list item"
    CODE = "code"
    RULE = "rule"


@dataclass(frozen=True, slots=True)
class Run:
    """Text of one look. An address is quiet: it is shown, and leads nowhere."""

    text: str
    is_strong: bool = False
    is_slanted: bool = False
    is_code: bool = False
    is_quiet: bool = False


@dataclass(frozen=True, slots=True)
class Block:
    """One block.

    Attributes:
        runs: Its text.
        level: Of a heading, 1 to 6.
        depth: In how many lists it stands.
        quotes: In how many quotations it stands.
        marker: Of the first block of a list item: a bullet, or its number.
    """

    kind: BlockKind
    runs: tuple[Run, ...] = ()
    level: int = 0
    depth: int = 0
    quotes: int = 0
    marker: str = ""

    @property
    def text(self) -> str:
        """All of its text."""
        return "".join(run.text for run in self.runs)


def markdown_blocks(text: str) -> tuple[Block, ...]:
    r"""Return the blocks of a Markdown text; HTML in it stays text.

    Example:
        >>> [(one.kind.value, one.text) for one in markdown_blocks("# A\n- see [b](http://c)")]
        [('heading', 'A'), ('list item', 'see b (http://c)')]
    """
    builder = _Builder()
    for token in _parser().parse(text):
        builder.take(token)
    return tuple(builder.blocks)


class _Parser(MarkdownIt):
    def normalizeLink(self, url: str) -> str:  # noqa: N802 - called by the parser
        # An address is shown as it is written; rewriting it fails on bytes that are not text.
        return url

    def normalizeLinkText(self, link: str) -> str:  # noqa: N802 - called by the parser
        return link

    def validateLink(self, url: str) -> bool:  # noqa: N802 - called by the parser
        return True  # nothing is followed, so every address may be seen


@cache
def _parser() -> MarkdownIt:
    return _Parser("commonmark", {"html": False})


class _Builder:
    """Goes through the tokens, which open and close what they are in."""

    def __init__(self) -> None:
        self.blocks: list[Block] = []
        self._lists: list[int | None] = []
        self._quotes = 0
        self._marker = ""
        self._heading = 0

    def take(self, token: Token) -> None:
        """Take the next token."""
        match token.type:
            case "bullet_list_open":
                self._lists.append(None)
            case "ordered_list_open":
                self._lists.append(int(token.attrGet("start") or 1))
            case "bullet_list_close" | "ordered_list_close":
                self._lists.pop()
            case "list_item_open":
                self._marker = self._next_marker()
            case "blockquote_open" | "blockquote_close":
                self._quotes += token.nesting
            case "heading_open":
                self._heading = int(token.tag[1:])
            case "heading_close":
                self._heading = 0
            case _:
                self._add(token)

    def _add(self, token: Token) -> None:
        if token.type == "inline":
            kind = BlockKind.HEADING if self._heading else BlockKind.PARAGRAPH
            self._put(kind, tuple(inline_runs(token.children or ())))
        elif token.type in {"fence", "code_block"}:
            self._put(BlockKind.CODE, (Run(token.content.rstrip("\n"), is_code=True),))
        elif token.type == "hr":
            self._put(BlockKind.RULE, ())

    def _put(self, kind: BlockKind, runs: tuple[Run, ...]) -> None:
        marker, self._marker = self._marker, ""
        if marker and kind is BlockKind.PARAGRAPH:
            kind = BlockKind.ITEM
        block = Block(kind, runs, self._heading, len(self._lists), self._quotes, marker)
        self.blocks.append(block)

    def _next_marker(self) -> str:
        number = self._lists[-1] if self._lists else None
        if number is None:
            return "•"
        self._lists[-1] = number + 1
        return f"{number}."


def inline_runs(tokens: Sequence[Token]) -> list[Run]:
    """Return the text inside one block, links and images as plain text with their addresses."""
    builder = _Inline()
    for token in tokens:
        builder.take(token)
    return builder.runs


_BREAKS = {"softbreak": " ", "hardbreak": "\n"}


class _Inline:
    def __init__(self) -> None:
        self.runs: list[Run] = []
        self._strong = self._slanted = 0
        self._addresses: list[str] = []

    def take(self, token: Token) -> None:
        """Take the next token."""
        match token.type:
            case "strong_open" | "strong_close":
                self._strong += token.nesting
            case "em_open" | "em_close":
                self._slanted += token.nesting
            case "link_open":
                self._addresses.append(str(token.attrGet("href") or ""))
            case "link_close":
                self._end_link(self._addresses.pop())
            case "image":
                address = str(token.attrGet("src") or "")
                self.runs.append(Run(f"[{token.content}] ({address})", is_quiet=True))
            case _:
                self._add(token)

    def _end_link(self, address: str) -> None:
        # What is its own address need not say it twice.
        if not self.runs or self.runs[-1].text != address:
            self.runs.append(Run(f" ({address})", is_quiet=True))

    def _add(self, token: Token) -> None:
        text = _BREAKS.get(token.type, token.content)
        is_code = token.type == "code_inline"
        self.runs.append(Run(text, self._strong > 0, self._slanted > 0, is_code))
