"""Snapshots of a layer, and what a turn changed since one was taken."""

from __future__ import annotations

from hashlib import sha256
from typing import TYPE_CHECKING

from desktop_app.core.errors import RefusedError
from desktop_app.core.files.facts import FileKind
from desktop_app.services.jobs import JobCancelledError
from desktop_app.services.notes.reading import never

if TYPE_CHECKING:
    from desktop_app.core.notes.layer import Layer
    from desktop_app.core.notes.turn_diff import Digests
    from desktop_app.core.ports import Cancelled
    from desktop_app.services.file_memory import FileMemory


def layer_digests(files: FileMemory, layer: Layer, cancelled: Cancelled = never) -> Digests:
    """Return a mark of the bytes of every file of a layer, hidden ones too.

    Links and pipes are left out: they are never opened.

    Raises:
        RefusedError: the layer has no folder, or it leads out of the workspace.
        StoreError: a file can't be read, so nothing true can be said.
        JobCancelledError: it was cancelled.
    """
    if not layer.is_usable:
        raise RefusedError(f"{layer.mount} has no folder that could be read. {layer.problem}")
    return folder_digests(files, layer.source, cancelled)


def folder_digests(files: FileMemory, folder: str = "", cancelled: Cancelled = never) -> Digests:
    """Return a mark of the bytes of every file below a folder, by its path below it."""
    found = {}
    for facts in files.folder.entries(folder, cancelled=cancelled):
        if cancelled():
            raise JobCancelledError
        if facts.kind is FileKind.FILE:
            row = files.folder.read(facts.path)
            if row is not None:  # else it has gone meanwhile
                path = facts.path.removeprefix(f"{folder}/") if folder else facts.path
                found[path] = sha256(row.data).hexdigest()
    return found
