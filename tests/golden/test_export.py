"""Both exports and the status object, byte for byte."""

from __future__ import annotations

import json

from desktop_app.core.engine_encode import encode
from desktop_app.core.engine_text import encode as to_bytes
from desktop_app.core.errors import MemloupeError
from desktop_app.core.export.formats import export_record, resolve_format
from desktop_app.core.observational.record_reader import read_record
from desktop_app.core.observational.status import status_fields
from tests.golden_rows import stored_row, text_of


def exported(case: dict) -> tuple[str, bytes] | None:
    try:
        export_format = resolve_format(case["format_arg"])
        return export_format.value, export_record(
            read_record(stored_row(case["row"])), export_format
        )
    except MemloupeError:
        return None


def expected(case: dict) -> tuple[str, bytes] | None:
    if "error" in case:
        return None
    return case["format"], to_bytes(text_of(case, "content"))


def status(case: dict) -> str | None:
    try:
        return encode(status_fields(read_record(stored_row(case["row"]))))
    except MemloupeError:
        return None


def test_every_export_has_the_engines_bytes(golden_vectors):
    cases = golden_vectors("export")
    wrong = [case["case"] for case in cases if exported(case) != expected(case)]

    assert len(cases) == 567
    assert wrong == []
    assert all(case["bytes"] == len(expected(case)[1]) for case in cases if "bytes" in case)


def test_every_status_has_the_engines_fields_in_their_order(golden_vectors):
    cases = golden_vectors("snippet")
    for case in cases:
        shown = status(case)
        if "status_error" in case:
            assert shown is None, case["case"]
        else:
            assert shown is not None, case["case"]
            assert list(json.loads(shown).items()) == list(case["status"].items()), case["case"]
    assert len(cases) == 817
