"""Changes the reflection of one scope."""

from __future__ import annotations

from typing import TYPE_CHECKING

from desktop_app.cli.changing import Changer
from desktop_app.cli.edit_observation import given_text
from desktop_app.cli.reading import engine_argument
from desktop_app.core.observational.reflection import Contradiction, Supersession
from desktop_app.services.editing import reflection_actions as actions

if TYPE_CHECKING:
    from argparse import Namespace

    from desktop_app.cli.terminal import Terminal
    from desktop_app.services.editing.plans import Intent, Plan
    from desktop_app.services.snapshot import ScopeSnapshot


def run(options: Namespace, terminal: Terminal) -> int:
    """Change what was asked for."""
    changer = Changer(options, terminal)
    source, snapshot = changer.scope()
    return changer.carry_out(source, _plan(options, snapshot, changer.intent(source)))


def _plan(options: Namespace, snapshot: ScopeSnapshot, intent: Intent) -> Plan:
    if options.clear:
        return actions.clear_reflection(snapshot, intent)
    if options.convert:
        return actions.convert_reflection(snapshot, intent)
    if options.summary is not None:
        return actions.set_summary(snapshot, engine_argument(options.summary), intent)
    text = given_text(options)
    if text is not None:
        return actions.set_reflection_text(snapshot, text, intent)
    return _entry_plan(options, snapshot, intent)


def _entry_plan(options: Namespace, snapshot: ScopeSnapshot, intent: Intent) -> Plan:
    because = engine_argument(options.because or "")
    place = None if options.at is None else options.at - 1
    if options.supersede:
        newer, older = options.supersede
        return actions.put_entry(snapshot, Supersession(newer, older, because), intent, place)
    if options.contradict:
        first, second = options.contradict
        return actions.put_entry(snapshot, Contradiction(first, second, because), intent, place)
    if options.drop_supersession is not None:
        return actions.drop_entry(snapshot, Supersession, options.drop_supersession - 1, intent)
    return actions.drop_entry(snapshot, Contradiction, options.drop_contradiction - 1, intent)
