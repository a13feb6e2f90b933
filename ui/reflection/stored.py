"""The stored reflection of a scope, and what a person must know about it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication

from desktop_app.core.engine_text import decode, estimate_tokens, trim
from desktop_app.core.observational.reflection import SUMMARY, LineRole, reflection_lines
from desktop_app.core.observational.silence import Why, ignored_lines
from ui.notices import Notice, failing, silent_reflection
from ui.tokens import Meaning
from ui.widgets import counting

if TYPE_CHECKING:
    from desktop_app.core.observational.reflection import Reflection
    from desktop_app.services.snapshot import ScopeSnapshot


def tr(text: str) -> str:
    """Translate a text about stored reflections."""
    return QCoreApplication.translate("StoredReflection", text)


def stored_reflection(snapshot: ScopeSnapshot) -> str:
    """Return the stored text, also of a record that the engine can't read."""
    if snapshot.record is not None:
        return snapshot.record.reflection
    value = snapshot.row.active_reflection if snapshot.row is not None else None
    if isinstance(value, bytes):
        return decode(value)
    return value if isinstance(value, str) else ""


def facts(snapshot: ScopeSnapshot, raw: str, read: Reflection) -> str:
    """Return how long it is and what it was made of, in one line."""
    parts = [counting.characters(len(raw))]
    parts.append(tr("{0} counted").format(counting.tokens(estimate_tokens(read.summary))))
    record = snapshot.record
    if record is not None:
        parts.append(tr("{0} stored").format(f"{record.reflection_tokens:,}"))
        if record.last_reflected_seq:
            parts.append(tr("made of observations up to {0}").format(record.last_reflected_seq))
    return " · ".join(parts)


def notice(snapshot: ScopeSnapshot) -> Notice | None:
    """Return the most important thing about the reflection; ``None`` if all is plain."""
    raw = stored_reflection(snapshot)
    if not trim(raw):
        return None
    return failing(snapshot) or _kept_back(snapshot) or silent_reflection(raw) or _form(raw)


def why_words(why: Why) -> str:
    """Return why a line is ignored, as a sentence."""
    return {
        Why.BOLD_HEADING: tr("Ignored: the heading is bold, so it is no heading to the engine."),
        Why.MARKED_HEADING: tr(
            "Ignored: something stands before the heading, so it is no heading to the engine."
        ),
        Why.BEFORE_HEADINGS: tr("Ignored: it stands before the first heading."),
        Why.NOT_A_SUPERSESSION: tr(
            "Ignored: a supersession is written “- [seq:2] replaces [seq:1]: reason”."
        ),
        Why.NOT_A_CONTRADICTION: tr(
            "Ignored: a contradiction is written “- [seq:1] vs [seq:2]: detail”."
        ),
    }[why]


def role_words(role: LineRole) -> str:
    """Return what the engine makes of a line, as a sentence."""
    return {
        LineRole.HEADER: tr("A heading."),
        LineRole.SUMMARY: tr("Part of the summary."),
        LineRole.SUPERSESSION: tr("A supersession."),
        LineRole.CONTRADICTION: tr("A contradiction."),
        LineRole.BLANK: tr("A blank line."),
        LineRole.IGNORED: tr("Ignored."),
    }[role]


def _kept_back(snapshot: ScopeSnapshot) -> Notice | None:
    if snapshot.mode == "off":
        words = tr("The configuration says mode = “off”: this reflection is not injected.")
        return Notice(Meaning.CAUTION, tr("Observational memory is off"), words)
    if snapshot.record is not None and not snapshot.record.enabled:
        words = tr("This reflection is kept and not injected.")
        return Notice(Meaning.OUT, tr("This scope is disabled"), words)
    return None


def _form(raw: str) -> Notice | None:
    if SUMMARY not in raw:
        return Notice(
            Meaning.OUT,
            tr("A plain text without sections"),
            tr("All of it is injected as it is; it can't hold supersessions or contradictions."),
        )
    before = [line for line in ignored_lines(raw) if line.why is Why.BEFORE_HEADINGS]
    if before:
        form = tr("Lines before the first heading, which are not injected: {0} of {1}.")
        lines = [line for line in reflection_lines(raw) if line.role is not LineRole.BLANK]
        return Notice(
            Meaning.CAUTION,
            tr("The text is cut: it has “SUMMARY:” inside"),
            form.format(len(before), len(lines)),
        )
    return None
