from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]

CONTRACTS = """
import sys
from importlinter.cli import lint_imports
sys.exit(lint_imports(config_filename="pyproject.toml", no_cache=True))
"""
COMMAND_LINE = """
import atexit, json, sys
atexit.register(lambda: print(json.dumps(sorted(sys.modules)), file=sys.stderr))
from desktop_app.__main__ import main
sys.exit(main(sys.argv[1:]))
"""


def modules_after(command: list[str]) -> set[str]:
    """Run a command in a process of its own; return the packages that it has loaded."""
    run = subprocess.run(
        [sys.executable, "-c", COMMAND_LINE, *command], cwd=ROOT, capture_output=True, check=False
    )
    assert run.returncode == 0, run.stderr.decode()
    loaded = {name.partition(".")[0] for name in json.loads(run.stderr.splitlines()[-1])}
    assert "desktop_app" in loaded
    return loaded


def test_every_import_contract_is_kept():
    # In a process of its own: it switches off every logger that is there.
    run = subprocess.run(
        [sys.executable, "-c", CONTRACTS], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert run.returncode == 0, run.stdout + run.stderr


@pytest.mark.parametrize(
    "arguments", [["--help"], ["scopes", "WORKSPACE"], ["snippet", "WORKSPACE", "--all", "--json"]]
)
def test_the_command_line_loads_neither_windows_nor_model_clients_nor_keyring(
    golden_workspace, arguments
):
    workspace = str(golden_workspace("rich-coding-agent"))
    command = [workspace if part == "WORKSPACE" else part for part in arguments]
    loaded = modules_after(command)
    assert loaded.isdisjoint({"PySide6", "shiboken6", "ui", "openai", "httpx2", "keyring"})


@pytest.mark.parametrize(
    "arguments",
    [
        ["files", "list", "WORKSPACE"],
        ["files", "consolidate", "WORKSPACE", "--built-in"],
        ["tools", "memory_search", "WORKSPACE", "--query", "the"],
        ["tools", "injected", "WORKSPACE"],
    ],
    ids=" ".join,
)
def test_commands_of_memory_files_load_neither_windows_nor_model_clients_nor_keyring(
    sample_workspace, arguments
):
    workspace = str(sample_workspace("agentscope_support_desk"))
    loaded = modules_after([workspace if part == "WORKSPACE" else part for part in arguments])
    assert loaded.isdisjoint({"PySide6", "shiboken6", "ui", "openai", "httpx2", "keyring"})


def test_a_note_section_loads_neither_windows_nor_model_clients_nor_keyring(sample_workspace):
    loaded = modules_after(["notes", "note", str(sample_workspace("little_harness_desk"))])
    assert loaded.isdisjoint({"PySide6", "shiboken6", "ui", "openai", "httpx2", "keyring"})


def test_importing_the_core_opens_no_database_and_no_window():
    code = (
        "import importlib, json, pkgutil, sys, desktop_app.core as core\n"
        "for found in pkgutil.walk_packages(core.__path__, 'desktop_app.core.'):\n"
        "    importlib.import_module(found.name)\n"
        "print(json.dumps(sorted(sys.modules)))"
    )
    run = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, check=True)
    loaded = set(json.loads(run.stdout))
    assert "desktop_app.core.scope" in loaded
    assert loaded.isdisjoint(
        {"sqlite3", "sqlalchemy", "PySide6", "keyring", "platformdirs", "socket", "openai"}
    )
