"""Indented JSON, also where somebody stored far too much of it."""

from __future__ import annotations

import pytest

from ui.widgets.json_view import JsonView, indent


@pytest.mark.parametrize("text", ["[" + "1," * 60_000 + "1]", '{"a":' * 9_000 + "1" + "}" * 9_000])
def test_very_long_or_deep_json_stays_as_stored(qtbot, text):
    assert indent(text) in {text, None}
    view = JsonView("value")
    qtbot.addWidget(view)
    view.show_json(text)
    assert view.text == text


def test_numbers_and_escapes_stay_as_written():
    assert indent('{"a":1.50,"b":"\\u0041"}') == '{\n  "a": 1.50,\n  "b": "\\u0041"\n}'
