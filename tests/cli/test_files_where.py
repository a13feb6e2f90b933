"""``memloupe files where`` shows what was found, and says once what stays."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from tests.cli.conftest import Run

SESSION = "agents/support-desk/sessions/conv-0001.jsonl"


@pytest.fixture
def desk(sample_workspace: Callable[..., Path]) -> Path:
    return sample_workspace("agentscope_support_desk")


def test_a_line_of_a_session_is_shown_around_the_hit(
    desk: Path, memloupe: Callable[..., Run]
) -> None:
    said = "The  “host”\nis " + "far away, " * 100 + "behind \\ mountains"
    line = json.dumps({"type": "message", "id": "x" * 300, "role": "USER", "content": said})
    (desk / SESSION).write_text(f"{line}\n")
    run = memloupe("files", "where", desk, "the “HOST”")
    (shown,) = [one for one in run.lines if one.startswith(SESSION)]
    assert shown.startswith(f"{SESSION}:1  session history (stays)  …")
    assert "The “host” is far away" in shown
    assert len(shown) < 400
    (found,) = memloupe("files", "where", desk, "behind \\ mountains", "--json").objects
    assert (found["excerpt"][-20:], found["text"]) == ('behind \\ mountains"}', line)


def test_a_long_line_of_a_log_is_shown_around_the_hit_too(
    desk: Path, memloupe: Callable[..., Run]
) -> None:
    log = desk / "memory" / "2026-06-16.md"
    log.write_text(f"- {'long ' * 100}needle\t in it\n- short needle in it\n")
    lines = memloupe("files", "where", desk, "* Needle in it").lines
    assert [line.rpartition("  ")[2][-12:] for line in lines] == ["needle in it"] * 2
    assert max(map(len, lines)) < 300
    assert lines[1] == "memory/2026-06-16.md:2  daily log  - short needle in it"


def test_why_lines_stay_is_said_once(desk: Path, memloupe: Callable[..., Run]) -> None:
    run = memloupe("files", "where", desk, "staging-api.larkspur.example")
    assert sum("(stays)" in line for line in run.lines) == 2
    assert "not changed here" not in run.out.decode()
    assert "2 lines in session history stay if this is forgotten. The history" in run.err
    assert run.err.count("not changed here; the agent") == 1


def test_several_lines_that_are_left_have_it(desk: Path, memloupe: Callable[..., Run]) -> None:
    words = "needle in a session"
    line = json.dumps({"type": "message", "id": "x", "role": "USER", "content": words})
    (desk / SESSION).write_text(f"{line}\n" * 4)
    (desk / "memory" / "2026-06-16.md").write_text(f"- {words}\n- More.\n")
    run = memloupe("files", "forget", desk, words)
    assert f"Searched again: 4 lines of “{SESSION}” still have it." in run.err


def test_instructions_and_knowledge_go_only_on_wish(
    sample_workspace: Callable[..., Path], memloupe: Callable[..., Run]
) -> None:
    root = sample_workspace("agentscope_lending_multiuser")
    before = (root / "AGENTS.md").read_bytes()
    assert b"loan officers" in before
    run = memloupe("files", "forget", root, "You help loan officers")
    assert run.status != 0
    assert "1 line of AGENTS.md or knowledge stays" in run.err
    assert (root / "AGENTS.md").read_bytes() == before
    run = memloupe("files", "forget", root, "You help loan officers", "--knowledge")
    assert run.status == 0
    left = (root / "AGENTS.md").read_bytes() if (root / "AGENTS.md").exists() else b""
    assert b"You help loan officers" not in left


def test_a_text_that_stands_nowhere_is_no_error(desk: Path, memloupe: Callable[..., Run]) -> None:
    run = memloupe("files", "where", desk, "zebra giraffe")
    assert (run.status, run.out) == (0, b"")
    assert "“zebra giraffe” stands nowhere that was searched." in run.err
    assert ".agentscope-runtime" in run.err
    assert memloupe("search", desk, "zebra giraffe").status == 0
    assert memloupe("files", "forget", desk, "zebra giraffe").status != 0
