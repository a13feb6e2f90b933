"""Contents of scopes: one, some and all of a file, and the texts that a search looks into."""

from __future__ import annotations

import pytest

from desktop_app.core.working.entry import WorkingEntry
from desktop_app.store.sqlite_errors import ReadStoppedError
from desktop_app.store.sqlite_file import never
from desktop_app.store.state_file import SqliteStateFile
from tests.store.reading_state import change, record, remembered


@pytest.fixture
def file(state_db):
    """A file without records or working memory."""
    path = state_db("empty-scope")
    change(path, "DELETE FROM om_memory_records")
    return SqliteStateFile(path)


def one_by_one(file):
    return {key: file.contents(key) for key, *_ in file.all_contents(never)}


def all_at_once(file):
    return {contents[0]: contents for contents in file.all_contents(never)}


def test_contents_of_a_scope_are_its_row_and_its_entries(file):
    change(file.path, record("a|b|c", reflection="R"), remembered("a|b|c", "z"))
    change(file.path, remembered("a|b|c", "k", "{}"), remembered("a|b|d", "other"))
    key, row, entries, leads = file.contents("a|b|c")
    assert (key, row.memory_id, row.active_reflection) == ("a|b|c", "a|b|c", "R")
    assert entries == (WorkingEntry("k", "{}"), WorkingEntry("z", "1"))
    assert leads


def test_contents_without_a_record_are_the_entries_alone(file):
    change(file.path, remembered("a|b|c"))
    assert file.contents("a|b|c") == ("a|b|c", None, (WorkingEntry("plan", "1"),), True)
    assert file.contents("no|such|scope") == ("no|such|scope", None, (), True)


def test_contents_without_tables_are_empty(state_db):
    file = SqliteStateFile(state_db("memory-mode-off"))
    assert file.contents("default|c1|default")[1] is None
    assert len(file.contents("default|c1|default")[2]) == 1
    assert [key for key, *_ in file.all_contents(never)] == ["default|c1|default"]
    assert file.rows(["default|c1|default"]) == ()
    change(file.path, "DROP TABLE working_memory_entries", "CREATE TABLE other (x)")
    assert file.contents("default|c1|default") == ("default|c1|default", None, (), True)
    assert list(file.all_contents(never)) == []


def test_rows_come_in_the_order_asked_for_without_those_that_are_missing(file):
    change(file.path, *(record(f"a|b|{agent}") for agent in "xyz"))
    rows = file.rows(["a|b|z", "a|b|none", "a|b|x", "a|b|z"])
    assert [row.memory_id for row, _leads in rows] == ["a|b|z", "a|b|x", "a|b|z"]
    assert file.rows([]) == ()


@pytest.mark.parametrize(
    ("memory_id", "ids", "leads"),
    [
        ("a|b|c", ("a", "b", "c"), True),
        ("a|b|c|d", ("a|b", "c", "d"), True),
        ("a|b|c", ("a", "renamed", "c"), False),
        ("default|unknown|default", ("", "", ""), True),
        ("default|unknown|default", (" ", "\t", "\n"), True),
        ("||", ("", "", ""), False),
        ("a|b|c", (b"a", b"b", b"c"), True),
        ("a|b|c", ("taken", "by", "another"), True),
        ("a|b|c", ("only", "working", "memory"), False),
    ],
)
def test_ids_lead_to_a_record_or_not(file, memory_id, ids, leads):
    change(
        file.path,
        record(memory_id, *ids),
        record("taken|by|another", "somebody", "else", "s"),
        remembered("only|working|memory"),
    )
    assert file.contents(memory_id)[3] is leads
    assert all_at_once(file)[memory_id][3] is leads


def test_all_contents_are_those_of_each_scope(golden_workspace):
    for name in ("rich-coding-agent", "odd-scope-ids", "hand-edited", "wal-present"):
        file = SqliteStateFile(golden_workspace(name) / ".harness" / "state.db")
        found = all_at_once(file)
        assert found == one_by_one(file)
        assert set(found) == {entry.memory_id for entry in file.scopes()}


