"""Changes observations of one scope."""

from __future__ import annotations

from typing import TYPE_CHECKING

from desktop_app.cli.changing import Changer
from desktop_app.cli.given import named_file
from desktop_app.cli.reading import engine_argument
from desktop_app.core.errors import NotFoundError, RefusedError
from desktop_app.services.editing import observation_actions as actions
from desktop_app.services.editing.plans import readable

if TYPE_CHECKING:
    from argparse import Namespace

    from desktop_app.cli.terminal import Terminal
    from desktop_app.services.editing.plans import Intent, Plan
    from desktop_app.services.harness_source import HarnessSource
    from desktop_app.services.snapshot import ScopeSnapshot


def run(options: Namespace, terminal: Terminal) -> int:
    """Change what was asked for."""
    changer = Changer(options, terminal)
    source, snapshot = changer.scope()
    plan = _plan(options, source, snapshot, changer.intent(source))
    return changer.carry_out(source, plan)


def given_text(options: Namespace) -> str | None:
    """Return the text that was given, as an argument, in a file or on the standard input.

    Raises:
        RefusedError: the file can't be read.
    """
    if options.text is not None:
        return engine_argument(options.text)
    return None if options.text_file is None else named_file(options.text_file)


def _plan(
    options: Namespace, source: HarnessSource, snapshot: ScopeSnapshot, intent: Intent
) -> Plan:
    text, importance = given_text(options), options.importance
    if options.renumber:
        return actions.renumber_observations(snapshot, intent)
    if options.add:
        return actions.add_observation(snapshot, text or "", importance or 0.0, intent)
    indices = _indices(options, snapshot)
    if options.remove:
        return actions.remove_observations(snapshot, indices, intent)
    if options.merge:
        return actions.merge_observations(
            snapshot, indices, text or "", intent, importance=importance
        )
    if options.move_to is not None:
        target = source.snapshot(engine_argument(options.move_to))
        return actions.move_observation(snapshot, indices[0], target, intent)
    return actions.edit_observation(snapshot, indices[0], intent, text=text, importance=importance)


def _indices(options: Namespace, snapshot: ScopeSnapshot) -> list[int]:
    """Return the places of the observations that were named by number or by place."""
    if options.at:
        return [place - 1 for place in options.at]
    _, record = readable(snapshot)
    numbers = [observation.seq for observation in record.observations or ()]
    return [_index(numbers, seq) for seq in options.seq]


def _index(numbers: list[int], seq: int) -> int:
    places = [place for place, number in enumerate(numbers) if number == seq]
    if not places:
        raise NotFoundError(
            f"There is no observation {seq} in this scope.", "memloupe show lists them."
        )
    if places[1:]:
        listed = " and ".join(str(place + 1) for place in places)
        raise RefusedError(
            f"Several observations have the number {seq}.",
            f"They stand at the places {listed}: name one with --at, or use --renumber first.",
        )
    return places[0]
