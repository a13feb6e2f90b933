"""A command of the command line, as it presents itself."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Command:
    """One command: its name, of one word or two, a line for the list, and its own help."""

    name: str
    summary: str
    description: str
