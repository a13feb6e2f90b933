"""The messages of a conversation with what becomes of each, and the cut as a line between two."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from PySide6.QtCore import QRectF

from desktop_app.core.ledger.turn_message import SUMMARY_NAME, Text, ToolCall, ToolResult
from ui.agent_tools.compaction_report import MessageRow
from ui.agent_tools.row_table import RowDelegate, RowTable
from ui.agent_tools.rows import ROW_ROLE, Column, Mark
from ui.agent_tools.words import tr
from ui.icons import Icon
from ui.naming import shown_id, shown_line
from ui.theme import tokens
from ui.tokens import Meaning

if TYPE_CHECKING:
    from PySide6.QtGui import QPainter
    from PySide6.QtWidgets import QStyleOptionViewItem, QWidget

    from ui.widgets.list_table import Index

_LONGEST, _LINE = 400, 2


class _CutDelegate(RowDelegate):
    """Paints the line above the first message that is kept."""

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        super().paint(painter, option, index)
        row = index.data(ROW_ROLE)
        if isinstance(row, MessageRow) and row.is_first_kept:
            area = QRectF(option.rect)
            line = QRectF(area.left(), area.top(), area.width(), _LINE)
            painter.fillRect(line, tokens().shades(Meaning.ENGINE).fill)


class MessageTable(RowTable):
    """Any number of messages."""

    def __init__(self, parent: QWidget | None = None) -> None:
        columns = (
            Column(name=tr("No."), text=_number, wide=56, right=True, tone="text2"),
            Column(name=tr("Who"), text=_tool, wide=150, mark=_role),
            Column(name=tr("What"), text=_what),
            Column(name=tr("Tokens"), text=_tokens, wide=74, right=True, tone="text2"),
            Column(name=tr("Becomes"), text=_more, wide=170, mark=_fate, tone="text2"),
        )
        super().__init__(tr("Messages, and what becomes of them"), columns, parent)
        self.setItemDelegate(_CutDelegate(self))


def fate_words(row: MessageRow) -> str:
    """Return everything that becomes of a message, in a sentence."""
    first = tr("Summed up: a summary takes its place.") if row.is_summarised else tr("Kept.")
    found = [first]
    if row.is_trimmed:
        found.append(tr("Its long arguments are cut."))
    if row.is_pruned:
        found.append(tr("Its long result is cut."))
    words = tr("Its result of {0} characters is moved to {1}.")
    found += [words.format(f"{one.length:,}", shown_id(one.path)) for one in row.moved]
    return " ".join(found)


def _number(row: MessageRow) -> str:
    return f"{row.number:,}"


def _tokens(row: MessageRow) -> str:
    return f"{row.tokens:,}"


def _role(row: MessageRow) -> Mark:
    role = row.before.role
    if row.before.name == SUMMARY_NAME:
        return tr("summary"), Meaning.ENGINE, None
    meaning = {"USER": Meaning.ACCENT, "ASSISTANT": Meaning.REFLECTION}.get(role, Meaning.NEUTRAL)
    return shown_line(role).lower() or tr("message"), meaning, None


def _tool(row: MessageRow) -> str:
    names = [*(one.name for one in row.before.calls), *(one.name for one in row.before.results)]
    called = [name for name in names if name]
    return ", ".join(map(shown_id, dict.fromkeys(called)))


def _what(row: MessageRow) -> str:
    for block in row.before.blocks:
        if isinstance(block, Text) and block.text.strip():
            return shown_line(block.text[:_LONGEST].strip())
        if isinstance(block, ToolCall):
            return shown_line(
                json.dumps(dict(block.input), ensure_ascii=False, default=str)[:_LONGEST]
            )
        if isinstance(block, ToolResult):
            return shown_line(" ".join(block.texts)[:_LONGEST].strip())
    return ", ".join(shown_id(getattr(block, "kind", "")) for block in row.before.blocks)


def _fate(row: MessageRow) -> Mark:
    if row.is_summarised:
        return tr("summed up"), Meaning.ENGINE, Icon.MERGE
    return tr("kept"), Meaning.IN, Icon.CHECK


def _more(row: MessageRow) -> str:
    words = (
        (tr("first kept"), row.is_first_kept),
        (tr("trimmed"), row.is_trimmed),
        (tr("pruned"), row.is_pruned),
        (tr("moved"), bool(row.moved)),
    )
    return ", ".join(word for word, is_so in words if is_so)
