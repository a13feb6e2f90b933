"""A parser that finds arguments without a name also behind options."""

from __future__ import annotations

import argparse
from typing import Any


class Parser(argparse.ArgumentParser):
    """Like its base, which takes an optional argument only right behind the one before it.

    Attributes:
        any_order: Whether arguments may stand anywhere; not for those that may be behind ``--``.
    """

    any_order = False

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> tuple[Any, list[str]]:
        if not self.any_order or "--" in args:
            return super().parse_known_args(args, namespace)
        # It calls this function twice: for options, and for what is left.
        self.any_order = False
        try:
            return self.parse_known_intermixed_args(args, namespace)
        finally:
            self.any_order = True
