"""What a change of a whole scope means, in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication

from desktop_app.core.engine_config import normalize
from ui.widgets import counting

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from desktop_app.core.observational.record import ObservationConfig, Record
    from desktop_app.core.scope_changes import ScopeRows
    from desktop_app.services.snapshot import ScopeSnapshot

_MOST_NAMED = 12
Fact = tuple[str, str]


def tr(text: str) -> str:
    """Translate; also on a reader's thread."""
    return QCoreApplication.translate("ScopeEdit", text)


def turn_facts(before: ScopeSnapshot, after: ScopeSnapshot) -> Iterator[Fact]:
    """Yield what the next turn becomes, and which observations come and go."""
    texts = turn_words(before), turn_words(after)
    words = texts[0] if texts[0] == texts[1] else f"{texts[0]} → {texts[1]}"
    yield tr("next turn"), words
    sides = _injected(before), _injected(after)
    came, went = sides[1] - sides[0], sides[0] - sides[1]
    for label, seqs in ((tr("gets in"), came), (tr("goes out"), went)):
        if seqs:
            yield label, _numbers(sorted(seqs))


def turn_words(snapshot: ScopeSnapshot) -> str:
    """Return what observational memory takes of the next turn."""
    if not snapshot.observational_text or snapshot.explanation is None:
        return tr("nothing injected")
    snippet = snapshot.explanation.snippet
    form = tr("{0} of {1} counted, {2} measured")
    return form.format(f"{snippet.counted:,}", f"{snippet.budget:,}", f"{snippet.measured:,}")


def limits_words(config: ObservationConfig) -> str:
    """Return the limits that are in force."""
    limits = normalize(config)
    return tr("observe from {0}, inject up to {1}, reflect from {2} tokens").format(
        f"{limits.observe_min_tokens:,}",
        f"{limits.snippet_max_tokens:,}",
        f"{limits.reflect_threshold_tokens:,}",
    )


def reflect_words(record: Record) -> str:
    """Return how far the next reflection is with a record's limits."""
    threshold = normalize(record.config).reflect_threshold_tokens
    stored = record.observation_tokens
    if stored >= threshold:
        form = tr("{0} of {1} tokens: every observe reflects")
        return form.format(f"{stored:,}", f"{threshold:,}")
    form = tr("{0} of {1} tokens: {2} more and it reflects")
    return form.format(f"{stored:,}", f"{threshold:,}", f"{threshold - stored:,}")


def rows_words(rows: ScopeRows) -> str:
    """Return how many rows of which tables belong to a scope."""
    parts = [
        counting.counted(1, tr("{0} record"), tr("{0} records")) if rows.record else "",
        _part(len(rows.working), tr("{0} working memory entry"), tr("{0} working memory entries")),
        _part(len(rows.operations), tr("{0} operation"), tr("{0} operations")),
        _part(len(rows.markers), tr("{0} marker"), tr("{0} markers")),
    ]
    return ", ".join(part for part in parts if part) or tr("nothing")


def _part(count: int, one: str, many: str) -> str:
    return counting.counted(count, one, many) if count else ""


def _injected(snapshot: ScopeSnapshot) -> set[int]:
    if not snapshot.observational_text or snapshot.explanation is None:
        return set()
    return {one.observation.seq for one in snapshot.explanation.standings if one.is_in}


def _numbers(seqs: Sequence[int]) -> str:
    listed = ", ".join(str(seq) for seq in seqs[:_MOST_NAMED])
    more = len(seqs) - _MOST_NAMED
    return tr("{0} and {1} more").format(listed, f"{more:,}") if more > 0 else listed
