"""Another importance for an observation that is only proposed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from desktop_app.core.errors import NotFoundError, RefusedError
from desktop_app.core.observational.chunks import parse_chunks
from desktop_app.core.observational.edits import checked_importance
from desktop_app.core.proposals.observation_proposal import propose_observations

if TYPE_CHECKING:
    from desktop_app.core.proposals.observation_proposal import ObservationProposal


def rescored(proposal: ObservationProposal, item_id: str, importance: float) -> ObservationProposal:
    """Return ``proposal`` with another importance for one of its observations.

    Its output is rewritten: it is what the observer would have had to answer.

    Raises:
        NotFoundError: it has no such observation.
        RefusedError: the importance is none, or the engine's form can't say the observations
            one by one.
    """
    checked = checked_importance(importance)
    if item_id not in {item.id for item in proposal.items}:
        raise NotFoundError(f"The proposal has no observation called {item_id}.")
    scored = [
        (checked if item.id == item_id else item.importance, item.text) for item in proposal.items
    ]
    output = "\n\n".join(f"IMPORTANCE:{number!r}\n{text}" for number, text in scored)
    # As text: a damaged importance that is not a number is not even equal to itself.
    if [(str(one.importance), one.content) for one in parse_chunks(output)] != [
        (str(number), text) for number, text in scored
    ]:
        raise RefusedError(
            "These observations can't be written one by one in the engine's form.",
            "Accept them as they are, and edit the importance afterwards.",
        )
    return propose_observations(proposal.record, proposal.source, output, proposal.origin)
