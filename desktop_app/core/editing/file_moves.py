"""Files that a change moves, with what others have written into them meanwhile."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import msgspec

from desktop_app.core.editing.ballot import Side
from desktop_app.core.editing.file_words import file_title

if TYPE_CHECKING:
    from collections.abc import Sequence

    from desktop_app.core.changes import Swap
    from desktop_app.core.editing.ballot import Ballot
    from desktop_app.core.files.row import FileRow

Files = tuple["Swap[FileRow]", ...]


def follow_moves(files: Files, present: Files, ballot: Ballot) -> Files:
    """Return the swaps of a change with the present bytes in what it only moves.

    A move is one swap that takes a file away and one that makes another with the same bytes.
    """
    followed = list(files)
    for place, there in enumerate(present):
        seen, now = files[place].before, there.before
        target = _target(files, files[place])
        if target is None or seen is None or now is None or now.data == seen.data:
            continue
        after = files[target].after
        assert after is not None
        mtime_ns = None if after.mtime_ns is None else now.mtime_ns
        moved = msgspec.structs.replace(after, data=now.data, mtime_ns=mtime_ns)
        followed[place] = replace(files[place], before=now)
        followed[target] = replace(files[target], after=moved)
        ballot.note(file_title(after), "text", Side.OTHERS)
    return tuple(followed)


def _target(files: Sequence[Swap[FileRow]], swap: Swap[FileRow]) -> int | None:
    """Return the place of the one swap that a file moves to."""
    if swap.before is None or swap.after is not None:
        return None
    found = [
        place
        for place, other in enumerate(files)
        if other.before is None and other.after is not None and other.after.data == swap.before.data
    ]
    return found[0] if len(found) == 1 else None
