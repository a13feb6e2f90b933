"""What the heads of the turn's messages say."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication

from desktop_app.core.turn.context import BlockKind, TurnBlock
from ui.naming import shown_id
from ui.widgets import counting

if TYPE_CHECKING:
    from desktop_app.services.snapshot import ScopeSnapshot


def _tr(text: str) -> str:
    return QCoreApplication.translate("TurnView", text)


def block_name(block: TurnBlock) -> str:
    """Return what a message is called."""
    return {
        BlockKind.WORKING: _tr("Working memory"),
        BlockKind.OBSERVATIONAL: _tr("Observational memory"),
        BlockKind.SYSTEM_PROMPT: _tr("System prompt"),
        BlockKind.RULES: _tr("Dynamic rules"),
        BlockKind.RUNTIME: _tr("Runtime context"),
        BlockKind.CONVERSATION: _tr("Conversation"),
        BlockKind.AGENTS: _tr("AGENTS.md"),
        BlockKind.MEMORY: _tr("Curated memory"),
        BlockKind.KNOWLEDGE: _tr("Knowledge"),
        BlockKind.ADDITIONAL: _tr("Additional files"),
        BlockKind.NOTES: _tr("Notes"),
    }[block.kind]


def block_note(block: TurnBlock, snapshot: ScopeSnapshot | None) -> str:
    """Return what stands behind the name."""
    if block.kind.is_of_files:
        where = _tr("reference message") if block.role == "user" else _tr("in the system prompt")
        return f"{shown_id(block.source)}, {where}" if block.source else where
    if block.kind is BlockKind.WORKING and snapshot is not None:
        entries = counting.entries(len(snapshot.working))
        return _tr("system message, {0}, never counted").format(entries)
    return {
        BlockKind.OBSERVATIONAL: _tr("system message"),
        BlockKind.SYSTEM_PROMPT: _tr("the engine does not store it"),
        BlockKind.RULES: _tr("there when a rule applies; not stored"),
        BlockKind.RUNTIME: _tr("there when a run adds it; not stored"),
        BlockKind.CONVERSATION: _tr("follows here; memory changes nothing in it"),
    }.get(block.kind, "")


def block_badge(block: TurnBlock) -> str:
    """Return the badge of a message whose text nobody knows."""
    known = block.is_known or block.kind is BlockKind.CONVERSATION
    return "" if known else _tr("unknown")
