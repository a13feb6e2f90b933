"""Observe now: what of a transcript is unobserved, and what would be remembered of it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from desktop_app.core.engine_config import normalize
from desktop_app.core.errors import RefusedError
from desktop_app.core.observational.engine_steps import Unobserved, not_observed, unobserved
from desktop_app.core.observational.prompts import observer_messages
from desktop_app.core.proposals.accepting import accept
from desktop_app.core.proposals.builtin_observer import built_in_observations
from desktop_app.core.proposals.builtin_reflector import BUILT_IN
from desktop_app.core.proposals.guards import Origin
from desktop_app.core.proposals.observation_proposal import propose_observations
from desktop_app.services.editing.plans import readable
from desktop_app.services.models.access import origin_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from desktop_app.core.changes import Change
    from desktop_app.core.engine_time import EngineTime
    from desktop_app.core.models.choice import ModelChoice
    from desktop_app.core.observational.record import Record
    from desktop_app.core.proposals.accepting import Choice
    from desktop_app.core.proposals.observation_proposal import ObservationProposal
    from desktop_app.core.transcript import Message
    from desktop_app.services.editing.editor import Editor
    from desktop_app.services.harness_source import HarnessSource
    from desktop_app.services.jobs import JobContext
    from desktop_app.services.models.access import ModelAccess, Sending
    from desktop_app.services.snapshot import ScopeSnapshot


@dataclass(frozen=True, slots=True)
class Pending:
    """What of a transcript nobody has observed yet.

    Attributes:
        source: The messages; ``None`` if there are none.
        why_not: Why the engine itself would not look at them now; empty if it would.
    """

    source: Unobserved | None
    why_not: str = ""


def stored_transcript(source: HarnessSource, snapshot: ScopeSnapshot) -> tuple[Message, ...]:
    """Return the stored conversation of a scope; empty if none is stored.

    Raises:
        StoreError: the conversations can't be read.
    """
    _, record = readable(snapshot)
    if source.transcripts is None:
        return ()
    conversation = record.scope.conversation
    count = source.transcripts.count(conversation)
    return source.transcripts.messages(conversation, 0, count - 1) if count else ()


def pending(snapshot: ScopeSnapshot, messages: Sequence[Message]) -> Pending:
    """Return what an observer would be shown.

    Raises:
        RefusedError: there is no record that can be read.
    """
    _, record = readable(snapshot)
    rest = not_observed(record, messages)
    if rest is None:
        return Pending(None, _nothing_new(record, messages))
    if unobserved(record, messages) is not None:
        return Pending(rest)
    if not record.enabled:
        return Pending(rest, "The scope is disabled, so the engine would not observe it.")
    least = normalize(record.config).observe_min_tokens
    return Pending(
        rest, f"The engine waits for {least:,} tokens of new messages; these are {rest.tokens:,}."
    )


def _nothing_new(record: Record, messages: Sequence[Message]) -> str:
    """Return why there is nothing to observe; a short file may be of another conversation."""
    known = record.last_observed_message_index + 1
    if len(messages) >= known:
        return "Every message of this transcript was observed already."
    return (
        f"The first {known:,} messages of the conversation were observed already;"
        f" this transcript ends after {len(messages):,}, so nothing in it counts as new."
    )


def observation_sending(
    snapshot: ScopeSnapshot, source: Unobserved, access: ModelAccess, choice: ModelChoice
) -> Sending:
    """Return what a model would be sent for new observations.

    Raises:
        RefusedError: this model can't be asked.
    """
    _, record = readable(snapshot)
    return access.sending(observer_messages(source.messages, record), choice)


def observe_with_model(
    snapshot: ScopeSnapshot,
    source: Unobserved,
    access: ModelAccess,
    sending: Sending,
    context: JobContext,
) -> ObservationProposal:
    """Ask the model that was agreed to, and return what its answer would add.

    Raises:
        ModelError: no answer; says why and what to do.
        JobCancelledError: cancelled.
    """
    _, record = readable(snapshot)
    completion = access.ask(sending, context)
    origin = origin_of(sending, completion, access.now())
    return propose_observations(record, source, completion.text, origin)


def observe_by_rules(
    snapshot: ScopeSnapshot, source: Unobserved, now: EngineTime
) -> ObservationProposal:
    """Return what the built-in rules would add; no model is asked."""
    _, record = readable(snapshot)
    text = built_in_observations(source.messages)
    return propose_observations(record, source, text, Origin(author=BUILT_IN, now=now))


def observations_anew(
    snapshot: ScopeSnapshot, proposal: ObservationProposal
) -> ObservationProposal:
    """Return what the same answer would add to the scope as it is now; nobody is asked.

    Raises:
        RefusedError: the engine has observed messages of it meanwhile.
    """
    _, record = readable(snapshot)
    if record.last_observed_message_index != proposal.record.last_observed_message_index:
        raise RefusedError(
            "The engine has observed these messages meanwhile.",
            "Nothing was written. Look at what is unobserved now.",
        )
    return propose_observations(record, proposal.source, proposal.output, proposal.origin)


def accepted_observations(
    snapshot: ScopeSnapshot, proposal: ObservationProposal, choice: Choice, editor: Editor
) -> Change:
    """Return the change that writes what the engine would have written.

    Raises:
        RefusedError: the scope has changed since, or it is not acceptable as it is.
    """
    row, record = readable(snapshot)
    return accept(row, record, proposal, choice, editor.call(snapshot.memory_id))
