"""Why a stored reflection, or a line of it, never reaches a turn."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from desktop_app.core.observational.reflection import LineRole, parse_reflection, reflection_lines
from desktop_app.core.observational.silence import Silence, Why, ignored_lines, silence


@pytest.mark.parametrize(
    ("raw", "expected"),
    [
        ("", None),
        ("   \n", None),
        ("Plain legacy text.", None),
        ("SUMMARY:\nAll is well.", None),
        ("SUMMARY:\nSUPERSESSIONS:\n- [seq:2] replaces [seq:1]: moved", None),
        ("**SUMMARY:**\nAll is well.", Silence.BOLD_HEADING),
        ("__SUMMARY:__ All is well.", Silence.BOLD_HEADING),
        ("## SUMMARY:\nAll is well.", Silence.NO_HEADING),
        ("Here is the SUMMARY: all is well.", Silence.NO_HEADING),
        ("SUMMARY:\n\nCONTRADICTIONS:\n", Silence.EMPTY),
    ],
)
def test_a_reflection_that_injects_nothing_has_a_reason(raw, expected):
    assert silence(raw) is expected


def test_every_ignored_line_has_its_own_reason():
    raw = "\n".join(
        [
            "Thinking aloud first.",
            "**SUPERSESSIONS:**",
            "SUMMARY: fine",
            "more",
            "SUPERSESSIONS:",
            "nine replaces eight",
            "- [seq:9] replaces [seq:8]",
            "## CONTRADICTIONS:",
            "CONTRADICTIONS:",
            "- [seq:9] and [seq:8]",
        ]
    )
    assert [(found.number, found.why) for found in ignored_lines(raw)] == [
        (0, Why.BEFORE_HEADINGS),
        (1, Why.BOLD_HEADING),
        (5, Why.NOT_A_SUPERSESSION),
        (7, Why.MARKED_HEADING),
        (9, Why.NOT_A_CONTRADICTION),
    ]


LINES = st.sampled_from(
    [
        "SUMMARY:",
        "**SUMMARY:**",
        "SUPERSESSIONS: x",
        "CONTRADICTIONS:",
        "",
        "text",
        "- [seq:1] vs [seq:2]",
    ]
)


@given(st.lists(LINES, max_size=8).map("\n".join))
def test_the_reasons_cover_exactly_the_ignored_lines(raw):
    ignored = [line for line in reflection_lines(raw) if line.role is LineRole.IGNORED]
    assert [found.line for found in ignored_lines(raw)] == ignored
    reflection = parse_reflection(raw)
    says_something = reflection.summary or reflection.supersessions or reflection.contradictions
    assert (silence(raw) is None) == bool(says_something or not raw.strip())
