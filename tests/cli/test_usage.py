"""Usage, help, the man page, and how the program starts and ends."""

from __future__ import annotations

import runpy
import shutil
import subprocess
import sys
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
