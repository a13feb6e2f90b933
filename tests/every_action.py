"""Every action that changes a scope: as a plan, as the window makes it, and as a command."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from msgspec.structs import replace

from desktop_app.core.observational.reflection import Contradiction, Supersession
from desktop_app.core.scope import Scope
from desktop_app.services.editing import observation_actions as observations
from desktop_app.services.editing import reflection_actions as reflections
from desktop_app.services.editing import scope_actions as scopes
from desktop_app.services.editing import working_actions as working
from desktop_app.services.editing.editor import Editor
from desktop_app.services.editing.plans import Intent, Plan, readable
from desktop_app.services.snapshot import ScopeSnapshot

TEXT = "Ünïcode — 漢字 <b> & \u2028 “so”"
REFLECTION = (
    "SUMMARY:\nOne [seq:2].\n\nSUPERSESSIONS:\n- [seq:3] replaces [seq:1]: later\n\n"
    "CONTRADICTIONS:\n- [seq:1] vs [seq:2]: open"
)
NEW_IDS = ("new", "conv-1", "coder")


@dataclass(frozen=True)
class At:
    """Where an action is done."""

    snapshot: ScopeSnapshot
    editor: Editor
    intent: Intent


@dataclass(frozen=True)
class Action:
    """One action in both forms; ``first`` is a command that has to be done before."""

    plan: Callable[[At], Plan]
    command: str
    arguments: tuple[str, ...]
    first: str = ""


def _limits(at: At) -> Plan:
    _, record = readable(at.snapshot)
    wanted = replace(record.config, snippet_max_tokens=333, observe_min_tokens=0)
    return scopes.set_limits(at.snapshot, wanted, at.intent)


def _rename(at: At) -> Plan:
    scope = Scope(*NEW_IDS)
    rows = at.editor.scope_rows(at.snapshot.memory_id)
    target = at.editor.scope_rows(scope.memory_id)
    return scopes.rename_scope(at.snapshot, rows, scope, target, at.intent)


def _delete(at: At) -> Plan:
    return scopes.delete_scope(at.snapshot, at.editor.scope_rows(at.snapshot.memory_id), at.intent)


OBSERVATION, REFLECT, SCOPE = "edit observation", "edit reflection", "edit scope"
ACTIONS: dict[str, Action] = {
    "text": Action(
        lambda at: observations.edit_observation(at.snapshot, 1, at.intent, text=TEXT),
        OBSERVATION,
        ("--at", "2", "--text", TEXT),
    ),
    "importance": Action(
        lambda at: observations.edit_observation(at.snapshot, 0, at.intent, importance=0.35),
        OBSERVATION,
        ("--at", "1", "--importance", "0.35"),
    ),
    "add": Action(
        lambda at: observations.add_observation(at.snapshot, TEXT, 0.6, at.intent),
        OBSERVATION,
        ("--add", "--text", TEXT, "--importance", "0.6"),
    ),
    "remove": Action(
        lambda at: observations.remove_observations(at.snapshot, [0, 2], at.intent),
        OBSERVATION,
        ("--at", "1", "--at", "3", "--remove"),
    ),
    "merge": Action(
        lambda at: observations.merge_observations(at.snapshot, [0, 1], TEXT, at.intent),
        OBSERVATION,
        ("--at", "1", "--at", "2", "--merge", "--text", TEXT),
    ),
    "renumber": Action(
        lambda at: observations.renumber_observations(at.snapshot, at.intent),
        OBSERVATION,
        ("--renumber",),
    ),
    "summary": Action(
        lambda at: reflections.set_summary(at.snapshot, TEXT, at.intent),
        REFLECT,
        ("--summary", TEXT),
    ),
    "reflection": Action(
        lambda at: reflections.set_reflection_text(at.snapshot, REFLECTION, at.intent),
        REFLECT,
        ("--text", REFLECTION),
    ),
    "clear": Action(
        lambda at: reflections.clear_reflection(at.snapshot, at.intent), REFLECT, ("--clear",)
    ),
    "convert": Action(
        lambda at: reflections.convert_reflection(at.snapshot, at.intent),
        REFLECT,
        ("--convert",),
    ),
    "supersede": Action(
        lambda at: reflections.put_entry(at.snapshot, Supersession(3, 1, "later"), at.intent),
        REFLECT,
        ("--supersede", "3", "1", "--because", "later"),
    ),
    "contradict": Action(
        lambda at: reflections.put_entry(at.snapshot, Contradiction(1, 2, "open"), at.intent),
        REFLECT,
        ("--contradict", "1", "2", "--because", "open"),
    ),
    "drop": Action(
        lambda at: reflections.drop_entry(at.snapshot, Contradiction, 0, at.intent),
        REFLECT,
        ("--drop-contradiction", "1"),
        first="reflection",
    ),
    "resolve": Action(
        lambda at: reflections.keep_observation(at.snapshot, 0, 2, at.intent, "newer"),
        "resolve",
        ("--pair", "1", "2", "--keep", "2", "--because", "newer"),
        first="reflection",
    ),
    "working": Action(
        lambda at: working.set_value(at.snapshot, "key", '{"b": 1.50, "a": "é<"}', at.intent),
        "working set",
        ("key", '{"b": 1.50, "a": "é<"}'),
    ),
    "working rename": Action(
        lambda at: working.rename_entry(at.snapshot, "key", "ключ", at.intent),
        "working rename",
        ("key", "ключ"),
        first="working",
    ),
    "working delete": Action(
        lambda at: working.delete_entry(at.snapshot, "key", at.intent),
        "working delete",
        ("key",),
        first="working",
    ),
    "off": Action(
        lambda at: scopes.switch_scope(at.snapshot, at.intent, enabled=False),
        SCOPE,
        ("--disable",),
    ),
    "limits": Action(_limits, SCOPE, ("--snippet-max-tokens", "333", "--observe-min-tokens", "0")),
    "rename": Action(_rename, SCOPE, ("--rename", *NEW_IDS)),
    "delete": Action(_delete, SCOPE, ("--delete",)),
}