def test_a_file_larger_than_one_chunk_is_read_whole_and_in_order(file):
    expected = [f"t|c|{number}" for number in range(2_500)]
    change(file.path, *map(record, expected))
    change(file.path, "DELETE FROM om_memory_records WHERE rowid % 7 = 0")
    change(file.path, remembered(expected[0]), remembered(expected[-1]), remembered("w|o|r"))
    change(file.path, "DELETE FROM om_memory_records WHERE memory_id = 't|c|2499'")
    kept = [key for number, key in enumerate(expected, 1) if number % 7 and key != expected[-1]]
    found = list(file.all_contents(never))
    assert [contents[0] for contents in found] == [*kept, expected[-1], "w|o|r"]
    assert [row is not None for _, row, *_ in found] == [True] * len(kept) + [False] * 2
    assert [len(entries) for _, _, entries, _ in found] == [1] + [0] * (len(kept) - 1) + [1, 1]


@pytest.mark.parametrize("number", [999, 1_000, 1_001, 2_000])
def test_no_record_is_lost_or_doubled_where_a_chunk_ends(file, number):
    expected = [f"t|c|{index}" for index in range(number)]
    change(file.path, *map(record, expected))
    assert [key for key, *_ in file.all_contents(never)] == expected


def test_records_with_row_ids_below_one_are_read_too(file):
    change(file.path, *map(record, ("a|b|one", "a|b|two", "a|b|three")))
    change(file.path, "UPDATE om_memory_records SET rowid = rowid - 2")
    assert [key for key, *_ in file.all_contents(never)] == ["a|b|one", "a|b|two", "a|b|three"]


def test_records_that_are_added_while_reading_come_along(file):
    change(file.path, *(record(f"t|c|{number}") for number in range(1_000)))
    contents = file.all_contents(never)
    first = next(contents)
    change(file.path, record("t|c|late"))
    assert [key for key, *_ in (first, *contents)][-2:] == ["t|c|999", "t|c|late"]


def test_reading_all_stops_between_two_chunks(file):
    change(file.path, *(record(f"t|c|{number}") for number in range(2_500)))
    stopped = []
    contents = file.all_contents(lambda: bool(stopped))
    seen = [next(contents) for _ in range(1_000)]
    stopped.append(True)
    with pytest.raises(ReadStoppedError):
        list(contents)
    assert len(seen) == 1_000


def test_candidates_of_a_search_are_read_one_by_one(file):
    change(file.path, record("a|b|c", reflection="A Needle here"), record("a|b|d"))
    change(
        file.path,
        "UPDATE om_memory_records SET active_observations_json = '[\"needle\"]'"
        " WHERE agent_id = 'd'",
        remembered("a|b|c", "needle", "1"),
        remembered("a|b|e", "k", '"a needle"'),
        remembered("a|b|e", "z", "2"),
    )
    assert list(file.record_candidates("needle", never)) == [
        ("a|b|c", None, "A Needle here"),
        ("a|b|d", b'["needle"]', None),
    ]
    assert list(file.working_candidates("needle", never)) == [
        ("a|b|c", WorkingEntry("needle", "1")),
        ("a|b|e", WorkingEntry("k", '"a needle"')),
    ]
    assert list(file.record_candidates("absent", never)) == []
    assert list(file.working_candidates("", never)) == []


def test_a_search_that_is_left_early_lets_go_of_the_file(file, other_process):
    change(file.path, *(record(f"t|c|{number}", reflection="needle") for number in range(50)))
    candidates = file.record_candidates("needle", never)
    next(candidates)
    candidates.close()
    engine = other_process(file.path)
    engine.run("PRAGMA busy_timeout=0", "PRAGMA journal_mode=DELETE")
