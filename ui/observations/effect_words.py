"""What an edit would do, in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ui.observations.words import tr

if TYPE_CHECKING:
    from collections.abc import Sequence

    from desktop_app.core.observational.edit_preview import Renumbered
    from desktop_app.core.observational.explain import Standing
    from desktop_app.core.observational.lost_keys import LostKey
    from ui.observations.effect import Effect, TurnChange

_MOST_NAMED = 12


def turn_text(turn: TurnChange) -> str:
    """Return the sums of the next turn before and after.

    Example: ``416 → 398 of 420 counted, 561 → 540 measured``.
    """
    before, after = turn.before, turn.after
    budget = arrow(f"{before.budget:,}", f"{after.budget:,}")
    return tr("{0} of {1} counted, {2} measured").format(
        arrow(f"{before.counted:,}", f"{after.counted:,}"),
        budget,
        arrow(f"{before.measured:,}", f"{after.measured:,}"),
    )


def arrow(before: str, after: str) -> str:
    """Return one value, or both where they differ."""
    return before if before == after else f"{before} → {after}"


def standing_text(before: Standing, after: Standing, *, is_in: tuple[bool, bool]) -> str:
    """Return score and rank of the edited observation, and whether it gets in."""
    score = arrow(f"{before.score:.3g}", f"{after.score:.3g}")
    rank = arrow(f"{before.rank:,}", f"{after.rank:,}")
    fate = {
        (True, True): tr("stays in"),
        (False, False): tr("stays out"),
        (True, False): tr("goes out"),
        (False, True): tr("gets in"),
    }[is_in]
    return tr("score {0} · rank {1} · {2}").format(score, rank, fate)


def live_text(effect: Effect) -> str:
    """Return what saving would do, for the line below the fields."""
    turn = effect.turns[0]
    parts = []
    if effect.standing is not None:
        before, after = effect.standing
        works = not effect.plan.before.error
        is_in = (works and before.is_in, works and after.is_in)
        parts.append(standing_text(before, after, is_in=is_in))
    parts.append(tr("next turn {0}").format(turn_text(turn)))
    others = others_text(effect)
    return "\n".join([*parts, others] if others else parts)


def others_text(effect: Effect) -> str:
    """Return which others get in or go out, in one line; empty if none does."""
    own = {place.observation.seq for place in effect.standing or ()}
    turn = effect.turns[0]
    sides = ((tr("gets in: {0}"), turn.came_in), (tr("goes out: {0}"), turn.went_out))
    said = [
        words.format(numbers(others))
        for words, seqs in sides
        if (others := [seq for seq in seqs if seq not in own])
    ]
    return " · ".join(said)


def numbers(seqs: Sequence[int]) -> str:
    """Return numbers as a list, a long one with how many more there are."""
    listed = ", ".join(str(seq) for seq in seqs[:_MOST_NAMED])
    more = len(seqs) - _MOST_NAMED
    return tr("{0} and {1} more").format(listed, f"{more:,}") if more > 0 else listed


def renumbered_text(renumbered: Sequence[Renumbered]) -> str:
    """Return which numbers change, runs of them together.

    Example: ``15 – 40 become 14 – 39``.
    """
    runs: list[list[tuple[int, int]]] = []
    for item in renumbered:
        if item.after is None:
            continue
        pair = (item.before, item.after)
        if runs and (runs[-1][-1][0] + 1, runs[-1][-1][1] + 1) == pair:
            runs[-1].append(pair)
        else:
            runs.append([pair])
    said = [_run_text(run) for run in runs[:_MOST_NAMED]]
    return ", ".join([*said, "…"] if len(runs) > _MOST_NAMED else said)


def lost_text(lost: Sequence[LostKey]) -> str:
    """Return which unknown keys go (H9)."""
    keys = sorted({entry.key for entry in lost})
    listed = ", ".join(f"“{key}”" for key in keys[:_MOST_NAMED])
    return tr(
        "Keys that the engine does not know go with this write: {0}. "
        "The engine’s own next write would drop them too."
    ).format(listed)


def _run_text(run: list[tuple[int, int]]) -> str:
    (first, new_first), (last, new_last) = run[0], run[-1]
    if len(run) == 1:
        return tr("{0} becomes {1}").format(first, new_first)
    return tr("{0} – {1} become {2} – {3}").format(first, last, new_first, new_last)
