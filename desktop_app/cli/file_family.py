"""Commands about memory files come in families, each with its own grammar and words."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from desktop_app.cli.any_order import Parser


@dataclass(frozen=True, slots=True)
class Family:
    """Commands with the same first word.

    Attributes:
        add: Adds what a command takes beside the workspace and ``--json``, by its whole name.
        modules: The module of ``desktop_app.cli`` whose ``run`` carries a command out.
        changing: Names of the commands that write: they take ``--dry-run``, ``--reason`` and
            ``--take``.
    """

    add: Mapping[str, Callable[[Parser], None]]
    modules: Mapping[str, str]
    changing: frozenset[str]
