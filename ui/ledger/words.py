"""What the window of daily logs says."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication

from desktop_app.core.ledger.book import ARCHIVE_FOLDER, MEMORY_FOLDER, Layer, Reason
from ui.naming import shown_id
from ui.widgets import counting

if TYPE_CHECKING:
    from desktop_app.core.ledger.book import Book, Bucket, LedgerFile


def tr(text: str) -> str:
    """Return a text of the daily logs in the language of the window."""
    return QCoreApplication.translate("Ledger", text)


def layer_words(layer: Layer | None) -> str:
    """Return who supplies a file to the agent."""
    return {
        None: tr("nobody has it"),
        Layer.BUCKET: tr("its own"),
        Layer.PROJECT: tr("supplied by the project folder"),
        Layer.ROOT: tr("supplied by the workspace root"),
    }[layer]


def short_layer_words(layer: Layer | None) -> str:
    """Return who supplies a file, where there is little room."""
    short: dict[Layer | None, str] = {
        Layer.PROJECT: tr("from the project"),
        Layer.ROOT: tr("from the root"),
    }
    return short[layer] if layer in short else layer_words(layer)


def reason_words(reason: Reason) -> str:
    """Return why a file goes into the next consolidation, or does not."""
    return {
        Reason.WRITTEN_SINCE: tr("written after the watermark"),
        Reason.NEVER: tr("there is no watermark, so every file is taken"),
        Reason.WRITTEN_BEFORE: tr("not written since the watermark"),
        Reason.SAME_MILLISECOND: tr(
            "written in the very millisecond of the watermark, which the engine leaves out"
        ),
        Reason.BLANK: tr("nothing stands in it: the engine sends a fixed sentence in its place"),
        Reason.LINK: tr("a link: the engine follows it, Memloupe does not"),
        Reason.UNREADABLE: tr("it can't be read"),
    }[reason]


def bucket_words(bucket: Bucket) -> str:
    """Return what a bucket is called."""
    return shown_id(bucket.name) if bucket.name else tr("Shared")


def file_words(book: Book, name: str) -> str:
    """Return what a file is called, and whose it is where it is not everybody's."""
    bucket = book.bucket
    if not bucket.name:
        return shown_id(name)
    return tr("{0} of “{1}”").format(shown_id(name), shown_id(bucket.name))


def log_title(file: LedgerFile) -> str:
    """Return what a log is called in the list: its day, or its name below the folder."""
    name = file.name.removeprefix(f"{ARCHIVE_FOLDER}/").removeprefix(f"{MEMORY_FOLDER}/")
    is_day = file.day is not None or is_impossible_day(file)
    return shown_id(name.removesuffix(".md") if is_day else name)


def is_impossible_day(file: LedgerFile) -> bool:
    """Whether the name looks like a day that no calendar has."""
    name = file.facts.name.removesuffix(".md")
    parts = name.split("-")
    shape = [len(part) for part in parts] == [4, 2, 2]
    return file.day is None and shape and all(part.isdecimal() for part in parts)


def section_count(file: LedgerFile) -> str:
    """Return how many sections a log has; empty for none."""
    forms = tr("{0} section"), tr("{0} sections")
    return counting.counted(len(file.sections), *forms) if file.sections else ""
