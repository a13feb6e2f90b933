"""Why the next turn receives no observational memory, or less than one would think."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication

from desktop_app.core.engine_text import trim
from ui.notices import Notice, failing, silent_reflection
from ui.tokens import Meaning
from ui.widgets import counting

if TYPE_CHECKING:
    from desktop_app.services.snapshot import ScopeSnapshot


def _tr(text: str) -> str:
    return QCoreApplication.translate("TurnReasons", text)


def turn_reason(snapshot: ScopeSnapshot) -> Notice | None:
    """Return what a person must know about the observational text; ``None`` if nothing."""
    if not snapshot.observational_text:
        return nothing_injected(snapshot)
    return _silent_reflection(snapshot)


def nothing_injected(snapshot: ScopeSnapshot) -> Notice | None:
    """Return why no observational memory is injected; ``None`` if some is."""
    if snapshot.observational_text:
        return None
    record = snapshot.record
    if (reason := failing(snapshot)) is not None:
        return reason
    if snapshot.mode == "off":
        return Notice(
            Meaning.CAUTION,
            _tr("Observational memory is off"),
            _tr(
                "The configuration says mode = “off”: nothing stored here is injected, except "
                "working memory."
            ),
        )
    if record is None:
        return Notice(
            Meaning.NEUTRAL,
            _tr("No observational memory in this scope"),
            _tr("The engine has stored no record for it. Working memory is all there is."),
        )
    if not record.enabled:
        return Notice(
            Meaning.NEUTRAL,
            _tr("This scope is disabled"),
            _tr("Its observations are kept, and none of them is injected."),
        )
    return _silent_reflection(snapshot) or _nothing_fits(snapshot)


def _silent_reflection(snapshot: ScopeSnapshot) -> Notice | None:
    return silent_reflection(snapshot.record.reflection) if snapshot.record else None


def _nothing_fits(snapshot: ScopeSnapshot) -> Notice:
    observations = (snapshot.record.observations or ()) if snapshot.record else ()
    if not observations or snapshot.explanation is None:
        return Notice(
            Meaning.NEUTRAL,
            _tr("Nothing is injected"),
            _tr("There are no observations and no reflection yet."),
        )
    smallest = min(observation.token_count for observation in observations)
    if not any(trim(observation.content) for observation in observations):
        return Notice(
            Meaning.CAUTION, _tr("Nothing is injected"), _tr("All observations are blank.")
        )
    words = _tr("The smallest observation needs {0}, the budget is {1}.")
    budget = snapshot.explanation.snippet.budget
    return Notice(
        Meaning.CAUTION,
        _tr("Nothing is injected: no observation fits"),
        words.format(counting.tokens(smallest), f"{budget:,}"),
    )
