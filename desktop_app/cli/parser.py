"""The command line's grammar; help, completion and the man page are made from it."""

from __future__ import annotations

import argparse
from functools import partial
from typing import TYPE_CHECKING

from desktop_app import __version__
from desktop_app.cli import editing_parser, files_parser, notes_parser, tools_parser
from desktop_app.cli.any_order import Parser
from desktop_app.cli.words import COMMANDS, DESCRIPTION, EPILOG, GROUPS

if TYPE_CHECKING:
    from collections.abc import Callable

    from desktop_app.cli.command import Command
    from desktop_app.cli.file_family import Family


DEFAULT_ID = "default"
DEFAULT_WAIT = 10.0
PARTS = ("observational", "working", "turn")
FORMATS = ("json", "markdown")
FAMILIES = (files_parser.FAMILY, notes_parser.FAMILY, tools_parser.FAMILY)
_ENDINGS = {".json": "json", ".md": "markdown"}


def build_parser() -> Parser:
    """Return the parser of the whole program."""
    parser = Parser(
        prog="memloupe",
        usage="memloupe [WORKSPACE]\n       memloupe COMMAND ...",
        description=DESCRIPTION,
        epilog=EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    parser.add_argument("--version", action="version", version=f"memloupe {__version__}")
    commands = _group(parser, "command", "COMMAND", "memloupe")
    for command in COMMANDS:
        first, _, second = command.name.partition(" ")
        if not second:
            _subparser(commands, command)
        elif first not in commands.choices:
            group = commands.add_parser(first, help=GROUPS[first], allow_abbrev=False)
            group.later = partial(_fill_group, first=first)
    return parser


def command_name(options: argparse.Namespace) -> str:
    """Return the name of the command, of one word or two."""
    action = getattr(options, "action", None)
    return f"{options.command} {action}" if action else str(options.command)


def names_scope(options: argparse.Namespace) -> bool:
    """Whether the person named a scope at all."""
    names = (options.tenant, options.conversation, options.agent, options.memory_id)
    return any(name is not None for name in names)


def wanted_format(options: argparse.Namespace) -> str:
    """Return the export format that was named, else that of the file's ending, else nothing."""
    if options.format is not None:
        return str(options.format)
    output = str(options.output or "").lower()
    return next((name for ending, name in _ENDINGS.items() if output.endswith(ending)), "")


def _group(
    parser: Parser, destination: str, metavar: str, program: str
) -> argparse._SubParsersAction[Parser]:
    group = parser.add_subparsers(title="commands", dest=destination, metavar=metavar, prog=program)
    group.required = True
    return group


def _fill_group(parser: Parser, first: str) -> None:
    commands = _group(parser, "action", "ACTION", f"memloupe {first}")
    for command in COMMANDS:
        if command.name.startswith(f"{first} "):
            _subparser(commands, command)


def _fill(parser: Parser, name: str) -> None:
    if name in _ADD:
        _ADD[name](parser)
        return
    _workspace(parser)
    for family in FAMILIES:
        if name in family.add:
            _fill_of_family(parser, family, name)
            return
    editing_parser.ADD[name](parser)
    parser.any_order = True
    if name not in editing_parser.NEEDS_NO_SCOPE:
        _scope(parser)
    if name not in editing_parser.LOOKS_ONLY:
        editing_parser.changing(parser)
    if name not in editing_parser.TAKES_NO_SIDE:
        editing_parser.conflicting(parser)
    _json(parser, "print JSON")


def _fill_of_family(parser: Parser, family: Family, name: str) -> None:
    family.add[name](parser)
    parser.any_order = True
    if name in family.changing:
        editing_parser.changing(parser)
        editing_parser.conflicting(parser)
    _json(parser, "print JSON")


def _subparser(commands: argparse._SubParsersAction[Parser], command: Command) -> None:
    parser = commands.add_parser(
        command.name.rpartition(" ")[2],
        help=command.summary,
        description=command.description,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    # Complaints about a command come with the usage of that command.
    parser.set_defaults(complain=parser.error)
    parser.later = partial(_fill, name=command.name)


def _scopes(parser: Parser) -> None:
    _workspace(parser)
    _json(parser, "print one JSON object a scope")


def _snippet(parser: Parser) -> None:
    _workspace(parser)
    _scope(parser)
    parser.add_argument(
        "--part",
        choices=PARTS,
        help="which part of the turn: observational memory (the default), working memory, or"
        " turn: all messages in order, then the blocks of memory files, one JSON object a line",
    )
    parser.add_argument(
        "--bucket", metavar="NAME", help="with --part turn: the bucket of the daily logs"
    )
    parser.add_argument(
        "--as", dest="role", metavar="ROLE", help="with --part turn: whose turn the notes are for"
    )
    notes_parser.add_values(parser)
    parser.add_argument(
        "--explain", action="store_true", help="tell why each observation is in or out"
    )
    parser.add_argument("--all", action="store_true", help="every scope; needs --json")
    _json(parser, "print one JSON object with the texts, the tokens and the error")


def _show(parser: Parser) -> None:
    _workspace(parser)
    _scope(parser)
    _json(parser, "print one JSON object with everything that is stored")


def _log(parser: Parser) -> None:
    _workspace(parser)
    _scope(parser)
    status = parser.add_mutually_exclusive_group()
    status.add_argument("--failed", action="store_true", help="only operations that failed")
    status.add_argument(
        "--stuck",
        action="store_true",
        help="only operations that are queued, or in progress for over five minutes",
    )
    parser.add_argument("--limit", type=_count, metavar="N", help="stop after N entries")
    _json(parser, "print one JSON object an entry")


def _export(parser: Parser) -> None:
    _workspace(parser)
    _scope(parser)
    parser.add_argument(
        "--format",
        choices=FORMATS,
        help="what the export is written as; may be left out if the name of the file ends in"
        " .json or .md",
    )
    parser.add_argument(
        "--output",
        metavar="PATH",
        help="where to write; - for the standard output. Left out: the place that the engine's"
        " own tool chooses, below .harness/observational-memory in the workspace",
    )
    parser.add_argument("--force", action="store_true", help="replace a file that is there")


def _search(parser: Parser) -> None:
    _workspace(parser)
    parser.add_argument("text", metavar="TEXT", help="what to look for, in upper or lower case")
    parser.add_argument("--limit", type=_count, metavar="N", help="stop after N hits")
    _json(parser, "print one JSON object a hit")


def _config(parser: Parser) -> None:
    _workspace(parser)
    _json(parser, "print one JSON object")


def _demo(parser: Parser) -> None:
    parser.add_argument(
        "--output",
        metavar="DIR",
        help="a folder that is empty or not there yet; a private temporary one if left out",
    )


def _workspace(parser: Parser) -> None:
    parser.add_argument(
        "workspace",
        metavar="WORKSPACE",
        help="the folder that the agent works in, or a database file",
    )
    parser.add_argument(
        "--wait",
        type=_seconds,
        default=DEFAULT_WAIT,
        metavar="SECONDS",
        help="how long to try again while another program has locked the file (default: 10)",
    )


def _scope(parser: Parser) -> None:
    group = parser.add_argument_group("scope", "By its ids, or by the engine's key:")
    for name in ("tenant", "conversation", "agent"):
        group.add_argument(
            f"--{name}", metavar="ID", help=f"id of the {name} (default: {DEFAULT_ID})"
        )
    group.add_argument(
        "--memory-id",
        metavar="ID",
        help="key of the scope as the list of scopes shows it; also reaches damaged records",
    )


def _json(parser: Parser, text: str) -> None:
    parser.add_argument("--json", action="store_true", help=text)


def _count(text: str) -> int:
    if not text.isascii() or not text.isdigit() or not int(text):
        raise argparse.ArgumentTypeError(f"{text!r} is not a whole number above 0")
    return int(text)


def _seconds(text: str) -> float:
    try:
        seconds = float(text)
    except ValueError:
        seconds = -1.0
    if not 0 <= seconds < float("inf"):
        raise argparse.ArgumentTypeError(f"{text!r} is not a number of seconds")
    return seconds


_ADD: dict[str, Callable[[Parser], None]] = {
    "scopes": _scopes,
    "snippet": _snippet,
    "show": _show,
    "log": _log,
    "export": _export,
    "search": _search,
    "config": _config,
    "demo": _demo,
}
