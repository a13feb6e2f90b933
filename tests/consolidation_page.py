"""A window at the page of a consolidation or a flush, and short words for what tests do there."""

from __future__ import annotations

from model_answers import good
from PySide6.QtCore import Qt

from desktop_app.core.models.settings import ModelSettings
from desktop_app.services.workspace import open_models
from ui.consolidation.model import Choosing, Ready
from ui.navigation import Place, Target
from ui.send_dialog import SendDialog

PATIENCE_MS = 20_000
CONTROL = Qt.KeyboardModifier.ControlModifier
NONE = Qt.KeyboardModifier.NoModifier


class Desk:
    """A window at the page of a bucket; ``server`` answers from its script."""

    place = Place.CONSOLIDATION

    def __init__(self, driver, root, server, bucket=""):
        self.driver, self.root, self.server = driver, root, server
        self.window, self.session, self.qtbot = driver.window, driver.session, driver.qtbot
        driver.open_files(root)
        self.session.go(Target(self.place, bucket=bucket))
        self.phase(Choosing)

    @property
    def view(self):
        assert self.window.frame.middle.place is self.place
        return self.window.frame.middle.view

    @property
    def presenter(self):
        return self.view.presenter

    def access(self):
        return open_models(self.session.files, self.session.surroundings)

    def choose_model(self):
        self.access().choose(ModelSettings("Custom", self.server.url, "test-model"))

    def until(self, reached):
        self.qtbot.waitUntil(reached, timeout=PATIENCE_MS)

    def phase(self, kind):
        self.until(lambda: isinstance(self.presenter.phase, kind))
        self.driver.settle()
        return self.presenter.phase

    def press(self, key, modifier=NONE, widget=None):
        self.qtbot.keyClick(widget or self.window.focusWidget(), key, modifier)

    def dialog(self, kind):
        joined = self.window.consolidating
        self.until(lambda: isinstance(joined.dialog, kind) and joined.dialog.isVisible())
        return joined.dialog

    def memory(self, bucket=""):
        return (self.root / bucket / "MEMORY.md").read_text()


class FlushDesk(Desk):
    """The same where facts are extracted from a conversation."""

    place = Place.FLUSH

    def log(self, bucket=""):
        """The log of the day at which the clock of the tests stands."""
        path = self.root / bucket / "memory" / "2026-05-28.md"
        return path.read_text() if path.exists() else None

    def answered(self, text):
        """Ask, agree, and wait for the proposal."""
        self.choose_model()
        self.server.script([good(text)])
        self.press(Qt.Key.Key_Return, CONTROL)
        self.press(Qt.Key.Key_Return, CONTROL, widget=self.dialog(SendDialog))
        self.phase(Ready)
        self.until(lambda: bool(self.view.ready.outlook.file))
        return self.view.ready
