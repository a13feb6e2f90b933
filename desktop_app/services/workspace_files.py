"""Opens the memory files of a workspace."""

from __future__ import annotations

import os
from hashlib import sha256
from typing import TYPE_CHECKING

from desktop_app.services.file_memory import FileMemory
from desktop_app.services.local_zone import local_zone
from desktop_app.services.workspace import this_machine
from desktop_app.store.file_header import real_path
from desktop_app.store.folder_events import FolderEvents
from desktop_app.store.memory_folder import DiskFolder

if TYPE_CHECKING:
    from pathlib import Path

    from desktop_app.core.notes.front_matter import FrontMatter
    from desktop_app.core.notes.layer import Layer
    from desktop_app.services.models.access import SettingsFile
    from desktop_app.services.workspace import Surroundings


def open_files(root: Path, surroundings: Surroundings | None = None) -> FileMemory:
    """Return what reads the files of a workspace. Looks at nothing yet.

    Args:
        root: The workspace.
        surroundings: Clock and zone; those of this process by default.

    Raises:
        StoreError: no folder can have this name.
    """
    here = surroundings or this_machine()
    real = real_path(root)
    return FileMemory(
        folder=DiskFolder(real),
        read_front_matter=_read_front_matter,
        now=here.now,
        zone=local_zone(here.environment),
        layers_by_hand=lambda: _note_layers(real).read(),
    )


def folder_events() -> FolderEvents:
    """Return what hears of writes at once, where the system tells. Listens to nothing yet."""
    return FolderEvents()


def note_layers(files: FileMemory) -> SettingsFile[tuple[Layer, ...]]:
    """Return what keeps the layers that the person has named by hand. Reads nothing yet."""
    return _note_layers(files.root)


def _note_layers(root: Path) -> SettingsFile[tuple[Layer, ...]]:
    from platformdirs import user_config_path  # noqa: PLC0415 - only who has notes needs it

    from desktop_app.store.note_layers import NoteLayersFile  # noqa: PLC0415

    # Not in the workspace: that is the agent's, and others may get it with everything in it.
    name = sha256(os.fsencode(root)).hexdigest()
    return NoteLayersFile(user_config_path("memloupe") / "layers" / f"{name}.json")


def _read_front_matter(text: str) -> FrontMatter | None:
    # Only who reads notes pays for the reader of YAML.
    from desktop_app.store.front_matter import read_front_matter  # noqa: PLC0415

    return read_front_matter(text)
