from __future__ import annotations

import importlib.util
from pathlib import Path

import pytest

SCRIPT = Path(__file__).parents[2] / "packaging" / "system_libraries.py"


@pytest.fixture
def script():
    specification = importlib.util.spec_from_file_location("system_libraries", SCRIPT)
    module = importlib.util.module_from_spec(specification)
    specification.loader.exec_module(module)
    return module


@pytest.fixture
def one_missing(script, monkeypatch):
    libraries = {"libc.so.6": "libc6", "libmemloupe-no-such.so.1": "libmemloupe1"}
    monkeypatch.setitem(script.LIBRARIES, "offscreen", libraries)
    monkeypatch.setattr(script.os, "geteuid", lambda: 1000)
    return script


def test_a_library_that_cannot_be_loaded_is_missing(one_missing):
    assert one_missing.missing_parts("offscreen") == {"libmemloupe-no-such.so.1": "libmemloupe1"}


def test_people_without_rights_are_told_the_command_in_one_line(one_missing, monkeypatch, capsys):
    monkeypatch.setattr(one_missing.shutil, "which", lambda name: f"/usr/bin/{name}")
    assert one_missing.main(["offscreen"]) == 1
    assert capsys.readouterr().err == (
        "Qt needs system libraries. Run: "
        "sudo apt-get install --yes --no-install-recommends libmemloupe1\n"
    )


def test_other_systems_are_told_the_libraries(one_missing, monkeypatch, capsys):
    monkeypatch.setattr(one_missing.shutil, "which", lambda _: None)
    assert one_missing.main(["offscreen"]) == 1
    assert "libmemloupe-no-such.so.1" in capsys.readouterr().err


def test_what_runs_these_tests_has_all_that_offscreen_needs(script):
    assert script.missing_parts("offscreen") == {}


def test_a_program_counts_as_missing_too(script, monkeypatch):
    monkeypatch.setattr(script.shutil, "which", lambda _: None)
    assert {"Xvfb", "xauth"} <= script.missing_parts("xvfb").keys()


def test_an_unknown_purpose_is_wrong_usage(script, capsys):
    assert script.main(["everything"]) == 2
    assert "usage" in capsys.readouterr().err
