"""What a person may decide about a pair, and the plan that writes it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication

from desktop_app.core.errors import RefusedError
from desktop_app.core.observational.reflection import Contradiction, Supersession
from desktop_app.services.editing import observation_actions, reflection_actions
from ui.reflection.sides import Pair, PairKind, Side

if TYPE_CHECKING:
    from desktop_app.services.editing.plans import Intent, Plan
    from desktop_app.services.snapshot import ScopeSnapshot


class Choice(StrEnum):
    """What becomes of the two."""

    KEEP_A = "a"
    KEEP_B = "b"
    MERGE = "merge"
    KEEP_BOTH = "both"


@dataclass(frozen=True, slots=True, kw_only=True)
class Decision:
    """What was decided about a pair and is not saved yet.

    Attributes:
        reason: In the words of the person; for one that is kept it goes into the turn. ``None``
            while nobody has written anything.
        text: What both become when they are merged; ``None`` while nobody has edited it.
    """

    choice: Choice | None = None
    reason: str | None = None
    text: str | None = None

    @property
    def has_words(self) -> bool:
        """Whether a person has written something that would be lost."""
        return bool(self.reason or self.text)

    def filled(self, pair: Pair) -> Decision:
        """Return it with what the fields show where nobody has written anything."""
        return replace(
            self,
            reason=pair.reason if self.reason is None else self.reason,
            text=both_texts(pair) if self.text is None else self.text,
        )


def tr(text: str) -> str:
    """Translate a text about deciding."""
    return QCoreApplication.translate("Contradictions", text)


def both_texts(pair: Pair) -> str:
    """Return what merging starts from."""
    return "\n".join(dict.fromkeys(side.text for side in (pair.a, pair.b) if side.text))


def kept_first(pair: Pair, choice: Choice) -> tuple[Side, Side]:
    """Return the side that is kept and the other one."""
    return (pair.a, pair.b) if choice is Choice.KEEP_A else (pair.b, pair.a)


def is_only_remembered(pair: Pair, choice: Choice | None) -> bool:
    """Whether nothing is written: the reflection does not name the pair, and need not."""
    return choice is Choice.KEEP_BOTH and pair.place is None


def plan_of(snapshot: ScopeSnapshot, pair: Pair, decision: Decision, intent: Intent) -> Plan:
    """Return the plan that writes a decision.

    Raises:
        RefusedError: it can't be written so; says why.
        NotFoundError: the reflection has changed meanwhile.
    """
    choice, decision = decision.choice, decision.filled(pair)
    reason, text = decision.reason or "", decision.text or ""
    if choice is None:
        raise RefusedError("Nothing is chosen.", "Choose what becomes of the two.")
    if choice is Choice.MERGE:
        places = _places(pair)
        told = replace(intent, reason=reason)
        return observation_actions.merge_observations(snapshot, places, text, told)
    if choice is Choice.KEEP_BOTH:
        return _drop(snapshot, pair, replace(intent, reason=reason))
    kept, other = kept_first(pair, choice)
    if pair.kind is PairKind.CONTRADICTION and pair.place is not None:
        return reflection_actions.keep_observation(snapshot, pair.place, kept.seq, intent, reason)
    entry = Supersession(kept.seq, other.seq, reason)
    if pair.place is not None:
        return reflection_actions.put_entry(snapshot, entry, intent, pair.place)
    return reflection_actions.supersede(snapshot, entry, intent)


def _drop(snapshot: ScopeSnapshot, pair: Pair, intent: Intent) -> Plan:
    if pair.place is None:
        raise RefusedError("The reflection does not name them.", "There is nothing to write.")
    kind = Contradiction if pair.kind is PairKind.CONTRADICTION else Supersession
    return reflection_actions.drop_entry(snapshot, kind, pair.place, intent)


def _places(pair: Pair) -> list[int]:
    for side in (pair.a, pair.b):
        if side.index is None:
            words = tr("There is no observation {0} to merge.").format(side.seq)
            raise RefusedError(words, tr("Keep one of them, or both."))
    return [side.index for side in (pair.a, pair.b) if side.index is not None]
