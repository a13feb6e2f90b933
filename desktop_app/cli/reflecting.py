"""Reflect now and observe now on the terminal."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from desktop_app.cli.asking import ask_first, chosen_model
from desktop_app.cli.changing import Changer
from desktop_app.cli.proposing import (
    observation_fields,
    print_observations,
    print_reflection,
    reflection_fields,
)
from desktop_app.core.errors import RefusedError
from desktop_app.core.proposals.accepting import Choice
from desktop_app.services.models import observing, reflecting
from desktop_app.services.workspace import open_models, read_transcript

if TYPE_CHECKING:
    from argparse import Namespace
    from collections.abc import Sequence

    from desktop_app.cli.terminal import Terminal
    from desktop_app.core.changes import Change
    from desktop_app.core.observational.engine_steps import Unobserved
    from desktop_app.core.proposals.observation_proposal import ObservationProposal
    from desktop_app.core.proposals.reflection_proposal import ReflectionProposal
    from desktop_app.core.transcript import Message
    from desktop_app.services.harness_source import HarnessSource
    from desktop_app.services.snapshot import ScopeSnapshot

DONE, NOT_ACCEPTABLE = 0, 1


def reflect(options: Namespace, terminal: Terminal) -> int:
    """Propose a reflection, and accept it if the person said so."""
    changer = Changer(options, terminal)
    source, snapshot = changer.scope()
    proposal = _reflection(changer, options, source, snapshot)
    if options.accept:
        editor = changer.editor(source)
        choice = _chosen(options, changer, proposal)
        change = reflecting.accepted_reflection(snapshot, proposal, choice, editor)
        return _accept(changer, source, change, options)
    if options.json:
        terminal.record(reflection_fields(proposal))
    else:
        print_reflection(proposal, terminal)
    return NOT_ACCEPTABLE if proposal.needs_override else DONE


def observe(options: Namespace, terminal: Terminal) -> int:
    """Propose observations of a transcript, and accept them if the person said so."""
    changer = Changer(options, terminal)
    source, snapshot = changer.scope()
    pending = observing.pending(snapshot, _messages(options, source, snapshot))
    if pending.source is None:
        raise RefusedError(pending.why_not, "Nothing was written.")
    if pending.why_not:
        terminal.say(pending.why_not)
    proposal = _observations(changer, options, source, snapshot, pending.source)
    if options.accept:
        editor = changer.editor(source)
        choice = _chosen(options, changer, proposal)
        change = observing.accepted_observations(snapshot, proposal, choice, editor)
        return _accept(changer, source, change, options)
    if options.json:
        terminal.record(observation_fields(proposal))
    else:
        print_observations(proposal, terminal)
    return NOT_ACCEPTABLE if proposal.needs_override else DONE


def _reflection(
    changer: Changer, options: Namespace, source: HarnessSource, snapshot: ScopeSnapshot
) -> ReflectionProposal:
    access = open_models(source)
    choice = chosen_model(access, options, changer)
    if choice is None:
        return reflecting.reflect_by_rules(snapshot, source.now(), changer.context)
    sending = reflecting.reflection_sending(snapshot, access, choice)
    ask_first(sending, options, changer)
    return reflecting.reflect_with_model(snapshot, access, sending, changer.context)


def _observations(
    changer: Changer,
    options: Namespace,
    source: HarnessSource,
    snapshot: ScopeSnapshot,
    unobserved: Unobserved,
) -> ObservationProposal:
    access = open_models(source)
    choice = chosen_model(access, options, changer)
    if choice is None:
        return observing.observe_by_rules(snapshot, unobserved, source.now())
    sending = observing.observation_sending(snapshot, unobserved, access, choice)
    ask_first(sending, options, changer)
    return observing.observe_with_model(snapshot, unobserved, access, sending, changer.context)


def _chosen(
    options: Namespace, changer: Changer, proposal: ReflectionProposal | ObservationProposal
) -> Choice:
    ids = frozenset(options.only) if options.only else proposal.ticked
    return Choice(ids=ids, override=options.override, reason=changer.reason)


def _messages(
    options: Namespace, source: HarnessSource, snapshot: ScopeSnapshot
) -> Sequence[Message]:
    if options.transcript is not None:
        return read_transcript(Path(options.transcript))
    messages = observing.stored_transcript(source, snapshot)
    if not messages:
        raise RefusedError(
            "No conversation of this scope is stored here.",
            "Name a JSON or JSONL file of messages with --transcript.",
        )
    return messages


def _accept(changer: Changer, source: HarnessSource, change: Change, options: Namespace) -> int:
    if options.dry_run:
        return changer.show(change)
    editor = changer.editor(source)
    return changer.finish(editor, editor.apply(change, changer.context))
