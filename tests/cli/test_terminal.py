"""How results and messages come out: pipes, full disks, terminals."""

from __future__ import annotations

import os
import pty
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


def test_a_reader_that_stops_early_is_no_error(golden_workspace):
    root = golden_workspace("large")
    with subprocess.Popen(
        [sys.executable, "-m", "desktop_app", "snippet", str(root), "--all", "--json"],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as program:
        assert program.stdout is not None
        assert program.stderr is not None
        assert program.stdout.readline()
        program.stdout.close()
        assert program.stderr.read() == b""
        assert program.wait() == 0


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no /dev/full here")
def test_a_full_disk_behind_the_output_is_said(golden_workspace):
    root = golden_workspace("rich-coding-agent")
    with Path("/dev/full").open("wb") as full:
        run = subprocess.run(
            [sys.executable, "-m", "desktop_app", "scopes", str(root)],
            cwd=ROOT,
            stdout=full,
            stderr=subprocess.PIPE,
            check=False,
        )
    assert run.returncode == 1
    assert b"can't be written: No space left" in run.stderr


@pytest.mark.parametrize(
    "command",
    [["snippet"], ["export", "--format=markdown", "--output=-"]],
    ids=["snippet", "export"],
)
def test_a_terminal_gets_escapes_where_a_file_gets_the_exact_bytes(golden_workspace, command):
    root = golden_workspace("rich-coding-agent")
    with closing(sqlite3.connect(root / ".harness" / "state.db")) as connection, connection:
        connection.execute("UPDATE om_memory_records SET active_reflection = '\x1b[2Jgone'")
    name, *options = command
    arguments = [name, str(root), "--conversation=conv-billing-rounding", *options]
    shown, message = on_a_terminal(arguments)
    assert b"\\x1b[2Jgone" in shown
    assert b"\x1b" not in shown
    assert b"control characters" in message
    piped = subprocess.run(
        [sys.executable, "-m", "desktop_app", *arguments], cwd=ROOT, capture_output=True, check=True
    )
    assert b"\x1b[2Jgone" in piped.stdout
    assert piped.stderr == b""


def test_marks_of_a_search_are_bold_on_a_terminal(golden_workspace):
    root = golden_workspace("rich-coding-agent")
    shown, _ = on_a_terminal(["search", str(root), "fuzzroundtrip found"])
    assert b"\x1b[1mFuzzRoundTrip found\x1b[0m overflow" in shown


def test_a_terminal_gets_a_heading_above_the_scopes(golden_workspace):
    shown, _ = on_a_terminal(["scopes", str(golden_workspace("rich-coding-agent"))])
    assert shown.splitlines()[0].split() == [
        b"STATE", b"OBSERVATIONS", b"TOKENS", b"WORKING", b"MEMORY", b"ID",
    ]  # fmt: skip


def test_the_log_has_columns_on_a_terminal(golden_workspace):
    shown, _ = on_a_terminal(["log", str(golden_workspace("operations-mixed")), "--stuck"])
    head, *lines = shown.decode().splitlines()
    place = head.index("WHAT")
    entries = [line for line in lines if not line.startswith(" ")]
    assert any("processing (stuck)" in line for line in entries)
    for line in entries:
        assert line[place - 1] == " " != line[place]
        assert line.index("Z") == len("2026-04-20T15:31:40.590740638")


def on_a_terminal(arguments: list[str]) -> tuple[bytes, bytes]:
    """Return what a person sees, and the messages."""
    terminal, end = pty.openpty()
    with subprocess.Popen(
        [sys.executable, "-m", "desktop_app", *arguments],
        cwd=ROOT,
        stdout=end,
        stderr=subprocess.PIPE,
    ) as program:
        os.close(end)
        shown = b""
        while chunk := _chunk(terminal):
            shown += chunk
        os.close(terminal)
        assert program.stderr is not None
        message = program.stderr.read()
        assert program.wait() == 0
    return shown, message


def _chunk(terminal: int) -> bytes:
    try:
        return os.read(terminal, 65_536)
    except OSError:
        # How Linux says that nobody holds the other end any more.
        return b""
