"""The whole window on every golden workspace: nothing is changed, nothing flashes."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject
from PySide6.QtWidgets import QWidget
from tree_state import snapshot

from ui.window.middle import TABS

RICH = "default|conv-billing-rounding|default"


def test_looking_at_everything_changes_nothing(driver, golden_workspace, golden_workspace_names):
    for name in golden_workspace_names:
        folder = golden_workspace(name)
        before = snapshot(folder)
        driver.window.open(folder)
        driver.qtbot.waitUntil(lambda: not driver.window.opening.is_opening)
        driver.settle()
        entries = driver.session.source.scopes(limit=6) if driver.session.source else ()
        for entry in entries:
            driver.show(entry.memory_id)
            for place in TABS:
                driver.do(f"tab.{place}")
            driver.settle()
        for action_id in ("go.status", "go.configuration", "view.reload"):
            driver.do(action_id)
            driver.settle()
        assert snapshot(folder) == before, name


class Windows(QObject):
    """Notes every window that shows itself."""

    def __init__(self):
        super().__init__()
        self.shown = []

    def eventFilter(self, watched, event):
        if event.type() == QEvent.Type.Show and isinstance(watched, QWidget) and watched.isWindow():
            self.shown.append(type(watched).__name__)
        return False


def test_no_view_flashes_as_a_window_of_its_own(driver, golden_workspace, qapp):
    windows = Windows()
    qapp.installEventFilter(windows)
    driver.open(golden_workspace("rich-coding-agent"))
    driver.show(RICH)
    for place in TABS:
        driver.do(f"tab.{place}")
        driver.settle()
    for action_id in ("go.status", "go.configuration", "search.page"):
        driver.do(action_id)
        driver.settle()
    driver.open(golden_workspace("hand-edited"))
    driver.show("default|unreadable-json|default")
    driver.do("tab.observations")
    driver.settle()
    qapp.removeEventFilter(windows)
    assert windows.shown == []
