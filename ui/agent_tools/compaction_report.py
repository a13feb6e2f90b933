"""What a compaction would do to a conversation, message by message; read and worked out here."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

from desktop_app.core.ledger.compaction import Compaction, preview_compaction
from desktop_app.core.ledger.offloading import Offloading, offload_all
from desktop_app.core.ledger.sessions import Session as Conversation
from desktop_app.core.ledger.token_estimate import message_tokens
from desktop_app.core.ledger.turn_message import Block, Text, ToolCall, ToolResult, TurnMessage
from ui.agent_tools.words import tr

if TYPE_CHECKING:
    from desktop_app.core.ledger.compaction_settings import CompactionSettings
    from desktop_app.core.ledger.turn_messages import Transcript
    from desktop_app.services.file_memory import FileMemory
    from desktop_app.services.jobs import JobContext

Source: TypeAlias = Conversation | Path
"""A conversation of the bucket, or a file that somebody has chosen."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MessageRow:
    """One message.

    Attributes:
        number: Its place, from 0, as the sums count it.
        before: As it was said.
        after: As it is after trimming and pruning.
        tokens: The estimate of it after those.
        is_summarised: Whether a summary takes its place.
        is_first_kept: Whether the cut runs above it.
        is_trimmed: Whether an argument of it was cut.
        is_pruned: Whether a result in it was cut.
        moved: The results of it that are moved into files.
    """

    number: int
    before: TurnMessage
    after: TurnMessage
    tokens: int
    is_summarised: bool
    is_first_kept: bool
    is_trimmed: bool
    is_pruned: bool
    moved: tuple[Offloading, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Report:
    """A preview, ready to be shown.

    Attributes:
        preview: The arithmetic.
        rows: The messages.
        remarks: What is missing of the conversation, in sentences.
        summary_input: What the model is given to sum up; ``""`` if nothing is.
        flushed: What facts are extracted from; ``""`` if nothing is.
    """

    preview: Compaction
    rows: tuple[MessageRow, ...]
    remarks: tuple[str, ...]
    summary_input: str
    flushed: str


def read_source(files: FileMemory, source: Source, _context: JobContext) -> Transcript:
    """Return the messages of a conversation; called on a reader's thread."""
    from desktop_app.services.ledger import transcripts  # noqa: PLC0415 - first used here

    return transcripts.read_source(files, source)


def make_report(
    transcript: Transcript,
    settings: CompactionSettings,
    agent: str,
    existing: frozenset[str],
    context: JobContext,
) -> Report:
    """Return what a compaction would do; called on a reader's thread."""
    preview = preview_compaction(transcript.messages, settings)
    context.check()
    moved: dict[int, tuple[Offloading, ...]] = {}
    for place, found in offload_all(preview.original, agent, existing):
        moved[place] = (*moved.get(place, ()), found)
    context.check()
    return Report(
        preview=preview,
        rows=_rows(preview, moved),
        remarks=transcript.remarks,
        summary_input=preview.summary_input if preview.happens else "",
        flushed=preview.flushed if preview.happens else "",
    )


def message_text(message: TurnMessage) -> str:
    """Return a message laid out to be read, one part below the other."""
    return "\n\n".join(map(_block_text, message.blocks))


def _rows(preview: Compaction, moved: dict[int, tuple[Offloading, ...]]) -> tuple[MessageRow, ...]:
    cut = preview.cut.at if preview.happens else 0
    trimmed = {one.message for one in preview.trimmed}
    pruned = {one.message for one in preview.pruned.shortened}
    return tuple(
        MessageRow(
            number=at,
            before=before,
            after=after,
            tokens=message_tokens(after),
            is_summarised=at < cut,
            is_first_kept=0 < cut == at,
            is_trimmed=at in trimmed,
            is_pruned=at in pruned,
            moved=moved.get(at, ()),
        )
        for at, (before, after) in enumerate(zip(preview.original, preview.messages, strict=True))
    )


def _block_text(block: Block) -> str:
    if isinstance(block, Text):
        return block.text
    if isinstance(block, ToolCall):
        given = json.dumps(dict(block.input), ensure_ascii=False, indent=2, default=str)
        return tr("call of {0} ({1})").format(block.name, block.id) + f"\n{block.raw or given}"
    if isinstance(block, ToolResult):
        head = tr("result of {0} ({1})").format(block.name, block.id)
        return "\n".join((head, *block.texts, *(tr("[another part]"),) * block.others))
    return f"[{block.kind}]"
