"""The stored reflection of a scope, and what a person must know about it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication

from desktop_app.core.engine_text import decode, trim
from desktop_app.core.observational.reflection import SUMMARY, LineRole, reflection_lines
from desktop_app.core.observational.silence import Why, ignored_lines
from ui.notices import Notice, failing, silent_reflection
from ui.tokens import Meaning

if TYPE_CHECKING:
    from desktop_app.services.snapshot import ScopeSnapshot


def _tr(text: str) -> str:
    return QCoreApplication.translate("StoredReflection", text)


def stored_reflection(snapshot: ScopeSnapshot) -> str:
    """Return the stored text, also of a record that the engine can't read."""
    if snapshot.record is not None:
        return snapshot.record.reflection
    value = snapshot.row.active_reflection if snapshot.row is not None else None
    if isinstance(value, bytes):
        return decode(value)
    return value if isinstance(value, str) else ""


def notice(snapshot: ScopeSnapshot) -> Notice | None:
    """Return the most important thing about the reflection; ``None`` if all is plain."""
    raw = stored_reflection(snapshot)
    if not trim(raw):
        return None
    return failing(snapshot) or _kept_back(snapshot) or silent_reflection(raw) or _form(raw)


def why_words(why: Why) -> str:
    """Return why a line is ignored, as a sentence."""
    return {
        Why.BOLD_HEADING: _tr("Ignored: the heading is bold, so it is no heading to the engine."),
        Why.MARKED_HEADING: _tr(
            "Ignored: something stands before the heading, so it is no heading to the engine."
        ),
        Why.BEFORE_HEADINGS: _tr("Ignored: it stands before the first heading."),
        Why.NOT_A_SUPERSESSION: _tr(
            "Ignored: a supersession is written “- [seq:2] replaces [seq:1]: reason”."
        ),
        Why.NOT_A_CONTRADICTION: _tr(
            "Ignored: a contradiction is written “- [seq:1] vs [seq:2]: detail”."
        ),
    }[why]


def role_words(role: LineRole) -> str:
    """Return what the engine makes of a line, as a sentence."""
    return {
        LineRole.HEADER: _tr("A heading."),
        LineRole.SUMMARY: _tr("Part of the summary."),
        LineRole.SUPERSESSION: _tr("A supersession."),
        LineRole.CONTRADICTION: _tr("A contradiction."),
        LineRole.BLANK: _tr("A blank line."),
        LineRole.IGNORED: _tr("Ignored."),
    }[role]


def _kept_back(snapshot: ScopeSnapshot) -> Notice | None:
    if snapshot.mode == "off":
        words = _tr("The configuration says mode = “off”: this reflection is not injected.")
        return Notice(Meaning.CAUTION, _tr("Observational memory is off"), words)
    if snapshot.record is not None and not snapshot.record.enabled:
        words = _tr("This reflection is kept and not injected.")
        return Notice(Meaning.OUT, _tr("This scope is disabled"), words)
    return None


def _form(raw: str) -> Notice | None:
    if SUMMARY not in raw:
        return Notice(
            Meaning.OUT,
            _tr("A plain text without sections"),
            _tr("All of it is injected as it is; it can't hold supersessions or contradictions."),
        )
    before = [line for line in ignored_lines(raw) if line.why is Why.BEFORE_HEADINGS]
    if before:
        form = _tr("Lines before the first heading, which are not injected: {0} of {1}.")
        lines = [line for line in reflection_lines(raw) if line.role is not LineRole.BLANK]
        return Notice(
            Meaning.CAUTION,
            _tr("The text is cut: it has “SUMMARY:” inside"),
            form.format(len(before), len(lines)),
        )
    return None
