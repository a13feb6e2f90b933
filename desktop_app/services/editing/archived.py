"""Daily logs that the engine has moved to its archive: what was written in them is there."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import msgspec

from desktop_app.core.changes import Change, Swap
from desktop_app.core.ledger.book import ARCHIVE_FOLDER, MEMORY_FOLDER

if TYPE_CHECKING:
    from collections.abc import Callable

    from desktop_app.core.files.row import FileRow


def with_archived(present: Change, expected: Change, look: Callable[[Change], Change]) -> Change:
    """Return what is there now; of a log that is gone, what the archive has under its name.

    Args:
        present: The files as they are.
        expected: The same as they were left.
        look: Returns a change with every file before it as it is.
    """
    files = tuple(
        replace(now, before=_archived(left.before, look))
        if now.before is None and left.before is not None
        else now
        for now, left in zip(present.files, expected.files, strict=True)
    )
    return replace(present, files=files)


def _archived(row: FileRow, look: Callable[[Change], Change]) -> FileRow | None:
    folder, _, name = row.path.rpartition("/")
    if f"/{folder}".endswith(f"/{MEMORY_FOLDER}"):
        path = f"{folder.removesuffix(MEMORY_FOLDER)}{ARCHIVE_FOLDER}/{name}"
        wanted = msgspec.structs.replace(row, path=path)
        (found,) = look(Change(label="", files=(Swap(wanted, None),))).files
        if found.before is not None:
            return msgspec.structs.replace(found.before, path=row.path)
    return None
