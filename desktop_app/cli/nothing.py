"""Why a snippet has nothing in it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from desktop_app.core.engine_text import trim
from desktop_app.core.observational.silence import silence

if TYPE_CHECKING:
    from desktop_app.core.observational.record import Record
    from desktop_app.services.snapshot import ScopeSnapshot

NO_WORKING = "Nothing is injected: this scope has no working memory."


def nothing_observational(snapshot: ScopeSnapshot) -> str:
    """Return why no observational memory is injected."""
    return f"Nothing is injected: {_reason(snapshot)}"


def _reason(snapshot: ScopeSnapshot) -> str:
    record = snapshot.record
    if snapshot.mode == "off":
        return "the configuration turns observational memory off."
    if record is None:
        return "this scope has working memory only; --part working prints it."
    if not record.enabled:
        return "this scope is disabled."
    return _silent(record)


def _silent(record: Record) -> str:
    """Return why an enabled record adds nothing."""
    observations = record.observations or ()
    silent = silence(record.reflection)
    if silent is not None and not observations:
        return f"a reflection is stored that the engine makes nothing of: {silent.value}."
    if not observations:
        return "there are no observations and no reflection yet."
    if not any(trim(item.content) for item in observations):
        return "all observations are blank."
    return "no observation fits into the budget."
