"""What memory files a workspace has, without what is in them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from desktop_app.core.files.facts import FileKind
from desktop_app.core.ledger.book import (
    ARCHIVE_FOLDER,
    MEMORY_FILE,
    MEMORY_FOLDER,
    Bucket,
    LedgerRoot,
)
from desktop_app.core.notes.layer import Layer
from desktop_app.core.notes.listing import mounted_path
from desktop_app.services.harness_source import never
from desktop_app.services.ledger.reading import find_ledgers
from desktop_app.services.notes.reading import read_layers

if TYPE_CHECKING:
    from desktop_app.core.files.facts import FileFacts
    from desktop_app.core.ports import Cancelled
    from desktop_app.services.file_memory import FileMemory


@dataclass(frozen=True, slots=True)
class BucketOutline:
    """One bucket.

    Attributes:
        bucket: Which one.
        logs: How many Markdown files are below its ``memory`` folder, without the archive.
        has_memory: Whether it has a ``MEMORY.md`` of its own.
    """

    bucket: Bucket
    logs: int
    has_memory: bool


@dataclass(frozen=True, slots=True)
class LayerOutline:
    """One layer of notes, and how many files it has that the agent sees."""

    layer: Layer
    notes: int


@dataclass(frozen=True, slots=True, kw_only=True)
class FileOutline:
    """The memory files of a workspace.

    Attributes:
        roots: The AgentScope workspaces in it.
        buckets: Their buckets, in the same order.
        layers: The folders of notes, in the order in which the agent gets them.
    """

    roots: tuple[LedgerRoot, ...] = ()
    buckets: tuple[BucketOutline, ...] = ()
    layers: tuple[LayerOutline, ...] = ()

    @property
    def is_empty(self) -> bool:
        """Whether no memory is kept as files here."""
        return not self.buckets and not self.layers

    @property
    def logs(self) -> int:
        """How many daily logs there are in all buckets."""
        return sum(one.logs for one in self.buckets)

    @property
    def notes(self) -> int:
        """How many notes there are in all layers."""
        return sum(one.notes for one in self.layers)

    def bucket(self, path: str | None) -> Bucket | None:
        """Return the bucket with a path; the first one for ``None``, or if it is gone."""
        found = (one.bucket for one in self.buckets if one.bucket.path == path)
        return next(found, self.buckets[0].bucket if self.buckets else None)


def read_outline(files: FileMemory, cancelled: Cancelled = never) -> FileOutline:
    """Return what memory files there are.

    Raises:
        StoreError: the workspace can't be read.
    """
    roots = find_ledgers(files, cancelled)
    buckets = [bucket for root in roots for bucket in root.buckets]
    return FileOutline(
        roots=roots,
        buckets=tuple(_bucket(files, bucket, cancelled) for bucket in buckets),
        layers=tuple(
            LayerOutline(layer, _count_notes(files, layer, cancelled))
            for layer in read_layers(files).layers
        ),
    )


def _bucket(files: FileMemory, bucket: Bucket, cancelled: Cancelled) -> BucketOutline:
    found = files.folder.entries(bucket.at(MEMORY_FOLDER), cancelled=cancelled)
    archive = bucket.at(ARCHIVE_FOLDER) + "/"
    logs = sum(_is_log(one) and not one.path.startswith(archive) for one in found)
    memory = files.folder.facts(bucket.at(MEMORY_FILE))
    return BucketOutline(bucket, logs, memory is not None)


def _count_notes(files: FileMemory, layer: Layer, cancelled: Cancelled) -> int:
    if not layer.is_usable:
        return 0
    found = files.folder.entries(layer.source, cancelled=cancelled)
    kept = [mounted_path(layer, one.path) for one in found if one.kind is FileKind.FILE]
    # A layer may itself stand in a hidden folder; only what is hidden below it counts as hidden.
    return sum(not any(part.startswith(".") for part in path.split("/")) for path in kept)


def _is_log(one: FileFacts) -> bool:
    is_hidden = one.name.startswith(".")
    return one.kind is not FileKind.FOLDER and one.name.endswith(".md") and not is_hidden
