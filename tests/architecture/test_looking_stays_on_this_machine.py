from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from desktop_app.services.demo import copy_demo

ROOT = Path(__file__).parents[2]

# Raising in a hook would be swallowed by a program that copes with a missing network: end at once.
NO_SOCKETS = """
import os, runpy, sys
def refuse(event, arguments):
    if event.startswith("socket.") and event not in ("socket.__new__", "socket.gethostname"):
        os.write(2, f"SOCKET {event} {arguments}\\n".encode())
        os._exit(99)
sys.addaudithook(refuse)
"""
COMMAND_LINE = NO_SOCKETS + "from desktop_app.__main__ import main; sys.exit(main(sys.argv[1:]))"
WINDOW = NO_SOCKETS + "runpy.run_path('packaging/smoke.py', run_name='__main__')"


def run_guarded(code, *arguments):
    # Without a session bus, which the system keyring or Qt would otherwise be free to call.
    surroundings = {**os.environ, "DBUS_SESSION_BUS_ADDRESS": "unix:path=/nowhere"}
    return subprocess.run(
        [sys.executable, "-c", code, *map(str, arguments)],
        cwd=ROOT,
        env=surroundings,
        capture_output=True,
        text=True,
        check=False,
    )


def test_the_guard_stops_a_program_that_calls_out():
    code = NO_SOCKETS + "import socket; socket.create_connection(('127.0.0.1', 9))"
    run = run_guarded(code)
    assert run.returncode == 99
    assert "SOCKET" in run.stderr


@pytest.mark.parametrize(
    "command",
    [
        ["scopes", "WORKSPACE"],
        ["snippet", "WORKSPACE", "--all", "--json"],
        ["log", "WORKSPACE"],
        ["search", "WORKSPACE", "the"],
        ["config", "WORKSPACE"],
    ],
    ids=lambda command: command[0],
)
def test_the_command_line_opens_no_socket(golden_workspace, command):
    workspace = golden_workspace("rich-coding-agent")
    run = run_guarded(
        COMMAND_LINE, *(workspace if part == "WORKSPACE" else part for part in command)
    )
    assert run.returncode == 0, run.stderr


@pytest.mark.parametrize(
    "command",
    [
        ["files", "list", "WORKSPACE"],
        ["files", "where", "WORKSPACE", "invoice"],
        ["files", "consolidate", "WORKSPACE", "--built-in"],
        ["files", "consolidate", "WORKSPACE", "--show-input"],
        ["tools", "memory_search", "WORKSPACE", "--query", "invoice"],
        ["tools", "injected", "WORKSPACE"],
        ["doctor", "WORKSPACE"],
        ["search", "WORKSPACE", "invoice"],
    ],
    ids=" ".join,
)
def test_commands_of_memory_files_open_no_socket(sample_workspace, command):
    workspace = sample_workspace("agentscope_support_desk")
    run = run_guarded(
        COMMAND_LINE, *(workspace if part == "WORKSPACE" else part for part in command)
    )
    assert run.returncode in {0, 1}, run.stderr
    assert run.stdout


def test_commands_of_notes_open_no_socket(sample_workspace):
    workspace = sample_workspace("little_harness_desk")
    run = run_guarded(COMMAND_LINE, "notes", "note", workspace, "--as", "officer")
    assert run.returncode == 0, run.stderr
    assert "/persistent/company" in run.stdout


def test_the_window_opens_no_socket(golden_workspace, tmp_path):
    picture = tmp_path / "window.png"
    run = run_guarded(WINDOW, picture, golden_workspace("rich-coding-agent"))
    assert run.returncode == 0, run.stderr
    assert picture.stat().st_size > 0


def test_the_window_opens_no_socket_beside_memory_files(tmp_path):
    picture = tmp_path / "window.png"
    run = run_guarded(WINDOW, picture, copy_demo(tmp_path / "demo"))
    assert run.returncode == 0, run.stderr
    assert picture.stat().st_size > 0
