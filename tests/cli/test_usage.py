"""Usage, help, the man page, and how the program starts and ends."""

from __future__ import annotations

import os
import pty
import runpy
import shutil
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from desktop_app import __version__
from desktop_app.cli.parser import build_parser
from desktop_app.cli.words import COMMAND_NAMES, COMMANDS

NAMES = [command.name for command in COMMANDS]

ROOT = Path(__file__).parents[2]
MAN = runpy.run_path(str(ROOT / "packaging" / "man.py"))


def test_help_names_every_command_and_status(memloupe):
    run = memloupe("--help")
    assert (run.status, run.err) == (0, "")
    text = run.out.decode()
    for command in COMMANDS:
        first, _, second = command.name.partition(" ")
        assert first in text
        lists = memloupe(first, "--help").out.decode() if second else text
        assert (second or first) in lists
        assert command.summary in lists
    assert "Exit status: 0 done, 1 refused or found wrong, 2 wrong usage, 3" in text


@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: command.name)
def test_help_of_a_command_explains_every_option(memloupe, command):
    run = memloupe(*command.name.split(), "--help")
    text = " ".join(run.out.decode().split())
    assert run.status == 0
    assert " ".join(command.description.split()) in text
    parser = MAN["command_parsers"]()[command.name]
    for action in MAN["actions"](parser):
        assert action.help, action.dest
        for flag in action.option_strings:
            assert flag in text


@pytest.mark.parametrize("command", sorted(COMMAND_NAMES))
def test_help_can_be_printed_where_only_ascii_can(process, command):
    run = process(command, "--help", PYTHONIOENCODING="ascii:strict")
    assert (run.status, run.err) == (0, "")


def test_the_version_is_printed(memloupe):
    assert memloupe("--version").out.decode() == f"memloupe {__version__}\n"


@pytest.mark.parametrize(
    "arguments",
    [
        ["--nonsense"],
        ["snippet"],
        ["snippet", "W", "--all"],
        ["snippet", "W", "--all", "--json", "--agent", "a"],
        ["snippet", "W", "--all", "--json", "--explain"],
        ["snippet", "W", "--part", "everything"],
        ["snippet", "W", "--part", "working", "--explain"],
        ["snippet", "W", "--memory-id", "x", "--tenant", "y"],
        ["show", "W", "extra"],
        ["log", "W", "--limit", "0"],
        ["log", "W", "--limit", "many"],
        ["log", "W", "--failed", "--stuck"],
        ["export", "W"],
        ["export", "W", "--format", "xml"],
        ["search", "W"],
        ["scopes", "W", "--wait", "-1"],
        ["scopes", "W", "--wait", "nan"],
        ["scopes", "W", "--wait", "long"],
        ["scopes", "W", "--js"],
        ["edit"],
        ["edit", "everything", "W"],
        ["edit", "observation", "W"],
        ["edit", "observation", "W", "1"],
        ["edit", "observation", "W", "1", "2", "--text", "x"],
        ["edit", "observation", "W", "1", "--text", "x", "--text-file", "y"],
        ["edit", "observation", "W", "1", "--at", "1", "--text", "x"],
        ["edit", "observation", "W", "--add"],
        ["edit", "observation", "W", "1", "--add", "--text", "x"],
        ["edit", "observation", "W", "--remove"],
        ["edit", "observation", "W", "1", "--merge", "--text", "x"],
        ["edit", "observation", "W", "1", "2", "--merge"],
        ["edit", "observation", "W", "1", "--importance", "1.1"],
        ["edit", "observation", "W", "1", "--importance", "nan"],
        ["edit", "observation", "W", "one", "--remove"],
        ["edit", "reflection", "W"],
        ["edit", "reflection", "W", "--clear", "--convert"],
        ["edit", "reflection", "W", "--clear", "--because", "x"],
        ["edit", "scope", "W"],
        ["edit", "scope", "W", "--enable", "--disable"],
        ["edit", "scope", "W", "--enable", "--delete"],
        ["edit", "scope", "W", "--create", "--memory-id", "a|b|c"],
        ["resolve", "W", "--keep", "1"],
        ["resolve", "W", "--pair", "1", "2"],
        ["resolve", "W", "--pair", "1", "2", "--keep", "3"],
        ["resolve", "W", "--pair", "1", "2", "--keep", "1", "--merge", "x"],
        ["working", "set", "W"],
        ["history", "W", "--show", "x", "--restore", "y"],
        ["history", "W", "--show", "x", "--agent", "a"],
    ],
)
def test_wrong_usage_is_status_2_and_says_so(memloupe, arguments):
    run = memloupe(*arguments)
    assert (run.status, run.out) == (2, b"")
    assert "usage: memloupe" in run.err
    assert "error: " in run.err


