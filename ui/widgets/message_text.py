"""Stored messages as one text to read: heads, contents, and calls of tools laid out."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING

from ui.widgets.display_map import Span
from ui.widgets.exact_text import ExactText
from ui.widgets.json_view import indent

if TYPE_CHECKING:
    from collections.abc import Sequence

    from PySide6.QtGui import QTextBlock

    from desktop_app.core.transcript import Message

_STRING_VALUE = re.compile(r'^(?P<before>\s*(?:"(?:[^"\\]|\\.)*": )?)(?P<text>"(?:[^"\\]|\\.)*")')
_BEGINS = ("{", "[")


class MessagesText(ExactText):
    """Messages below each other; the gutter has their numbers instead of those of lines."""

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self._steps: dict[int, int] = {}

    def show_messages(self, messages: Sequence[Message]) -> None:
        """Show messages, each with its role above it."""
        text, heads, self._steps = message_text(messages)
        self.set_quiet(heads)
        self.show_text(text)

    def line_label(self, block: QTextBlock) -> str:
        """Return the number of the message that begins with a line."""
        step = self._steps.get(self.line_number(block))
        return "" if step is None else str(step)


def message_text(
    messages: Sequence[Message],
) -> tuple[str, tuple[Span, ...], dict[int, int]]:
    """Return messages as one text, where their heads stand, and the number on each first line."""
    pieces: list[str] = []
    heads: list[Span] = []
    steps: dict[int, int] = {}
    length, line = 0, 1
    for message in messages:
        head = f"{message.role}\n"
        parts = (message.content, calls_text(message.tool_calls_json))
        body = "\n".join(part for part in parts if part) + "\n\n"
        heads.append(Span(length, length + len(head)))
        steps[line] = message.step
        pieces += (head, body)
        length += len(head) + len(body)
        line += head.count("\n") + body.count("\n")
    return "".join(pieces).rstrip("\n"), tuple(heads), steps


def calls_text(stored: str) -> str:
    r"""Return calls of tools indented; text that holds JSON itself is laid out in place.

    Example:
        >>> print(calls_text('[{"arguments":"{\\"path\\":\\"a\\"}"}]'))
        [
          {
            "arguments": {
              "path": "a"
            }
          }
        ]
    """
    laid_out = indent(stored)
    if laid_out is None:
        return stored
    return "\n".join(_opened(line) for line in laid_out.split("\n"))


def _opened(line: str) -> str:
    """Return a line of indented JSON; a string that is JSON itself becomes several lines."""
    found = _STRING_VALUE.match(line)
    inner = json.loads(found["text"], strict=False) if found else ""
    if found is None or not inner.startswith(_BEGINS):
        return line
    laid_out = indent(inner)
    if laid_out is None:
        return line
    depth = len(line) - len(line.lstrip(" "))
    inside = laid_out.replace("\n", "\n" + " " * depth)
    return f"{found['before']}{inside}{line[found.end() :]}"
