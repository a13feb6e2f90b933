"""The part of the grammar that is about daily logs and curated memory."""

from __future__ import annotations

import argparse
from datetime import date
from typing import TYPE_CHECKING

from desktop_app.cli.file_family import Family
from desktop_app.cli.files_proposals import consolidate, flush
from desktop_app.core.ledger.archiving import RETENTION_DAYS
from desktop_app.core.ledger.book import MEMORY_FILE
from desktop_app.core.ledger.edits import ENCODINGS

if TYPE_CHECKING:
    from collections.abc import Callable

    from desktop_app.cli.any_order import Parser


def _bucket(parser: Parser) -> None:
    parser.add_argument(
        "--bucket",
        metavar="NAME",
        help="the user or session whose memory is meant, or the folder; the shared one if left out",
    )


def _buckets(parser: Parser) -> None:
    parser.add_argument(
        "--bucket", metavar="NAME", help="the user or session; all of them if left out"
    )


def _list(parser: Parser) -> None:
    _buckets(parser)
    parser.add_argument(
        "--sections",
        action="store_true",
        help="list the sections of each log too: kind, time as written, in UTC, and the day here",
    )


def _named(parser: Parser) -> None:
    parser.add_argument(
        "name", metavar="FILE", help="the file below the bucket: MEMORY.md, memory/2026-06-15.md"
    )
    _bucket(parser)


def _clean(parser: Parser) -> None:
    parser.add_argument(
        "name",
        metavar="FILE",
        nargs="?",
        default=MEMORY_FILE,
        help="the file below the bucket (default: MEMORY.md)",
    )
    _bucket(parser)


def _edit(parser: Parser) -> None:
    _named(parser)
    what = parser.add_mutually_exclusive_group()
    what.add_argument("--text", metavar="TEXT", help="the text; left out: the standard input")
    what.add_argument(
        "--text-file", metavar="PATH", help="read the text from a file; - for standard input"
    )
    parser.add_argument(
        "--section", type=int, metavar="N", help="only the body of section number N, from 1"
    )
    _keep_time(parser)
    parser.add_argument(
        "--also-log", metavar="TEXT", help="append this to today's log in the same change"
    )


def _correct(parser: Parser) -> None:
    parser.add_argument("text", metavar="TEXT", help="what is right")
    parser.add_argument("--old", metavar="TEXT", help="what it corrects, for the history")
    _bucket(parser)


def _where(parser: Parser) -> None:
    parser.add_argument("text", metavar="TEXT", help="a few words of it, in upper or lower case")
    _buckets(parser)


def _forget(parser: Parser) -> None:
    _where(parser)
    parser.add_argument(
        "--knowledge", action="store_true", help="in AGENTS.md and knowledge files too"
    )
    parser.add_argument(
        "--sections", action="store_true", help="in logs, the whole sections that it stands in"
    )
    parser.add_argument(
        "--offloaded", action="store_true", help="delete offloaded results that have it too"
    )
    _keep_time(parser)


def _archive(parser: Parser) -> None:
    _bucket(parser)
    parser.add_argument(
        "--days",
        type=int,
        default=RETENTION_DAYS,
        metavar="N",
        help=f"how many days logs are kept (default: {RETENTION_DAYS})",
    )
    parser.add_argument(
        "--today", type=_day, metavar="DAY", help="reckon from this day, 2026-06-15 (default: now)"
    )


def _convert(parser: Parser) -> None:
    _named(parser)
    parser.add_argument(
        "--from",
        dest="encoding",
        required=True,
        choices=ENCODINGS,
        help="what the file is in now; utf-8-sig only drops a byte order mark",
    )


def _delete(parser: Parser) -> None:
    _named(parser)
    parser.add_argument(
        "--with-watermark",
        action="store_true",
        help="the watermark too, so that the next consolidation takes all logs",
    )


def _consolidate(parser: Parser) -> None:
    _bucket(parser)
    consolidate(parser)


def _flush(parser: Parser) -> None:
    _bucket(parser)
    flush(parser)


def _keep_time(parser: Parser) -> None:
    parser.add_argument(
        "--keep-time",
        action="store_true",
        help="keep the time of logs, so that no consolidation sees the edit",
    )


def _day(text: str) -> date:
    try:
        return date.fromisoformat(text)
    except ValueError as error:
        raise argparse.ArgumentTypeError(f"{text!r} is not a day") from error


_ADD: dict[str, Callable[[Parser], None]] = {
    "files list": _list,
    "files show": _named,
    "files where": _where,
    "files edit": _edit,
    "files correct": _correct,
    "files forget": _forget,
    "files archive": _archive,
    "files convert": _convert,
    "files clean": _clean,
    "files delete": _delete,
    "files rebuild": _bucket,
    "files consolidate": _consolidate,
    "files flush": _flush,
}
_MODULES: dict[str, str] = {
    "files list": "files_looking",
    "files show": "files_looking",
    "files where": "files_forgetting",
    "files forget": "files_forgetting",
    "files edit": "files_changing",
    "files correct": "files_changing",
    "files archive": "files_changing",
    "files convert": "files_changing",
    "files clean": "files_changing",
    "files delete": "files_changing",
    "files rebuild": "files_changing",
    "files consolidate": "files_consolidate",
    "files flush": "files_flush",
}
_LOOKING = {"files list", "files show", "files where"}
_CHANGING: frozenset[str] = frozenset(_ADD) - _LOOKING

FAMILY = Family(add=_ADD, modules=_MODULES, changing=_CHANGING)
