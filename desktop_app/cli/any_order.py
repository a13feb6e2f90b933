"""A parser that finds arguments without a name also behind options, and is filled when used."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable


class Parser(argparse.ArgumentParser):
    """Like its base, which takes an optional argument only right behind the one before it.

    Attributes:
        any_order: Whether arguments may stand anywhere; not for those that may be behind ``--``.
        later: Adds the arguments, once: of all commands a person uses one.
    """

    any_order = False
    later: Callable[[Parser], None] | None = None

    def fill(self) -> None:
        """Add the arguments unless they are there."""
        later, self.later = self.later, None
        if later is not None:
            later(self)

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> tuple[Any, list[str]]:
        self.fill()
        if not self.any_order or "--" in args:
            return super().parse_known_args(args, namespace)
        # It calls this function twice: for options, and for what is left.
        self.any_order = False
        try:
            return self.parse_known_intermixed_args(args, namespace)
        finally:
            self.any_order = True
