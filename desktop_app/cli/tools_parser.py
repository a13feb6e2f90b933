"""The part of the grammar that is about the agent's own memory tools."""

from __future__ import annotations

from typing import TYPE_CHECKING

from desktop_app.cli.file_family import Family

if TYPE_CHECKING:
    from collections.abc import Callable

    from desktop_app.cli.any_order import Parser

_ADD: dict[str, Callable[[Parser], None]] = {}
_MODULES: dict[str, str] = {}
_CHANGING: frozenset[str] = frozenset()

FAMILY = Family(add=_ADD, modules=_MODULES, changing=_CHANGING)
