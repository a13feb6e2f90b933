"""The command line's grammar, as the man page and the completions need it."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from desktop_app.cli.any_order import Parser
from desktop_app.cli.parser import build_parser

if TYPE_CHECKING:
    from collections.abc import Iterator

Parsers = dict[str, Parser]


def command_parsers() -> Parsers:
    """Return the parser of each command; those of two words under both."""
    return dict(_leaves(build_parser(), ""))


def _leaves(parser: Parser, before: str) -> Iterator[tuple[str, Parser]]:
    parser.fill()
    for action in parser._actions:  # noqa: SLF001 - argparse offers no other way
        if isinstance(action, argparse._SubParsersAction):  # noqa: SLF001
            for name, inner in action.choices.items():
                yield from _leaves(inner, f"{before}{name} ")
            return
    yield before.strip(), parser


def actions(parser: Parser) -> list[argparse.Action]:
    """Return what a command takes."""
    return [action for action in parser._actions if action.dest != "help"]  # noqa: SLF001
