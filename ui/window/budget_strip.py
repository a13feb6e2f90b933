"""What the bar at the bottom says of the next turn."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication

from ui.icons import Icon
from ui.tokens import Meaning
from ui.widgets.budget import Budget, BudgetLane, BudgetNote, BudgetSegment, LegendEntry

if TYPE_CHECKING:
    from desktop_app.core.observational.explain import Explanation
    from desktop_app.core.observational.snippet import PieceKind
    from desktop_app.services.snapshot import ScopeSnapshot


def _tr(text: str) -> str:
    return QCoreApplication.translate("BudgetStrip", text)


def next_turn(snapshot: ScopeSnapshot | None, corner: str = "") -> Budget:
    """Return the budget of a scope's next turn; ``corner`` is the time of reading."""
    title = _tr("Next turn")
    if snapshot is None:
        words = _tr("No scope is shown")
        return Budget((), 0, title, (), BudgetNote(words), corner, f"{title}: {words}")
    explanation = snapshot.explanation
    reason = _reason(snapshot)
    if explanation is None or reason is not None:
        note = reason or BudgetNote(_tr("Nothing is injected"))
        return Budget((), 0, title, (), note, corner, f"{title}: {note.text}")
    return _filled(explanation, title, corner)


def _reason(snapshot: ScopeSnapshot) -> BudgetNote | None:
    """Return why nothing is injected, or ``None`` if something is."""
    if snapshot.damages:
        words = _tr("Nothing is injected while the record can't be read")
        return BudgetNote(words, Meaning.DAMAGED, Icon.DAMAGED)
    if snapshot.problem:
        words = _tr("Nothing is injected: the ids in this record don't make up its key")
        return BudgetNote(words, Meaning.DAMAGED, Icon.DAMAGED)
    explanation = snapshot.explanation
    if explanation is None:
        return BudgetNote(_tr("Working memory only: no observations are kept here"))
    zero = _tr("0 of {0}").format(f"{explanation.snippet.budget:,}")
    if not explanation.is_injected:
        words = _tr("memory is off in the engine's configuration")
    elif not explanation.record.enabled:
        words = _tr("this scope is disabled")
    elif not explanation.text:
        words = _tr("nothing is stored that could be injected")
    else:
        return None
    return BudgetNote(f"{zero}: {words}")


def _filled(explanation: Explanation, title: str, corner: str) -> Budget:
    snippet = explanation.snippet
    observations = snippet.counted - snippet.reflection_tokens
    uncounted = max(0, snippet.measured - snippet.counted)
    spoken = _tr("{0}: {1} of {2} tokens counted, {3} measured").format(
        title,
        f"{snippet.counted:,}",
        f"{snippet.budget:,}",
        f"{snippet.measured:,}",
    )
    legend = [
        LegendEntry(
            f"{snippet.counted:,}", _tr("of {0} counted").format(f"{snippet.budget:,}"), always=True
        ),
        LegendEntry(f"{snippet.reflection_tokens:,}", _tr("reflection"), Meaning.REFLECTION),
        LegendEntry(f"{observations:,}", _tr("observations"), Meaning.IN),
        LegendEntry(f"{uncounted:,}", _uncounted_words(explanation), Meaning.CAUTION, hatched=True),
    ]
    shown = tuple(entry for entry in legend if entry.always or entry.number != "0")
    lane = BudgetLane(title, tuple(_segments(explanation)))
    return Budget((lane,), snippet.budget, title, shown, _note(explanation), corner, spoken)


def _segments(explanation: Explanation) -> list[BudgetSegment]:
    snippet, segments = explanation.snippet, []
    if snippet.reflection_tokens > 0:
        words = _tr("Reflection: {0} tokens").format(snippet.reflection_tokens)
        segments.append(BudgetSegment("", snippet.reflection_tokens, Meaning.REFLECTION, words))
    for index in snippet.chosen:
        item = explanation.standings[index].observation
        words = _tr("Observation {0}: {1} tokens").format(item.seq, item.token_count)
        segments.append(BudgetSegment(str(index), max(item.token_count, 0), Meaning.IN, words))
    for kind, count in explanation.uncounted.items():
        if count > 0:
            words = _tr("{0}: {1} tokens, not counted").format(_kind_words(kind), count)
            segments.append(BudgetSegment("", count, Meaning.CAUTION, words, hatched=True))
    return segments


def _note(explanation: Explanation) -> BudgetNote:
    snippet = explanation.snippet
    measured = _tr("{0} measured").format(f"{snippet.measured:,}")
    over = snippet.measured - snippet.budget
    if over <= 0:
        return BudgetNote(measured)
    words = _tr("{0} over the budget").format(f"{over:,}")
    return BudgetNote(f"{measured} · {words}", Meaning.CAUTION, Icon.INFO)


def _uncounted_words(explanation: Explanation) -> str:
    kinds = [kind for kind, count in explanation.uncounted.items() if count > 0]
    names = list(dict.fromkeys(_kind_words(kind).lower() for kind in kinds))
    return _tr("not counted: {0}").format(", ".join(names))


def _kind_words(kind: PieceKind) -> str:
    from desktop_app.core.observational.snippet import PieceKind  # noqa: PLC0415 - a store is open

    return {
        PieceKind.HEADING: _tr("Headings"),
        PieceKind.LINE_START: _tr("Line starts"),
        PieceKind.SUPERSESSION: _tr("Warnings"),
        PieceKind.CONTRADICTION: _tr("Warnings"),
    }.get(kind, _tr("Headings"))
