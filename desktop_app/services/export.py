"""Exports of a scope: the engine's bytes, the engine's default place, and careful writing."""

from __future__ import annotations

import errno
import os
from base64 import b64encode
from contextlib import suppress
from typing import TYPE_CHECKING

import msgspec

from desktop_app.core.engine_text import encode
from desktop_app.core.engine_time import EngineTimeError
from desktop_app.core.errors import DamagedError, RefusedError
from desktop_app.core.export.formats import ExportFormat, export_record
from desktop_app.core.export.path import default_export_path
from desktop_app.core.observational.damage import DamagedRecordError
from desktop_app.core.scope import tool_scope

if TYPE_CHECKING:
    from pathlib import Path

    from desktop_app.core.observational.record import ColumnValue, Record, RecordRow
    from desktop_app.services.harness_source import HarnessSource
    from desktop_app.services.snapshot import ScopeSnapshot

_DATABASE_MAGICS = (b"SQLite format 3\x00", b"\x37\x7f\x06\x82", b"\x37\x7f\x06\x83")
_NO_HARD_LINKS = {errno.EPERM, errno.ENOTSUP, errno.ENOSYS, errno.EMLINK, errno.EACCES}
_KEEP = "Nothing was written."


class TakenError(RefusedError):
    """There is a file already; it may be replaced if the person says so."""


def export_bytes(snapshot: ScopeSnapshot, export_format: ExportFormat) -> bytes:
    """Return what the engine's export of this scope holds.

    Raises:
        RefusedError: the scope has working memory only, which the engine does not export.
        DamagedError: the engine can't read or write the record.
    """
    if snapshot.damages:
        raise DamagedRecordError(snapshot.damages)
    if snapshot.record is None:
        raise RefusedError(
            f"“{snapshot.memory_id}” has no record to export, only working memory.",
            "The engine's export leaves working memory out.",
        )
    try:
        return export_record(snapshot.record, export_format)
    except EngineTimeError as error:
        raise DamagedError(f"The engine can't write this export: {error}", _KEEP) from error


def raw_bytes(row: RecordRow) -> bytes:
    """Return the columns of a record as they are stored, as JSON, readable or not.

    A value that JSON can't hold, because it is not valid UTF-8, stands as base64 under the name
    of its column with ``_b64`` behind it.
    """
    members = (_raw_member(name, getattr(row, name)) for name in row.__struct_fields__)
    return msgspec.json.format(msgspec.json.encode(dict(members)), indent=2) + b"\n"


def default_target(source: HarnessSource, record: Record, export_format: ExportFormat) -> Path:
    """Return where the engine's own tool would write, now."""
    scope = tool_scope(record.scope, "")
    inside = default_export_path(scope, export_format, source.now())
    return source.workspace / inside


def save_in_workspace(data: bytes, workspace: Path, target: Path, *, replace: bool = False) -> Path:
    """Write ``data`` to ``target`` below ``workspace``; missing folders are made.

    Raises:
        RefusedError: like ``save``; also when a link would lead out of the workspace.
    """
    try:
        _make_folders(workspace, target)
    except (OSError, ValueError) as error:
        raise _not_written(target, error) from error
    return save(data, target, replace=replace)


def save(data: bytes, target: Path, *, replace: bool = False) -> Path:
    """Write ``data`` to ``target``: the whole file or nothing.

    Args:
        data: The content.
        target: A file in a folder that exists.
        replace: Whether a file that is there may be replaced.

    Raises:
        TakenError: a file is there already.
        RefusedError: it is a folder or a database, or the disk says no.
    """
    try:
        _refuse_taken(target, replace=replace)
        temporary = _written(data, target)
        try:
            _put_in_place(temporary, target, replace=replace)
        finally:
            with suppress(FileNotFoundError):
                temporary.unlink()
    except FileExistsError as error:
        raise _taken(target) from error
    except (OSError, ValueError) as error:
        # A NUL in a name is a wrong value to Python, not an error of the system.
        raise _not_written(target, error) from error
    return target


def _raw_member(name: str, value: ColumnValue) -> tuple[str, ColumnValue]:
    stored = encode(value) if isinstance(value, str) else value
    if not isinstance(stored, bytes):
        return name, stored
    try:
        return name, stored.decode()
    except UnicodeDecodeError:
        return f"{name}_b64", b64encode(stored).decode()


def _make_folders(workspace: Path, target: Path) -> None:
    root = workspace.resolve()
    folder = workspace
    for part in target.relative_to(workspace).parts[:-1]:
        folder /= part
        # One by one, so that nothing is made behind a link that leads elsewhere.
        folder.mkdir(exist_ok=True)
        if not folder.resolve().is_relative_to(root):
            raise RefusedError(f"“{folder}” leads out of the workspace.", _KEEP)


def _refuse_taken(target: Path, *, replace: bool) -> None:
    if not os.path.lexists(target):
        return
    if target.is_dir():
        raise RefusedError(f"“{target}” is a folder.", f"{_KEEP} Name a file in it.")
    if not replace:
        raise _taken(target)
    if target.is_symlink():
        return
    if not target.is_file():
        raise RefusedError(f"“{target}” is a pipe, a socket or a device.", _KEEP)
    if _is_database(target):
        raise RefusedError(f"“{target}” is a database; an export never replaces one.", _KEEP)


def _is_database(path: Path) -> bool:
    with path.open("rb") as file:
        return file.read(16).startswith(_DATABASE_MAGICS)


def _written(data: bytes, target: Path) -> Path:
    temporary = target.with_name(f".memloupe-{os.urandom(8).hex()}.part")
    try:
        with temporary.open("xb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
    except OSError:
        with suppress(OSError):
            temporary.unlink()
        raise
    return temporary


def _put_in_place(temporary: Path, target: Path, *, replace: bool) -> None:
    if replace:
        temporary.replace(target)
        return
    try:
        # Unlike a rename, a second name never takes the place of what is there.
        target.hardlink_to(temporary)
    except OSError as error:
        if error.errno not in _NO_HARD_LINKS:
            raise
        _refuse_taken(target, replace=False)
        temporary.rename(target)


def _taken(target: Path) -> TakenError:
    return TakenError(f"“{target}” is there already.", f"{_KEEP} Choose another name.")


def _not_written(target: Path, error: Exception) -> RefusedError:
    reason = getattr(error, "strerror", None) or str(error)
    return RefusedError(f"“{target}” can't be written: {reason}.", _KEEP)
