"""Observations edited by keys in the whole window; the file has what the services give."""

from __future__ import annotations

import pytest
from observation_keys import (
    CONTROL,
    INTENT,
    choose,
    inspector_of,
    press,
    saved,
    show_rich,
    stored,
    view_of,
    wanted,
    write,
)
from PySide6.QtCore import Qt

from desktop_app.services.editing.observation_actions import add_observation, edit_observation


@pytest.fixture
def rich(driver, golden_workspace):
    show_rich(driver, golden_workspace)
    return driver


def test_a_text_is_edited_and_saved_with_the_keys(rich):
    choose(rich, 17)
    before = rich.session.snapshot
    press(rich, Qt.Key.Key_E)
    write(rich, " Confirmed again.")
    inspector = inspector_of(rich)
    assert inspector.text.bar.isVisible()
    saved(rich, lambda: press(rich, Qt.Key.Key_S, CONTROL))
    text = before.record.observations[16].content + " Confirmed again."
    assert stored(rich) == wanted(edit_observation(before, 16, INTENT, text=text))
    assert not inspector.text.bar.isVisible()
    assert view_of(rich).table.hasFocus()


def test_the_importance_is_set_with_digits_and_arrows(rich):
    choose(rich, 1)
    before = rich.session.snapshot
    press(rich, Qt.Key.Key_I)
    press(rich, Qt.Key.Key_4)
    press(rich, Qt.Key.Key_Up)
    saved(rich, lambda: press(rich, Qt.Key.Key_Return))
    assert stored(rich) == wanted(edit_observation(before, 0, INTENT, importance=0.45))


def test_a_new_one_is_added_and_selected(rich):
    before = rich.session.snapshot
    press(rich, Qt.Key.Key_N)
    write(rich, "User wants the invoice in French.")
    saved(rich, lambda: press(rich, Qt.Key.Key_S, CONTROL))
    plan = add_observation(before, "User wants the invoice in French.", 0.5, INTENT)
    assert stored(rich) == wanted(plan)
    assert view_of(rich).presenter.selected_row.observation.seq == 41
