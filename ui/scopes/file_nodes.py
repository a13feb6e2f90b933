"""The rows of the tree for memory that is kept as files."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication

from desktop_app.core.ledger.book import MEMORY_FILE
from ui.naming import shown_id
from ui.navigation import Place, Target
from ui.scopes.nodes import Kind, Node

if TYPE_CHECKING:
    from desktop_app.services.file_outline import BucketOutline, FileOutline, LayerOutline

MOST_SHOWN = 500
"""More buckets than this are not listed; the filter finds the others."""


def file_rows(outline: FileOutline, text: str = "", *, alone: bool = False) -> list[Node]:
    """Return the rows of the section, with the buckets and layers that have ``text`` in them.

    Args:
        outline: What files there are.
        text: What the filter asks for.
        alone: Whether there are no scopes, whose turn shows what files add too.
    """
    rows = []
    if outline.buckets:
        rows += _ledger_rows(outline, text.casefold())
    if outline.layers:
        rows += _note_rows(outline, text.casefold())
    if not rows:
        return [_note(_tr("No file has this in its name"))] if text and not outline.is_empty else []
    if not text and alone:
        rows.append(Node(Kind.FILES, _tr("Next turn"), target=Target(Place.TURN)))
    if not text and outline.buckets:
        # The agent's tools look into daily logs; there are none for notes.
        rows.append(Node(Kind.FILES, _tr("Memory tools"), target=Target(Place.TOOLS)))
    return rows


def bucket_name(one: BucketOutline, outline: FileOutline) -> str:
    """Return what the row of a bucket says; with several roots, whose it is too."""
    bucket = one.bucket
    name = shown_id(bucket.name) if bucket.name else _tr("Shared")
    if len(outline.roots) < 2:  # noqa: PLR2004 - there is only one
        return name
    root = shown_id(bucket.root) if bucket.root else _tr("Workspace")
    return root if bucket.is_root else f"{root} / {name}"


def _ledger_rows(outline: FileOutline, text: str) -> list[Node]:
    logs, memory = _tr("Daily logs"), Node(Kind.FILES, MEMORY_FILE)
    first = outline.buckets[0].bucket
    memory.target = Target(Place.LEDGER, path=first.at(MEMORY_FILE), bucket=first.path)
    if len(outline.buckets) == 1:
        row = Node(Kind.FILES, logs, count=outline.logs)
        row.target = Target(Place.LEDGER, bucket=first.path)
        return [one for one in (row, memory) if text in one.name.casefold()]
    named = [(bucket_name(one, outline), one) for one in outline.buckets]
    fitting = [(name, one) for name, one in named if text in name.casefold()]
    if not fitting:
        return []
    folder = Node(Kind.FOLDER, logs, count=outline.logs, target=Target(Place.LEDGER))
    below = [_bucket_row(name, one) for name, one in fitting[:MOST_SHOWN]]
    if len(fitting) > MOST_SHOWN:
        words = _tr("{0} more; type to find them")
        below.append(_note(words.format(f"{len(fitting) - MOST_SHOWN:,}")))
    folder.adopt(below)
    return [folder] if text else [folder, memory]


def _bucket_row(name: str, one: BucketOutline) -> Node:
    return Node(
        Kind.BUCKET, name, count=one.logs, target=Target(Place.LEDGER, bucket=one.bucket.path)
    )


def _note_rows(outline: FileOutline, text: str) -> list[Node]:
    fitting = [one for one in outline.layers if text in one.layer.mount.casefold()]
    folder = Node(Kind.FOLDER, _tr("Notes"), count=outline.notes, target=Target(Place.NOTES))
    folder.adopt([_layer_row(one) for one in fitting])
    return [folder] if fitting else []


def _layer_row(one: LayerOutline) -> Node:
    mount = one.layer.mount
    target = Target(Place.NOTES, bucket=mount)
    return Node(Kind.BUCKET, shown_id(mount), count=one.notes, target=target)


def _note(words: str) -> Node:
    return Node(Kind.NOTE, words)


def _tr(text: str) -> str:
    return QCoreApplication.translate("FileRows", text)
