from __future__ import annotations

import os
import pwd
import re
import subprocess
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parents[2]
LONGEST_FILE = 300
INDEX_HOSTS = ("py" + "pi.org", "python" + "hosted.org")


@cache
def project_files() -> list[Path]:
    if (ROOT / ".git").exists():
        listing = subprocess.run(
            ["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, check=True, text=True
        ).stdout
        paths = [ROOT / name for name in listing.split("\0") if name]
    else:
        paths = [path for path in ROOT.rglob("*") if not _is_hidden(path)]
    return sorted(path for path in paths if path.is_file())


def _is_hidden(path: Path) -> bool:
    return any(part.startswith(".") for part in path.relative_to(ROOT).parts)


def _named(paths: list[Path]) -> list[str]:
    return [str(path.relative_to(ROOT)) for path in paths]


def test_the_list_of_files_is_not_empty():
    assert ROOT / "pyproject.toml" in project_files()


def test_tests_are_not_packages():
    tests = ROOT / "tests"
    assert not _named(
        [p for p in project_files() if p.name == "__init__.py" and tests in p.parents]
    )


def test_no_source_file_is_longer_than_a_reader_can_hold():
    sources = [path for path in project_files() if path.suffix == ".py"]
    assert not _named([p for p in sources if len(p.read_bytes().splitlines()) > LONGEST_FILE])


def test_every_package_of_the_program_is_a_real_one():
    folders = {p.parent for p in project_files() if p.suffix == ".py" and _is_program(p)}
    assert not _named(
        [folder for folder in sorted(folders) if not (folder / "__init__.py").exists()]
    )


def _is_program(path: Path) -> bool:
    return path.relative_to(ROOT).parts[0] in {"desktop_app", "ui"}


def test_no_file_knows_the_machine_it_was_written_on():
    home = pwd.getpwuid(os.getuid()).pw_dir
    places = "|".join(re.escape(place) for place in (f"{ROOT}/", f"{home}/", *INDEX_HOSTS))
    forbidden = re.compile(rf"(?<![\w./-])(?:{places})".encode())
    assert not _named([p for p in project_files() if forbidden.search(p.read_bytes())])


def test_no_lock_file_records_where_packages_came_from():
    locks = {"uv.lock", "poetry.lock", "pdm.lock", "Pipfile.lock", "pylock.toml"}
    assert not _named([path for path in project_files() if path.name in locks])
