"""Finds the stores of a workspace by what is in the files, not by their names."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from desktop_app.core.engine_text import trim
from desktop_app.core.errors import StoreError
from desktop_app.core.stores import Discovery, FoundStore, Holds, Origin
from desktop_app.store.file_header import is_folder, real_path, unreadable
from desktop_app.store.folder_walk import Limits, walk
from desktop_app.store.harness_tables import read_shape
from desktop_app.store.sqlite_file import never, read

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Callable, Mapping, Sequence

HARNESS_FOLDER = ".harness"
DEFAULT_STORE = Path(HARNESS_FOLDER, "state.db")
PATH_VARIABLE = "HARNESS_MEMORY_SQLITE_PATH"
_COMPANIONS = ("-wal", "-shm", "-journal")
_IDENTIFY_SECONDS = 5.0


@dataclass(frozen=True, slots=True)
class _Candidate:
    path: Path
    workspace: Path
    origin: Origin


def find_stores(
    path: Path,
    *,
    config_paths: Sequence[Path] = (),
    environment: Mapping[str, str] | None = None,
    limits: Limits | None = None,
    cancelled: Callable[[], bool] = never,
) -> Discovery:
    """Look for stores at ``path``: a workspace, a folder above workspaces, or a file.

    Args:
        path: What a person chose.
        config_paths: Database files that the workspace's configuration names; a relative one is
            taken from the workspace, as the engine does.
        environment: Variables; ``HARNESS_MEMORY_SQLITE_PATH`` is used.
        limits: How far to look below a folder.
        cancelled: Asked now and then; true ends the search with what was found so far.

    Raises:
        StoreError: there is nothing at ``path``, or nobody may look at it.
    """
    try:
        real = _without_companion(real_path(path))
        real.stat()
    except OSError as error:
        raise unreadable(path, error) from error
    if not is_folder(real):
        return _beside_file(real, cancelled)
    root = real.parent if real.name == HARNESS_FOLDER else real
    problems: list[str] = []
    candidates = _named(root, config_paths, environment or {}, problems)
    found = walk(root, limits or Limits(), cancelled)
    candidates += [_found(root, file) for file in found.databases]
    problems += [_link_problem(root, link) for link in found.links if _leads_out(root, link)]
    problems = list(dict.fromkeys(problems))
    if not found.is_complete:
        problems.append(f"“{root}” is large. Not every folder in it was searched.")
    return Discovery(root, _identified(candidates, cancelled), tuple(problems))


def workspace_of(path: Path) -> Path:
    """Return the workspace that a store belongs to.

    It is the nearest folder above that has a ``.harness`` folder, else the store's own folder.
    """
    for folder in path.parents:
        if folder.name == HARNESS_FOLDER:
            return folder.parent
        if is_folder(folder / HARNESS_FOLDER):
            return folder
    return path.parent


def _without_companion(path: Path) -> Path:
    for suffix in _COMPANIONS:
        main = path.with_name(path.name.removesuffix(suffix)) if path.name != suffix else path
        if main != path and main.is_file():
            return main
    return path


def _beside_file(path: Path, cancelled: Callable[[], bool]) -> Discovery:
    workspace = workspace_of(path)
    candidates = [_Candidate(path, workspace, Origin.GIVEN)]
    folder = workspace / HARNESS_FOLDER
    if _leads_out(workspace, folder):
        problem = _link_problem(workspace, folder)
        return Discovery(workspace, _identified(candidates, cancelled), (problem,))
    beside = walk(folder, Limits(levels=1), cancelled)
    candidates += [_Candidate(file, workspace, Origin.FOUND) for file in beside.databases]
    return Discovery(workspace, _identified(candidates, cancelled), ())


def _named(
    root: Path,
    config_paths: Sequence[Path],
    environment: Mapping[str, str],
    problems: list[str],
) -> list[_Candidate]:
    """Return what the environment, the configuration and the engine's default name."""
    named = [(path, Origin.CONFIG, "The configuration") for path in config_paths]
    variable = trim(environment.get(PATH_VARIABLE, ""))
    if variable:
        named.insert(0, (Path(variable), Origin.ENVIRONMENT, PATH_VARIABLE))
    named.append((DEFAULT_STORE, Origin.DEFAULT, "The engine"))
    candidates = []
    for path, origin, who in named:
        # The engine cleans a path by its letters, before any link in it is followed.
        file = Path(os.path.normpath(root / path))
        try:
            problem = _why_not(root, file, who)
        except (OSError, ValueError) as error:
            problem = f"{who} names a file that can't be looked at. {unreadable(file, error)}"
        if problem is None:
            candidates.append(_Candidate(Path(os.path.realpath(file)), root, origin))
        elif problem:
            problems.append(problem)
    return candidates


def _why_not(root: Path, file: Path, who: str) -> str | None:
    """Return why a named file is not looked at, ``None`` if it is.

    That the engine's default is not there yet needs no words.
    """
    if file.is_relative_to(root) and _leads_out(root, file):
        return _link_problem(root, file)
    if file.exists():
        return None
    return f"{who} names “{file}”, which does not exist." if file != root / DEFAULT_STORE else ""


def _found(root: Path, file: Path) -> _Candidate:
    workspace = workspace_of(file)
    if not workspace.is_relative_to(root):
        workspace = root
    is_default = file == workspace / DEFAULT_STORE
    return _Candidate(file, workspace, Origin.DEFAULT if is_default else Origin.FOUND)


def _leads_out(root: Path, path: Path) -> bool:
    return not Path(os.path.realpath(path)).is_relative_to(root)


def _link_problem(root: Path, link: Path) -> str:
    target = os.path.realpath(link)
    return f"“{link.relative_to(root)}” is a link that leads out, to “{target}”. Not followed."


def _identified(
    candidates: Sequence[_Candidate], cancelled: Callable[[], bool]
) -> tuple[FoundStore, ...]:
    order = list(Origin)
    first: dict[Path, _Candidate] = {}
    for candidate in sorted(candidates, key=lambda candidate: order.index(candidate.origin)):
        first.setdefault(candidate.path, candidate)
    stores = [_identify(candidate, cancelled) for candidate in first.values()]
    return tuple(
        sorted(stores, key=lambda s: (order.index(s.origin), not s.is_state, os.fspath(s.path)))
    )


def _identify(candidate: _Candidate, cancelled: Callable[[], bool]) -> FoundStore:
    path, workspace, origin = candidate.path, candidate.workspace, candidate.origin
    try:
        holds, problems = read(path, _contents, cancelled=cancelled, seconds=_IDENTIFY_SECONDS)
    except StoreError as error:
        return FoundStore(path, workspace, origin, error=error)
    return FoundStore(path, workspace, origin, holds, problems)


def _contents(connection: sqlite3.Connection) -> tuple[frozenset[Holds], tuple[str, ...]]:
    shape = read_shape(connection)
    holds = set()
    if shape.records.exists:
        holds.add(Holds.OBSERVATIONS)
    if shape.working.exists:
        holds.add(Holds.WORKING)
    if "conversation_messages" in shape.tables:
        holds.add(Holds.CONVERSATIONS)
    if "run_events" in shape.tables:
        holds.add(Holds.RUNS)
    return frozenset(holds), shape.problems
