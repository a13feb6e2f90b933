"""A machine that changes a file at random, and what must hold on the way."""

from __future__ import annotations

from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule

from desktop_app.core.editing.journal import EntryKind, EntryState
from desktop_app.core.errors import NotFoundError, RefusedError
from desktop_app.core.observational.record_reader import read_record
from desktop_app.core.observational.record_writer import rewrite_row
from desktop_app.core.observational.snippet import build_snippet
from desktop_app.services.editing.outcomes import Conflicted, Saved
from tests.stateful.random_changes import (
    OF_OBSERVATIONS,
    OF_REFLECTIONS,
    OF_SCOPES,
    OF_SETTINGS,
    OF_WORKING_MEMORY,
    Drawing,
)
from tests.stateful.state_file import StateFile

# Without shrinking: a failure is told at once, and the steps that led to it are few.
SETTINGS = settings(
    max_examples=20,
    stateful_step_count=15,
    deadline=None,
    suppress_health_check=list(HealthCheck),
    print_blob=True,
    phases=(Phase.explicit, Phase.reuse, Phase.generate),
)


def differences(before, after):
    """Return the rows that only one of two files has."""
    return [
        (table, sign, row)
        for table in before
        for sign, rows, others in (
            ("-", before[table], after[table]),
            ("+", after[table], before[table]),
        )
        for row in rows
        if row not in others
    ]


class Changes(RuleBasedStateMachine):
    """A file that is changed by us alone."""

    of_scopes = OF_SETTINGS | OF_SCOPES

    def __init__(self, original):
        super().__init__()
        self.file = StateFile(original)
        self.start = self.file.rows()
        self.is_merged = False

    def teardown(self):
        try:
            self.undo_all()
        finally:
            self.file.close()

    def attempt(self, act):
        """Do something, which may be refused or conflict: then the file is as it was."""
        before = self.file.rows()
        self.file.tick()
        try:
            outcome = act()
        except (RefusedError, NotFoundError):
            outcome = None
        if not isinstance(outcome, Saved):
            assert self.file.rows() == before
        if isinstance(outcome, Saved):
            self.is_merged |= bool(outcome.merged)
        return outcome

    def change(self, kinds, data):
        kind = data.draw(st.sampled_from(sorted(kinds)), label="kind")

        def act():
            change = kinds[kind](Drawing(self.file, data))
            return self.file.editor.apply(change, self.file.context)

        assert not isinstance(self.attempt(act), Conflicted)

    @rule(data=st.data())
    def change_observations(self, data):
        self.change(OF_OBSERVATIONS, data)

    @rule(data=st.data())
    def change_a_reflection(self, data):
        self.change(OF_REFLECTIONS, data)

    @rule(data=st.data())
    def change_working_memory(self, data):
        self.change(OF_WORKING_MEMORY, data)

    @rule(data=st.data())
    def change_a_scope(self, data):
        self.change(self.of_scopes, data)

    @rule()
    def undo(self):
        self.attempt(self.take_back)

    @rule()
    def redo(self):
        self.attempt(lambda: self.file.editor.redo(self.file.context))

    @rule(data=st.data())
    def undo_an_older_one(self, data):
        entries = self.undoable()
        if entries[1:]:
            entry = data.draw(st.sampled_from(entries[1:]), label="entry")
            self.is_merged = True
            self.attempt(lambda: self.file.editor.undo(self.file.context, entry.id))

    @rule(data=st.data(), before=st.booleans())
    def restore(self, data, before):
        entries = [one for one in self.entries() if one.state is EntryState.WRITTEN]
        if entries:
            entry = data.draw(st.sampled_from(entries), label="entry")
            editor, context = self.file.editor, self.file.context
            self.attempt(lambda: editor.restore(entry.id, context, before=before))

    @rule()
    def restart(self):
        self.file.restart()
        assert self.file.editor.recover() == []

    @invariant()
    def every_record_is_as_the_engine_would_write_it(self):
        for row in self.file.records():
            record = read_record(row)
            build_snippet(record)
            again = rewrite_row(row, record)
            assert read_record(again) == record
            numbers = [one.seq for one in record.observations or ()]
            assert numbers == list(range(1, len(numbers) + 1))
            assert 0 <= record.last_reflected_seq <= len(numbers)

    @invariant()
    def entries_have_ids_of_their_own(self):
        ids = [entry.id for entry in self.entries()]
        assert len(set(ids)) == len(ids)
        assert all(entry.state is not EntryState.INTENDED for entry in self.entries())

    def entries(self):
        return self.file.editor.journal.entries(self.file.editor.file, limit=500)

    def undoable(self):
        """What is in the file and can be taken back, newest first."""
        return [
            entry
            for entry in self.entries()
            if entry.state is EntryState.WRITTEN
            and not entry.is_undone
            and entry.kind not in {EntryKind.UNDO, EntryKind.REDO}
        ]

    def take_back(self, entry_id=""):
        return self.file.editor.undo(self.file.context, entry_id)

    def undo_all(self):
        conflicts = [
            entry.label
            for entry in self.undoable()
            if isinstance(self.attempt(lambda entry=entry: self.take_back(entry.id)), Conflicted)
        ]
        self.check_end(conflicts)

    def check_end(self, conflicts):
        """Check what is left when all is taken back."""
        if not self.is_merged:
            assert conflicts == []
            assert differences(self.start, self.file.rows()) == []
