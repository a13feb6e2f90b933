"""What of a folder the agent sees, and the paths below a mount."""

from __future__ import annotations

from typing import TYPE_CHECKING

from desktop_app.core.files.facts import FileFacts, FileKind
from desktop_app.core.files.link_end import LinkEnd, link_end
from desktop_app.core.notes.note import Skipped

if TYPE_CHECKING:
    from collections.abc import Iterable

    from desktop_app.core.notes.layer import Layer


def below(layer: Layer, path: str) -> str:
    """Return the path below the workspace of one below the mount."""
    return f"{layer.source}/{path}" if layer.source else path


def mounted_path(layer: Layer, path: str) -> str:
    """Return the path below the mount of one below the workspace."""
    return path.removeprefix(f"{layer.source}/") if layer.source else path


def sorted_out(
    entries: Iterable[FileFacts], layer: Layer
) -> tuple[list[tuple[str, FileFacts]], tuple[Skipped, ...]]:
    """Return the files that are listed, with their paths below the mount, and what is not."""
    listed, skipped = [], []
    for facts in entries:
        path = mounted_path(layer, facts.path)
        reason = skip_reason(layer, facts)
        if reason:
            skipped.append(Skipped(path, reason, facts))
        elif facts.kind is FileKind.FILE:
            listed.append((path, facts))
    return listed, tuple(skipped)


def skip_reason(layer: Layer, facts: FileFacts) -> str:
    """Return why something below the mount is not listed, ``""`` if it is."""
    if facts.kind is FileKind.LINK:
        end = link_end(facts, layer.source)
        where = "" if end is LinkEnd.INSIDE else f" that {end.value}"
        return f"It is a link{where}. Links are not followed."
    if facts.kind is FileKind.OTHER:
        return "It is a pipe, a socket or a device."
    # Only what is hidden below the mount: the layer may be in a hidden folder itself.
    parts = mounted_path(layer, facts.path).split("/")
    is_hidden = any(part.startswith(".") for part in parts)
    return "It is hidden." if is_hidden and facts.kind is FileKind.FILE else ""
