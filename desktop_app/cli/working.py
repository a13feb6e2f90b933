"""Reads and changes working memory."""

from __future__ import annotations

from typing import TYPE_CHECKING

from desktop_app.cli.changing import Changer
from desktop_app.cli.given import standard_input
from desktop_app.cli.reading import Reader, engine_argument
from desktop_app.cli.snippet import print_exactly
from desktop_app.cli.text import visible
from desktop_app.core.engine_text import encode
from desktop_app.core.errors import NotFoundError
from desktop_app.core.working.edits import untrimmed
from desktop_app.services.editing import working_actions as actions
from desktop_app.services.harness_source import HarnessSource

if TYPE_CHECKING:
    from argparse import Namespace

    from desktop_app.cli.terminal import Terminal
    from desktop_app.core.working.entry import WorkingEntry
    from desktop_app.services.editing.plans import Intent, Plan
    from desktop_app.services.snapshot import ScopeSnapshot

DONE = 0


def run(options: Namespace, terminal: Terminal) -> int:
    """Do what was asked for."""
    if options.action in {"get", "list"}:
        return _look(options, terminal)
    changer = Changer(options, terminal)
    source, snapshot = changer.scope()
    if options.action == "trim":
        return _trim(changer, source, snapshot)
    plan = _plan(options, snapshot, changer.intent(source))
    return changer.carry_out(source, plan)


def _look(options: Namespace, terminal: Terminal) -> int:
    _, snapshot = Reader(options, terminal).scope(HarnessSource.snapshot)
    if options.action == "get":
        return _get(_entry(snapshot, engine_argument(options.key)), options, terminal)
    for entry in snapshot.working:
        if options.json:
            terminal.record(_fields(entry))
        else:
            terminal.line(visible(f"{entry.key}: {entry.value_json}"))
    return DONE


def _get(entry: WorkingEntry, options: Namespace, terminal: Terminal) -> int:
    if options.json:
        terminal.record(_fields(entry))
    else:
        print_exactly(encode(entry.value_json), terminal)
    return DONE


def _plan(options: Namespace, snapshot: ScopeSnapshot, intent: Intent) -> Plan:
    key = engine_argument(options.key)
    if options.action == "set":
        return actions.set_value(snapshot, key, _value(options), intent)
    if options.action == "rename":
        return actions.rename_entry(snapshot, key, engine_argument(options.name), intent)
    return actions.delete_entry(snapshot, key, intent)


def _value(options: Namespace) -> str:
    if options.value in {None, "-"}:
        return standard_input()
    return engine_argument(options.value)


def _trim(changer: Changer, source: HarnessSource, snapshot: ScopeSnapshot) -> int:
    """Trim one key after the other: each is a change that can be undone alone."""
    keys = [entry.key for entry in untrimmed(snapshot.working)]
    if not keys:
        changer.say("No key has white space at an end. Nothing was written.")
    status = DONE
    for key in keys:
        _, snapshot = changer.scope()
        plan = actions.trim_key(snapshot, key, changer.intent(source))
        status = max(status, changer.carry_out(source, plan))
    return status


def _entry(snapshot: ScopeSnapshot, key: str) -> WorkingEntry:
    for entry in snapshot.working:
        if entry.key == key:
            return entry
    raise NotFoundError(
        f"There is no working memory entry “{key}” in this scope.",
        "memloupe working list shows them.",
    )


def _fields(entry: WorkingEntry) -> dict[str, str]:
    return {"key": entry.key, "json": entry.value_json}
