"""How ids and lines are written on the screen."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ui.naming import shown_id, shown_line, shown_scope
from ui.widgets.display_map import DisplayMap


def test_what_nobody_could_see_is_made_visible():
    assert shown_id("a\nb\tc\x1b\u202e") == "a‹LF›b‹TAB›c‹ESC›‹U+202E›"
    assert shown_line("a\nb\tc\x1b") == "a b c‹ESC›"
    assert (shown_id(""), shown_id("  ")) == ("‹empty›", "‹  ›")


@pytest.mark.parametrize("shown", [shown_id, shown_line])
def test_a_very_long_text_keeps_both_ends(shown):
    text = shown("a" * 1_000_000 + "z")
    assert text.startswith("aaa")
    assert text.endswith("…" + "a" * 499 + "z")
    assert len(text) == 1_001
    assert shown("a" * 1_000) == "a" * 1_000


def test_only_the_long_id_of_a_scope_is_cut():
    tenant, conversation, agent = shown_scope("t", "c" * 5_000, "a").split(" / ")
    assert (tenant, agent, len(conversation)) == ("t", "a", 1_001)


@given(st.text(st.characters(max_codepoint=0x17F)))
def test_plain_names_are_shown_as_the_map_of_what_can_be_seen_shows_them(text):
    shown = DisplayMap(text).display.replace("\n", " ").replace("\t", " ")
    assert shown_line(text) == shown
