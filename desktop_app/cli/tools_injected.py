"""What of MEMORY.md reaches the model, on the command line."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from desktop_app.cli.files_opening import open_bucket
from desktop_app.cli.reading import Reader, engine_argument
from desktop_app.cli.snippet import print_exactly
from desktop_app.core.engine_text import encode
from desktop_app.core.ledger.injection import Vintage
from desktop_app.services.ledger.reading import read_book
from desktop_app.services.ledger.turn import TurnSettings, file_turn

if TYPE_CHECKING:
    from argparse import Namespace
    from collections.abc import Iterator

    from desktop_app.cli.terminal import Terminal
    from desktop_app.core.ledger.injection import Injection
    from desktop_app.services.ledger.turn import FileTurn

DONE = 0


def run(options: Namespace, terminal: Terminal) -> int:
    """Print the exact block; the arithmetic is told beside it."""
    files, bucket = open_bucket(Reader(options, terminal), options)
    settings = TurnSettings(
        vintage=Vintage(options.vintage),
        limit=options.limit,
        session_length=options.session_length,
        additional=tuple(map(engine_argument, options.additional or ())),
        has_tools=not options.no_memory_tools,
        has_hooks=not options.no_memory_hooks,
    )
    turn = file_turn(files, read_book(files, bucket), settings)
    if options.json:
        terminal.record(_fields(turn))
        return DONE
    for line in (*_arithmetic(turn.memory), *turn.remarks, *turn.memory.warnings):
        terminal.say(line)
    print_exactly(encode(turn.memory.block), terminal)
    if terminal.is_watched:
        terminal.line()
    return DONE


def _arithmetic(memory: Injection) -> Iterator[str]:
    yield f"context limit {memory.limit:,} tokens"
    for part in memory.parts:
        assumed = ", assumed" if part.is_assumed else ""
        yield f"minus {part.tokens:,}: {part.name} ({part.length:,} characters{assumed})"
    yield f"left for MEMORY.md {memory.available:,} tokens, {memory.room:,} characters (UTF-16)"
    yield (
        f"MEMORY.md without white space at its ends {memory.length:,} characters, "
        f"{memory.tokens:,} tokens: {memory.fate.value}; "
        f"{memory.cut.kept:,} are kept, {memory.lost:,} are cut"
    )


def _fields(turn: FileTurn) -> dict[str, Any]:
    memory = turn.memory
    return {
        "vintage": memory.vintage.value,
        "limit": memory.limit,
        "parts": [
            {
                "name": part.name,
                "length": part.length,
                "tokens": part.tokens,
                "assumed": part.is_assumed,
            }
            for part in memory.parts
        ],
        "available_tokens": memory.available,
        "room": memory.room,
        "length": memory.length,
        "tokens": memory.tokens,
        "fate": memory.fate.name.lower(),
        "kept": memory.cut.kept,
        "cut": memory.lost,
        "cut_at": memory.cut.offset,
        "text": memory.text,
        "block": memory.block,
        "warnings": memory.warnings,
        "whole": turn.whole,
        "remarks": turn.remarks,
        "blocks": [
            {
                "name": block.name,
                "role": block.role,
                "source": block.source,
                "length": block.length,
                "tokens": block.tokens,
                "text": block.text,
            }
            for block in turn.blocks
        ],
    }
