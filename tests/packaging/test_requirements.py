from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).parents[2]
FILES = ("run", "dev")


def read(kind):
    return (ROOT / "requirements" / f"{kind}.txt").read_text()


def pins(kind):
    """Return each requirement line without its hashes, and its hashes."""
    entries = read(kind).replace("\\\n", " ").splitlines()
    return {
        entry.partition(" --hash")[0].strip(): re.findall(r"--hash=sha256:[0-9a-f]{64}", entry)
        for entry in entries
    }


@pytest.mark.parametrize("kind", FILES)
def test_every_requirement_has_one_version_and_hashes(kind):
    assert pins(kind)
    for line, hashes in pins(kind).items():
        requirement = Requirement(line)
        assert re.fullmatch(r"==[^=,*]+", str(requirement.specifier)), line
        assert hashes, line


@pytest.mark.parametrize("kind", FILES)
def test_no_requirement_file_says_where_packages_come_from(kind):
    text = read(kind)
    assert "://" not in text
    assert " @ " not in text
    assert not re.search(r"^\s*(#|-i|-f|--index|--extra|--find|--trusted)", text, re.MULTILINE)


def test_working_on_the_program_uses_the_versions_that_it_runs_with():
    assert pins("run").items() <= pins("dev").items()


def test_qt_is_pinned_for_both_kinds_of_python():
    versions = {
        str(requirement.specifier): str(requirement.marker)
        for requirement in map(Requirement, pins("run"))
        if requirement.name == "pyside6-essentials"
    }
    assert {marker: version.rpartition(".")[0] for version, marker in versions.items()} == {
        'python_full_version < "3.12"': "==6.11",
        'python_full_version >= "3.12"': "==6.12",
    }


def test_every_pin_satisfies_what_the_project_declares():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())
    declared = [
        ("run", project["project"]["dependencies"]),
        ("dev", project["dependency-groups"]["dev"]),
    ]
    for kind, lines in declared:
        found = [Requirement(line) for line in pins(kind)]
        for wanted in map(Requirement, lines):
            versions = [
                str(pin.specifier).removeprefix("==")
                for pin in found
                if canonicalize_name(pin.name) == canonicalize_name(wanted.name)
            ]
            assert any(wanted.specifier.contains(version) for version in versions), wanted
