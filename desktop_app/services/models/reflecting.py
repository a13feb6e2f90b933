"""Reflect now: from a scope to a proposal, and from what is accepted to a change."""

from __future__ import annotations

from typing import TYPE_CHECKING

from desktop_app.core.observational.prompts import reflector_messages
from desktop_app.core.proposals.accepting import accept
from desktop_app.core.proposals.builtin_reflector import BUILT_IN, built_in_reflection
from desktop_app.core.proposals.guards import Origin
from desktop_app.core.proposals.reflection_proposal import propose_reflection
from desktop_app.services.editing.plans import readable
from desktop_app.services.models.access import origin_of

if TYPE_CHECKING:
    from desktop_app.core.changes import Change
    from desktop_app.core.engine_time import EngineTime
    from desktop_app.core.models.choice import ModelChoice
    from desktop_app.core.proposals.accepting import Choice
    from desktop_app.core.proposals.reflection_proposal import ReflectionProposal
    from desktop_app.services.editing.editor import Editor
    from desktop_app.services.jobs import JobContext
    from desktop_app.services.models.access import ModelAccess, Sending
    from desktop_app.services.snapshot import ScopeSnapshot


def reflection_sending(
    snapshot: ScopeSnapshot, access: ModelAccess, choice: ModelChoice
) -> Sending:
    """Return what a model would be sent for a new reflection.

    Raises:
        RefusedError: there is nothing to reflect on, or this model can't be asked.
    """
    _, record = readable(snapshot)
    return access.sending(reflector_messages(record), choice)


def reflect_with_model(
    snapshot: ScopeSnapshot, access: ModelAccess, sending: Sending, context: JobContext
) -> ReflectionProposal:
    """Ask the model that was agreed to, and return what its answer would change.

    Raises:
        ModelError: no answer; says why and what to do.
        JobCancelledError: cancelled.
    """
    _, record = readable(snapshot)
    completion = access.ask(sending, context)
    origin = origin_of(sending, completion, access.now())
    return propose_reflection(record, completion.text, origin)


def reflect_by_rules(
    snapshot: ScopeSnapshot, now: EngineTime, context: JobContext
) -> ReflectionProposal:
    """Return what the built-in rules would change; no model is asked.

    Raises:
        RefusedError: there is no record that can be read.
    """
    _, record = readable(snapshot)
    text = built_in_reflection(record, lambda: context.cancelled)
    context.check()
    return propose_reflection(record, text, Origin(author=BUILT_IN, now=now))


def reflection_anew(snapshot: ScopeSnapshot, proposal: ReflectionProposal) -> ReflectionProposal:
    """Return what the same answer would change in the scope as it is now; nobody is asked.

    Raises:
        RefusedError: there is no record that can be read.
    """
    _, record = readable(snapshot)
    return propose_reflection(record, proposal.output, proposal.origin)


def accepted_reflection(
    snapshot: ScopeSnapshot, proposal: ReflectionProposal, choice: Choice, editor: Editor
) -> Change:
    """Return the change that writes what the engine would have written.

    Args:
        snapshot: The scope as it is now.
        proposal: What was proposed.
        choice: What of it is accepted.
        editor: Gives ids of ours.

    Raises:
        RefusedError: the scope has changed since, or it is not acceptable as it is.
    """
    row, record = readable(snapshot)
    return accept(row, record, proposal, choice, editor.call(snapshot.memory_id))
