"""What a change does to the list of files that every turn gets."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from desktop_app.core.notes.section import lines_that_fit

if TYPE_CHECKING:
    from desktop_app.core.notes.line import IndexLine
    from desktop_app.core.notes.note import NoteFolder

LineChanges = Mapping[str, "IndexLine | None"]
"""New lines by the path of their notes; ``None`` where a note goes."""


@dataclass(frozen=True, slots=True)
class Budget:
    """The list before and after.

    Attributes:
        limit: Bytes that it may take.
        before: Bytes that it takes now.
        after: Bytes that it would take.
        count_before: How many files it has now.
        count_after: How many it would have.
        gone: Files that would no longer be listed although they stay.
        back: Files that are there and would be listed again.
        first_out: The first file that would not fit; ``""`` if all do.
        first_out_now: The first file that does not fit now; ``""`` if all do.
    """

    limit: int
    before: int
    after: int
    count_before: int
    count_after: int
    gone: tuple[str, ...] = ()
    back: tuple[str, ...] = ()
    first_out: str = ""
    first_out_now: str = ""


def budget_after(folder: NoteFolder, changes: LineChanges) -> Budget:
    """Return what the list takes before and after a change.

    Args:
        folder: The notes of a layer.
        changes: What differs; empty to know how things are.
    """
    old = {note.path: note.line for note in folder.notes}
    new = {path: line for path, line in sorted({**old, **changes}.items()) if line is not None}
    limit = folder.layer.max_index_bytes
    kept, used = lines_that_fit(tuple(old.values()), limit)
    new_kept, new_used = lines_that_fit(tuple(new.values()), limit)
    paths = tuple(new)
    listed, listed_after = set(list(old)[:kept]), set(paths[:new_kept])
    return Budget(
        limit=limit,
        before=used,
        after=new_used,
        count_before=kept,
        count_after=new_kept,
        gone=tuple(path for path in paths if path in listed and path not in listed_after),
        back=tuple(
            path for path in paths if path in old and path not in listed and path in listed_after
        ),
        first_out="".join(paths[new_kept : new_kept + 1]),
        first_out_now="".join(list(old)[kept : kept + 1]),
    )
