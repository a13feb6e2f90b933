"""``memloupe snippet`` against what the engine itself injected."""

from __future__ import annotations

import base64
import json
import sqlite3
from contextlib import closing
from hashlib import sha256

import pytest

from desktop_app.core.engine_text import decode, encode

FIELDS = {"memory_id", "observational", "working", "counted", "measured", "error"}
RICH = "default|conv-billing-rounding|default"


def text_field(fields: dict, name: str) -> str:
    coded = fields.get(f"{name}_b64")
    return fields[name] if coded is None else decode(base64.b64decode(coded))


@pytest.fixture
def expected(golden_vectors):
    found: dict[str, dict[str, dict]] = {}
    for line in golden_vectors("workspace_expected"):
        if line["kind"] != "database":
            found.setdefault(line["workspace"], {})[line["memory_id"]] = line
    return found


def test_every_scope_of_every_workspace_is_byte_equal(
    memloupe, expected, golden_workspace, golden_workspace_names
):
    checked = 0
    for name in golden_workspace_names:
        run = memloupe("snippet", golden_workspace(name), "--all", "--json")
        assert run.status == 0, name
        found = {text_field(line, "memory_id"): line for line in run.objects}
        assert set(found) == set(expected.get(name, {})), name
        for memory_id, line in found.items():
            wanted = expected[name][memory_id]
            assert {key.removesuffix("_b64") for key in line} == FIELDS
            assert text_field(line, "working") == wanted["working_memory_snippet"]
            assert bool(line["error"]) == ("error" in wanted), memory_id
            if "snippet_sha256" in wanted:
                data = encode(text_field(line, "observational"))
                assert sha256(data).hexdigest() == wanted["snippet_sha256"], memory_id
            checked += 1
    assert checked == 2041


def test_one_scope_prints_the_exact_bytes_and_nothing_else(
    memloupe, expected, golden_workspace, golden_workspace_names
):
    for name in set(golden_workspace_names) - {"large"}:
        root = golden_workspace(name)
        for memory_id, wanted in expected.get(name, {}).items():
            run = memloupe("snippet", root, f"--memory-id={memory_id}")
            if "error" in wanted:
                assert (run.status, run.out) == (3, b""), memory_id
                assert "The engine can't build this snippet" in run.err
            else:
                data = sha256(run.out).hexdigest()
                if wanted["kind"] == "scope":
                    assert data == wanted["snippet_sha256"], memory_id
                assert run.status == 0, memory_id
                assert ("Nothing is injected" in run.err) == (not run.out), memory_id
            part = memloupe("snippet", root, f"--memory-id={memory_id}", "--part", "working")
            assert part.status == 0
            assert decode(part.out) == wanted["working_memory_snippet"], memory_id


def test_ids_name_the_scope_and_are_default_when_left_out(memloupe, golden_workspace):
    root = golden_workspace("rich-coding-agent")
    by_ids = memloupe("snippet", root, "--conversation", "conv-billing-rounding")
    by_key = memloupe("snippet", root, "--memory-id", RICH)
    assert by_ids == by_key
    assert by_ids.out.startswith(b"<observational-memory>\n")
    assert by_ids.out.endswith(b"\n</observational-memory>")


def test_odd_ids_reach_their_scopes_from_a_real_command_line(process, memloupe, golden_workspace):
    root = golden_workspace("odd-scope-ids")
    checked = 0
    for scope in memloupe("scopes", root, "--json").objects:
        ids = [scope[name] for name in ("tenant", "conversation", "agent")]
        if any("\x00" in part for part in ids):
            continue  # no command line can carry it
        names = ("tenant", "conversation", "agent")
        options = [f"--{name}={part}" for name, part in zip(names, ids, strict=True)]
        by_key = memloupe("snippet", root, f"--memory-id={scope['memory_id']}")
        assert memloupe("snippet", root, *options) == by_key, ids
        if checked < 3:
            assert process("snippet", root, *options) == by_key, ids
        checked += 1
    assert checked >= 14


def test_an_id_that_is_not_utf8_is_reached_by_its_bytes(process, golden_workspace):
    root = golden_workspace("rich-coding-agent")
    with closing(sqlite3.connect(root / ".harness" / "state.db")) as connection, connection:
        connection.execute(
            "UPDATE om_memory_records SET conversation_id = CAST(x'ff61' AS TEXT),"
            " memory_id = CAST(? AS TEXT) WHERE memory_id = ?",
            (b"default|\xffa|default", RICH),
        )
    run = process("snippet", root, "--conversation", "\udcffa")
    assert run.status == 0
    assert run.out.startswith(b"<observational-memory>")
    named = process("snippet", root, "--conversation", "\udcffa", "--json")
    assert base64.b64decode(named.objects[0]["memory_id_b64"]) == b"default|\xffa|default"


def test_a_turn_is_one_message_a_line_and_unknown_ones_say_why(memloupe, golden_workspace):
    root = golden_workspace("rich-coding-agent")
    run = memloupe("snippet", root, "--memory-id", RICH, "--part", "turn")
    working = memloupe("snippet", root, "--memory-id", RICH, "--part", "working")
    observational = memloupe("snippet", root, "--memory-id", RICH)
    messages = run.objects
    kinds = ["working", "observational", "system_prompt", "rules", "runtime", "conversation"]
    assert [message["kind"] for message in messages] == kinds
    assert encode(messages[0]["content"]) == working.out
    assert encode(messages[1]["content"]) == observational.out
    for message in messages[2:]:
        assert message["content"] is None
        assert message["note"]


