"""What reaches the model of a long text that is edited, worked out without putting it together."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from desktop_app.core.ledger.context_parts import Parts
from desktop_app.core.ledger.injection import Vintage
from desktop_app.services.ledger.turn import TurnSettings
from ui.ledger import parts, reach
from ui.ledger.parts import Part, part_at
from ui.ledger.reach import reach_of, reach_of_part
from ui.ledger.room import Room

_PIECES = st.sampled_from(
    ["- fact", "\n", " ", "\u3000", "é", "\U0001f600", "# heading\n", " " * 70, "- long fact " * 9]
)
_TEXTS = st.lists(_PIECES, max_size=25).map("".join)
_SETTINGS = st.builds(
    TurnSettings,
    limit=st.integers(min_value=205, max_value=260),
    vintage=st.sampled_from(Vintage),
    has_tools=st.booleans(),
)


@pytest.fixture(autouse=True, scope="module")
def _short_texts():
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(reach, "HEAD", 120)
        patch.setattr(reach, "_MOST_COUNTED", 60)
        patch.setattr(parts, "PIECE", 7)
        yield


@given(_TEXTS, _TEXTS, _TEXTS, _SETTINGS)
def test_an_edited_text_reaches_as_far_as_the_same_text_put_together(head, typed, tail, settings):
    room = Room(Parts(), settings)
    part = _edited(head, typed, tail)
    found, expected = reach_of_part(part, room), reach_of(part.whole, room)
    assert found.tail == expected.tail
    assert (found.lost_facts, found.has_more_facts) == (
        expected.lost_facts,
        expected.has_more_facts,
    )
    # Where nothing is cut, no text is left out of either.
    assert found.injection == expected.injection


@given(_TEXTS, _TEXTS, _TEXTS, st.integers(min_value=0, max_value=300))
def test_pieces_of_an_edited_text_are_the_text(head, typed, tail, start):
    part = _edited(head, typed, tail)
    whole = head + typed + tail
    assert part.whole == whole
    assert "".join(part.pieces(start)) == whole[start:]
    assert part.says(whole)
    assert not part.says(whole[::-1]) or whole == whole[::-1]


def _edited(head: str, typed: str, tail: str) -> Part:
    text = f"{head}what was there{tail}"
    part = replace(part_at(text, 0, "\n"), start=len(head), end=len(text) - len(tail))
    return replace(part, stored=typed)
