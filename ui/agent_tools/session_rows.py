"""The conversations of a bucket as rows, and what their files hold in numbers."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from desktop_app.core.engine_time import EngineTime
from desktop_app.core.errors import MemloupeError
from desktop_app.core.files.facts import FileFacts
from desktop_app.core.ledger.sessions import IndexEntry
from desktop_app.core.ledger.sessions import Session as Conversation
from ui.agent_tools.conversation import ReadView, read_view
from ui.agent_tools.rows import Column, Mark
from ui.agent_tools.words import local_words, tr
from ui.icons import Icon
from ui.naming import shown_id
from ui.tokens import Meaning
from ui.widgets import counting
from ui.widgets.labels import ELIDE_MIDDLE

if TYPE_CHECKING:
    from desktop_app.services.file_memory import FileMemory
    from desktop_app.services.jobs import JobContext

AGENT = 3
"""The column of agents."""
_TO_MINUTES = len("2026-06-15 07:00")
Sums = dict[FileFacts, "Sum"]
"""What the files of conversations hold, as long as they stay as they are."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Sum:
    """What the shown file of a conversation holds.

    Attributes:
        entries: Its lines that can be read; of an early version, all of them.
        torn: Its lines that the agent skips.
        last: When the last one was written; ``None`` if that is not said.
        problem: Why it can't be read; ``""`` if it can.
    """

    entries: int = 0
    torn: int = 0
    last: EngineTime | None = None
    problem: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class SessionRow:
    """One conversation.

    Attributes:
        session: Its files.
        index: What the index of the agent says about it; ``None`` for nothing.
        sum: What it holds; ``None`` until that was counted.
    """

    session: Conversation
    index: IndexEntry | None
    sum: Sum | None

    @property
    def is_legacy(self) -> bool:
        """Whether it is one of an early version, which kept plain lines."""
        return self.session.shown is self.session.legacy

    @property
    def remarks(self) -> tuple[str, ...]:
        """What is odd about it, in sentences."""
        found = [self.session.remark]
        if self.is_legacy:
            found.append(tr("It is kept as plain lines, as an early version of the agent did."))
        if self.sum is not None:
            found += [self.sum.problem, _torn_words(self.sum.torn)]
        return tuple(one for one in found if one)


def session_columns() -> tuple[Column, ...]:
    """Return the columns of the list; that of agents comes last, where there are several."""
    return (
        Column(name=tr("Conversation"), text=_name, mark=_mark, elide=ELIDE_MIDDLE),
        Column(name=tr("Entries"), text=_count, wide=66, right=True, tone="text2"),
        Column(name=tr("Last"), text=_last, wide=140, tone="text2"),
        Column(name=tr("Agent"), text=_agent, wide=96, tone="text2", elide=ELIDE_MIDDLE),
    )


def read_sums(
    files: FileMemory, sessions: tuple[Conversation, ...], known: Sums, context: JobContext
) -> Sums:
    """Return what each conversation holds; called on a reader's thread.

    Args:
        files: Where they are.
        sessions: The conversations.
        known: What was read before; a file that has not changed since is not read again.
        context: Tells whether to stop.
    """
    found: Sums = {}
    for session in context.track(sessions, total=len(sessions)):
        facts = session.shown
        if facts in known:
            found[facts] = known[facts]
            continue
        try:
            found[facts] = _sum(read_view(files, session, context), context)
        except MemloupeError as error:
            found[facts] = Sum(problem=error.words)
    return found


def _sum(view: ReadView, context: JobContext) -> Sum:
    if view.plain:
        return Sum(entries=len(view.plain.splitlines()))
    entries, torn, last = 0, 0, None
    for log in view.lines.logs(context):
        entries, torn = entries + len(log.entries), torn + len(log.torn)
        times = (entry.at for entry in reversed(log.entries) if entry.at is not None)
        last = next(times, last)
    return Sum(entries=entries, torn=torn, last=last)


def _name(row: SessionRow) -> str:
    return shown_id(row.session.id)


def _agent(row: SessionRow) -> str:
    return shown_id(row.session.agent)


def _count(row: SessionRow) -> str:
    return "…" if row.sum is None else f"{row.sum.entries:,}"


def _last(row: SessionRow) -> str:
    return (
        "" if row.sum is None or row.sum.last is None else local_words(row.sum.last)[:_TO_MINUTES]
    )


def _mark(row: SessionRow) -> Mark | None:
    if row.sum is not None and row.sum.problem:
        return tr("unreadable"), Meaning.DAMAGED, Icon.DAMAGED
    if row.sum is not None and row.sum.torn:
        return tr("torn"), Meaning.CAUTION, Icon.INFO
    if row.session.remark:
        return tr("log only"), Meaning.CAUTION, Icon.INFO
    return (tr("plain lines"), Meaning.NEUTRAL, None) if row.is_legacy else None


def _torn_words(count: int) -> str:
    if not count:
        return ""
    return counting.counted(
        count,
        tr("{0} line is torn; the agent skips it."),
        tr("{0} lines are torn; the agent skips them."),
    )
