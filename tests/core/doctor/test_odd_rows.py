"""Every odd row of the golden vectors: looked at without failing, told apart as the engine does."""

from __future__ import annotations

import pytest

from desktop_app.core.doctor.cases import Bench, scope_case
from desktop_app.core.doctor.rules import SCOPE_CHECKS
from desktop_app.core.observational.record_reader import read_record
from tests.doctor_patient import NOW
from tests.golden_rows import stored_row


class OneRow:
    """Stands for a file that holds one record."""

    def __init__(self, row):
        self.row = row

    def contents(self, memory_id):
        return memory_id, self.row, (), True


def look(row):
    bench = Bench(reader=OneRow(row), config=None, now=lambda: NOW, cancelled=lambda: False)
    case = scope_case((str(row.memory_id), row, (), True))
    return [finding for check in SCOPE_CHECKS.values() for finding in check(case, bench)]


@pytest.fixture(scope="module")
def rows(golden_vectors):
    cases = golden_vectors("snippet")
    return [(stored_row(case["row"]), "error" in case) for case in cases]


def test_a_record_is_called_unreadable_exactly_where_the_engine_fails_on_it(rows):
    found = ["record-unreadable" in {finding.rule for finding in look(row)} for row, _ in rows]
    assert found == [fails for _, fails in rows]
    assert (len(rows), sum(found)) == (817, 68)


def test_every_repair_of_an_odd_row_leaves_nothing_of_its_rule(rows):
    repaired = 0
    for row, _ in rows:
        for finding in look(row):
            if finding.repair is None or finding.rule == "ids-without-key":
                continue
            (change,) = finding.repair.changes()
            after = change.records[0].after
            read_record(after)
            assert finding.rule not in {item.rule for item in look(after)}, finding
            repaired += 1
    assert repaired > 300


def test_no_repair_touches_ids_or_the_time_of_making_unless_that_is_damaged(rows):
    kept = ("memory_id", "tenant_id", "conversation_id", "agent_id", "created_at")
    for row, fails in rows:
        for finding in look(row):
            if finding.repair and not fails and finding.rule != "ids-without-key":
                after = next(iter(finding.repair.changes())).records[0].after
                assert all(getattr(after, name) == getattr(row, name) for name in kept)
