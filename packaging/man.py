"""Writes the man page and the shell completions from the command line's own grammar.

Usage: ``python packaging/man.py [FOLDER]``; without a folder, ``docs`` is renewed.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT), str(ROOT / "packaging")]

from completions import bash, fish, zsh  # noqa: E402 - beside this file
from grammar import Parsers, actions, command_parsers  # noqa: E402

from desktop_app.cli.words import COMMANDS, DESCRIPTION, EPILOG  # noqa: E402

if TYPE_CHECKING:
    import argparse
    from collections.abc import Iterator

    from desktop_app.cli.any_order import Parser


def main(arguments: list[str]) -> int:
    """Write every file."""
    folder = Path(arguments[0]) if arguments else ROOT / "docs"
    for name, text in files().items():
        target = folder / name
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(text, encoding="utf-8")
        print(target)
    return 0


def files() -> dict[str, str]:
    """Return the generated files by their path below ``docs``."""
    parsers = command_parsers()
    return {
        "memloupe.1": "".join(f"{line}\n" for line in _man(parsers)),
        "completions/memloupe.bash": bash(parsers),
        "completions/_memloupe": zsh(parsers),
        "completions/memloupe.fish": fish(parsers),
    }


def _value(action: argparse.Action) -> str:
    """Return how the value of an option is written; empty for one that takes none."""
    if action.choices:
        return "|".join(map(str, action.choices))
    return str(action.metavar or "") if action.nargs != 0 else ""


def _man(parsers: Parsers) -> Iterator[str]:
    yield '.TH MEMLOUPE 1 "" "memloupe" "User Commands"'
    yield from (".SH NAME", "memloupe \\- look into what an AI agent remembers")
    yield from (".SH SYNOPSIS", ".nf", "memloupe [WORKSPACE]")
    yield from (_troff(_usage(name, parser)) for name, parser in parsers.items())
    yield from (".fi", ".SH DESCRIPTION", *_paragraphs(DESCRIPTION), ".SH COMMANDS")
    for command in COMMANDS:
        yield from (".SS " + command.name, *_paragraphs(command.description))
        for action in actions(parsers[command.name]):
            yield from (".TP", _troff(_invocation(action)), _troff(action.help or ""))
    yield from (".SH OUTPUT AND EXIT STATUS", *_paragraphs(EPILOG))


def _usage(name: str, parser: Parser) -> str:
    parts = [_in_usage(action) for action in actions(parser)]
    positional = [part for part in parts if not part.startswith(("[", "-"))]
    options = [part for part in parts if part.startswith(("[", "-"))]
    return " ".join(("memloupe", name, *positional, *options))


def _in_usage(action: argparse.Action) -> str:
    text = _invocation(action)
    return text if action.required else f"[{text}]"


def _invocation(action: argparse.Action) -> str:
    return " ".join(filter(None, ("/".join(action.option_strings), _value(action))))


def _paragraphs(text: str) -> Iterator[str]:
    for number, paragraph in enumerate(text.split("\n\n")):
        if number:
            yield ".PP"
        for line in paragraph.split("\n"):
            yield _troff(line)


def _troff(text: str) -> str:
    escaped = text.replace("\\", "\\e").replace("-", "\\-")
    return f"\\&{escaped}" if escaped.startswith((".", "'")) else escaped


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
