"""A record that is read and written back unchanged."""

from __future__ import annotations

from typing import TYPE_CHECKING

from desktop_app.core.errors import MemloupeError
from desktop_app.core.observational.record_reader import read_record
from desktop_app.core.observational.record_writer import rewrite_row
from tests.golden_rows import stored_row

if TYPE_CHECKING:
    from desktop_app.core.observational.record import RecordRow


def written(case: dict) -> RecordRow | None:
    row = stored_row(case["row"])
    try:
        return rewrite_row(row, read_record(row))
    except MemloupeError:
        return None


def expected(case: dict) -> RecordRow | None:
    return None if "error" in case else stored_row(case["written"])


def test_every_record_is_written_back_as_the_engine_writes_it(golden_vectors):
    cases = golden_vectors("record_roundtrip")
    wrong = [case["case"] for case in cases if written(case) != expected(case)]

    assert len(cases) == 333
    assert wrong == []
