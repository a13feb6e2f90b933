"""The benchmarks measure what they say; how fast it is, no test judges."""

from __future__ import annotations

from desktop_app.core.engine_encode import encode_observations
from tests.benchmarks import filing
from tests.benchmarks.changing import edits
from tests.benchmarks.files import BIG_SCOPE, RARE, observations, write_big, write_scope
from tests.benchmarks.measure import Figure, Reference, as_json, table, timed
from tests.benchmarks.reading import big, open_source


def test_observations_are_as_long_as_in_the_engines_own_benchmark():
    stored = encode_observations(observations(1_000))
    assert 200 <= len(stored) / 1_000 <= 250


def test_a_scope_of_any_length_has_a_snippet(tmp_path):
    memory_id = write_scope(tmp_path / ".harness/state.db", 100)
    texts = open_source(tmp_path).turn_texts(memory_id)
    assert texts.error == ""
    assert 0 < texts.counted <= 900


def test_the_big_file_has_ten_operations_a_scope_and_a_few_rare_words(tmp_path):
    write_big(tmp_path / ".harness/state.db", 40)
    source = open_source(tmp_path)
    assert source.counts()["om_memory_records"] == 40
    assert source.counts()["om_operation_log"] == 400
    assert sum(source.status_counts(BIG_SCOPE).values()) >= 200
    assert 0 < sum(RARE in one.observational for one in source.all_turn_texts()) < 40


def test_every_figure_of_the_big_file_can_be_taken(tmp_path):
    write_big(tmp_path / ".harness/state.db", 1_100)
    figures = list(big(tmp_path))
    assert all(one.value >= 0 for one in figures)
    assert len({one.name for one in figures}) == len(figures) >= 9


def test_every_figure_of_edits_can_be_taken(tmp_path):
    figures = list(edits(tmp_path, {3: 2, 5: 2}))
    assert [one.name for one in figures[::6]] == [
        "edit in 3 observations: first, with a copy",
        "edit in 5 observations: first, with a copy",
    ]
    assert len(figures) == 12
    assert all(one.value > 0 for one in figures)


def test_counts_are_shown_without_a_unit():
    assert " 1,234 " in table([Figure("operations", 1_234, "")], 1.0)


def test_targets_grow_with_the_machine_and_figures_keep_their_own():
    figures = [Figure("a", 0.002, target=0.001), Figure("b", 120.0, "MB", target=250)]
    slow, quick = table(figures, 4.0), table(figures, 1.0)
    assert slow.count("ok") == 2
    assert "over" in quick
    assert as_json(figures, 4.0)[1]["scale_of_target"] == 1.0


def test_a_call_is_measured_more_than_once():
    calls = []
    assert timed("x", lambda: calls.append(1)).runs == len(calls) - 1 >= 5
    reference = Reference()
    reference.sample()
    assert reference.factor > 0


def test_every_figure_of_memory_files_can_be_taken(tmp_path):
    figures = [
        *filing.memory(tmp_path, 200_000),
        *filing.logs(tmp_path, 3),
        *filing.notes(tmp_path, 3),
    ]
    assert len(figures) >= 19
    assert all(one.value > 0 for one in figures)
    assert (tmp_path / "long-memory" / "MEMORY.md").stat().st_size <= 200_000
