"""The part of the grammar that is about the agent's own memory tools."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from desktop_app.cli.file_family import Family

if TYPE_CHECKING:
    from collections.abc import Callable

    from desktop_app.cli.any_order import Parser

VINTAGES = ("document", "checkout")
_LARGEST = 2**31 - 1


def _memory_search(parser: Parser) -> None:
    parser.add_argument("--query", required=True, metavar="TEXT", help="what is looked for")
    _match_mode(parser)
    _bucket(parser)


def _memory_get(parser: Parser) -> None:
    parser.add_argument("--path", required=True, help="the file, as the agent names it")
    for name, text in (("start", "the first line, from 1"), ("end", "the last line")):
        parser.add_argument(f"--{name}-line", type=_number, required=True, metavar="N", help=text)
    _bucket(parser)


def _memory_save(parser: Parser) -> None:
    parser.add_argument("--content", required=True, metavar="TEXT", help="what to remember")
    _bucket(parser)


def _session_search(parser: Parser) -> None:
    parser.add_argument("--query", required=True, metavar="TEXT", help="what is looked for")
    _match_mode(parser)
    _agent(parser, is_needed=False)
    parser.add_argument(
        "--max-results", type=_number, metavar="N", help="the most entries (default: 10)"
    )
    _bucket(parser)


def _session_list(parser: Parser) -> None:
    _agent(parser, is_needed=True)
    _bucket(parser)


def _session_history(parser: Parser) -> None:
    _agent(parser, is_needed=True)
    parser.add_argument("--session-id", required=True, metavar="ID", help="the conversation")
    parser.add_argument(
        "--last-n", type=_number, metavar="N", help="the newest messages (default: 20)"
    )
    _bucket(parser)


def _injected(parser: Parser) -> None:
    parser.add_argument(
        "--vintage",
        choices=VINTAGES,
        default=VINTAGES[0],
        help="the version of the agent: that of its document (the default), with a message of its "
        "own for memory, or the older checkout, with memory in the system prompt",
    )
    parser.add_argument(
        "--limit",
        type=_whole,
        default=8000,
        metavar="TOKENS",
        help="tokens for memory and the parts beside it (default: 8000)",
    )
    parser.add_argument(
        "--session-length",
        type=_whole,
        metavar="N",
        help="characters of the session section, which only the running agent knows "
        "(856 are assumed)",
    )
    parser.add_argument(
        "--additional",
        action="append",
        metavar="PATH",
        help="a further file that the agent is set up with; may be repeated",
    )
    parser.add_argument(
        "--no-memory-tools", action="store_true", help="the agent has no memory tools"
    )
    parser.add_argument(
        "--no-memory-hooks",
        action="store_true",
        help="the agent neither extracts facts nor consolidates by itself",
    )
    _bucket(parser)


def _compaction(parser: Parser) -> None:
    which = parser.add_mutually_exclusive_group(required=True)
    which.add_argument("--session", metavar="ID", help="a conversation of the session history")
    which.add_argument(
        "--transcript", metavar="PATH", help="a file with messages; - for the standard input"
    )
    _agent(parser, is_needed=False)
    parser.add_argument("--window", type=_whole, metavar="N", help="tokens that the model takes")
    for name, default, text in (
        ("trigger-messages", 50, "messages that start it; 0 for any number"),
        ("trigger-tokens", 0, "tokens that start it; 0 if the window decides"),
        ("reserved", 20_000, "tokens of the window that are left free"),
        ("keep-messages", 20, "messages that are kept"),
    ):
        parser.add_argument(
            f"--{name}",
            type=_whole,
            default=default,
            metavar="N",
            help=f"{text} (default: {default})",
        )
    parser.add_argument(
        "--keep-tokens",
        type=_number,
        default=-1,
        metavar="N",
        help="tokens that are kept; 0 if messages decide, -1 if the window does (default: -1)",
    )
    parser.add_argument("--trim-arguments", action="store_true", help="cut long old arguments too")
    parser.add_argument("--no-pruning", action="store_true", help="leave long old results alone")
    parser.add_argument(
        "--emergency",
        action="store_true",
        help="as after the model refused the request as too long",
    )
    _bucket(parser)


def _bucket(parser: Parser) -> None:
    parser.add_argument(
        "--bucket",
        metavar="NAME",
        help="the user or session whose memory it is, by name or path; . for the shared one. Left "
        "out: the shared one, or the only one",
    )


def _agent(parser: Parser, *, is_needed: bool) -> None:
    parser.add_argument(
        "--agent-id", required=is_needed, metavar="ID", help="the agent whose conversations"
    )


def _match_mode(parser: Parser) -> None:
    parser.add_argument(
        "--match-mode",
        metavar="MODE",
        help="phrase (the default), all or any; anything else is an error of the tool",
    )


def _number(text: str) -> int:
    sign = -1 if text.startswith("-") else 1
    return sign * _whole(text.removeprefix("-"))


def _whole(text: str) -> int:
    if not text.isascii() or not text.isdigit() or int(text) > _LARGEST:
        raise argparse.ArgumentTypeError(f"{text!r} is not a whole number")
    return int(text)


_ADD: dict[str, Callable[[Parser], None]] = {
    "tools memory_search": _memory_search,
    "tools memory_get": _memory_get,
    "tools memory_save": _memory_save,
    "tools session_search": _session_search,
    "tools session_list": _session_list,
    "tools session_history": _session_history,
    "tools injected": _injected,
    "tools compaction": _compaction,
}
_MODULES: dict[str, str] = {
    "tools memory_search": "tools_answering",
    "tools memory_get": "tools_answering",
    "tools memory_save": "tools_saving",
    "tools session_search": "tools_answering",
    "tools session_list": "tools_answering",
    "tools session_history": "tools_answering",
    "tools injected": "tools_injected",
    "tools compaction": "tools_compaction",
}
_CHANGING: frozenset[str] = frozenset({"tools memory_save"})

FAMILY = Family(add=_ADD, modules=_MODULES, changing=_CHANGING)
