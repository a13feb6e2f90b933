"""Why commands can't be used that need a state file or a scope."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication

if TYPE_CHECKING:
    from ui.session import Session


def no_workspace(session: Session) -> str:
    """Return the reason if nothing is open at all."""
    is_open = session.source is not None or session.workspace is not None
    return "" if is_open else _tr("No workspace is open.")


def no_state_file(session: Session) -> str:
    """Return the reason if no state file is open."""
    if session.source is not None:
        return ""
    return no_workspace(session) or _tr("This workspace has no state file, only memory files.")


def no_scope(session: Session) -> str:
    """Return the reason if no scope is shown."""
    if session.snapshot is not None:
        return ""
    return no_state_file(session) or _tr("No scope is shown.")


def no_scope_to_export(session: Session) -> str:
    """Return the reason if no scope is shown, and what else can be written to a file."""
    words = no_scope(session)
    if session.source is None and session.workspace is not None:
        more = _tr("Go to the turn: its texts can be copied from there.")
        return f"{words} {more}"
    return words


def _tr(text: str) -> str:
    return QCoreApplication.translate("ClosedReasons", text)
