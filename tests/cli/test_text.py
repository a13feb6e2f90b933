"""Text made safe, and JSON: the examples in their own documentation, and what holds for all."""

from __future__ import annotations

import base64
import doctest
import json
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from desktop_app.cli import json_lines, text
from desktop_app.core.engine_text import decode, encode

ENGINE_TEXT = st.one_of(st.text(st.characters(exclude_categories=["Cs"])), st.binary().map(decode))


@pytest.mark.parametrize("module", [text, json_lines])
def test_the_examples_hold(module):
    result = doctest.testmod(module)
    assert result.attempted
    assert not result.failed


@given(ENGINE_TEXT)
def test_visible_text_is_one_line_that_a_terminal_only_shows(engine_text):
    shown = text.visible(engine_text)
    assert "\n" not in shown
    assert not any(unicodedata.category(character) in {"Cc", "Cs"} for character in shown)
    shown.encode()


@given(ENGINE_TEXT)
def test_json_gives_back_the_exact_text_in_one_line(engine_text):
    line = json_lines.json_line({"content": engine_text, "inner": [{"key": engine_text}]})
    assert line.count(b"\n") == 1
    fields = json.loads(line)
    for found, name in ((fields, "content"), (fields["inner"][0], "key")):
        coded = found.get(f"{name}_b64")
        data = encode(found[name]) if coded is None else base64.b64decode(coded)
        assert data == encode(engine_text)
    assert not any(unicodedata.category(character) == "Cc" for character in line.decode()[:-1])


def test_json_turns_no_text_around_and_hides_nothing():
    line = json_lines.json_line({"content": "abc\u202edef\u200b\ufeff👨\u200d👩"})
    assert line.isascii() is False
    assert json.loads(line)["content"] == "abc\u202edef\u200b\ufeff👨\u200d👩"
    assert not text.has_unsafe(line.decode().rstrip("\n"))
