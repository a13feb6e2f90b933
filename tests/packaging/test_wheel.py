from __future__ import annotations

import subprocess
import sys
import zipfile
from email import message_from_bytes
from pathlib import Path, PurePosixPath

import pytest

import desktop_app

ROOT = Path(__file__).parents[2]
METADATA = f"memloupe-{desktop_app.__version__}.dist-info"
DATA = f"memloupe-{desktop_app.__version__}.data"


@pytest.fixture(scope="module")
def wheel(tmp_path_factory):
    folder = tmp_path_factory.mktemp("wheel")
    subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)],
        cwd=ROOT,
        check=True,
        capture_output=True,
    )
    (path,) = folder.glob("*.whl")
    with zipfile.ZipFile(path) as archive:
        yield archive


def test_it_installs_two_packages_and_nothing_beside_them(wheel):
    tops = {PurePosixPath(name).parts[0] for name in wheel.namelist()}
    assert tops == {"desktop_app", "ui", METADATA, DATA}


def test_the_man_page_and_the_completions_lie_where_shells_look(wheel):
    shared = {name.removeprefix(f"{DATA}/data/") for name in wheel.namelist() if DATA in name}
    assert shared == {
        "share/man/man1/memloupe.1",
        "share/bash-completion/completions/memloupe",
        "share/zsh/site-functions/_memloupe",
        "share/fish/vendor_completions.d/memloupe.fish",
    }


def test_every_resource_is_inside_unchanged(wheel):
    resources = [path for path in (ROOT / "resources").rglob("*") if path.is_file()]
    assert resources
    for path in resources:
        name = f"desktop_app/_resources/{path.relative_to(ROOT / 'resources').as_posix()}"
        assert wheel.read(name) == path.read_bytes(), name


def test_every_module_is_inside(wheel):
    for package in ("desktop_app", "ui"):
        for path in (ROOT / package).rglob("*.py"):
            assert path.relative_to(ROOT).as_posix() in wheel.namelist()


def test_the_licence_comes_along(wheel):
    text = wheel.read(f"{METADATA}/licenses/LICENSE").decode()
    assert "Apache License" in text
    assert "END OF TERMS AND CONDITIONS" in text


def test_one_program_is_installed(wheel):
    lines = wheel.read(f"{METADATA}/entry_points.txt").decode().split("\n")
    assert [line for line in lines if line] == [
        "[console_scripts]",
        "memloupe = desktop_app.__main__:main",
    ]


def test_the_metadata_keeps_qt_and_python_in_range(wheel):
    metadata = message_from_bytes(wheel.read(f"{METADATA}/METADATA"))
    assert metadata["Version"] == desktop_app.__version__
    assert metadata["License-Expression"] == "Apache-2.0"
    assert set(metadata["Requires-Python"].split(",")) == {">=3.11", "<3.14"}
    qt = [line for line in metadata.get_all("Requires-Dist") if "pyside6" in line.lower()]
    assert [line.partition(";")[2].strip() for line in sorted(qt)] == [
        "python_version < '3.12'",
        "python_version >= '3.12'",
    ]
