"""Search over everything that is remembered."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing

import pytest
from hypothesis import given
from hypothesis import strategies as st

from desktop_app.core.errors import StoreBusyError, StoreError
from desktop_app.core.search.matching import LONGEST_EXCERPT, Needle
from desktop_app.services.search import HitKind, search
from desktop_app.services.workspace import open_workspace


@pytest.fixture
def source(golden_workspace):
    return open_workspace(golden_workspace("rich-coding-agent")).sources[0]


def test_all_kinds_are_found_whatever_the_case(source):
    hits = list(search(source, "ROUNDING"))
    assert {hit.kind for hit in hits} == set(HitKind)
    for hit in hits:
        assert hit.marks
        for start, end in hit.marks:
            assert hit.excerpt[start:end].casefold() == "rounding"


def test_it_finds_exactly_what_a_look_at_every_scope_finds(source):
    wanted = "user"
    expected = set()
    for entry in source.scopes():
        shown = source.snapshot(entry.memory_id)
        if shown.record:
            for index, item in enumerate(shown.record.observations or ()):
                if wanted in item.content.casefold():
                    expected.add((entry.memory_id, HitKind.OBSERVATION, index, None))
            if wanted in shown.record.reflection.casefold():
                expected.add((entry.memory_id, HitKind.REFLECTION, None, None))
        for item in shown.working:
            if wanted in f"{item.key}\n{item.value_json}".casefold():
                expected.add((entry.memory_id, HitKind.WORKING, None, item.key))
    hits = list(search(source, wanted))
    assert {(hit.memory_id, hit.kind, hit.index, hit.key) for hit in hits} == expected
    assert len(hits) == len(expected) > 10


def test_a_hit_tells_where_it_stands(source):
    (hit,) = search(source, "FuzzRoundTrip found")
    assert hit.memory_id == "default|conv-billing-rounding|default"
    assert hit.scope.conversation == "conv-billing-rounding"
    assert (hit.seq, hit.index) == (34, 33)


def test_a_limit_and_an_empty_text_end_it(source):
    assert len(list(search(source, "e", limit=3))) == 3
    assert list(search(source, "e", limit=0)) == []
    assert list(search(source, "")) == []
    assert list(search(source, "nothing says this")) == []


def test_a_cancel_stops_the_reading(golden_workspace):
    source = open_workspace(golden_workspace("large")).sources[0]
    with pytest.raises(StoreError):
        list(search(source, "nothing says this", cancelled=lambda: True))


def test_the_first_hit_comes_before_the_last_row_is_read(golden_workspace):
    source = open_workspace(golden_workspace("large")).sources[0]
    steps = 0

    def count() -> bool:
        nonlocal steps
        steps += 1
        return False

    hits = search(source, "user", cancelled=count)
    next(hits)
    early = steps
    list(hits)
    assert early < steps


def test_damaged_json_is_searched_as_it_stands_and_marked(golden_workspace):
    root = golden_workspace("hand-edited")
    with closing(sqlite3.connect(root / ".harness" / "state.db")) as connection, connection:
        connection.execute(
            "UPDATE om_memory_records SET active_observations_json = ?"
            " WHERE memory_id = 'default|unreadable-json|default'",
            ('[{"seq":1,"content":"half a \\u003cthought\\u003e',),
        )
    (hit,) = search(open_workspace(root).sources[0], "<thought>")
    assert hit.is_damaged
    assert (hit.kind, hit.index, hit.seq) == (HitKind.OBSERVATION, None, None)
    assert "half a <thought>" in hit.excerpt


def test_names_of_fields_are_no_text_of_a_damaged_record(golden_workspace):
    root = golden_workspace("hand-edited")
    with closing(sqlite3.connect(root / ".harness" / "state.db")) as connection, connection:
        connection.execute(
            "UPDATE om_memory_records SET active_observations_json = ?"
            " WHERE memory_id = 'default|unreadable-json|default'",
            ('[{"importance":0.5,"content":"they \\"ship\\" on Fridays"},{"content":"cut off',),
        )
    source = open_workspace(root).sources[0]
    key = "default|unreadable-json|default"

    def found(text: str) -> list[str]:
        return [hit.excerpt for hit in search(source, text) if hit.memory_id == key]

    assert found("import") == []
    assert found('"ship"') == ['they "ship" on Fridays']
    assert found("cut off") == ['"cut off']


def test_a_file_that_changes_meanwhile_is_read_again_and_nothing_comes_twice(golden_workspace):
    root = golden_workspace("large")
    source = open_workspace(root).sources[0]
    calm = [(hit.memory_id, hit.kind, hit.index, hit.key) for hit in search(source, "user")]
    hits = search(source, "user")
    first = next(hits)
    with closing(sqlite3.connect(root / ".harness" / "state.db")) as connection:
        connection.execute("PRAGMA journal_mode = DELETE")
        with connection:
            connection.execute("UPDATE om_memory_records SET state_version = state_version + 1")
    found = [first, *hits]
    places = [(hit.memory_id, hit.kind, hit.index, hit.key) for hit in found]
    assert sorted(map(repr, places)) == sorted(map(repr, calm))


def test_a_locked_file_is_said_to_be_busy(golden_workspace):
    root = golden_workspace("rich-coding-agent")
    path = root / ".harness" / "state.db"
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA journal_mode = DELETE")
    source = open_workspace(root).sources[0]
    with closing(sqlite3.connect(path, isolation_level=None)) as holder:
        holder.execute("BEGIN EXCLUSIVE")
        with pytest.raises(StoreBusyError):
            list(search(source, "user"))


@pytest.mark.parametrize(
    ("text", "needle", "marks"),
    [
        ("Die Straße", "STRASSE", ((4, 10),)),
        ("aXa", "A", ((0, 1), (2, 3))),
        ("İstanbul", "stanbul", ((1, 8),)),
        ("ßß", "s", ((0, 1), (1, 2))),
        ("退款 需要", "需要", ((3, 5),)),
        ("nothing", "else", None),
    ],
)
def test_marks_stand_where_the_text_is(text, needle, marks):
    found = Needle(needle).excerpt(text)
    assert (found and found.marks) == marks


def test_a_long_text_is_cut_around_the_first_occurrence():
    text = "x" * 1_000 + "needle" + "y" * 1_000 + "needle"
    found = Needle("NEEDLE").excerpt(text)
    assert found is not None
    ((start, end),) = found.marks
    assert found.text[start:end] == "needle"
    assert found.text[0] == found.text[-1] == "…"
    assert len(found.text) == LONGEST_EXCERPT + 2


def test_engine_escapes_in_working_memory_are_read_as_people_read_them(golden_workspace):
    root = golden_workspace("rich-coding-agent")
    with closing(sqlite3.connect(root / ".harness" / "state.db")) as connection, connection:
        connection.execute(
            "INSERT INTO working_memory_entries (memory_id, entry_key, entry_json)"
            " VALUES ('a|b|c', 'who', ?)",
            (json.dumps("Tom & Ann").replace("&", "\\u0026"),),
        )
    (hit,) = search(open_workspace(root).sources[0], "tom & ann")
    assert (hit.memory_id, hit.key, hit.excerpt) == ("a|b|c", "who", '"Tom & Ann"')


@given(st.text(max_size=600), st.text(min_size=1, max_size=4))
def test_every_mark_is_an_occurrence_inside_the_excerpt(text, needle):
    found = Needle(needle).excerpt(text)
    assert (found is not None) == (needle.casefold() in text.casefold())
    for start, end in found.marks if found else ():
        assert 0 <= start < end <= len(found.text)
        assert needle.casefold() in found.text[start:end].casefold()


def test_a_key_with_more_bars_has_the_ids_of_its_row(golden_workspace):
    source = open_workspace(golden_workspace("odd-scope-ids")).sources[0]
    hits = [hit for hit in search(source, "e") if hit.memory_id == "a|b|c|d"]
    assert hits
    for hit in hits:
        ids = (hit.scope.tenant, hit.scope.conversation, hit.scope.agent)
        assert ids in {("a|b", "c", "d"), ("a", "b|c", "d")}


def test_a_blob_in_a_text_column_is_searched_too(golden_workspace):
    root = golden_workspace("rich-coding-agent")
    with closing(sqlite3.connect(root / ".harness" / "state.db")) as connection, connection:
        connection.execute(
            "UPDATE om_memory_records SET active_reflection = CAST('a blob of words' AS BLOB)"
        )
    hits = [*search(open_workspace(root).sources[0], "BLOB of")]
    assert {hit.kind for hit in hits} == {HitKind.REFLECTION}
    assert len(hits) == 5
