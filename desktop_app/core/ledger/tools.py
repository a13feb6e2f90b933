"""The agent's memory tools, with the texts that they answer with."""

from __future__ import annotations

import posixpath
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import TypeAlias

from desktop_app.core.errors import RefusedError
from desktop_app.core.ledger.java_text import WHITE_SPACE, is_blank, strip
from desktop_app.core.ledger.matching import MODE_ERROR, matching_lines, read_mode

ReadText: TypeAlias = Callable[[str], str | None]
"""Gives the text of a file as the agent reads it; ``None`` if there is none."""

FAILED_SAVE = "Error: nothing was saved: {}"
"""Ours: the agent's own tool tells of success whether or not anything was written."""


@dataclass(frozen=True, slots=True)
class Hit:
    """A line that was found.

    Attributes:
        path: The file, as the agent names it.
        number: The line, from 1.
        line: Its text; a carriage return at its end is part of it.
    """

    path: str
    number: int
    line: str


@dataclass(frozen=True, slots=True)
class Answer:
    """What a tool says.

    Attributes:
        text: Exactly what the model gets.
        hits: The lines in it, of a search.
        remarks: What a person should know about it, in sentences.
        is_error: Whether the tool says that it could not do it.
    """

    text: str
    hits: tuple[Hit, ...] = ()
    remarks: tuple[str, ...] = ()
    is_error: bool = False


def memory_search(
    files: Iterable[tuple[str, str]], query: str, match_mode: str | None = None
) -> Answer:
    """Return what ``memory_search`` answers.

    Args:
        files: Path and text as the agent reads it, in its order: ``MEMORY.md``, then the logs.
        query: What is looked for; a phrase is not trimmed.
        match_mode: ``phrase``, ``all`` or ``any``; a phrase if it is ``None``.
    """
    if is_blank(query):
        return Answer("No query provided")
    mode = read_mode(match_mode)
    if mode is None:
        return Answer(MODE_ERROR, is_error=True)
    hits = tuple(
        Hit(path, number, line)
        for path, text in files
        for number, line in matching_lines(text, query, mode)
    )
    if not hits:
        return Answer(f"No matching memories found for: {query}")
    lines = "\n".join(f"Source: {hit.path}#{hit.number}: {hit.line}" for hit in hits)
    return Answer(f"Found {len(hits)} matches:\n\n{lines}", hits)


def memory_get(path: str, start_line: int, end_line: int, read: ReadText) -> Answer:
    """Return what ``memory_get`` answers: any file of the workspace, not only memory.

    Args:
        path: As the model gave it.
        start_line: The first line, from 1; less is raised to 1.
        end_line: The last line; more is lowered to the last one that there is.
        read: Gives the text of a path below the bucket.

    Raises:
        RefusedError: the agent's tool fails with an exception instead of an answer.
    """
    if is_blank(path):
        return Answer("Error: path is required", is_error=True)
    if _leads_out(path):
        return Answer("Error: path traversal not allowed", is_error=True)
    text = read(relative_path(path))
    if text is None or is_blank(text):
        return Answer(f"Error: file not found: {path}", is_error=True)
    lines = text.split("\n")
    first = max(0, start_line - 1)
    if first >= len(lines):
        text = f"Error: startLine {start_line} exceeds file length {len(lines)}"
        return Answer(text, is_error=True)
    wanted = lines[first : max(0, end_line)]
    written = "".join(f"{number}|{line}\n" for number, line in enumerate(wanted, first + 1))
    return Answer(written)


def relative_path(path: str) -> str:
    """Return a path as the agent's file layer understands it.

    Raises:
        RefusedError: it has ``..`` in it, which the file layer fails at.
    """
    found = path.replace("\\", "/").lstrip(f"{WHITE_SPACE}/")
    if ".." in found.split("/"):
        raise RefusedError(
            f"The path “{path}” has “..” in it and stays inside the workspace.",
            "The agent's own tool fails at it with an exception. Name the file directly.",
        )
    return found


def memory_save(content: str, failure: str = "") -> Answer:
    """Return what ``memory_save`` answers.

    Args:
        content: What is saved.
        failure: Why it could not be written; ``""`` if it was.
    """
    if is_blank(content):
        return Answer("Error: content is required", is_error=True)
    if failure:
        remark = "The agent's own tool would have told of success."
        return Answer(FAILED_SAVE.format(failure), remarks=(remark,), is_error=True)
    lines = strip(content).split("\n")
    count = max(1, sum(line.lstrip(WHITE_SPACE).startswith("-") for line in lines))
    return Answer(f"Saved {count} memory/memories to MEMORY.md")


def _leads_out(path: str) -> bool:
    normal = posixpath.normpath(path)
    return path.startswith("/") or normal == ".." or normal.startswith("../")
