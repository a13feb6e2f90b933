"""What is done for a proposal on a reader's thread."""

from __future__ import annotations

from typing import TYPE_CHECKING

from desktop_app.core.proposals.reflection_proposal import ReflectionProposal
from desktop_app.services.models import observing, reflecting
from desktop_app.services.models.first_way import configured_choice
from ui.proposals.model import Task, Unanswerable

if TYPE_CHECKING:
    from desktop_app.core.changes import Change
    from desktop_app.core.engine_time import EngineTime
    from desktop_app.core.proposals.accepting import Choice
    from desktop_app.services.editing.editor import Editor
    from desktop_app.services.harness_source import HarnessSource
    from desktop_app.services.jobs import JobContext
    from desktop_app.services.models.access import ModelAccess, Sending
    from desktop_app.services.snapshot import ScopeSnapshot
    from ui.proposals.model import Proposal


def find_way(
    task: Task, source: HarnessSource, access: ModelAccess
) -> Sending | Unanswerable | None:
    """Return what would be sent to whom, or why nothing can be; ``None`` for the built-in rules."""
    choice = configured_choice(source, access)
    if choice is None:
        return None
    if choice.problem:
        return Unanswerable(task, choice)
    if task.unobserved is None:
        return reflecting.reflection_sending(task.snapshot, access, choice)
    return observing.observation_sending(task.snapshot, task.unobserved, access, choice)


def propose_with_model(
    task: Task, access: ModelAccess, sending: Sending, context: JobContext
) -> Proposal:
    """Send what was agreed to, and return what the answer would change."""
    if task.unobserved is None:
        return reflecting.reflect_with_model(task.snapshot, access, sending, context)
    unobserved = task.unobserved
    return observing.observe_with_model(task.snapshot, unobserved, access, sending, context)


def propose_by_rules(task: Task, now: EngineTime, context: JobContext) -> Proposal:
    """Return what the built-in rules would change; nothing is sent."""
    if task.unobserved is None:
        return reflecting.reflect_by_rules(task.snapshot, now, context)
    return observing.observe_by_rules(task.snapshot, task.unobserved, now)


def propose_anew(proposal: Proposal, snapshot: ScopeSnapshot) -> Proposal:
    """Return what the same answer would change in the scope as it is now."""
    if isinstance(proposal, ReflectionProposal):
        return reflecting.reflection_anew(snapshot, proposal)
    return observing.observations_anew(snapshot, proposal)


def accepted(
    proposal: Proposal, choice: Choice, source: HarnessSource, memory_id: str, editor: Editor
) -> Change:
    """Return the change that writes what is chosen to the scope as it is now."""
    snapshot = source.snapshot(memory_id)
    if isinstance(proposal, ReflectionProposal):
        return reflecting.accepted_reflection(snapshot, proposal, choice, editor)
    return observing.accepted_observations(snapshot, proposal, choice, editor)
