"""What several views say about a scope whose memory does not reach a turn as one would think."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication

from desktop_app.core.observational.silence import Silence, silence
from ui.tokens import Meaning

if TYPE_CHECKING:
    from desktop_app.services.snapshot import ScopeSnapshot


@dataclass(frozen=True, slots=True)
class Notice:
    """What a banner says."""

    meaning: Meaning
    title: str
    sentence: str


def _tr(text: str) -> str:
    return QCoreApplication.translate("Notices", text)


def failing(snapshot: ScopeSnapshot) -> Notice | None:
    """Return why the engine fails to use the record; ``None`` if it doesn't."""
    if snapshot.damages:
        title = _tr("The engine can't read this record, so every turn runs without it")
        return Notice(Meaning.DAMAGED, title, snapshot.error)
    if snapshot.problem:
        title = _tr("Turns of this scope get no observational memory")
        return Notice(Meaning.DAMAGED, title, snapshot.problem)
    return None


def silent_reflection(raw: str) -> Notice | None:
    """Return why a stored reflection injects nothing; ``None`` if it does, or nothing is stored."""
    why = silence(raw)
    if why is None:
        return None
    titles = {
        Silence.BOLD_HEADING: _tr("The stored reflection injects nothing: its heading is bold"),
        Silence.NO_HEADING: _tr(
            "The stored reflection injects nothing: no line starts with “SUMMARY:”"
        ),
        Silence.EMPTY: _tr("The stored reflection injects nothing: its sections are empty"),
    }
    sentence = _tr("The engine looks for lines that start with “SUMMARY:” and drops the rest.")
    return Notice(Meaning.CAUTION, titles[why], sentence)
