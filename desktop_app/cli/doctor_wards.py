"""What the doctor looks at in a workspace: state files, and memory that is kept as files."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from desktop_app.core.notes.layer import Layer
from desktop_app.services.doctor import examine, joined
from desktop_app.services.doctor_files import examine_files, has_memory
from desktop_app.services.file_memory import FileMemory
from desktop_app.services.harness_source import HarnessSource
from desktop_app.services.jobs import JobContext
from desktop_app.services.workspace import open_doctor_reader
from desktop_app.services.workspace_files import note_layers, open_files

if TYPE_CHECKING:
    from collections.abc import Collection
    from pathlib import Path

    from desktop_app.cli.reading import Reader
    from desktop_app.services.doctor import Report


@dataclass(frozen=True, slots=True, kw_only=True)
class Ward:
    """What is told of in one report; never neither of both.

    Attributes:
        source: The state file.
        files: The memory files.
        by_hand: Layers of notes that the person has named.
    """

    source: HarnessSource | None = None
    files: FileMemory | None = None
    by_hand: tuple[Layer, ...] = ()

    @property
    def path(self) -> Path:
        """What is looked at."""
        opened = self.source or self.files
        assert opened is not None
        return opened.path


def wards_of(reader: Reader) -> tuple[Ward, ...]:
    """Return what there is to be looked at.

    Raises:
        StoreError: there is no memory, or none that can be read.
    """
    workspace = reader.workspace
    files = open_files(workspace.root)
    by_hand, _ = note_layers(files).read()
    is_memory = reader.read(lambda: has_memory(files, by_hand))
    if not workspace.sources and (workspace.failures or not is_memory):
        workspace.require_source()
    if not is_memory:
        return tuple(Ward(source=source) for source in workspace.sources)
    if len(workspace.sources) == 1:
        return (Ward(source=workspace.sources[0], files=files, by_hand=by_hand),)
    sources = (Ward(source=source) for source in workspace.sources)
    return (*sources, Ward(files=files, by_hand=by_hand))


def examined(ward: Ward, rules: Collection[str]) -> Report:
    """Look at all of it."""
    reports = []
    if ward.source is not None:
        reader = open_doctor_reader(ward.source)
        reports.append(examine(ward.source, reader, JobContext(), rules=rules))
    if ward.files is not None:
        context = JobContext()
        reports.append(examine_files(ward.files, context, rules=rules, by_hand=ward.by_hand))
    return joined(*reports)
