"""The grammar of daily logs."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from desktop_app.core.engine_time import EngineTime
from desktop_app.core.ledger.section import SectionKind
from desktop_app.core.ledger.sections import doubtful_markers, read_sections

FLUSH, SAVE = "## Memory Flush — ", "## Memory Save — "


@pytest.mark.parametrize(
    ("written", "at"),
    [
        ("2026-06-12T01:30:00Z", EngineTime(1781227800)),
        ("2026-06-12T01:30:00.512Z", EngineTime(1781227800, 512_000_000)),
        ("2026-11-30T03:49:02.407672112Z", EngineTime(1796010542, 407_672_112)),
        ("2026-06-12T03:30:00.5+02:00", EngineTime(1781227800, 500_000_000, 7200)),
        ("2026-09-10T16:05:32.3096574+08:00", EngineTime(1789027532, 309_657_400, 28800)),
    ],
)
def test_times_of_both_vintages_open_a_section(written: str, at: EngineTime) -> None:
    (section,) = read_sections(f"\n{FLUSH}{written}\n- A fact.\n")
    assert (section.kind, section.written, section.at) == (SectionKind.FLUSH, written, at)


@pytest.mark.parametrize(
    "line",
    [
        f"- Quoted: {FLUSH}2026-06-12T01:30:00Z",
        f" {FLUSH}2026-06-12T01:30:00Z",
        "## Memory Flush - 2026-06-12T01:30:00Z",
        "### Memory Flush — 2026-06-12T01:30:00Z",
        f"{FLUSH}yesterday",
        f"{FLUSH}2026-02-30T01:30:00Z",
        f"{FLUSH}2026-06-12",
    ],
)
def test_other_lines_open_none(line: str) -> None:
    assert read_sections(f"\n{line}\n- A fact.\n") == ()


def test_what_stands_before_the_first_marker_belongs_to_no_section() -> None:
    text = f"By hand.\n\n{SAVE}2026-06-12T01:30:00Z\n- One.\n\n{FLUSH}2026-06-12T02:30:00Z\n- Two."
    first, second = read_sections(text)
    assert text[: first.start] == "By hand.\n\n"
    assert text[first.body_start : first.end] == "- One.\n\n"
    assert text[second.body_start : second.end] == "- Two."


def test_a_marker_inside_a_code_fence_is_a_section_and_flagged() -> None:
    fenced = f"```\n{SAVE}2026-06-12T01:30:00Z\n```\n"
    text = f"{fenced}{SAVE}2026-06-12T02:30:00Z\n- Real.\n"
    assert [section.is_ambiguous for section in read_sections(text)] == [True, False]
    (doubtful,) = doubtful_markers(text)
    assert (doubtful.has_time, doubtful.is_fenced) == (True, True)


def test_a_fence_that_is_never_closed_hides_no_section() -> None:
    text = f"```\ncut off\n\n{SAVE}2026-06-12T02:30:00Z\n- Real.\n"
    assert [section.is_ambiguous for section in read_sections(text)] == [False]


def test_a_marker_at_the_very_end_has_no_body() -> None:
    (section,) = read_sections(f"{SAVE}2026-06-12T02:30:00Z")
    assert section.body_start == section.end


def test_carriage_returns_belong_to_no_time() -> None:
    text = f"\r\n{SAVE}2026-06-12T02:30:00Z\r\n- One.\r\n"
    (section,) = read_sections(text)
    assert section.written == "2026-06-12T02:30:00Z"
    assert text[section.body_start :] == "- One.\r\n"


PIECES = st.sampled_from(
    [
        f"{FLUSH}2026-06-12T01:30:00Z\n",
        f"{SAVE}2026-06-12T03:30:00.25+02:00\r\n",
        f"{FLUSH}soon\n",
        "```\n",
        "~~~~\n",
        "- A fact.\n",
        "\n",
        "\r\n",
        "no end",
        "\udcff\ufeff",
    ]
)


@given(st.lists(PIECES, max_size=30))
def test_the_parts_of_a_log_are_the_whole_log(pieces: list[str]) -> None:
    text = "".join(pieces)
    sections = read_sections(text)
    starts = [*(one.start for one in sections), len(text)]
    assert [one.end for one in sections] == starts[1:]
