"""What the commands take that propose changes of memory files."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from desktop_app.cli.command import Command
from desktop_app.cli.model_options import add_model, add_override
from desktop_app.core.ledger.consolidation_prompt import DEFAULT_TOKENS

if TYPE_CHECKING:
    from desktop_app.cli.any_order import Parser


def consolidate(parser: Parser) -> None:
    """Add what ``files consolidate`` takes."""
    parser.add_argument("--accept", action="store_true", help="write MEMORY.md and the watermark")
    parser.add_argument(
        "--all-logs", action="store_true", help="take every log, as if there were no watermark"
    )
    parser.add_argument(
        "--max-tokens",
        type=_tokens,
        default=DEFAULT_TOKENS,
        metavar="N",
        help=f"how long MEMORY.md may become (default: {DEFAULT_TOKENS:,})",
    )
    parser.add_argument(
        "--text-file",
        metavar="PATH",
        help="take this text and ask no model for one; - for standard input",
    )
    _prompt(parser, "what the model is told, with %%d exactly twice; - for standard input")
    add_override(parser)
    add_model(parser)


def flush(parser: Parser) -> None:
    """Add what ``files flush`` takes."""
    parser.add_argument(
        "--transcript",
        required=True,
        metavar="PATH",
        help="a session history, or a JSON or JSONL file of messages",
    )
    parser.add_argument("--accept", action="store_true", help="append it to today's log")
    _prompt(parser, "what the model is told; - for standard input")
    add_override(parser)
    add_model(parser, has_rules=False)


def _prompt(parser: Parser, text: str) -> None:
    parser.add_argument("--prompt-file", metavar="PATH", help=text)
    parser.add_argument(
        "--show-input",
        action="store_true",
        help="print what a model would be sent, word for word, and send nothing",
    )


def _tokens(text: str) -> int:
    if not text.isascii() or not text.isdigit() or not 0 < int(text) < 2**31:
        raise argparse.ArgumentTypeError(f"{text!r} is not a whole number above 0")
    return int(text)


PROPOSING = (
    Command(
        "files consolidate",
        "propose a new MEMORY.md from the daily logs, and accept it",
        """\
Propose a new MEMORY.md from the logs that were written since the watermark: by a model, or by
built-in rules that merge duplicates and invent nothing. Nothing is written without --accept, and
nothing is sent to another machine without --send. A text over the limits is never accepted.""",
    ),
    Command(
        "files flush",
        "propose facts of a conversation for today's log",
        """\
Ask a model for the facts in a conversation, and append them to today's log as the agent does.
Nothing is written without --accept, and nothing is sent to another machine without --send.""",
    ),
)
