"""Whoever takes all changes back has what the engine alone would have left.

The engine writes to the file that we change, and the same to a twin that nobody else changes. It
adds observations, replaces the reflection, switches, sets limits and working memory; it changes no
observation that is there, and never writes a value that we have put there: nobody could tell whose
it is. Where both have changed the same, its version is taken. What is left
then is the twin, byte for byte, but for

- version and time of a record: every write counts, also one that takes another back;
- the number of reflected observations, where the engine has reflected on a list that was ours: the
  twin's reflector was shown others;
- entries of a reflection, where the engine has written a new one and a choice was needed: to take
  back that one was dropped adds it to the new one, and that it was added can't be merged then;
- numbers in the engine's log (of an operation in its scope, of an observation in a marker) and the
  places of its rows: they tell what was so then, and nobody may change them.
"""

from __future__ import annotations

from functools import partial

import pytest
from hypothesis import strategies as st
from hypothesis.stateful import rule, run_state_machine_as_test

from desktop_app.core.editing.conflict import Choice
from desktop_app.core.observational import engine_steps
from desktop_app.core.observational.engine_steps import Answer, Unobserved
from desktop_app.core.observational.record import ObservationConfig
from desktop_app.core.observational.record_reader import read_record
from desktop_app.core.observational.reflection import parse_reflection
from desktop_app.core.transcript import Message
from desktop_app.services.editing.outcomes import Conflicted
from tests.stateful.machine import SETTINGS, Changes
from tests.stateful.random_changes import OF_SETTINGS
from tests.stateful.state_file import StateFile

LOG = {
    "om_operation_log": ("operation_id", "memory_id", "operation_type", "status", "created_at"),
    "om_markers": ("marker_id", "memory_id", "marker_type", "cycle_id", "token_count"),
}


class ChangesBesideEngine(Changes):
    """A file that both change, and a twin that only the engine changes."""

    of_scopes = OF_SETTINGS

    def __init__(self, original):
        super().__init__(original)
        self.twin = StateFile(original)
        self.written = 0
        self.reflected = set()
        self.settled = set()

    def teardown(self):
        try:
            super().teardown()
        finally:
            self.twin.close()

    undo_an_older_one = None
    restore = None

    def engine(self, key, kind, step):
        self.written += 1
        self.file.tick()
        for file in (self.file, self.twin):
            file.set_time(self.file.seconds)
            file.engine(key, kind, step)

    def both_ready(self, data):
        """Draw a scope in which the engine does the same in both files."""
        ours, twins = (
            {row.memory_id: read_record(row) for row in file.records()}
            for file in (self.file, self.twin)
        )
        ready = [
            key for key, record in sorted(ours.items())
            if record.enabled and twins[key].enabled
            and record.observations and twins[key].observations
        ]  # fmt: skip
        return data.draw(st.sampled_from(ready), label="scope") if ready else None

    @rule(data=st.data(), importance=st.sampled_from([0.0, 0.3, 0.9]))
    def engine_observes(self, data, importance):
        key = self.both_ready(data)
        if key is None:
            return
        text = f"IMPORTANCE:{importance}\nThe engine saw {self.written}."

        def step(record, running):
            start = record.last_observed_message_index + 1
            source = Unobserved(start, start + 2, (Message(0, "user", "hello"),), 9)
            return engine_steps.observe(
                record, running, source, observer=Answer(text), reflector=None
            )

        self.engine(key, "observe", step)

    @rule(data=st.data())
    def engine_reflects(self, data):
        key = self.both_ready(data)
        if key is None:
            return
        answer = Answer(f"SUMMARY:\nThe engine thought {self.written}.")
        self.reflected.add(key)
        self.engine(key, "reflect_now", partial(engine_steps.reflect_now, reflector=answer))

    @rule(data=st.data(), limit=st.none() | st.sampled_from([777, 888]))
    def engine_switches(self, data, limit):
        row = data.draw(st.sampled_from(self.file.records()), label="row")
        config = None if limit is None else ObservationConfig(0, limit, 0)
        step = partial(engine_steps.set_enabled, enabled=not row.enabled, config=config)
        self.engine(row.memory_id, "disable" if row.enabled else "enable", step)

    @rule(data=st.data(), name=st.sampled_from(["port", "engine's", "Ünï"]))
    def engine_sets_working_memory(self, data, name):
        key = data.draw(st.sampled_from(self.twin.keys()), label="scope")
        self.written += 1
        for file in (self.file, self.twin):
            file.engine_sets(key, name, f'"engine {self.written}"')

    @rule()
    def look_whether_edits_are_still_there(self):
        self.file.editor.overwritten()

    def take_back(self, entry_id=""):
        outcome = self.file.editor.undo(self.file.context, entry_id)
        if isinstance(outcome, Conflicted):
            self.settled.update(map(str, outcome.wish.change.memory_ids))
            theirs = [Choice.THEIRS] * len(outcome.rebase.items)
            outcome = self.file.editor.resolve(outcome, theirs, self.file.context)
            assert not isinstance(outcome, Conflicted)
        return outcome

    def check_end(self, conflicts):
        if not self.written:
            super().check_end(conflicts)
        ours, twins = self.file.records(), self.twin.records()
        assert [row.memory_id for row in ours] == [row.memory_id for row in twins]
        for one, other in zip(ours, twins, strict=True):
            assert self.different_columns(one, other) == {}
        assert self.working(self.file) == self.working(self.twin)
        assert self.log(self.file) == self.log(self.twin)

    def different_columns(self, one, other):
        left_out = {"state_version", "updated_at"}
        if one.memory_id in self.reflected:
            left_out.add("last_reflected_observation_seq")
        if one.memory_id in self.reflected & self.settled:
            left_out |= {"active_reflection", "active_reflection_tokens"}
            read = [parse_reflection(row.active_reflection) for row in (one, other)]
            assert read[0].summary == read[1].summary
        return {
            name: (getattr(one, name), getattr(other, name))
            for name in one.__struct_fields__
            if name not in left_out and getattr(one, name) != getattr(other, name)
        }

    @staticmethod
    def working(file):
        return [row[1:] for row in file.rows()["working_memory_entries"]]

    @staticmethod
    def log(file):
        return {table: file.columns(table, names) for table, names in LOG.items()}


@pytest.mark.timeout(600)
def test_what_is_left_is_what_the_engine_alone_would_have_left(golden_originals):
    original = golden_originals / "rich-coding-agent"
    run_state_machine_as_test(lambda: ChangesBesideEngine(original), settings=SETTINGS)
