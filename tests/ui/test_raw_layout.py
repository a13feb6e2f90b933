"""Stored text laid out in lines, and bytes as a hex dump, for any text."""

from __future__ import annotations

import json
import re

from hypothesis import given
from hypothesis import strategies as st

from ui.observations.damaged_record import hex_dump
from ui.observations.raw_layout import RawLayout

json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
)


@given(json_values | st.lists(st.dictionaries(st.text(max_size=9), st.text())), st.data())
def test_a_layout_adds_nothing_but_breaks_and_maps_back(value, data):
    raw = json.dumps(value)
    if data.draw(st.booleans()):
        raw = raw[: data.draw(st.integers(0, len(raw)))]
    layout = RawLayout(raw)
    for offset in range(len(raw)):
        shown = layout.to_shown(offset)
        assert layout.text[shown] == raw[offset]
        assert layout.to_raw(shown) == offset
    assert layout.to_raw(len(layout.text)) == len(raw)
    added = len(layout.text) - len(raw)
    assert added == sum(len(text) for _, text in layout._breaks)  # noqa: SLF001


def test_text_with_breaks_of_its_own_stays_as_it_is():
    raw = '[\n  {"seq": 7, "content": "a"},\n  3]'
    layout = RawLayout(raw)
    assert layout.text == raw
    assert layout.item_text(1) == "3]"
    assert not layout.is_broken


@given(st.binary(max_size=100))
def test_a_hex_dump_holds_every_byte(data):
    lines = hex_dump(data).split("\n") if data else []
    assert bytes.fromhex(" ".join(line[10:57] for line in lines)) == data
    assert all(re.fullmatch(r"[0-9a-f]{8}  .{47}  .{1,16}", line) for line in lines)
