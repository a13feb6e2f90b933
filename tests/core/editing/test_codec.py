"""Changes as bytes: every value comes back as it was."""

from __future__ import annotations

import math

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from desktop_app.core.changes import Change, Swap, WorkingRow
from desktop_app.core.editing.codec import decode_change, encode_change
from desktop_app.core.engine_encode import Encoded
from desktop_app.core.errors import DamagedError
from desktop_app.core.files.pieces import PIECE
from desktop_app.core.files.row import FileRow
from desktop_app.core.observational.engine_log import MarkerRow, OperationRow
from desktop_app.core.observational.record import Blob, RecordRow

TEXTS = st.text(st.characters()) | st.text(st.characters(categories=["Cs"]), max_size=5)
VALUES = (
    st.none()
    | st.integers(-(2**63), 2**63 - 1)
    | st.floats(allow_nan=False)
    | TEXTS
    | st.binary()
    | st.binary().map(Blob)
)


def _bytes(change):
    return b"".join(encode_change(change))


def swaps(kind):
    rows = st.none() | st.tuples(*[VALUES] * len(kind.__struct_fields__)).map(
        lambda values: kind(*values)
    )
    rowids = st.none() | st.integers(-(2**63), 2**63 - 1)
    return st.lists(st.builds(Swap, rows, rows, rowids), max_size=3).map(tuple)


CHANGES = st.builds(
    Change,
    label=TEXTS,
    reason=TEXTS,
    is_undo=st.booleans(),
    records=swaps(RecordRow),
    working=swaps(WorkingRow),
    operations=swaps(OperationRow),
    markers=swaps(MarkerRow),
)


@given(CHANGES)
def test_a_change_comes_back_exactly_with_the_kind_of_every_value(change):
    back = decode_change(_bytes(change))
    assert back == change
    # Also what counts as equal and is stored differently: whole floats, the sign of zero.
    assert repr(back) == repr(change)


def test_values_at_the_edges_keep_their_kind_and_sign():
    row = WorkingRow(-0.0, math.inf, Blob(b"\xff"))
    (swap,) = decode_change(_bytes(Change(label="", working=(Swap(row, None),)))).working
    assert math.copysign(1, swap.before.memory_id) == -1
    assert swap.before.entry_key == math.inf
    assert type(swap.before.entry_json) is Blob


def test_text_that_is_marked_as_json_is_stored_as_plain_text():
    change = Change(label="x", working=(Swap(None, WorkingRow("a", "b", Encoded('"c"'))),))
    assert type(decode_change(_bytes(change)).working[0].after.entry_json) is str


@pytest.mark.parametrize("cut", [0, 1, 5, -1])
def test_a_damaged_change_is_refused_in_words(cut):
    data = _bytes(Change(label="x", working=(Swap(None, WorkingRow("a", "b", "c")),)))
    with pytest.raises(DamagedError, match="damaged") as refused:
        decode_change(data[:cut])
    assert "copy of the file" in refused.value.advice


def test_a_change_of_a_newer_version_is_not_taken_for_damage():
    data = bytearray(_bytes(Change(label="x")))
    data[1] = 9
    with pytest.raises(DamagedError, match="newer Memloupe"):
        decode_change(bytes(data))


# File systems count seconds in 64 bits; nanoseconds need more from the year 2262 on.
TIMES = st.none() | st.integers(-(2**63) * 10**9, 2**63 * 10**9)
FILES = st.none() | st.builds(FileRow, TEXTS, st.binary(), st.integers(0, 0o7777), TIMES)


@given(st.lists(st.builds(Swap, FILES, FILES), min_size=1, max_size=3).map(tuple))
def test_files_come_back_exactly_with_odd_paths_any_bytes_mode_and_time(files):
    change = Change(label="Edit", files=files)
    assert repr(decode_change(_bytes(change))) == repr(change)


@pytest.mark.parametrize("more", [0, 1, 3 * PIECE])
def test_a_long_file_is_encoded_in_short_pieces_to_the_same_bytes(more):
    data = b"\xc1memory\n" * (PIECE // 8) + b"m" * more
    row = FileRow("MEMORY.md", data, 0o644, 5)
    pieces = list(encode_change(Change(label="Edit", files=(Swap(row, None),))))
    assert max(map(len, pieces)) <= PIECE + 5  # what opens a text that is one piece
    whole = [2, "Edit", "", False, [[], [], [], [], [[["MEMORY.md", data, 0o644, 5], None, None]]]]
    assert b"".join(pieces) == msgspec.msgpack.encode(whole)


@given(st.lists(st.builds(Swap, st.none() | TEXTS, st.none() | TEXTS), max_size=3).map(tuple))
def test_folders_come_back_exactly_with_odd_paths(folders):
    change = Change(label="New", files=(Swap(None, FileRow("p", b"")),), folders=folders)
    assert repr(decode_change(_bytes(change))) == repr(change)


@pytest.mark.parametrize("time", [2**63 - 1, 2**63, 2**64, -(2**63), -(2**63) - 1])
def test_a_file_of_another_age_comes_back_with_its_time(time):
    change = Change(label="Edit", files=(Swap(FileRow("p", b"", 0, time), None),))
    assert decode_change(_bytes(change)) == change


def test_no_row_of_a_table_holds_a_wider_number():
    row = WorkingRow("a", "b", 2**64)
    with pytest.raises(OverflowError):
        _bytes(Change(label="x", working=(Swap(row, None),)))


def test_a_change_without_files_is_written_as_earlier_versions_read_it():
    change = Change(label="x", working=(Swap(None, WorkingRow("a", "b", "c")),))
    first_form = bytes.fromhex("9501a178a0c2949091 93c093a161a162a163c0 9090".replace(" ", ""))
    assert _bytes(change) == first_form
    assert decode_change(first_form) == change


@pytest.mark.parametrize(
    "row", [["p", "text", 0, None], [b"p", b"", 0, None], ["p", b"", 0], ["p", b"", None, None]]
)
def test_what_is_no_file_is_damaged(row):
    data = msgspec.msgpack.encode([2, "x", "", False, [[], [], [], [], [[row, None, None]]]])
    with pytest.raises(DamagedError, match="damaged"):
        decode_change(data)
