"""How much of an edit of a file is still in it."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

from desktop_app.core.engine_text import decode
from desktop_app.core.files.pieces import differing_lines, lines_of

if TYPE_CHECKING:
    from desktop_app.core.editing.ballot import Versions
    from desktop_app.core.files.row import FileRow


@dataclass(frozen=True, slots=True)
class FileStanding:
    """What became of an edit of one file.

    Attributes:
        is_there: Whether the file is there, if the edit has left one.
        kept: What is in it, in a sentence; ``""`` for nothing.
        lost: What is not, likewise.
    """

    is_there: bool = True
    kept: str = ""
    lost: str = ""


def file_standing(rows: Versions[FileRow | None]) -> FileStanding:
    """Return what became of an edit: ``mine`` was written, ``theirs`` is there now.

    Lines count wherever they stand: what others append or move around takes nothing away.
    """
    seen, now, mine = rows.seen, rows.theirs, rows.mine
    if mine is None:
        is_back = now is not None and seen is not None and now.data == seen.data
        return FileStanding(lost=f"{seen.path}: there again." if seen and is_back else "")
    if now is None:
        return FileStanding(is_there=False, lost=f"{mine.path}: not there any more.")
    has_removed = seen is not None and not mine.data.startswith(seen.data)
    if now.data == mine.data or (now.data.startswith(mine.data) and not has_removed):
        return FileStanding(kept=f"{mine.path}: everything that you have saved is in it.")
    removed, added = _only_in_one(seen.data if seen else b"", mine.data)
    lost, new = _only_in_one(mine.data, now.data)
    missing = sum(min(count, lost[line]) for line, count in added.items())
    return _told(mine.path, missing + (new & removed).total(), added.total() + removed.total())


def _told(path: str, lost: int, all_of_it: int) -> FileStanding:
    if not lost:
        return FileStanding(kept=f"{path}: all of your edit is in it.")
    kept = all_of_it - lost
    return FileStanding(
        kept=f"{_of(path, kept, all_of_it)} in it." if kept else "",
        lost=f"{_of(path, lost, all_of_it)} written over.",
    )


def _of(path: str, count: int, all_of_it: int) -> str:
    return f"{path}: {count:,} of {all_of_it:,} lines of your edit {'is' if count == 1 else 'are'}"


def _only_in_one(one: bytes, other: bytes) -> tuple[Counter[str], Counter[str]]:
    """Return the lines that only the first file has, and those that only the second has."""
    first, second = map(_lines, differing_lines(one, other, b"\n"))
    return first - second, second - first


def _lines(data: bytes) -> Counter[str]:
    # Blank lines and white space at the ends of lines are no memory.
    return Counter(line.rstrip() for line in lines_of(decode(data)) if line.strip())