@pytest.mark.parametrize("command", sorted({*NAMES, *COMMAND_NAMES}))
def test_the_usage_line_of_a_command_is_its_own(memloupe, command):
    first = memloupe(*command.split(), "--help").out.decode().splitlines()[0]
    assert first.startswith(f"usage: memloupe {command} ")
    place = [] if command == "demo" else ["W", "T"]
    if command in NAMES:
        assert f"usage: memloupe {command} " in memloupe(*command.split(), *place, "--nonsense").err


@pytest.mark.parametrize("word", ["help", "snipet"])
def test_a_word_that_is_no_command_and_no_path_is_wrong_usage(memloupe, word):
    run = memloupe(word)
    assert (run.status, run.out) == (2, b"")
    assert run.err.count("\n") == 1
    assert all(name in run.err for name in COMMAND_NAMES)


def test_every_command_has_a_grammar_and_the_other_way_round():
    assert set(MAN["command_parsers"]()) == set(NAMES)
    assert build_parser().prog == "memloupe"


def test_the_man_page_and_the_completions_are_up_to_date():
    for name, text in MAN["files"]().items():
        written = (ROOT / "docs" / name).read_text(encoding="utf-8")
        assert written == text, f"run python packaging/man.py: {name}"


def test_the_man_page_has_every_option():
    page = (ROOT / "docs" / "memloupe.1").read_text(encoding="utf-8").replace("\\-", "-")
    for parser in MAN["command_parsers"]().values():
        for action in MAN["actions"](parser):
            assert action.help in page
            assert all(flag in page for flag in action.option_strings)


@pytest.mark.skipif(not shutil.which("bash"), reason="no bash here")
@pytest.mark.parametrize(
    ("words", "offered"),
    [
        (["memloupe", "sni"], {"snippet"}),
        (["memloupe", "snippet", "--pa"], {"--part"}),
        (["memloupe", "snippet", "--part", ""], {"observational", "working", "turn"}),
        (["memloupe", "export", "--format", "m"], {"markdown"}),
        (["memloupe", "edit", "ref"], {"reflection"}),
        (["memloupe", "edit", "scope", "--ren"], {"--rename"}),
        (["memloupe", "resolve", "--ke"], {"--keep"}),
    ],
)
def test_completion_works_in_bash(tmp_path, words, offered):
    line = " ".join(f"'{word}'" for word in words)
    script = (
        f"source '{ROOT}/docs/completions/memloupe.bash'; COMP_WORDS=({line});"
        f" COMP_CWORD={len(words) - 1}; _memloupe; printf '%s\\n' \"${{COMPREPLY[@]}}\""
    )
    run = subprocess.run(
        ["bash", "-c", script], cwd=tmp_path, capture_output=True, text=True, check=True
    )
    assert set(run.stdout.split()) == offered


def test_a_folder_named_like_a_command_is_reached_with_a_dot(memloupe):
    assert memloupe("scopes").status == 2
    run = memloupe("./scopes")
    assert run.status == 3
    assert "no command, file or folder called “./scopes”" in run.err


def test_without_a_display_one_line_tells_how_to_go_on(process, golden_workspace):
    root = golden_workspace("rich-coding-agent")
    run = process(root, DISPLAY="", WAYLAND_DISPLAY="", QT_QPA_PLATFORM="")
    assert (run.status, run.out) == (1, b"")
    assert run.err.count("\n") == 1
    assert "no display" in run.err
    assert "memloupe scopes" in run.err


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux has these displays")
@pytest.mark.parametrize("variable", ["DISPLAY", "WAYLAND_DISPLAY"])
def test_a_display_that_does_not_answer_is_one_line(process, golden_workspace, variable):
    root = golden_workspace("rich-coding-agent")
    hidden = {"DISPLAY": "", "WAYLAND_DISPLAY": "", "QT_QPA_PLATFORM": ""}
    run = process(root, **{**hidden, variable: ":987"})
    assert (run.status, run.out, run.err.count("\n")) == (1, b"", 1)
    assert "the display does not answer" in run.err


def test_without_qt_one_line_tells_how_to_go_on(process, golden_workspace, tmp_path):
    (tmp_path / "PySide6").mkdir()
    (tmp_path / "PySide6" / "__init__.py").write_text(
        "raise ImportError('libEGL.so.1: cannot open shared object file')"
    )
    root = golden_workspace("rich-coding-agent")
    run = process(root, QT_QPA_PLATFORM="offscreen", PYTHONPATH=str(tmp_path))
    assert (run.status, run.out) == (1, b"")
    assert run.err.count("\n") == 1
    assert "libEGL.so.1" in run.err


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
