"""How the engine writes floats."""

from __future__ import annotations

import struct

from desktop_app.core.engine_encode import format_float


def written(case: dict) -> str | None:
    (value,) = struct.unpack(">d", bytes.fromhex(case["bits"]))
    try:
        return format_float(value)
    except ValueError:
        return None


def test_every_float_is_written_as_the_engine_writes_it(golden_vectors):
    cases = golden_vectors("float_json")
    wrong = [case["bits"] for case in cases if written(case) != case.get("json")]

    assert len(cases) == 1194
    assert wrong == []
    assert all(("json" in case) != ("error" in case) for case in cases)
