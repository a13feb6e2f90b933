"""The page of the review in a whole window, driven by keys alone; and what the file then holds."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from typing import TYPE_CHECKING, Any

from golden_scopes import observation, rewrite
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication
from window_driver import PATIENCE_MS

from ui.jobs import Job
from ui.review.presenter import Phase
from ui.review.view import ReviewView

if TYPE_CHECKING:
    from pathlib import Path

    from window_driver import Driver

    from desktop_app.core.errors import MemloupeError
    from ui.review.presenter import ReviewPresenter
    from ui.review.rows import Row

RICH = "default|conv-billing-rounding|default"
OTHER = "acme|conv-42|coder"
CONTROL = Qt.KeyboardModifier.ControlModifier
PLAIN = Qt.KeyboardModifier.NoModifier


def make_file(workspace: Path, counts: dict[str, int], reflections: dict[str, str]) -> Path:
    """Leave only these scopes, each with so many observations; return the workspace."""
    with closing(sqlite3.connect(workspace / ".harness" / "state.db")) as state, state:
        marks = ", ".join("?" * len(counts))
        state.execute(
            f"DELETE FROM om_memory_records WHERE memory_id NOT IN ({marks})", tuple(counts)
        )
    for memory_id, count in counts.items():
        items = [
            observation(at, f"{memory_id.partition('|')[0]} says fact {at} of {count}, once")
            for at in range(1, count + 1)
        ]
        rewrite(
            workspace,
            memory_id,
            active_observations_json=items,
            active_reflection=reflections.get(memory_id, ""),
            last_reflected_observation_seq=0,
        )
    return workspace


def two_hundred(workspace: Path) -> Path:
    """Make a file with 200 items: 69 and 130 observations, one reflection."""
    return make_file(workspace, {OTHER: 69, RICH: 130}, {RICH: "All of it was said once."})


def stored(workspace: Path, memory_id: str) -> list[dict[str, Any]]:
    """Return the observations as the file has them."""
    with closing(sqlite3.connect(workspace / ".harness" / "state.db")) as state:
        (text,) = state.execute(
            "SELECT active_observations_json FROM om_memory_records WHERE memory_id = ?",
            (memory_id,),
        ).fetchone()
    return list(json.loads(text))


class ReviewDesk:
    """Short words for what a reviewer does."""

    def __init__(self, driver: Driver) -> None:
        self.driver = driver
        self.qtbot = driver.qtbot

    @property
    def view(self) -> ReviewView:
        view = self.driver.frame.middle.view
        assert isinstance(view, ReviewView)
        return view

    @property
    def presenter(self) -> ReviewPresenter:
        return self.view.presenter

    @property
    def rows(self) -> list[Row]:
        return list(self.presenter.board.rows)

    @property
    def row(self) -> Row:
        """The item that is looked at."""
        row = self.presenter.board.current
        assert row is not None
        return row

    @property
    def figures(self) -> str:
        """What the head of the page says."""
        return self.view.head.figures.text()

    def open(self, workspace: Path) -> None:
        """Open the workspace, and the page with its key."""
        self.driver.open(workspace)
        self.press(Qt.Key.Key_R, Qt.KeyboardModifier.AltModifier)
        self.settle()

    def begin(self, workspace: Path) -> None:
        """Open it for the first time and review everything."""
        self.open(workspace)
        assert self.presenter.phase is Phase.UNBEGUN
        self.press(Qt.Key.Key_Space)
        self.qtbot.waitUntil(lambda: self.presenter.phase is Phase.LISTED, timeout=PATIENCE_MS)
        self.settle()

    def press(self, key: Qt.Key, modifiers: Qt.KeyboardModifier = PLAIN) -> None:
        """Press a key where the focus is."""
        self.qtbot.keyClick(QApplication.focusWidget(), key, modifiers)

    def write(self, text: str) -> None:
        """Type where the focus is."""
        self.qtbot.keyClicks(QApplication.focusWidget(), text)

    def accept(self, times: int = 1) -> None:
        for _ in range(times):
            self.press(Qt.Key.Key_A)

    def edit(self, text: str) -> None:
        """Write before the words of the item."""
        self.press(Qt.Key.Key_E)
        self.write(text)
        self.press(Qt.Key.Key_Return, CONTROL)

    def remove(self, reason: str) -> None:
        self.press(Qt.Key.Key_D)
        self.write(reason)
        self.press(Qt.Key.Key_Return)

    def settle(self) -> None:
        """Wait until everything that was decided is stored and everything is read."""
        presenter = self.presenter

        def is_over() -> bool:
            busy = self.driver.jobs.findChildren(Job) or presenter.decisions.lane.is_busy
            return not busy and not presenter.decisions.is_writing

        self.qtbot.waitUntil(is_over, timeout=PATIENCE_MS)

    def states(self) -> list[str]:
        """Return what was decided about each item, in the order of the list."""
        return [row.state.value for row in self.rows]


def reasons(driver: Driver) -> list[tuple[str, str]]:
    """Return label and reason of the changes in the journal, oldest first."""
    job = driver.session.editing.read(
        lambda editor: [
            (entry.label, entry.reason)
            for entry in reversed(editor.journal.entries(editor.file, limit=500))
        ]
    )
    found: list[object] = []
    failed: list[MemloupeError] = []
    job.succeeded.connect(found.append)
    job.failed.connect(failed.append)
    driver.settle()
    assert failed == []
    (entries,) = found
    assert isinstance(entries, list)
    return entries
