"""What every test shares: golden data, and a home of its own for the session."""

from __future__ import annotations

import atexit
import json
import lzma
import os
import runpy
import shutil
import tarfile
import tempfile
from datetime import datetime
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import settings
from model_server import ModelServer

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

GOLDEN = Path(__file__).parent / "golden"
SAMPLE_LINKS = {
    "little_harness_desk": {
        "memory/company/link-outside.md": "../../outside/secret-note.md",
        "memory/company/link-inside.md": "rules/dti-limit.md",
        "memory/company/link-folder-outside": "../../outside",
    }
}
"""As ``samples/make_odd.py`` makes them."""


# How long an example takes says nothing on a machine that does other things too.
settings.register_profile("unhurried", parent=settings(), deadline=None)
settings.load_profile("unhurried")


def _isolate_the_session() -> None:
    # At import, for Qt and platformdirs read these once, when the first plugin loads them.
    home = Path(tempfile.mkdtemp(prefix="memloupe-tests-"))
    atexit.register(shutil.rmtree, home, ignore_errors=True)
    os.environ["HOME"] = str(home)
    for name in ("CONFIG", "DATA", "CACHE", "STATE"):
        os.environ[f"XDG_{name}_HOME"] = str(home / name.lower())
    runtime = home / "runtime"
    runtime.mkdir(mode=0o700)
    os.environ["XDG_RUNTIME_DIR"] = str(runtime)
    os.environ["PYTHON_KEYRING_BACKEND"] = "keyring.backends.null.Keyring"
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    for name in [name for name in os.environ if name.startswith("HARNESS_")]:
        del os.environ[name]


_isolate_the_session()


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Leave the tests that need a screen to a run that has one."""
    if os.environ["QT_QPA_PLATFORM"] != "offscreen":
        return
    needs_screen = pytest.mark.skip(reason="needs a screen: QT_QPA_PLATFORM=xcb under xvfb-run")
    for item in items:
        if item.get_closest_marker("screen"):
            item.add_marker(needs_screen)


@pytest.hookimpl(wrapper=True)
def pytest_report_to_serializable() -> Iterator[Any]:
    """Let reports reach the process that collects them, whatever text a test has shown."""
    return _encodable((yield))


def _encodable(value: Any) -> Any:
    if isinstance(value, str):
        return value.encode("utf-8", "backslashreplace").decode()
    if isinstance(value, dict):
        return {_encodable(key): _encodable(inner) for key, inner in value.items()}
    if isinstance(value, list | tuple):
        return type(value)(map(_encodable, value))
    return value


@cache
def _read_vectors(name: str) -> list[dict[str, Any]]:
    path = GOLDEN / "vectors" / f"{name}.jsonl.xz"
    with lzma.open(path, "rt", encoding="utf-8", newline="\n") as lines:
        return [json.loads(line) for line in lines]


@pytest.fixture(scope="session")
def golden_vectors() -> Callable[[str], list[dict[str, Any]]]:
    """Read one file of vectors: every line, in order. Do not change what it returns."""
    return _read_vectors


@pytest.fixture(scope="session")
def golden_originals(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The unpacked golden workspaces: for copying only, never to be opened."""
    folder = tmp_path_factory.mktemp("golden")
    with tarfile.open(GOLDEN / "workspaces.tar.xz") as archive:
        archive.extraction_filter = getattr(tarfile, "data_filter", None)
        archive.extractall(folder)  # our own archive
    return folder / "workspaces"


@pytest.fixture
def golden_workspace(golden_originals: Path, tmp_path: Path) -> Callable[[str], Path]:
    """Copy one golden workspace, times kept, into a folder that the test may write to."""
    copies = 0

    def copy(name: str) -> Path:
        nonlocal copies
        copies += 1
        return Path(shutil.copytree(golden_originals / name, tmp_path / str(copies) / name))

    return copy


@pytest.fixture(scope="session")
def sample_originals(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The unpacked samples of memory files: for copying only."""
    folder = tmp_path_factory.mktemp("samples")
    with tarfile.open(GOLDEN / "samples.tar.xz") as archive:
        archive.extraction_filter = getattr(tarfile, "data_filter", None)
        archive.extractall(folder)  # our own archive
    return folder / "samples"


@pytest.fixture
def sample_workspace(sample_originals: Path, tmp_path: Path) -> Callable[..., Path]:
    """Copy one sample of memory files with its links and times into a folder of the test.

    ``odd=True`` adds, for the notes, the names and files that an archive can't hold everywhere.
    """
    copies = 0

    def copy(name: str, *, odd: bool = False) -> Path:
        nonlocal copies
        copies += 1
        target = tmp_path / f"sample-{copies}" / name
        shutil.copytree(sample_originals / name, target, symlinks=True)
        for path, leads_to in SAMPLE_LINKS.get(name, {}).items():
            # A checkout may have made files of them, with the place that they lead to as text.
            (target / path).unlink(missing_ok=True)
            (target / path).symlink_to(leads_to)
        times = json.loads((sample_originals / "mtimes.json").read_bytes())
        for path, written in times.get(name, {}).items():
            seconds = datetime.fromisoformat(written).timestamp()
            os.utime(target / path, (seconds, seconds))
        if odd:
            make = runpy.run_path(str(sample_originals / "make_odd.py"))["main"]
            make(str(target / "memory" / "company"))
        return target

    return copy


@pytest.fixture(scope="session")
def sample_results(sample_originals: Path) -> Callable[[str], Any]:
    """Read one file of expected results by its name without the ending."""
    return lambda name: json.loads((sample_originals / "expected" / f"{name}.json").read_bytes())


@pytest.fixture(scope="session")
def golden_workspace_names(golden_originals: Path) -> list[str]:
    """The names that `golden_workspace` knows."""
    return sorted(path.name for path in golden_originals.iterdir())


@pytest.fixture
def model_server() -> Iterator[ModelServer]:
    """Start a model server on this machine that answers from a script."""
    with ModelServer() as server:
        yield server


@pytest.fixture(scope="session", autouse=True)
def _keyring_in_memory() -> Iterator[None]:
    import keyring  # noqa: PLC0415 - it reads PYTHON_KEYRING_BACKEND when it is imported
    from keyring.backend import KeyringBackend  # noqa: PLC0415
    from keyring.errors import PasswordDeleteError  # noqa: PLC0415

    class MemoryKeyring(KeyringBackend):
        priority = 1

        def __init__(self) -> None:
            super().__init__()  # type: ignore[no-untyped-call]  # keyring has no annotations
            self._passwords: dict[tuple[str, str], str] = {}

        def get_password(self, service: str, username: str) -> str | None:
            return self._passwords.get((service, username))

        def set_password(self, service: str, username: str, password: str) -> None:
            self._passwords[service, username] = password

        def delete_password(self, service: str, username: str) -> None:
            if self._passwords.pop((service, username), None) is None:
                raise PasswordDeleteError(username)

    before = keyring.get_keyring()
    keyring.set_keyring(MemoryKeyring())
    yield
    keyring.set_keyring(before)
