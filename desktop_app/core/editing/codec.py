"""A change as bytes for the journal, exact to the last bit of every value."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from desktop_app.core.changes import Change, Swap, WorkingRow
from desktop_app.core.errors import DamagedError
from desktop_app.core.files.pieces import PIECE, pieces_of
from desktop_app.core.files.row import FileRow
from desktop_app.core.observational.engine_log import MarkerRow, OperationRow
from desktop_app.core.observational.record import Blob, ColumnValue, RecordRow

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

_TEXT, _BLOB, _WIDE = 1, 2, 3


def _file(*values: object) -> FileRow:
    names = FileRow.__struct_fields__
    fields = dict(zip(names, values, strict=True))
    # Without this, text is taken for bytes in base64.
    return msgspec.convert(fields, FileRow, builtin_types=(bytes,))


def _folder(path: object) -> str:
    if not isinstance(path, str):
        raise TypeError("the path of a folder that is no text")
    return path


_ROWS: dict[str, Callable[..., Any]] = {
    "records": RecordRow,
    "working": WorkingRow,
    "operations": OperationRow,
    "markers": MarkerRow,
}
_FILES = {**_ROWS, "files": _file}
_FORMS = {1: _ROWS, 2: _FILES, 3: {**_FILES, "folders": _folder}}
"""The first one, which every version of Memloupe reads, is written where it suffices."""
_UNREADABLE = (
    msgspec.MsgspecError,
    UnicodeDecodeError,
    ValueError,
    TypeError,
    KeyError,
    RecursionError,
)
_TABLES = list[list[tuple[msgspec.Raw, msgspec.Raw, msgspec.Raw]]]
_ENCODER = msgspec.msgpack.Encoder()
_LARGEST = 2**63
_WIDE_BYTES = 16
_LONG_BYTES, _LENGTH_BYTES = 0xC6, 4
"""How MessagePack opens bytes of more than 64 kB: a mark, and their number in so many bytes."""


def encode_change(change: Change) -> Iterator[bytes]:
    """Yield ``change`` as bytes, no piece of a file long.

    Raises:
        OverflowError: an integer of more than 64 bits, which no column holds.
    """
    form = _form_of(change)
    tables = [getattr(change, part) for part in _FORMS[form]]
    label, reason = _value(change.label), _value(change.reason)
    yield _opened([None] * 5)
    yield from map(_ENCODER.encode, (form, label, reason, change.is_undo))
    yield _opened(tables)
    for table in tables:
        yield _opened(table)
        for swap in table:
            yield _opened([None] * 3)
            for row in (swap.before, swap.after):
                yield from _encoded(_row(row))
            yield _ENCODER.encode(swap.rowid)


def decode_change(data: bytes | bytearray) -> Change:
    """Return the change that ``encode_change`` was given.

    Raises:
        DamagedError: these bytes are not a change, or one of a newer version.
    """
    try:
        first, *parts = msgspec.msgpack.decode(data, type=list[msgspec.Raw])
        form = _decoded(first)
        if form not in _FORMS:
            raise DamagedError(
                f"This change was stored by a newer Memloupe (form {form}).",
                "Nothing is lost. Open it with that version.",
            )
        label, reason, is_undo = map(_decoded, parts[:3])
        (tables,) = (msgspec.msgpack.decode(rest, type=_TABLES) for rest in parts[3:])
        # Row by row, as they were encoded.
        swaps: dict[str, Any] = {
            part: tuple(
                _swap(_made(make, _decoded(before)), _made(make, _decoded(after)), _decoded(rowid))
                for before, after, rowid in table
            )
            for (part, make), table in zip(_FORMS[form].items(), tables, strict=True)
        }
        if not (isinstance(label, str) and isinstance(reason, str) and isinstance(is_undo, bool)):
            raise TypeError("its name or reason is no text")
        return Change(label=label, reason=reason, is_undo=is_undo, **swaps)
    except _UNREADABLE as error:
        if isinstance(error, DamagedError):
            raise
        raise DamagedError(
            f"The stored rows of this change are damaged: {error}.",
            "It can't be undone. Use the copy of the file from before the change.",
        ) from error


def _form_of(change: Change) -> int:
    if change.folders:
        return 3
    return 2 if change.files else 1


def _decoded(data: msgspec.Raw) -> Any:
    return msgspec.msgpack.decode(data, ext_hook=_extension)


def _opened(values: Sequence[object]) -> bytes:
    """Return what stands before the values of an array."""
    empty = msgspec.msgpack.encode([None] * len(values))
    return empty[: len(empty) - len(values)]


def _encoded(values: list[Any] | None) -> Iterator[bytes]:
    if values is None:
        yield _ENCODER.encode(None)
        return
    yield _opened(values)
    for value in values:
        if isinstance(value, bytes) and len(value) > PIECE:
            yield bytes([_LONG_BYTES]) + len(value).to_bytes(_LENGTH_BYTES, "big")
            yield from pieces_of(value)
        else:
            yield _ENCODER.encode(value)


def _row(row: msgspec.Struct | str | None) -> list[Any] | None:
    if row is None:
        return None
    if isinstance(row, str):
        return [_value(row)]
    values = map(_value, msgspec.structs.astuple(row))
    return [_wide(value) for value in values] if isinstance(row, FileRow) else list(values)


def _swap(before: Any, after: Any, rowid: int | None) -> Swap[Any]:
    if not (rowid is None or (_is_stored(rowid) and isinstance(rowid, int))):
        raise ValueError("a place in a table that is no number")
    return Swap(before, after, rowid)


def _made(make: Callable[..., Any], values: list[ColumnValue] | None) -> Any:
    if values is None:
        return None
    # The time of a file, in nanoseconds, leaves 64 bits behind in 2262.
    is_wide = make is _file
    if not all(_is_stored(value) or (is_wide and type(value) is int) for value in values):
        raise ValueError("a value that no column holds")
    return make(*values)


def _is_stored(value: object) -> bool:
    if isinstance(value, int):
        return not isinstance(value, bool) and -_LARGEST <= value < _LARGEST
    return value is None or isinstance(value, float | str | bytes)


def _value(value: ColumnValue) -> Any:
    if isinstance(value, Blob):
        return msgspec.msgpack.Ext(_BLOB, bytes(value))
    if not isinstance(value, str):
        return value
    try:
        value.encode()
    except UnicodeEncodeError:
        # Engine text that is not UTF-8; this way keeps any surrogate, paired or not.
        return msgspec.msgpack.Ext(_TEXT, value.encode("utf-8", "surrogatepass"))
    return str(value)


def _wide(value: Any) -> Any:
    if type(value) is not int or -_LARGEST <= value < _LARGEST:
        return value
    return msgspec.msgpack.Ext(_WIDE, value.to_bytes(_WIDE_BYTES, "big", signed=True))


def _extension(code: int, data: memoryview) -> ColumnValue:
    if code == _WIDE:
        return int.from_bytes(data, "big", signed=True)
    if code == _BLOB:
        return Blob(data)
    if code == _TEXT:
        return bytes(data).decode("utf-8", "surrogatepass")
    raise ValueError(f"an unknown kind of value, {code}")
