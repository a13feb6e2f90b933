"""The two ends of a command: results on stdout as exact bytes, messages on stderr."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

from desktop_app.cli.json_lines import json_line
from desktop_app.cli.text import visible

if TYPE_CHECKING:
    from collections.abc import Mapping

    from desktop_app.core.errors import MemloupeError


class Terminal:
    """Where a command writes.

    Attributes:
        is_watched: Whether a person reads the results on a terminal.
    """

    def __init__(self) -> None:
        self._results = sys.stdout.buffer
        self.is_watched = sys.stdout.isatty()

    def exact(self, data: bytes) -> None:
        """Write bytes and nothing else."""
        self._results.write(data)

    def line(self, text: str = "") -> None:
        """Write one line, which must be safe to show already."""
        self._results.write(text.encode("utf-8", "backslashreplace") + b"\n")

    def record(self, fields: Mapping[str, Any]) -> None:
        """Write one line of JSON."""
        self._results.write(json_line(fields))

    def flush(self) -> None:
        """Hand over what was written."""
        self._results.flush()

    def say(self, message: str) -> None:
        """Tell the person something that is not a result."""
        self._results.flush()
        sys.stderr.write(f"memloupe: {visible(message)}\n")
        sys.stderr.flush()

    def complain(self, error: MemloupeError) -> None:
        """Tell what went wrong and what to do."""
        self.say(error.words)
