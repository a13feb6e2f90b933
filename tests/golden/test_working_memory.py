"""Working memory: what is stored, what the tool answers, what a turn receives."""

from __future__ import annotations

from desktop_app.core.engine_json import JsonError
from desktop_app.core.errors import MemloupeError
from desktop_app.core.working.entry import WorkingEntry
from desktop_app.core.working.snippet import working_snippet
from desktop_app.core.working.tool import read_call, run_call
from desktop_app.core.working.value import entry_json
from tests.golden_rows import text_of


def stored(case: dict) -> str | None:
    try:
        return entry_json(text_of(case, "value_json"))
    except JsonError:
        return None


def expected(case: dict) -> str | None:
    return None if "error" in case else text_of(case, "entry_json")


def answer(entries: dict[str, str], arguments: str) -> str | None:
    try:
        return run_call(entries, read_call(arguments))
    except MemloupeError:
        return None


def test_every_value_is_stored_as_the_engine_stores_it(golden_vectors):
    cases = golden_vectors("working_memory_set")
    wrong = [case["case"] for case in cases if stored(case) != expected(case)]

    assert len(cases) == 1274
    assert wrong == []


def test_every_step_of_the_tool_gives_the_engines_answer(golden_vectors):
    cases = golden_vectors("working_memory_tool")
    for case in cases:
        entries: dict[str, str] = {}
        for step in case["steps"]:
            assert answer(entries, step["args"]) == step.get("result"), (case["case"], step)
        rows = [(row["entry_key"], row["entry_json"]) for row in case["rows"]]
        assert list(entries.items()) == rows, case["case"]
        snippet = working_snippet(WorkingEntry(*entry) for entry in entries.items())
        assert snippet == case["snippet"], case["case"]
    assert len(cases) == 18


def test_every_snippet_is_the_engines_snippet(golden_vectors):
    cases = golden_vectors("working_memory_snippet")
    for case in cases:
        entries = [
            WorkingEntry(text_of(entry, "entry_key"), text_of(entry, "entry_json"))
            for entry in case["entries"]
        ]
        assert working_snippet(entries) == text_of(case, "snippet"), case["case"]
        assert working_snippet(reversed(entries)) == text_of(case, "snippet"), case["case"]
    assert len(cases) == 370
