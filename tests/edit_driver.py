"""Changes memory through a real window, as views do."""

from __future__ import annotations

from typing import TYPE_CHECKING

from window_driver import NOW, PATIENCE_MS

from desktop_app.services.editing.observation_actions import edit_observation
from desktop_app.services.editing.plans import Intent

if TYPE_CHECKING:
    from PySide6.QtCore import Qt
    from window_driver import Driver

    from desktop_app.core.changes import Change
    from desktop_app.services.editing.outcomes import Saved


def first_text(driver: Driver) -> str:
    """Return the first observation as the window has it."""
    return driver.session.snapshot.record.observations[0].content


def text_change(driver: Driver, index: int, text: str) -> Change:
    """Return the change that gives an observation of the shown scope another text."""
    return edit_observation(driver.session.snapshot, index, Intent(NOW), text=text).change


def save(driver: Driver, change: Change) -> Saved:
    """Save a change and wait until the window shows it."""
    editing = driver.session.editing
    with driver.qtbot.waitSignal(editing.saved, timeout=PATIENCE_MS) as saved:
        editing.save(change)
    driver.settle()
    return saved.args[0]


def edit_text(driver: Driver, index: int, text: str) -> Saved:
    """Give an observation another text and wait until the window shows it."""
    return save(driver, text_change(driver, index, text))


def press(driver: Driver, key: Qt.Key, modifiers: Qt.KeyboardModifier) -> None:
    """Press a key that saves something, and wait until the window shows it."""
    with driver.qtbot.waitSignal(driver.session.editing.saved, timeout=PATIENCE_MS):
        driver.qtbot.keyClick(driver.window.focusWidget() or driver.window, key, modifiers)
    driver.settle()
