"""What there is where no state file is, and which commands show it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from desktop_app.cli.text import visible
from desktop_app.core.counting import counted
from desktop_app.core.errors import NotFoundError
from desktop_app.services.file_outline import read_outline
from desktop_app.services.workspace_files import open_files

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from desktop_app.services.file_outline import FileOutline


def only_files(root: Path) -> NotFoundError | None:
    """Return what to say of a workspace with memory files alone; ``None`` if it has none."""
    outline = read_outline(open_files(root))
    if outline.is_empty:
        return None
    said = [*_kept(outline), "memloupe snippet --part turn prints what they add to a turn."]
    return NotFoundError(f"“{root}” has memory files and no state file: no scopes.", " ".join(said))


def _kept(outline: FileOutline) -> Iterator[str]:
    if outline.buckets:
        logs, buckets = counted(outline.logs, "daily log"), counted(len(outline.buckets), "bucket")
        yield f"{logs} in {buckets}: memloupe files list shows them."
    if outline.layers:
        notes, layers = counted(outline.notes, "note"), counted(len(outline.layers), "layer")
        several = len(outline.layers) > 1
        yield f"{notes} in {layers}: memloupe notes list{' --layer NAME' * several} shows them."
        if several:
            yield f"The layers are {', '.join(visible(one.layer.mount) for one in outline.layers)}."
