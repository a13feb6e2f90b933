"""After every looking command and every dry run, each memory file is as before."""

from __future__ import annotations

import os
import runpy
import stat
from collections import Counter
from pathlib import Path
from random import Random

import pytest
from file_commands import NAMES, every_command
from tree_state import snapshot

from desktop_app.__main__ import main

ODD_BYTES = {"files convert", "files clean"}
NOTES = {name for name in NAMES if name.startswith("notes")}
WORKS = {
    "agentscope_support_desk": NAMES - NOTES - ODD_BYTES,
    "agentscope_lending_multiuser": ODD_BYTES,
    "little_harness_desk": NOTES,
}
"""What each sample has something for."""
MOST_TRIES = 30


def run_commands(root: Path, *, most: int = 2) -> Counter[str]:
    """Run every command until it has worked ``most`` times; return how often each did."""
    worked: Counter[str] = Counter()
    tried: Counter[str] = Counter()
    commands = list(every_command(root))
    Random(5).shuffle(commands)
    for command, *options in commands:
        if worked[command] == most or tried[command] == MOST_TRIES:
            continue
        positional = [option for option in options if not option.startswith("--")]
        named = [option for option in options if option.startswith("--")]
        status = main([*command.split(" "), str(root), *positional, *named])
        assert status in {0, 1, 3}, (command, options)
        tried[command] += 1
        worked[command] += status == 0
    return +worked


def put_odd_names_into(folder: Path, originals: Path) -> None:
    runpy.run_path(str(originals / "make_odd.py"))["main"](str(folder))


@pytest.mark.parametrize("name", WORKS)
def test_every_command_leaves_every_sample_as_it_was(
    sample_workspace, sample_originals, capsysbinary, name
):
    root = sample_workspace(name, odd=name == "little_harness_desk")
    if name == "agentscope_support_desk":
        put_odd_names_into(root / "memory", sample_originals)
    before = snapshot(root)
    worked = run_commands(root)
    assert capsysbinary.readouterr().out
    assert snapshot(root) == before
    assert worked.keys() >= WORKS[name]


@pytest.mark.parametrize("name", WORKS)
def test_a_read_only_sample_is_read_and_left_alone(sample_workspace, capsysbinary, name):
    root = sample_workspace(name)
    for folder, _, files in os.walk(root, topdown=False):
        for file in files:
            if not (Path(folder) / file).is_symlink():
                (Path(folder) / file).chmod(stat.S_IRUSR)
        Path(folder).chmod(stat.S_IRUSR | stat.S_IXUSR)
    before = snapshot(root)
    try:
        run_commands(root, most=1)
        assert capsysbinary.readouterr().out
        assert snapshot(root) == before
    finally:
        for folder, _, _ in os.walk(root):
            Path(folder).chmod(stat.S_IRWXU)
