"""Runs the program in this process, or as a real one."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from desktop_app.__main__ import main
from tests.cli.agent_file import AgentFile

ROOT = Path(__file__).parents[2]


@dataclass(frozen=True)
class Run:
    status: int
    out: bytes
    err: str

    @property
    def lines(self) -> list[str]:
        return self.out.decode().splitlines()

    @property
    def objects(self) -> list[dict[str, Any]]:
        return [json.loads(line) for line in self.out.split(b"\n") if line]


@pytest.fixture
def memloupe(capsysbinary):
    """Run a command in this process."""

    def run(*arguments: object) -> Run:
        capsysbinary.readouterr()
        status = main([str(argument) for argument in arguments])
        out, err = capsysbinary.readouterr()
        return Run(status, out, err.decode())

    return run


@pytest.fixture
def process():
    """Run a command as a process of its own."""

    def run(*arguments: object, **environment: str) -> Run:
        done = subprocess.run(
            [sys.executable, "-m", "desktop_app", *map(os.fsencode, map(str, arguments))],
            cwd=ROOT,
            env={**os.environ, **environment},
            capture_output=True,
            check=False,
        )
        return Run(done.returncode, done.stdout, done.stderr.decode())

    return run


@pytest.fixture
def agent(golden_workspace, memloupe):
    """A workspace with rich memory, and commands on it."""
    return AgentFile(golden_workspace("rich-coding-agent"), memloupe)
