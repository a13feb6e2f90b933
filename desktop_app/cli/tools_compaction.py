"""What a compaction would do to a conversation, on the command line."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

from desktop_app.cli.files_opening import open_bucket
from desktop_app.cli.given import named_file
from desktop_app.cli.reading import Reader, engine_argument
from desktop_app.cli.text import visible
from desktop_app.core.counting import counted
from desktop_app.core.engine_text import encode
from desktop_app.core.ledger.compaction import Compaction, emergency, preview_compaction
from desktop_app.core.ledger.compaction_settings import CompactionSettings, Pruning, Trimming
from desktop_app.core.ledger.offloading import Offloading, offload_all
from desktop_app.core.ledger.token_estimate import message_tokens
from desktop_app.core.ledger.turn_messages import Transcript, read_transcript
from desktop_app.services.ledger.reading import read_book
from desktop_app.services.ledger.transcripts import find_session, read_session_transcript

if TYPE_CHECKING:
    from argparse import Namespace
    from collections.abc import Iterator

    from desktop_app.cli.terminal import Terminal
    from desktop_app.core.ledger.pruning import Shortened

DONE = 0
_AGENT = "agent"


def run(options: Namespace, terminal: Terminal) -> int:
    """Print what would be summed up and kept, with the arithmetic."""
    transcript, agent, existing = _read(options, terminal)
    for remark in transcript.remarks:
        terminal.say(remark)
    preview = preview_compaction(transcript.messages, _settings(options))
    moved = offload_all(preview.original, agent, existing)
    if options.emergency and not preview.happens:
        terminal.say("The call fails: with so few messages nothing can be cut after an overflow.")
    if options.json:
        terminal.record(_fields(preview, transcript, moved))
        return DONE
    for line in _lines(preview, moved):
        terminal.line(visible(line))
    return DONE


def _read(options: Namespace, terminal: Terminal) -> tuple[Transcript, str, frozenset[str]]:
    """Return the conversation, whose it is, and which results were moved into files before."""
    if options.transcript is not None:
        name = os.fspath(options.transcript)
        given = engine_argument(options.agent_id or _AGENT)
        return read_transcript(encode(named_file(name)), name), given, frozenset()
    files, bucket = open_bucket(Reader(options, terminal), options)
    wanted = None if options.agent_id is None else engine_argument(options.agent_id)
    session = find_session(files, bucket, engine_argument(options.session), wanted)
    below = len(bucket.path) + 1 if bucket.path else 0
    taken = frozenset(one.path[below:] for one in read_book(files, bucket).offloaded)
    return read_session_transcript(files, session), session.agent, taken


def _settings(options: Namespace) -> CompactionSettings:
    settings = CompactionSettings(
        window=options.window,
        trigger_messages=options.trigger_messages,
        trigger_tokens=options.trigger_tokens,
        reserved=options.reserved,
        keep_messages=options.keep_messages,
        keep_tokens=options.keep_tokens,
        trimming=Trimming() if options.trim_arguments else None,
        pruning=None if options.no_pruning else Pruning(),
    )
    return emergency(settings) if options.emergency else settings


def _lines(preview: Compaction, moved: tuple[tuple[int, Offloading], ...]) -> Iterator[str]:
    yield preview.explanation
    count, least = len(preview.original), preview.settings.trigger_messages
    starts = f"{least:,} start it" if least else "their number starts nothing"
    yield f"  {counted(count, 'message')}; {starts}"
    trigger = preview.trigger_tokens
    yield f"  {preview.tokens:,} tokens; {trigger.value:,} start it ({trigger.sum})"
    keep = preview.keep_tokens
    if keep is None:
        yield f"  the last {preview.settings.keep_messages:,} messages are kept"
    else:
        yield f"  {keep.value:,} tokens are kept ({keep.sum})"
    if preview.cut.correction is not None:
        yield (
            f"  the cut moves from {preview.cut.by_numbers:,} to {preview.cut.at:,}: "
            f"{preview.cut.correction.value}"
        )
    pruned = preview.pruned
    yield (
        f"  pruning: {pruned.protected:,} tokens of new results are safe, {pruned.candidates:,} "
        f"could go, {len(pruned.shortened):,} results are cut"
    )
    for one in (*preview.trimmed, *pruned.shortened):
        yield f"  message {one.message}: {_shortened(one)}"
    for index, found in moved:
        yield f"  message {index}: {found.length:,} characters are moved to {found.path}"
    for index, message in enumerate(preview.messages):
        fate = "summed up" if preview.happens and index < preview.cut.at else "kept"
        yield f"{index:>5}  {message.role:<9}  {message_tokens(message):>7,}  {fate}"


def _shortened(one: Shortened) -> str:
    what = f"argument {one.argument} of {one.tool}" if one.argument else f"result of {one.tool}"
    return f"{what} cut from {one.before:,} to {one.after:,} characters"


def _fields(
    preview: Compaction, transcript: Transcript, moved: tuple[tuple[int, Offloading], ...]
) -> dict[str, Any]:
    keep, trigger, pruned = preview.keep_tokens, preview.trigger, preview.pruned
    return {
        "happens": preview.happens,
        "explanation": preview.explanation,
        "messages": len(preview.original),
        "tokens_before_pruning": preview.original_tokens,
        "tokens": preview.tokens,
        "trigger": trigger.value if trigger else None,
        "trigger_messages": preview.settings.trigger_messages,
        "trigger_tokens": preview.trigger_tokens.value,
        "trigger_sum": preview.trigger_tokens.sum,
        "keep_tokens": keep.value if keep else None,
        "keep_sum": keep.sum if keep else None,
        "keep_messages": preview.settings.keep_messages,
        "cut_by_numbers": preview.cut.by_numbers,
        "cut": preview.cut.at,
        "correction": preview.cut.correction.name.lower() if preview.cut.correction else None,
        "kept_tokens": preview.kept_tokens,
        "protected_tokens": pruned.protected,
        "prunable_tokens": pruned.candidates,
        "pruned": [_shortened_fields(one) for one in pruned.shortened],
        "trimmed": [_shortened_fields(one) for one in preview.trimmed],
        "offloaded": [
            {
                "message": index,
                "length": found.length,
                "path": found.path,
                "placeholder": found.placeholder,
            }
            for index, found in moved
        ],
        "flushed": preview.flushed if preview.happens else "",
        "summary_input": preview.summary_input if preview.happens else "",
        "remarks": transcript.remarks,
    }


def _shortened_fields(one: Shortened) -> dict[str, Any]:
    return {
        "message": one.message,
        "tool": one.tool,
        "argument": one.argument,
        "before": one.before,
        "after": one.after,
    }
