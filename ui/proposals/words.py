"""What the page of a proposal says, made of the proposal."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication

from desktop_app.core.engine_text import estimate_tokens
from desktop_app.core.proposals.proposal_items import ItemKind
from desktop_app.core.proposals.reflection_proposal import ReflectionProposal
from ui.icons import Icon
from ui.naming import shown_line
from ui.tokens import Meaning
from ui.widgets import counting
from ui.widgets.check_list import Group, Row, RowBadge
from ui.widgets.figures import Figure

if TYPE_CHECKING:
    from collections.abc import Sequence
    from collections.abc import Set as AbstractSet

    from desktop_app.core.models.choice import ModelChoice
    from desktop_app.core.proposals.facts import Fact
    from desktop_app.core.proposals.observation_proposal import (
        ObservationProposal,
        ProposedObservation,
    )
    from desktop_app.core.proposals.proposal_items import ProposalItem
    from ui.proposals.effect import Effect
    from ui.proposals.model import Proposal, Ready

ANSWER_ID = "answer"
_MOST_NUMBERS = 6
_LOOKS = {
    ItemKind.SUMMARY: (Icon.EDIT, Meaning.NEUTRAL),
    ItemKind.SUPERSESSION: (Icon.SUPERSEDED, Meaning.SUPERSEDED),
    ItemKind.CONTRADICTION: (Icon.CONTRADICTION, Meaning.CAUTION),
}


def tr(text: str) -> str:
    """Return a text of these pages in the language of the person."""
    return QCoreApplication.translate("Proposals", text)


def groups_of(proposal: Proposal, ticked: AbstractSet[str]) -> list[Group]:
    """Return the list of what would change, with the ticks of now, and the answer itself."""
    return [_changes(proposal, ticked), Group("", [_answer_row(proposal)])]


def _answer_row(proposal: Proposal) -> Row:
    tokens = counting.tokens(estimate_tokens(proposal.output))
    ignored = ignored_words(proposal)
    return Row(
        id=ANSWER_ID,
        title=tr("The answer as it came"),
        subtitle=f"{tokens} · {ignored}" if ignored else tokens,
        icon=Icon.TURN,
        quiet=True,
    )


def ignored_words(proposal: Proposal) -> str:
    """Return how many lines of an answer the engine would not read; empty for none."""
    count = len(proposal.ignored_lines) if isinstance(proposal, ReflectionProposal) else 0
    if not count:
        return ""
    return counting.counted(count, tr("{0} line is ignored"), tr("{0} lines are ignored"))


def _changes(proposal: Proposal, ticked: AbstractSet[str]) -> Group:
    if isinstance(proposal, ReflectionProposal):
        title = tr("What would change")
        rows = [_part_row(item, ticked=item.id in ticked) for item in proposal.items]
    else:
        title = tr("What would be added")
        rows = [_observation_row(item, ticked=item.id in ticked) for item in proposal.items]
    of = tr("{0} of {1}").format(len(ticked), len(proposal.everything))
    return Group(title, rows, right=of)


def _part_row(item: ProposalItem, *, ticked: bool) -> Row:
    icon, meaning = _LOOKS[item.kind]
    return Row(
        id=item.id,
        title=item.title,
        subtitle=shown_line(item.detail),
        icon=icon,
        meaning=meaning if item.acceptable else Meaning.NEUTRAL,
        tick=ticked if item.acceptable else None,
    )


def _observation_row(item: ProposedObservation, *, ticked: bool) -> Row:
    same = tr("same as {0}").format(item.duplicate_of)
    badge = RowBadge(same, Meaning.CAUTION) if item.duplicate_of is not None else None
    tokens = counting.tokens(item.tokens)
    return Row(
        id=item.id,
        title=shown_line(item.text),
        subtitle=f"{tokens} · {item.note}" if item.note else tokens,
        right_top=importance_words(item.importance),
        tick=ticked if item.acceptable else None,
        badge=badge,
    )


def importance_words(importance: float) -> str:
    """Return an importance as the list shows it; – for none."""
    return f"{importance:.2f}" if importance else "–"


def figures_of(proposal: Proposal) -> list[Figure]:
    """Return the row of figures over the list."""
    if isinstance(proposal, ReflectionProposal):
        return _reflection_figures(proposal)
    return _observation_figures(proposal)


def _reflection_figures(proposal: ReflectionProposal) -> list[Figure]:
    facts, (before, after) = proposal.facts, proposal.summary_tokens
    lost, new = len(facts.lost), len(facts.new)
    figures = [
        Figure(tr("Facts kept"), f"{len(facts.kept):,}"),
        Figure(tr("Lost"), f"{lost:,}", _first(facts.lost), Meaning.CAUTION if lost else None),
        Figure(tr("New"), f"{new:,}", "", Meaning.IN if new else None),
        Figure(tr("Summary tokens"), f"{before:,} → {after:,}"),
        Figure(tr("Cited"), _numbers(proposal.cited)),
    ]
    if proposal.ignored_numbers:
        words, numbers = tr("no such observation"), _numbers(proposal.ignored_numbers)
        figures.append(Figure(tr("Ignored"), numbers, words, Meaning.CAUTION))
    elif proposal.ignored_lines:
        count = counting.counted(len(proposal.ignored_lines), tr("{0} line"), tr("{0} lines"))
        figures.append(Figure(tr("Ignored"), count, "", Meaning.CAUTION))
    else:
        figures.append(Figure(tr("Ignored"), "–"))
    return figures


def _observation_figures(proposal: ObservationProposal) -> list[Figure]:
    items, source = proposal.items, proposal.source
    same = sum(item.duplicate_of is not None for item in items)
    figures = [
        Figure(tr("Messages"), f"{len(source.messages):,}", _span(source.start, source.end)),
        Figure(tr("Message tokens"), f"{source.tokens:,}"),
        Figure(tr("Observations"), f"{len(items):,}", "", Meaning.IN if items else None),
        Figure(tr("Tokens of them"), f"{sum(item.tokens for item in items):,}"),
    ]
    if same:
        figures.append(Figure(tr("Known already"), f"{same:,}", "", Meaning.CAUTION))
    return figures


def _span(start: int, end: int) -> str:
    return tr("{0} to {1}").format(start, end)


def _first(lost: Sequence[Fact]) -> str:
    if not lost:
        return ""
    more = len(lost) - 1
    text = shown_line(lost[0].text)
    return tr("{0} and {1} more").format(text, more) if more else text


def _numbers(numbers: Sequence[int]) -> str:
    shown = " ".join(map(str, numbers[:_MOST_NUMBERS]))
    more = len(numbers) - _MOST_NUMBERS
    if more > 0:
        return tr("{0} and {1} more").format(shown, more)
    return shown or "–"


def warnings_of(ready: Ready, effect: Effect | None) -> tuple[str, ...]:
    """Return what to check before accepting: what is wrong with the answer, then what it does."""
    guards = tuple(guard.sentence for guard in ready.proposal.guards)
    off = ready.task.snapshot.mode == "off"
    nowhere = (tr("Memory is switched off here: no turn receives any of this."),) if off else ()
    return guards + (effect.cautions if effect else ()) + nowhere


def title_of(proposal: Proposal) -> str:
    """Return what the page is called."""
    is_reflection = isinstance(proposal, ReflectionProposal)
    return tr("Proposed reflection") if is_reflection else tr("Proposed observations")


def accept_words(proposal: Proposal, count: int) -> str:
    """Return what the primary button says."""
    if isinstance(proposal, ReflectionProposal):
        return counting.counted(count, tr("Accept {0} change"), tr("Accept {0} changes"))
    return counting.counted(count, tr("Accept {0} observation"), tr("Accept {0} observations"))


def author_words(choice: ModelChoice) -> str:
    """Return who is asked, for people."""
    if choice.is_local:
        return tr("{0} on this computer").format(choice.model)
    return tr("{0} on {1}").format(choice.model, choice.host)
