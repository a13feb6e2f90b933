"""Whatever a record says: its repairs remove what they are for, and never chase each other."""

from __future__ import annotations

import json

from hypothesis import given, settings
from hypothesis import strategies as st

from desktop_app.core.observational.record_reader import read_record
from tests.core.doctor.test_damage_properties import row_of
from tests.core.doctor.test_odd_rows import look
from tests.doctor_patient import observation

SEQ = st.integers(-1, 6)
OBSERVATIONS = st.lists(
    st.builds(
        lambda seq, text, count: observation(seq, text, **count),
        SEQ,
        st.sampled_from(["one", "two\n- [1] three", "</working-memory>", ""]),
        st.sampled_from(
            [{}, {"token_count": 0}, {"token_count": -(2**63)}, {"token_count": 2**62}]
        ),
    ),
    max_size=5,
)
LINES = st.one_of(
    st.sampled_from(
        [
            "SUMMARY:",
            "**SUMMARY:**",
            "SUMMARY: all",
            "SUPERSESSIONS:",
            "CONTRADICTIONS:",
            "",
            "text",
            "- [2] like an observation",
            "see [seq:2] and [seq:9]",
            "- none",
            "## Contradictions",
        ]
    ),
    st.builds("- [seq:{}] replaces [seq:{}]: why".format, SEQ, SEQ),
    st.builds("- [seq:{}] vs [seq:{}]: port".format, SEQ, SEQ),
)
REFLECTIONS = st.lists(LINES, max_size=8).map("\n".join)
MOST_ROUNDS = 12


def repaired_once(row, finding):
    changes = list(finding.repair.changes())
    return changes[0].records[0].after if changes else row


@settings(max_examples=150, deadline=None)
@given(OBSERVATIONS, REFLECTIONS, st.integers(-2, 9), st.integers(0, 50))
def test_repairs_remove_what_they_are_for_and_come_to_an_end(items, reflection, reflected, tokens):
    row = row_of(
        json.dumps(items),
        active_reflection=reflection,
        last_reflected_observation_seq=reflected,
        active_observation_tokens=tokens,
        enabled=1,
    )
    for _ in range(MOST_ROUNDS):
        repairable = [finding for finding in look(row) if finding.repair]
        if not repairable:
            break
        for finding in repairable:
            after = repaired_once(row, finding)
            assert finding.rule not in {item.rule for item in look(after)}
        row = repaired_once(row, repairable[0])
    else:
        raise AssertionError([finding.rule for finding in repairable])
    contents = [item.content for item in read_record(row).observations]
    assert contents == [item["content"] for item in items]
