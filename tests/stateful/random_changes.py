"""Draws any change that people can make to a scope, as a plan."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from hypothesis import strategies as st

from desktop_app.core.engine_text import decode
from desktop_app.core.errors import RefusedError
from desktop_app.core.observational.pairs import find_pairs
from desktop_app.core.observational.record import ObservationConfig
from desktop_app.core.observational.reflection import (
    Contradiction,
    Supersession,
    parse_reflection,
)
from desktop_app.core.proposals.accepting import Choice
from desktop_app.core.scope import Scope
from desktop_app.services.editing import observation_actions as observations
from desktop_app.services.editing import reflection_actions as reflections
from desktop_app.services.editing import scope_actions as scopes
from desktop_app.services.editing import working_actions as working
from desktop_app.services.editing.plans import readable
from desktop_app.services.models import reflecting

if TYPE_CHECKING:
    from desktop_app.core.changes import Change
    from desktop_app.core.observational.reflection import Reflection
    from tests.stateful.state_file import StateFile

texts = st.text(min_size=1, max_size=12) | st.sampled_from(
    ["Likes tea.", "It is [seq:2] now.", "Ünïcode — 漢字", "a\nb", "<b>&amp;", "\u2028 x"]
)
any_texts = texts | st.binary(min_size=1, max_size=6).map(decode)
reflection_texts = st.sampled_from(
    [
        "SUMMARY:\nOne.\n\nSUPERSESSIONS:\n- [seq:3] replaces [seq:1]: newer\n",
        "SUMMARY:\nOne.\n\nCONTRADICTIONS:\n- [seq:2] vs [seq:4]: open",
        "**SUMMARY:** bold",
        "plain old text [seq:3]",
        "SUMMARY:\nTwo [seq:2] and [seq:5].",
    ]
)
json_texts = st.sampled_from(
    ['"tea"', "1", "1.50", "12345678901234567890123", '{"b": 1, "a": [true, null]}', "[]", '"é<&"']
)
keys = st.sampled_from(["port", "new key", " spaced ", "Ünï"])
ids = st.sampled_from(["acme", "other", "x y", "ümlaut"])
limits = st.sampled_from([-1, 0, 1, 400, 1200, 5000])


class Drawing:
    """What a rule draws from, and where."""

    def __init__(self, file: StateFile, data: st.DataObject) -> None:
        self.file = file
        self.data = data
        self.snapshot = file.snapshot(self.one(file.keys()))

    def one(self, values: list[str]) -> str:
        if not values:
            raise RefusedError("there is nothing to choose from")
        return self.data.draw(st.sampled_from(values))

    def index(self) -> int:
        return self.data.draw(st.integers(0, self.count() - 1)) if self.count() else 0

    def indices(self, least: int = 1) -> set[int]:
        if self.count() < least:
            raise RefusedError("there are not so many")
        return self.data.draw(st.sets(st.integers(0, self.count() - 1), min_size=least, max_size=4))

    def count(self) -> int:
        return self.snapshot.observation_count

    def reflection(self) -> Reflection:
        return parse_reflection(readable(self.snapshot)[1].reflection)


def _edit(at: Drawing) -> Change:
    text = at.data.draw(st.none() | any_texts)
    importance = at.data.draw(st.none() | st.floats(0, 1))
    plan = observations.edit_observation
    return plan(at.snapshot, at.index(), at.file.intent, text=text, importance=importance).change


def _add(at: Drawing) -> Change:
    text = at.data.draw(any_texts)
    return observations.add_observation(at.snapshot, text, 0.4, at.file.intent).change


def _remove(at: Drawing) -> Change:
    return observations.remove_observations(at.snapshot, at.indices(), at.file.intent).change


def _merge(at: Drawing) -> Change:
    text = at.data.draw(texts)
    return observations.merge_observations(at.snapshot, at.indices(2), text, at.file.intent).change


def _move(at: Drawing) -> Change:
    target = at.file.snapshot(at.one(at.file.keys()))
    return observations.move_observation(at.snapshot, at.index(), target, at.file.intent).change


def _renumber(at: Drawing) -> Change:
    return observations.renumber_observations(at.snapshot, at.file.intent).change


def _summary(at: Drawing) -> Change:
    return reflections.set_summary(at.snapshot, at.data.draw(any_texts), at.file.intent).change


def _reflection_text(at: Drawing) -> Change:
    text = at.data.draw(reflection_texts | any_texts)
    return reflections.set_reflection_text(at.snapshot, text, at.file.intent).change


def _clear(at: Drawing) -> Change:
    return reflections.clear_reflection(at.snapshot, at.file.intent).change


def _convert(at: Drawing) -> Change:
    return reflections.convert_reflection(at.snapshot, at.file.intent).change


def _put_entry(at: Drawing) -> Change:
    kind = at.data.draw(st.sampled_from([Supersession, Contradiction]))
    first, second = at.data.draw(st.tuples(st.integers(1, 9), st.integers(1, 9)))
    entry = kind(first, second, "because")
    return reflections.put_entry(at.snapshot, entry, at.file.intent).change


def _drop_entry(at: Drawing) -> Change:
    kind = at.data.draw(st.sampled_from([Supersession, Contradiction]))
    return reflections.drop_entry(at.snapshot, kind, 0, at.file.intent).change


def _resolve(at: Drawing) -> Change:
    stored = at.reflection().contradictions
    if stored:
        keep = at.data.draw(st.sampled_from([stored[0].seq_a, stored[0].seq_b]))
        return reflections.keep_observation(at.snapshot, 0, keep, at.file.intent, "why").change
    found = readable(at.snapshot)[1].observations or ()
    pair = next(iter(find_pairs(found)), None)
    if pair is None:
        raise RefusedError("nothing contradicts")
    entry = Supersession(found[pair.second].seq, found[pair.first].seq, "later")
    return reflections.supersede(at.snapshot, entry, at.file.intent).change


def _set_working(at: Drawing) -> Change:
    key = at.data.draw(keys | st.sampled_from([one.key for one in at.snapshot.working] or ["k"]))
    return working.set_value(at.snapshot, key, at.data.draw(json_texts), at.file.intent).change


def _rename_working(at: Drawing) -> Change:
    key = at.one([one.key for one in at.snapshot.working])
    return working.rename_entry(at.snapshot, key, at.data.draw(keys), at.file.intent).change


def _delete_working(at: Drawing) -> Change:
    key = at.one([one.key for one in at.snapshot.working])
    return working.delete_entry(at.snapshot, key, at.file.intent).change


def _limits(at: Drawing) -> Change:
    wanted = ObservationConfig(*(at.data.draw(limits) for _ in range(3)))
    return scopes.set_limits(at.snapshot, wanted, at.file.intent).change


def _switch(at: Drawing) -> Change:
    enabled = at.data.draw(st.booleans())
    return scopes.switch_scope(at.snapshot, at.file.intent, enabled=enabled).change


def _accept(at: Drawing) -> Change:
    proposal = reflecting.reflect_by_rules(at.snapshot, at.file.now(), at.file.context)
    choice = Choice(ids=proposal.ticked, override=True)
    return reflecting.accepted_reflection(at.snapshot, proposal, choice, at.file.editor)


def _new_ids(at: Drawing) -> Scope:
    return Scope(*(at.data.draw(ids) for _ in range(3)))


def _create(at: Drawing) -> Change:
    scope = _new_ids(at)
    if at.file.editor.scope_rows(scope.memory_id).record:
        raise RefusedError("it is there")
    plan = scopes.create_scope(
        scope, ObservationConfig(1, 2, 3), at.file.intent, enabled=True, mode=at.file.source.mode
    )
    return plan.change


def _rename(at: Drawing) -> Change:
    scope = _new_ids(at)
    rows = at.file.editor.scope_rows(at.snapshot.memory_id)
    target = at.file.editor.scope_rows(scope.memory_id)
    return scopes.rename_scope(at.snapshot, rows, scope, target, at.file.intent).change


def _delete(at: Drawing) -> Change:
    rows = at.file.editor.scope_rows(at.snapshot.memory_id)
    return scopes.delete_scope(at.snapshot, rows, at.file.intent).change


Kinds = dict[str, Callable[[Drawing], "Change"]]
OF_OBSERVATIONS: Kinds = {
    "edit": _edit,
    "add": _add,
    "remove": _remove,
    "merge": _merge,
    "move": _move,
    "renumber": _renumber,
}
OF_REFLECTIONS: Kinds = {
    "summary": _summary,
    "reflection text": _reflection_text,
    "clear": _clear,
    "convert": _convert,
    "put entry": _put_entry,
    "drop entry": _drop_entry,
    "resolve": _resolve,
    "accept": _accept,
}
OF_WORKING_MEMORY: Kinds = {
    "set working": _set_working,
    "rename working": _rename_working,
    "delete working": _delete_working,
}
OF_SETTINGS: Kinds = {"limits": _limits, "switch": _switch}
OF_SCOPES: Kinds = {"create": _create, "rename": _rename, "delete": _delete}
