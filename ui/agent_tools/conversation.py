"""One conversation as its file is, read on a reader's thread."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from desktop_app.core.files.text import read_text
from desktop_app.core.ledger.sessions import Session as Conversation
from ui.agent_tools.stored_lines import StoredLines

if TYPE_CHECKING:
    from desktop_app.services.file_memory import FileMemory
    from desktop_app.services.jobs import JobContext


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadView:
    """One conversation as it was read.

    Attributes:
        session: Its files.
        path: The file that was read.
        lines: Its lines in order, those that can't be read too.
        plain: The text of one of an early version; ``""`` otherwise.
    """

    session: Conversation
    path: str
    lines: StoredLines
    plain: str


def read_view(files: FileMemory, session: Conversation, _context: JobContext) -> ReadView:
    """Return what the file of a conversation holds.

    Raises:
        StoreError: it can't be read.
    """
    row = files.folder.read(session.shown.path)
    data = b"" if row is None else row.data
    is_plain = session.shown is session.legacy
    return ReadView(
        session=session,
        path=session.shown.path,
        lines=StoredLines(b"" if is_plain else data),
        plain=read_text(data).text if is_plain else "",
    )
