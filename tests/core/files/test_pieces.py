"""Work in pieces gives the same as work on the whole text at once."""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from desktop_app.core.files import pieces
from desktop_app.core.files.pieces import (
    count_before,
    decoded,
    differing_lines,
    encoded,
    find,
    find_last,
    has,
    joined,
    joined_lines,
    lines_of,
    part_of,
    pieces_of,
    spans_of_lines,
)
from desktop_app.core.files.text import Encoding, java_length, read_text
from desktop_app.core.ledger import effects
from desktop_app.core.ledger.facts import is_fact
from desktop_app.core.ledger.sections import doubtful_markers, read_sections

if TYPE_CHECKING:
    from collections.abc import Iterator

_LINES = st.sampled_from(
    [
        "", "a", "b", "- a fact", "- another fact", "\r", "é", "\U0001f600", "# heading",
        "## Memory Flush — 2026-06-15T10:00:00Z", "## Memory Save — 2026-06-15T11:00:00+02:00",
        "## Memory Save — no time", " ## Memory Save — 2026-06-15T10:00:00Z", "## Memory ",
        "```", "````", "~~~", "   ```python", "```not`closed", "~~~ `",
    ]
)  # fmt: skip
_TEXTS = st.lists(_LINES, max_size=14).map("\n".join)
_MARKER = re.compile(r"^## (Memory Flush|Memory Save) — ([^\n]*)(?:\n|\Z)", re.MULTILINE)
_FENCE = re.compile(r"^ {0,3}(`{3,}|~{3,})([^\n]*)$", re.MULTILINE)


@pytest.fixture(autouse=True, scope="module")
def _small_pieces() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(pieces, "PIECE", 4)
        yield


@given(_TEXTS)
def test_lines_are_those_of_a_split(whole: str) -> None:
    assert list(lines_of(whole)) == whole.split("\n")


@given(_TEXTS)
def test_spans_of_lines_are_the_text_and_end_behind_line_breaks(whole: str) -> None:
    spans = list(spans_of_lines(whole))
    assert "".join(whole[start:end] for start, end in spans) == whole
    assert all(whole[end - 1] == "\n" for _start, end in spans[:-1])


@given(st.text(max_size=20))
def test_pieces_are_the_text_and_its_bytes(whole: str) -> None:
    assert joined(pieces_of(whole)) == whole
    assert joined_lines(whole.split("\n")) == whole
    assert b"".join(pieces_of(whole.encode())) == encoded(whole) == whole.encode()


def test_half_of_a_pair_in_any_piece_has_no_bytes() -> None:
    with pytest.raises(UnicodeEncodeError):
        encoded("memories \ud800")


@given(st.text("ab", max_size=14), st.text("ab", max_size=6))
def test_words_are_found_wherever_they_stand(whole: str, words: str) -> None:
    assert has(whole, words) == (words in whole)
    for place in range(len(whole) + 1):
        assert find(whole, words, place) == whole.find(words, place)
        assert find_last(whole, words, place) == whole.rfind(words, 0, place)
        assert count_before(whole, "a", place) == whole.count("a", 0, place)
        assert part_of(whole, place, len(whole)) == whole[place:]


@given(_TEXTS, _TEXTS, _TEXTS, _TEXTS)
def test_what_differs_is_what_differs_in_the_whole(
    head: str, one: str, other: str, tail: str
) -> None:
    before, after = f"{head}\n{one}\n{tail}", f"{head}\n{other}\n{tail}"
    old, new = (Counter(part.split("\n")) for part in differing_lines(before, after, "\n"))
    all_old, all_new = Counter(before.split("\n")), Counter(after.split("\n"))
    assert old - new == all_old - all_new
    assert new - old == all_new - all_old


def test_what_differs_is_short_when_one_line_was_edited() -> None:
    lines = [f"- fact {number}" for number in range(1_000)]
    edited = [*lines[:500], "- another", *lines[501:]]
    old, new = differing_lines("\n".join(lines), "\n".join(edited), "\n")
    assert (old.count("\n"), new.count("\n")) == (1, 1)
    assert "- fact 500" in old
    assert "- another" in new


@given(_TEXTS, _TEXTS)
def test_fresh_lines_are_facts_that_the_other_text_has_nowhere(before: str, after: str) -> None:
    old = set(before.split("\n"))
    expected = [line for line in after.split("\n") if line not in old and is_fact(line)]
    assert effects.fresh_lines(before, after) == expected


@given(st.text(max_size=20))
def test_length_in_java_is_that_of_the_whole(whole: str) -> None:
    assert java_length(whole) == len(whole.encode("utf-16-le", "surrogatepass")) // 2


@given(st.binary(max_size=20).filter(lambda data: b"\0" not in data))
def test_a_byte_that_is_not_utf8_is_found_wherever_it_stands(data: bytes) -> None:
    try:
        data.decode()
    except UnicodeDecodeError:
        assert not read_text(data).is_utf8
    else:
        assert read_text(data).encoding in {Encoding.UTF8, Encoding.UTF8_BOM}


@given(_TEXTS)
def test_sections_are_those_of_one_search_through_the_whole_text(whole: str) -> None:
    markers = list(_MARKER.finditer(whole))
    fences = _fences(whole)
    sections = read_sections(whole)
    timed = [match for match in markers if "no time" not in match[2]]
    assert [section.start for section in sections] == [match.start() for match in timed]
    assert [section.body_start for section in sections] == [match.end() for match in timed]
    assert [one.is_ambiguous for one in sections] == [
        any(start <= match.start() < end for start, end in fences) for match in timed
    ]
    doubtful = [
        match.start()
        for match in markers
        if match not in timed or any(start <= match.start() < end for start, end in fences)
    ]
    assert [marker.start for marker in doubtful_markers(whole)] == doubtful


def _fences(whole: str) -> list[tuple[int, int]]:
    found: list[tuple[int, int]] = []
    opened: re.Match[str] | None = None
    for match in _FENCE.finditer(whole):
        if opened is None:
            opened = match if "`" not in match[2] or match[1][0] == "~" else None
        elif match[1].startswith(opened[1]) and not match[2].strip():
            found.append((opened.start(), match.end()))
            opened = None
    return found


_BYTES = st.lists(
    st.sampled_from(
        [b"a", b"\n", b"\xc3\xa9", b"\xe2\x82\xac", b"\xf0\x9f\x98\x80", b"\xff", b"\xe2", b"\x82"]
    ),
    max_size=20,
).map(b"".join)


@given(_BYTES)
def test_bytes_are_decoded_as_in_one_step(data):
    assert decoded(data, "surrogateescape") == data.decode("utf-8", "surrogateescape")
    try:
        expected = data.decode()
    except UnicodeDecodeError:
        with pytest.raises(UnicodeDecodeError):
            decoded(data)
    else:
        assert decoded(data) == expected
