"""A window with a model server behind it, and short words for what tests of proposals do."""

from __future__ import annotations

from observation_views import RICH
from PySide6.QtCore import Qt

from desktop_app.core.models.settings import ModelSettings
from desktop_app.services.workspace import open_models
from ui.navigation import Place
from ui.proposals.model import Ready
from ui.send_dialog import SendDialog

PATIENCE_MS = 20_000
CONTROL = Qt.KeyboardModifier.ControlModifier
OUTPUT = """SUMMARY:
The user refactors invoice rounding (BILL-311) in the Go 1.25 billing monorepo on branch \
feature/BILL-311-rounding.
Hard rules: never commit or push unasked; internal/legacy/** is frozen until 2026-06-30; money \
is int64 cents.
Answers should be short. Table-driven tests. Staging runs PostgreSQL 16, prod 15 until May.

SUPERSESSIONS:
- [seq:17] replaces [seq:10]: finance confirmed discount before tax (BILL-311)
- [seq:21] replaces [seq:13]: local API port moved from 8080 to 9090
- [seq:25] replaces [seq:18]: spaces in *.go.tmpl, tabs elsewhere
- [seq:33] replaces [seq:14]: PostgreSQL 16 in staging, 15 in prod until May
- [seq:41] replaces [seq:9]: no such thing

CONTRADICTIONS:
- [seq:12] vs [seq:29]: docs generated or not
"""


def rich_desk(driver, golden_workspace, model_server):
    """Open the rich workspace; the person's own settings are put back after the test."""
    driver.open(golden_workspace("rich-coding-agent"))
    driver.show(RICH)
    desk = ProposalDesk(driver, model_server)
    yield desk
    access = desk.access()
    access.choose(ModelSettings())
    for host in access.consent()[0].hosts:
        access.remember(host, allowed=False)


class ProposalDesk:
    """The window at a scope; ``server`` answers from its script."""

    def __init__(self, driver, server, memory_id=RICH):
        self.driver, self.server, self.memory_id = driver, server, memory_id
        self.window, self.session, self.qtbot = driver.window, driver.session, driver.qtbot
        self.do = driver.do

    @property
    def asking(self):
        return self.window.asking

    @property
    def presenter(self):
        return self.asking.presenter

    @property
    def page(self):
        assert self.window.frame.middle.place is Place.PROPOSAL
        return self.window.frame.middle.view

    @property
    def record(self):
        return self.session.source.snapshot(self.memory_id).record

    def access(self):
        return open_models(self.session.source, self.session.surroundings)

    def choose(self, name="test-model"):
        self.access().choose(ModelSettings("Custom", self.server.url, name))

    def until(self, reached):
        self.qtbot.waitUntil(reached, timeout=PATIENCE_MS)

    def phase(self, kind):
        """Wait for a phase and for everything that it shows."""
        self.until(lambda: isinstance(self.presenter.phase, kind))
        self.driver.settle()
        return self.presenter.phase

    def dialog(self, kind=SendDialog):
        """Wait for a dialog and return it."""
        asking = self.asking
        self.until(lambda: isinstance(asking.dialog, kind) and asking.dialog.isVisible())
        return asking.dialog

    def press(self, key, *, control=False, widget=None):
        """Press a key where the focus is."""
        modifier = CONTROL if control else Qt.KeyboardModifier.NoModifier
        self.qtbot.keyClick(widget or self.window.focusWidget(), key, modifier)

    def agree(self):
        """Press Ctrl Enter in the dialog that asks."""
        self.press(Qt.Key.Key_Return, control=True, widget=self.dialog())

    def propose(self, *steps):
        """Ask the model as a person does; return the page with what it proposes."""
        self.server.script(steps)
        self.choose()
        self.do("reflect.now")
        self.agree()
        self.phase(Ready)
        return self.page
