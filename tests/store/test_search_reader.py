"""The search lets through every row that holds the text, escaped or not, in any case."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing

import pytest

from desktop_app.core.engine_text import decode
from desktop_app.core.search.json_text import unescaped
from desktop_app.store.harness_reader import iter_working
from desktop_app.store.search_reader import search_records, search_working
from desktop_app.store.sqlite_errors import ReadStoppedError
from desktop_app.store.sqlite_file import read, reading
from tests.store.reading_state import change, records

TEXTS = [
    'say "hi" to <b>Tom & Ann</b>',
    "back\\slash and a/b",
    "first\nsecond\ttab",
    "Straße ÄÖÜ Ελλάς",
    "退款 需要 批准",
    "smile 😀 end",
    "100%_sure",
    "x",
]
NEEDLES = [
    '"HI"',
    "<B>tom & ann",
    "&",
    "\\",
    "K\\S",
    "a/b",
    "/",
    "first\nSECOND",
    "äöü",
    "ΕΛΛΆΣ",
    "退款",
    "😀",
    "%",
    "%_S",
    "X",
    "nowhere",
    "second\ttab",
]


def go_json(text):
    """Escape as the engine does: HTML characters too."""
    out = json.dumps(text, ensure_ascii=False)
    return out.replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026")


WRITERS = {
    "engine": go_json,
    "plain": lambda text: json.dumps(text, ensure_ascii=False),
    "ascii": json.dumps,
}


@pytest.fixture(params=WRITERS)
def path(request, state_db):
    path = state_db("fresh-database")
    write = WRITERS[request.param]
    with closing(sqlite3.connect(path)) as connection:
        for number, text in enumerate(TEXTS):
            observations = f'[{{"seq":1,"content":{write(text)}}}]'
            for kind, values in (("o", (observations, "")), ("r", ("[]", text))):
                connection.execute(
                    "INSERT INTO om_memory_records VALUES (?, 'acme', ?, '', 1, 1, 0, ?, 0, ?, 0,"
                    " 0, '{}', '', '')",
                    (f"{kind}{number}", f"{kind}{number}", *values),
                )
            connection.execute(
                "INSERT INTO working_memory_entries VALUES (?, ?, ?)",
                (f"w{number}", f"key {number}", write(text)),
            )
        connection.commit()
    return path


@pytest.mark.parametrize("needle", NEEDLES)
def test_every_row_that_holds_the_text_is_let_through(path, needle):
    with reading(path) as connection:
        records = {candidate.memory_id for candidate in search_records(connection, needle)}
        working = {candidate.memory_id for candidate in search_working(connection, needle)}
    holders = [n for n, text in enumerate(TEXTS) if needle.casefold() in text.casefold()]
    assert records >= {f"{kind}{number}" for kind in "or" for number in holders}
    assert working >= {f"w{number}" for number in holders}
    assert {name for name in records if name[0] == "r"} == {f"r{number}" for number in holders}


def test_double_s_finds_sharp_s_as_engines_write_it(state_db):
    path = state_db("empty-scope")
    change(
        path,
        "UPDATE om_memory_records SET active_reflection = 'Straße', active_observations_json ="
        """ '[{"seq":1,"content":"Straße"}]'""",
    )
    with reading(path) as connection:
        found = list(search_records(connection, "STRASSE"))
    assert [(c.reflection, c.observations_json is not None) for c in found] == [
        ("Straße", True)
    ] * 2


def test_only_the_part_that_may_hold_the_text_is_fetched(path):
    with reading(path) as connection:
        found = {candidate.memory_id: candidate for candidate in search_records(connection, "退款")}
    assert (found["r4"].observations_json, found["r4"].reflection) == (None, TEXTS[4])
    assert found["o4"].observations_json.startswith(b'[{"seq":1')
    assert found["o4"].reflection is None


def test_keys_of_working_memory_are_searched(path):
    with reading(path) as connection:
        (found,) = search_working(connection, "KEY 3")
    assert (found.memory_id, found.entry.key) == ("w3", "key 3")


@pytest.mark.parametrize("needle", ["the", "refund", "ß"])
def test_golden_workspaces_are_searched_whole(golden_workspace, golden_workspace_names, needle):
    def holds(text):
        return needle.casefold() in text.casefold()

    for name in golden_workspace_names:
        for file in golden_workspace(name).rglob("state.db"):
            with reading(file) as connection:
                found = {candidate.memory_id for candidate in search_records(connection, needle)}
                working = [candidate.entry for candidate in search_working(connection, needle)]
                entries = [entry for _, entry in iter_working(connection)]
                if name == "memory-mode-off":
                    assert found == set()
                    continue
                expected = {
                    row.memory_id
                    for row in records(connection)
                    if needle.casefold()
                    in unescaped(decode(row.active_observations_json)).casefold()
                    or holds(row.active_reflection)
                }
            assert found >= expected, name
            assert [
                e for e in entries if needle.casefold() in unescaped(e.value_json).casefold()
            ] == working


def test_text_behind_a_nul_and_text_that_is_not_valid_is_found(state_db):
    path = state_db("empty-scope")
    change(
        path, "UPDATE om_memory_records SET active_reflection = CAST(x'00ff6e6565646c65' AS TEXT)"
    )
    with reading(path) as connection:
        assert len(list(search_records(connection, "needle"))) == 2
        assert len(list(search_records(connection, "\udcffNEEDLE"))) == 2


def test_hits_come_one_by_one_and_can_be_stopped(state_db):
    stop = []

    def look(connection):
        found = search_records(connection, "e")
        assert next(found).memory_id
        stop.append(True)
        return list(found)

    with pytest.raises(ReadStoppedError):
        read(state_db("large"), look, cancelled=lambda: bool(stop))


@pytest.mark.parametrize("needle", ["", "a" * 100_000, "\x00"])
def test_odd_needles_find_nothing_and_break_nothing(path, needle):
    with reading(path) as connection:
        assert list(search_records(connection, needle)) == []
        assert list(search_working(connection, needle)) == []


@pytest.mark.parametrize(
    ("source", "text"),
    [
        (r"a\u00e9b", "aéb"),
        (r"\ud83d\ude00!", "😀!"),
        (r"\ud83d", "\ufffd"),
        (r"\n\t\"\\\/x", '\n\t"\\/x'),
        ("plain", "plain"),
        ("\\", "\\"),
    ],
)
def test_escapes_are_resolved(source, text):
    assert unescaped(source) == text
