"""The memory files of one workspace, as services and windows reach them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import tzinfo
from typing import TYPE_CHECKING

from desktop_app.core.engine_time import EngineTime
from desktop_app.core.files.ports import MemoryFolder
from desktop_app.core.notes.front_matter import ReadFrontMatter
from desktop_app.core.notes.layer import Layer

if TYPE_CHECKING:
    from pathlib import Path


def no_layers() -> tuple[tuple[Layer, ...], str]:
    """Nobody has named a layer by hand."""
    return (), ""


@dataclass(frozen=True, slots=True, kw_only=True)
class FileMemory:
    """What reads the files of one workspace; holds nothing that was read.

    Attributes:
        folder: Reads files below the workspace.
        read_front_matter: Reads the metadata of a note.
        now: The clock.
        zone: The zone of the person, in which days begin and end.
        layers_by_hand: Reads the layers of notes that the person has named for this workspace,
            and why they are none although some were kept.
    """

    folder: MemoryFolder
    read_front_matter: ReadFrontMatter
    now: Callable[[], EngineTime]
    zone: tzinfo
    layers_by_hand: Callable[[], tuple[tuple[Layer, ...], str]] = no_layers

    @property
    def root(self) -> Path:
        """The workspace: every path is below it."""
        return self.folder.root

    @property
    def path(self) -> Path:
        """What is open, as a state file is: the workspace."""
        return self.root
