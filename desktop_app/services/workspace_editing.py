"""Puts journal, writers and copies behind the editor of a workspace."""

from __future__ import annotations

from contextlib import suppress
from getpass import getuser
from typing import TYPE_CHECKING

from desktop_app.services.editing.editor import Editor
from desktop_app.services.editing.saving import BUSY_SECONDS
from desktop_app.services.editing.targets import EditedFile, EditedFolder, Targets
from desktop_app.services.file_memory import FileMemory
from desktop_app.services.workspace import this_machine
from desktop_app.store.backups import SqliteBackups
from desktop_app.store.file_backups import DiskBackups
from desktop_app.store.file_writer import DiskWriter
from desktop_app.store.harness_writer import SqliteStateWriter
from desktop_app.store.journal import SqliteJournal
from desktop_app.store.own_folder import own_folder

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from desktop_app.services.harness_source import HarnessSource
    from desktop_app.services.workspace import Surroundings


def make_editor(
    opened: HarnessSource | FileMemory,
    surroundings: Surroundings | None = None,
    *,
    busy_seconds: float | None = None,
) -> Editor:
    """Return what ``open_editor`` returns."""
    here = surroundings or this_machine()
    if isinstance(opened, FileMemory):
        root, state = opened.root, None
    else:
        root, state = opened.workspace, _edited_file(opened)
    targets = Targets(SqliteJournal(own_folder(root)), state, _edited_folder(root))
    return Editor(
        targets,
        who=_person(here.environment),
        now=opened.now,
        busy_seconds=BUSY_SECONDS if busy_seconds is None else busy_seconds,
    )


def _edited_file(source: HarnessSource) -> EditedFile:
    path, root = source.path, source.workspace
    inside = path.is_relative_to(root)
    return EditedFile(
        name=path.relative_to(root).as_posix() if inside else str(path),
        writer=SqliteStateWriter(path),
        backups=SqliteBackups(path, own_folder(root), source.now),
    )


def _edited_folder(root: Path) -> EditedFolder:
    own = own_folder(root)
    return EditedFolder(root, DiskWriter(root, own), DiskBackups(own))


def _person(environment: Mapping[str, str]) -> str:
    names = map(environment.get, ("LOGNAME", "USER", "LNAME", "USERNAME"))
    named = next(filter(None, names), "")
    if named:
        return named
    with suppress(KeyError, OSError, ImportError):
        return getuser()
    return "unknown"
