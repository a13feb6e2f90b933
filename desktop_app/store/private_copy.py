"""Private copies of stores that can't be opened in place without leaving a trace."""

from __future__ import annotations

import os
import shutil
import tempfile
import threading
from collections import OrderedDict
from dataclasses import dataclass
from pathlib import Path

from desktop_app.core.errors import StoreError
from desktop_app.store.file_state import StoreState, companion, now_ns, store_state
from desktop_app.store.raw_file import raw_descriptor

_COPIES_KEPT = 4
_CHUNK = 1 << 24
_SEVERAL_FILES = b"\xd9\xd5\x05\xf9\x20\xa1\x63\xd7"
"""Ends a rollback journal that names a further file, which SQLite would follow and delete."""


@dataclass(frozen=True, slots=True)
class _Copy:
    path: Path
    state: StoreState
    folder: tempfile.TemporaryDirectory[str]


_lock = threading.Lock()
_copies: OrderedDict[Path, _Copy] = OrderedDict()


def copy_of(path: Path) -> Path | None:
    """Return a copy of ``path`` with its ``-wal`` and ``-journal``, where there are any.

    A copy is used again while the original's files stay as they were; it is removed when it is
    out of date or the program ends.

    Returns:
        ``None`` when the files changed while they were copied; try again.

    Raises:
        StoreError: no room for a copy, or a journal that must not be followed.
    """
    with _lock:
        before = store_state(path)
        known = _copies.get(path)
        if known is not None and known.state == before:
            _copies.move_to_end(path)
            return known.path
        if not before.is_settled(now_ns()):
            return None
        made = _make(path, before)
        if made is None:
            return None
        if store_state(path) != before:
            made.folder.cleanup()
            return None
        _remember(path, made)
        return made.path


def forget_copies() -> None:
    """Remove every copy now."""
    with _lock:
        while _copies:
            _copies.popitem()[1].folder.cleanup()


def _remember(path: Path, made: _Copy) -> None:
    old = _copies.pop(path, None)
    if old is not None:
        old.folder.cleanup()
    _copies[path] = made
    if len(_copies) > _COPIES_KEPT:
        _copies.popitem(last=False)[1].folder.cleanup()


def _make(path: Path, state: StoreState) -> _Copy | None:
    # mkdtemp makes the folder readable by its owner alone.
    folder = tempfile.TemporaryDirectory(prefix="memloupe-", ignore_cleanup_errors=True)
    target = Path(folder.name) / "copy.db"
    try:
        _check_room(path, state, target.parent)
        _copy_file(path, target)
        for suffix, part in (("-wal", state.wal), ("-journal", state.journal)):
            if part is not None:
                _copy_file(companion(path, suffix), companion(target, suffix))
        check_journal(path, companion(target, "-journal"))
    except FileNotFoundError:
        # A companion was removed meanwhile.
        folder.cleanup()
        return None
    except OSError as error:
        folder.cleanup()
        reason = error.strerror or str(error)
        raise StoreError(f"“{path}” could not be copied for reading: {reason}.") from error
    except StoreError:
        folder.cleanup()
        raise
    return _Copy(target, state, folder)


def _check_room(path: Path, state: StoreState, folder: Path) -> None:
    needed = sum(part.size for part in (state.main, state.wal, state.journal) if part)
    free = shutil.disk_usage(folder).free
    if needed * 2 > free:
        raise StoreError(
            f"“{path}” can only be read from a copy ({needed:,} bytes), and there is not enough "
            f"room for one in {folder.parent} ({free:,} bytes free).",
            "Let the engine close the file, or make room.",
        )


def _copy_file(source: Path, target: Path) -> None:
    with raw_descriptor(source) as descriptor, target.open("xb") as written:
        try:
            # Shares the blocks instead of copying them where the file system can.
            while os.copy_file_range(descriptor, written.fileno(), _CHUNK):
                pass
        except (AttributeError, OSError):
            _copy_by_reading(descriptor, written.fileno())


def _copy_by_reading(source: int, target: int) -> None:
    os.lseek(source, 0, os.SEEK_SET)
    os.ftruncate(target, 0)
    os.lseek(target, 0, os.SEEK_SET)
    while chunk := os.read(source, _CHUNK):
        rest = memoryview(chunk)
        while rest:
            rest = rest[os.write(target, rest) :]


def check_journal(path: Path, journal: Path) -> None:
    """Refuse a journal that names a further file: SQLite would follow it, and delete that file.

    Raises:
        StoreError: it does.
    """
    if not journal.exists():
        return
    with journal.open("rb") as opened:
        opened.seek(-min(journal.stat().st_size, len(_SEVERAL_FILES)), os.SEEK_END)
        end = opened.read()
    if end == _SEVERAL_FILES:
        raise StoreError(
            f"“{path}” was left in the middle of a change over several database files.",
            "Let the program that wrote it open it once; it will finish or undo the change.",
        )
