"""Two hundred items are reviewed in the whole window, with the keyboard alone."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication
from review_desk import OTHER, RICH, ReviewDesk, make_file, reasons, stored, two_hundred

from desktop_app.core.engine_text import estimate_tokens
from ui.navigation import Place
from ui.review.presenter import Phase
from ui.review.rows import State

ROOT = Path(__file__).parents[2]
Key = Qt.Key
PROGRAM = ROOT / "tests" / "review_program.py"


@pytest.fixture
def desk(driver):
    return ReviewDesk(driver)


def test_two_hundred_items_from_the_keyboard_alone(desk, driver, golden_workspace):
    workspace = two_hundred(golden_workspace("rich-coding-agent"))
    before = {scope: stored(workspace, scope) for scope in (OTHER, RICH)}
    desk.begin(workspace)
    assert desk.figures == "0 of 200 · 200 left"
    desk.accept(9)
    desk.edit("Rewritten. ")  # the tenth
    desk.remove("twice")  # the eleventh
    desk.remove("never said")
    desk.accept(2)
    desk.press(Key.Key_U)  # the last accept
    desk.accept(28)
    assert desk.figures == "41 of 200 · 159 left"
    desk.press(Key.Key_7)
    desk.press(Key.Key_Return)  # another importance for the 42nd
    desk.accept(27)
    assert desk.row.memory_id == RICH
    desk.remove("")
    desk.press(Key.Key_D)
    for _ in range(2):
        desk.press(Key.Key_Down)  # the reason before the last one
    desk.press(Key.Key_Return)
    desk.settle()
    desk.press(Key.Key_U)  # that removal
    desk.settle()
    assert desk.row.state is State.OPEN
    desk.accept(129)
    assert desk.row.item.content == "All of it was said once."
    desk.edit("Now. ")
    desk.settle()
    assert desk.presenter.left == 0
    assert desk.figures == "200 of 200 · 0 left"

    first = list(before[OTHER])
    first[9]["content"] = "Rewritten. " + first[9]["content"]
    first[9]["token_count"] = estimate_tokens(first[9]["content"])
    first[41]["importance"] = 0.7
    del first[10:12]
    expected = {OTHER: first, RICH: before[RICH][1:]}
    for scope, items in expected.items():
        for at, item in enumerate(items, 1):
            item["seq"] = at
        assert stored(workspace, scope) == items
    record = driver.session.source.snapshot(RICH).record
    assert record.reflection == "Now. All of it was said once."
    told = reasons(driver)
    assert ("Remove observation 11", "twice") in told
    assert next(label for label, reason in told if reason == "never said").startswith("Remove")
    assert ("Remove observation 1", "") in told


def test_progress_is_there_after_the_program_was_killed(desk, golden_workspace, tmp_path):
    workspace = two_hundred(golden_workspace("rich-coding-agent"))
    program = subprocess.Popen(
        [sys.executable, str(PROGRAM), str(workspace), str(tmp_path)],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": os.pathsep.join([str(ROOT), str(ROOT / "tests")])},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    )
    assert program.stdout.readline() == b"decided\n"
    os.kill(program.pid, signal.SIGKILL)
    program.communicate()
    desk.open(workspace)
    assert desk.presenter.phase is Phase.LISTED
    assert desk.figures == "50 of 200 · 150 left"
    assert desk.states()[:50] == ["accepted"] * 48 + ["edited", "removed"]
    assert desk.row.item.seq == 50
    assert desk.row.is_left
    desk.press(Key.Key_U)
    desk.settle()
    assert len(stored(workspace, OTHER)) == 69
    assert desk.figures == "49 of 200 · 151 left"
    desk.press(Key.Key_U)
    desk.settle()
    assert not stored(workspace, OTHER)[48]["content"].startswith("Mine.")
    assert desk.figures == "48 of 200 · 152 left"
    desk.press(Key.Key_U)
    desk.settle()
    assert desk.figures == "47 of 200 · 153 left"


def test_the_page_opens_with_its_key_and_leaves_with_esc(desk, driver, golden_workspace):
    desk.begin(make_file(golden_workspace("rich-coding-agent"), {RICH: 3}, {}))
    assert QApplication.focusWidget() is desk.view.table
    desk.press(Key.Key_Escape)
    assert driver.frame.middle.place is Place.OBSERVATIONS
