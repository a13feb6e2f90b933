"""What the page of memory tools says in more than one place."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication

from desktop_app.core.engine_time import EngineTimeError, format_seconds
from ui.clock import day_and_time
from ui.naming import shown_id
from ui.widgets import counting

if TYPE_CHECKING:
    from desktop_app.core.engine_time import EngineTime
    from desktop_app.core.ledger.book import Bucket


def tr(text: str) -> str:
    """Return a text of the memory tools in the language of the window."""
    return QCoreApplication.translate("MemoryTools", text)


def bucket_words(bucket: Bucket, *, many_roots: bool = False) -> str:
    """Return what a bucket is called; with several workspaces, whose it is too."""
    name = shown_id(bucket.name) if bucket.name else tr("Shared")
    if not many_roots:
        return name
    root = shown_id(bucket.root) if bucket.root else tr("Workspace")
    return root if bucket.is_root else f"{root} / {name}"


def utc_words(time: EngineTime | None) -> str:
    """Return an instant in UTC."""
    try:
        return "–" if time is None else format_seconds(time).replace("T", " ").replace("Z", " UTC")
    except EngineTimeError:
        return "–"


def local_words(time: EngineTime | None) -> str:
    """Return an instant on the clock of this machine."""
    return "–" if time is None else day_and_time(time)


def lines_of_text(count: int) -> str:
    """Return a number of lines in words."""
    return counting.counted(count, tr("{0} line"), tr("{0} lines"))


def several(remarks: tuple[str, ...], most: int = 3) -> str:
    """Return sentences one below the other, the first few of many."""
    shown = list(remarks[:most])
    if len(remarks) > most:
        shown.append(tr("And {0} more of the kind.").format(f"{len(remarks) - most:,}"))
    return "\n".join(shown)