def test_the_turn_of_a_damaged_scope_is_printed_without_its_memory(memloupe, golden_workspace):
    root = golden_workspace("hand-edited")
    key = "default|unreadable-json|default"
    run = memloupe("snippet", root, "--memory-id", key, "--part", "turn")
    assert run.status == 3
    assert "observational" not in {message["kind"] for message in run.objects}
    assert "ends too early" in run.err


@pytest.mark.parametrize(
    ("part", "fields"),
    [
        ("observational", FIELDS - {"working"}),
        ("working", {"memory_id", "working"}),
        (None, FIELDS),
    ],
)
def test_json_of_one_scope_has_the_fields_of_the_part(memloupe, golden_workspace, part, fields):
    root = golden_workspace("rich-coding-agent")
    options = ["--part", part] if part else []
    (found,) = memloupe("snippet", root, "--memory-id", RICH, "--json", *options).objects
    assert set(found) == fields


def test_the_explanation_accounts_for_every_observation(memloupe, golden_workspace):
    root = golden_workspace("rich-coding-agent")
    run = memloupe("snippet", root, "--memory-id", RICH, "--explain")
    assert run.lines[0] == f"{RICH}: 20 of 40 observations are in."
    assert run.lines[1].startswith("Budget 420 tokens: 416 counted (74 of them")
    assert sum(line.startswith("in ") for line in run.lines) == 20
    assert sum(line.startswith("out ") for line in run.lines) == 20
    text = run.out.decode()
    assert "superseded by [17]" in text
    assert "0.1 × " in " ".join(text.split())
    assert "does not fit: needs" in text


def test_the_explanation_in_json_adds_up(memloupe, golden_workspace):
    root = golden_workspace("rich-coding-agent")
    (found,) = memloupe("snippet", root, "--memory-id", RICH, "--explain", "--json").objects
    inside = [item for item in found["observations"] if item["in"]]
    spent = sum(item["needs"] for item in inside) + found["reflection_tokens"]
    assert spent == found["counted"] <= found["budget"]
    for item in found["observations"]:
        assert item["score"] == pytest.approx(item["effective_importance"] * item["weight"])
        assert item["in"] or item["needs"] > item["left"]
        assert item["effective_importance"] == 0.1 or not item["superseded_by"]


def test_memory_off_injects_nothing_and_says_so(memloupe, golden_workspace):
    root = golden_workspace("rich-coding-agent")
    config = root / ".harness" / "config.toml"
    config.write_text(config.read_text().replace('mode = "auto"', 'mode = "off"'))
    run = memloupe("snippet", root, "--memory-id", RICH)
    assert (run.status, run.out) == (0, b"")
    explained = memloupe("snippet", root, "--memory-id", RICH, "--explain")
    assert "Memory is off" in explained.out.decode()
    (line,) = [
        line
        for line in memloupe("snippet", root, "--all", "--json").objects
        if line["memory_id"] == RICH
    ]
    assert line["observational"] == ""
    assert line["working"].startswith("<working-memory>")


def test_json_has_no_character_that_a_terminal_obeys(memloupe, golden_workspace):
    for name in ("odd-scope-ids", "hand-edited"):
        out = memloupe("scopes", golden_workspace(name), "--json").out
        assert not {*range(0x20), 0x7F} - {0x0A} & {*out}
        assert json.loads(out.splitlines()[0])


@pytest.mark.parametrize(
    ("statement", "reason"),
    [
        ("UPDATE om_memory_records SET enabled = 0", "this scope is disabled"),
        (
            "UPDATE om_memory_records SET active_observations_json = '[]', active_reflection = ''",
            "no observations and no reflection",
        ),
        (
            (
                "UPDATE om_memory_records SET active_observations_json = '[]',"
                " active_reflection = '**SUMMARY:** well'"
            ),
            "its heading is bold",
        ),
        ("DELETE FROM om_memory_records", "working memory only"),
    ],
)
def test_an_empty_snippet_tells_why_in_one_line(memloupe, golden_workspace, statement, reason):
    root = golden_workspace("rich-coding-agent")
    with closing(sqlite3.connect(root / ".harness" / "state.db")) as connection, connection:
        connection.execute(statement)
    run = memloupe("snippet", root, "--memory-id", RICH)
    assert (run.status, run.out, run.err.count("\n")) == (0, b"", 1)
    assert reason in run.err


def test_memory_that_is_off_and_empty_working_memory_are_told(memloupe, golden_workspace):
    root = golden_workspace("rich-coding-agent")
    none = memloupe("snippet", root, "--memory-id", "acme|conv-42|coder", "--part", "working")
    assert (none.status, none.out) == (0, b"")
    assert "no working memory" in none.err
    (root / ".harness" / "config.toml").write_text('[memory]\nmode = "off"\n')
    off = memloupe("snippet", root, "--memory-id", RICH)
    assert (off.status, off.out) == (0, b"")
    assert "turns observational memory off" in off.err
