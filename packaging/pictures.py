"""Take the README's pictures of the window, from the demo workspace, into ``docs/``.

Usage: ``python packaging/pictures.py [FOLDER]``. Needs Inter and JetBrains Mono for the look meant.
"""

from __future__ import annotations

import os
import sys
import tempfile
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from PySide6.QtCore import QEventLoop, QTimer
from PySide6.QtGui import QFontInfo
from PySide6.QtTest import QTest

from desktop_app.services.demo import copy_demo
from ui import fonts
from ui.app import Program
from ui.jobs import Job
from ui.navigation import Place, Target
from ui.notes.presenter import NotesPresenter
from ui.theme import Mode, theme
from ui.window.preferences import Preferences

if TYPE_CHECKING:
    from collections.abc import Callable

CODER = "atlas-rail|conv-departure-board|coder"
TRIAGE = "harbor-library|conv-loans|triage"
NIGHT = "u-12"
NEWEST = "From 2026-06-15"
NOTE = "notes/company/tickets/refund-limits.md"
LONGER = "Vouchers are offered first, whatever the sum. "
WIDTH, HEIGHT = 1280, 800
SETTLE_MS = 900


class Photographer:
    """The program in a settled state, again and again."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        scratch = Path(tempfile.mkdtemp(prefix="memloupe-pictures-"))
        preferences = Preferences(scratch / "window.ini")
        preferences.mode = Mode.LIGHT
        self.program = Program(preferences)
        self.window, self.session = self.program.window, self.program.session
        self.program.start(copy_demo(scratch / "support-desk"))
        self.window.resize(WIDTH, HEIGHT)

    def take(self, name: str, *steps: Callable[[], object]) -> None:
        """Do ``steps``, one by one, and save what the window shows then."""
        for step in steps:
            self.settle()
            step()
        self.settle()
        path = self.folder / f"{name}.png"
        self.window.grab().save(str(path))
        print(path)

    def do(self, action_id: str) -> Callable[[], object]:
        """Return what runs a command."""
        # Commands of a page are there from when it is.
        return lambda: self.window.registry.action(action_id).trigger()

    def write(self, text: str) -> None:
        """Write where the focus is."""
        QTest.keyClicks(self.window.focusWidget(), text)

    def settle(self) -> None:
        """Wait until nothing is loading and everything is drawn."""
        loop = QEventLoop()
        QTimer.singleShot(SETTLE_MS, loop.quit)
        loop.exec()
        if self.program.jobs.findChildren(Job):
            self.settle()


def take_files(camera: Photographer) -> None:
    """Take the pictures of daily logs, curated memory and notes."""
    session, do = camera.session, camera.do
    camera.take(
        "waterline",
        lambda: session.go(Target(Place.LEDGER, path="MEMORY.md", bucket="", text=NEWEST)),
        do("ledger.edit"),
        do("pane.middle"),
    )
    show_log = partial(session.go, Target(Place.LEDGER, path="memory/2026-06-12.md", bucket=""))
    camera.take("calendar", show_log, do("pane.middle"))
    consolidate = Target(Place.CONSOLIDATION, bucket=NIGHT)
    camera.take("consolidation", lambda: session.go(consolidate), do("consolidation.accept"))
    show_note = partial(session.go, Target(Place.NOTES, path=NOTE, bucket="/persistent/company"))
    notes = NotesPresenter.of(session)
    as_lead, choose = partial(notes.see_as, "lead"), partial(notes.set_value, "userId", "u-7")
    camera.take("notes", show_note, as_lead, choose, do("notes.edit"), lambda: camera.write(LONGER))


def main(arguments: list[str]) -> int:
    """Take all pictures."""
    folder = Path(arguments[0]) if arguments else Path(__file__).parents[1] / "docs"
    camera = Photographer(folder)
    session = camera.session
    middle = camera.window.registry.action("pane.middle").trigger
    camera.take(
        "main-light",
        lambda: session.go(Target(Place.OBSERVATIONS, CODER)),
        lambda: session.select_observation(3),
        middle,
    )
    camera.take("turn", lambda: session.go(Target(Place.TURN, seq=33)), middle)
    camera.take("contradictions", lambda: session.go(Target(Place.CONTRADICTIONS)))
    camera.take("doctor", lambda: session.go(Target(Place.DOCTOR)), middle)
    camera.take(
        "proposal",
        lambda: session.go(Target(Place.OBSERVATIONS, CODER)),
        camera.window.registry.action("reflect.now").trigger,
    )
    palette = camera.window.command_palette
    camera.take("palette", lambda: palette.open_with("delay"))
    show_damaged = partial(session.go, Target(Place.OBSERVATIONS, TRIAGE))
    camera.take("damaged", palette.close, show_damaged, middle)
    camera.take(
        "main-dark",
        lambda: theme().set_mode(Mode.DARK),
        lambda: session.go(Target(Place.OBSERVATIONS, CODER)),
        lambda: session.select_observation(13),
        middle,
    )
    theme().set_mode(Mode.LIGHT)
    take_files(camera)
    print("font:", QFontInfo(fonts.font()).family())
    camera.program.end()
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
