"""The budget of the next turn in two lanes: what the engine counts, and what it injects."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication

from desktop_app.core.observational.snippet import PieceKind
from ui.icons import Icon
from ui.tokens import Meaning
from ui.turn.model import REFLECTION_KEY, item_key
from ui.turn.reasons import nothing_injected
from ui.widgets import counting
from ui.widgets.budget import Budget, BudgetLane, BudgetNote, BudgetSegment, LegendEntry

if TYPE_CHECKING:
    from desktop_app.core.observational.explain import Explanation
    from desktop_app.services.snapshot import ScopeSnapshot

_UNCOUNTED = (
    (PieceKind.HEADING, Meaning.OUT),
    (PieceKind.LINE_START, Meaning.IN),
    (PieceKind.SUPERSESSION, Meaning.SUPERSEDED),
    (PieceKind.CONTRADICTION, Meaning.CAUTION),
)


def _tr(text: str) -> str:
    return QCoreApplication.translate("TurnBudget", text)


def turn_budget(snapshot: ScopeSnapshot | None) -> Budget:
    """Return counted and measured tokens of the next turn on one scale.

    Keys of segments are those of ``ui.turn.model``: ``reflection`` or an observation's index.
    """
    if snapshot is None:
        return Budget((), 0)
    explanation = snapshot.explanation
    if explanation is None or not snapshot.observational_text:
        return _nothing(snapshot)
    snippet = explanation.snippet
    over = snippet.measured - snippet.budget
    measured = _measured(explanation)
    lanes = (
        BudgetLane(
            _tr("counted"),
            _counted(explanation),
            _tr("{0} of {1}").format(f"{snippet.counted:,}", f"{snippet.budget:,}"),
            caution=snippet.counted > snippet.budget,
        ),
        BudgetLane(_tr("measured"), measured, f"{snippet.measured:,}", caution=over > 0),
    )
    spoken = _tr("Next turn: {0} of {1} tokens counted, {2} measured").format(
        f"{snippet.counted:,}", f"{snippet.budget:,}", f"{snippet.measured:,}"
    )
    return Budget(
        lanes,
        snippet.budget,
        legend=_legend(measured),
        note=_note(over),
        spoken=f"{spoken}. {_over(over)}" if over > 0 else spoken,
    )


def _nothing(snapshot: ScopeSnapshot) -> Budget:
    reason = nothing_injected(snapshot)
    limit = snapshot.explanation.snippet.budget if snapshot.explanation else 0
    title = reason.title if reason else _tr("Nothing is injected")
    meaning = reason.meaning if reason else Meaning.NEUTRAL
    icon = Icon.DAMAGED if meaning is Meaning.DAMAGED else Icon.INFO
    note = BudgetNote(title, meaning, icon)
    words = _tr("Next turn: {0}").format(title)
    return Budget((), limit, title=_tr("Next turn"), note=note, spoken=words)


def _counted(explanation: Explanation) -> tuple[BudgetSegment, ...]:
    snippet = explanation.snippet
    segments = []
    if snippet.reflection_tokens:
        words = _tr("Reflection: {0}").format(counting.tokens(snippet.reflection_tokens))
        segments.append(
            BudgetSegment(REFLECTION_KEY, snippet.reflection_tokens, Meaning.REFLECTION, words)
        )
    form = _tr("Observation {0}: {1}")
    for index in sorted(snippet.chosen):
        item = explanation.standings[index].observation
        words = form.format(item.seq, counting.tokens(item.token_count))
        # A damaged count may be negative; the bar can't run backwards.
        shown = max(item.token_count, 0)
        segments.append(BudgetSegment(item_key(index), shown, Meaning.IN, words))
    return tuple(segments)


def _measured(explanation: Explanation) -> tuple[BudgetSegment, ...]:
    snippet, uncounted = explanation.snippet, explanation.uncounted
    hatched = {
        kind: _segment("", uncounted.get(kind, 0), meaning, _name(kind), hatched=True)
        for kind, meaning in _UNCOUNTED
    }
    reflection = _segment(
        REFLECTION_KEY, snippet.reflection_tokens, Meaning.REFLECTION, _name(PieceKind.REFLECTION)
    )
    rest = snippet.measured - snippet.reflection_tokens - sum(uncounted.values())
    observations = _segment("", rest, Meaning.IN, _name(PieceKind.OBSERVATION))
    order = (hatched[PieceKind.HEADING], reflection, observations)
    later = (hatched[kind] for kind, _ in _UNCOUNTED[1:])
    return tuple(segment for segment in (*order, *later) if segment.tokens > 0)


def _segment(
    key: str, tokens: int, meaning: Meaning, name: str, *, hatched: bool = False
) -> BudgetSegment:
    form = _tr("{0}: {1}, not counted") if hatched else _tr("{0}: {1}")
    return BudgetSegment(key, tokens, meaning, form.format(name, counting.tokens(tokens)), hatched)


def _legend(segments: tuple[BudgetSegment, ...]) -> tuple[LegendEntry, ...]:
    names = [segment.words.partition(":")[0] for segment in segments]
    return tuple(
        LegendEntry(f"{segment.tokens:,}", name.lower(), segment.meaning, segment.hatched)
        for segment, name in zip(segments, names, strict=True)
    )


def _note(over: int) -> BudgetNote:
    if over > 0:
        return BudgetNote(_over(over), Meaning.CAUTION, Icon.INFO)
    return BudgetNote(_tr("hatched: not counted"))


def _over(over: int) -> str:
    return _tr("{0} over the budget").format(f"{over:,}")


def _name(kind: PieceKind) -> str:
    return {
        PieceKind.HEADING: _tr("Headings"),
        PieceKind.REFLECTION: _tr("Reflection"),
        PieceKind.OBSERVATION: _tr("Observations"),
        PieceKind.LINE_START: _tr("Line starts"),
        PieceKind.SUPERSESSION: _tr("Changes"),
        PieceKind.CONTRADICTION: _tr("Contradictions"),
    }[kind]
