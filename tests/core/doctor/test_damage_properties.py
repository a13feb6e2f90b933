"""Whatever stands in a record: a repair makes it readable, or there is none."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from desktop_app.core.doctor.cases import Bench, scope_case
from desktop_app.core.doctor.damage_rules import check_damage
from desktop_app.core.engine_text import decode
from desktop_app.core.observational.record import RecordRow
from desktop_app.core.observational.record_reader import read_record
from tests.doctor_patient import EARLIER, KEY, NOW

KEYS = ("seq", "content", "token_count", "importance", "created_at", "source_end_index", "x")
ODD = r"""1 1.0 1e2 1E+99999999999999999999 -0.0 1.5 null true [] {} "7" "1e9" "NaN" "Infinity"
"sNaN" "\u0037" "15/06/2026" "" "2026-06-15T09:05:00" "9999-99-99" "1781514300" 1781514300
99999999999 0000-01-01 tru "open "10000000000000" "1e999999999" "1e-99999999999999999999" """
RAW = st.one_of(
    st.sampled_from([*ODD.split(), "1" * 400, f'"{"9" * 5000}"']),
    st.text("0123456789-+.:/TZe \\\"'", max_size=12).map(lambda text: f'"{text}"'),
    st.text("0123456789-+.eE", min_size=1, max_size=8),
)
OBSERVATION = st.lists(st.tuples(st.sampled_from(KEYS), RAW), max_size=5).map(
    lambda members: "{" + ", ".join(f'"{key}": {raw}' for key, raw in members) + "}"
)
LISTS = st.lists(OBSERVATION, max_size=3).map(lambda items: f"[{','.join(items)}]")
CUT = st.tuples(LISTS, st.integers(0, 40)).map(lambda cut: cut[0][: len(cut[0]) - cut[1]])
VALUES = st.one_of(
    st.sampled_from([None, 0, 1, 2, -3, 1.5, 1e300, "yes", " on ", "now", "2026-06-15", "1" * 50]),
    st.text(max_size=8),
    st.binary(max_size=4),
)
BENCH = Bench(reader=None, config=None, now=lambda: NOW, cancelled=lambda: False)


def row_of(observations="[]", **columns):
    row = {
        **dict.fromkeys(RecordRow.__struct_fields__, 0),
        **dict(zip(("tenant_id", "conversation_id", "agent_id"), KEY.split("|"), strict=True)),
        "memory_id": KEY,
        "active_observations_json": observations,
        "active_reflection": "",
        "config_json": "{}",
        "created_at": EARLIER,
        "updated_at": EARLIER,
        **columns,
    }
    return RecordRow(**row)


def repaired(row):
    """Return the row after its repair, ``None`` if a person has to do it, as it is if readable."""
    case = scope_case((KEY, row, (), True))
    found = list(check_damage(case, BENCH))
    if not found:
        return row
    (finding,) = found
    if finding.repair is None:
        assert finding.by_hand
        return None
    reader = type("Reader", (), {"contents": lambda _self, key: (key, row, (), True)})()
    bench = Bench(reader=reader, config=None, now=BENCH.now, cancelled=BENCH.cancelled)
    (again,) = check_damage(case, bench)
    (change,) = again.repair.changes()
    return change.records[0].after


@settings(max_examples=300, deadline=None)
@given(st.one_of(LISTS, CUT))
def test_observations_are_readable_after_a_repair(text):
    after = repaired(row_of(text))
    if after is not None:
        read_record(after)


@settings(max_examples=300, deadline=None)
@given(LISTS)
def test_text_and_bytes_are_repaired_alike(text):
    one, other = repaired(row_of(text)), repaired(row_of(text.encode()))
    if one is None:
        assert other is None
    else:
        stored = other.active_observations_json
        assert one.active_observations_json == (
            decode(stored) if isinstance(stored, bytes) else stored
        )


@settings(max_examples=250, deadline=None)
@given(st.dictionaries(st.sampled_from(RecordRow.__struct_fields__[4:]), VALUES, max_size=3))
def test_columns_are_readable_after_a_repair(columns):
    after = repaired(row_of(**columns))
    if after is not None:
        read_record(after)
