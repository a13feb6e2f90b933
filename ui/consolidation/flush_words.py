"""What the page of a flush says, made of the proposal."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from desktop_app.core.files.text import java_length
from ui.consolidation.told import Told
from ui.consolidation.words import caution_title, fact_rows, fact_texts, few, override_reason, tr
from ui.icons import Icon
from ui.naming import shown_id, shown_line
from ui.tokens import Meaning
from ui.widgets import counting
from ui.widgets.check_list import Group, Row
from ui.widgets.figures import Figure

if TYPE_CHECKING:
    from collections.abc import Sequence

    from desktop_app.core.files.plan import Consequence
    from desktop_app.core.ledger.flushing import FlushProposal
    from desktop_app.core.ledger.sessions import Session as Conversation
    from ui.consolidation.flush_presenter import Offer
    from ui.consolidation.told import Outlook

FILE_ROW = "file"
"""Id of the row of a conversation that is no session of the bucket."""


def told_of(proposal: FlushProposal, outlook: Outlook) -> Told:
    """Return what the page says of a section, and of appending it."""
    known, added = len(proposal.known), len(proposal.added)
    size = java_length(proposal.text)
    figures = [
        Figure(tr("New"), f"{added:,}", "", Meaning.IN if added else None),
        Figure(tr("Known already"), f"{known:,}", "", Meaning.CAUTION if known else None),
        Figure(tr("Characters"), f"{size:,}"),
        Figure(tr("Goes to"), shown_line(outlook.file)),
    ]
    why_known = tr("MEMORY.md or today’s log says it already.")
    groups = (
        fact_rows("over", tr("Known already"), proposal.known, why_known),
        fact_rows("new", tr("New"), proposal.added, tr("Neither MEMORY.md nor the log has it.")),
        _following(outlook.follows),
    )
    return Told(
        figures=figures,
        groups=[group for group in groups if group is not None],
        full={
            **fact_texts("over", proposal.known),
            **fact_texts("new", proposal.added),
            **{f"then {place}": one.text for place, one in enumerate(outlook.follows)},
        },
        title=tr("There is nothing new to note")
        if proposal.is_nothing
        else caution_title(is_refused=bool(outlook.refusal)),
        warnings=few(tuple(_warnings(proposal, outlook.refusal))),
        takes_override=proposal.needs_override,
    )


def reason_against(proposal: FlushProposal, *, is_overridden: bool) -> str:
    """Return why a proposal can't be accepted now; empty if it can."""
    if proposal.is_nothing:
        return tr("There is nothing new to note.")
    return override_reason(is_needed=proposal.needs_override and not is_overridden)


def offer_groups(offer: Offer) -> list[Group]:
    """Return a row for each conversation that can be chosen."""
    sessions = [
        Row(
            id=one.shown.path,
            title=shown_id(one.id),
            subtitle=_about(one),
            icon=Icon.CONVERSATION,
        )
        for one in offer.sessions
    ]
    groups = [Group(tr("Session history"), sessions, right=f"{len(sessions):,}")]
    if isinstance(offer.source, Path):
        name = shown_line(offer.source.name)
        where = shown_line(str(offer.source.parent))
        row = Row(id=FILE_ROW, title=name, subtitle=where, icon=Icon.FILE)
        groups.insert(0, Group(tr("From a file"), [row]))
    return [group for group in groups if group.rows]


def chosen_row(offer: Offer) -> str:
    """Return the id of the row of what is chosen."""
    if offer.source is None:
        return ""
    return FILE_ROW if isinstance(offer.source, Path) else offer.source.shown.path


def offer_words(offer: Offer) -> str:
    """Return how much goes in, in one line."""
    if offer.prepared is None:
        return ""
    size = counting.characters(java_length(offer.prepared.input.user))
    return tr("{0} with what is known already").format(size)


def _about(session: Conversation) -> str:
    size = counting.counted(session.shown.size, tr("{0} byte"), tr("{0} bytes"))
    return f"{shown_id(session.agent)} · {size}"


def _following(follows: Sequence[Consequence]) -> Group | None:
    rows = [
        Row(
            id=f"then {place}",
            title=shown_line(one.text),
            subtitle=shown_line(one.name),
            icon=Icon.INFO,
            meaning=Meaning.CAUTION if one.needs_care else Meaning.NEUTRAL,
        )
        for place, one in enumerate(follows)
    ]
    return Group(tr("What follows"), rows) if rows else None


def _warnings(proposal: FlushProposal, refusal: str) -> Sequence[str]:
    if proposal.is_nothing:
        return [tr("The model found no fact that is worth a line. Nothing has to be written.")]
    found = [guard.sentence for guard in proposal.guards]
    if proposal.known:
        forms = (
            tr("{0} fact of it is known already; a log may say it twice."),
            tr("{0} facts of it are known already; a log may say them twice."),
        )
        found.append(counting.counted(len(proposal.known), *forms))
    return [refusal, *found] if refusal else found
