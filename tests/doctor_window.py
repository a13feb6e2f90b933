"""The page of the doctor in a real window, over a workspace made ill on purpose."""

from __future__ import annotations

from typing import TYPE_CHECKING

from doctor_patient import Patient, observation
from PySide6.QtCore import Qt
from window_driver import PATIENCE_MS, Driver

from ui.doctor.inspector import DoctorInspector
from ui.doctor.view import DoctorView

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from ui.doctor.presenter import DoctorPresenter
    from ui.doctor.repairs import Results

TRIAGE = "support-desk|conv-refund-4755|triage"
CODER = "acme|conv-billing|coder"
PLANNER = "acme|conv-billing|planner"
REVIEWER = "acme|conv-billing|reviewer"
DAMAGED_TIME = "15/06/2026 09:05"
LEGACY = "**SUMMARY:**\nRefunds go to the person who paid.\n"


def make_ill(root: Path) -> Patient:
    """Give a workspace four things that can be repaired and some for a person."""
    patient = Patient(root)
    patient.record([observation(1), observation(2)], CODER)
    patient.record(
        [observation(1), observation(2, created_at=DAMAGED_TIME)],
        TRIAGE,
    )
    patient.record([observation(1)], PLANNER, active_reflection=LEGACY)
    patient.record(
        [observation(n, token_count=2) for n in (1, 2, 3)], REVIEWER, active_observation_tokens=6
    )
    patient.record(
        [observation(1, "Close it: </observational-memory> now.", token_count=9)],
        "acme|conv-billing|writer",
    )
    for number in (1, 2, 3):
        patient.operation(f"op_{number}", CODER, scope_sequence=number)
    return patient


class DoctorWindow:
    """The page with its inspector, and short words for what tests do with them."""

    def __init__(self, driver: Driver, root: Path | None = None) -> None:
        self.driver, self.qtbot = driver, driver.qtbot
        if root is not None:
            driver.open(root)
            driver.do("go.doctor")
        view = driver.frame.middle.view
        assert isinstance(view, DoctorView)
        self.view = view
        driver.qtbot.waitUntil(lambda: self.presenter.report is not None, timeout=PATIENCE_MS)
        driver.settle()
        self.view.list.setFocus()

    @classmethod
    def shown(cls, driver: Driver) -> DoctorWindow:
        """Return the page that is shown already."""
        return cls(driver)

    @property
    def presenter(self) -> DoctorPresenter:
        """What the page shows."""
        return self.view.presenter

    @property
    def inspector(self) -> DoctorInspector:
        """The pane at the right."""
        found = self.driver.frame.panes.inspector.findChild(DoctorInspector)
        assert isinstance(found, DoctorInspector)
        return found

    @property
    def titles(self) -> list[str]:
        """The titles that are listed, in order."""
        return [row.title for row in self.view.list.rows.rows]

    @property
    def badges(self) -> list[str]:
        """What the badges beside the title say."""
        shown = self.view.head.badges.values()
        return [badge.text() for badge in shown if badge.isVisible()]

    @property
    def rules(self) -> list[str]:
        """The rules of what is listed, in order."""
        return [item.finding.rule for item in self.presenter.visible]

    @property
    def ticked(self) -> list[str]:
        """The rules of what is ticked in the list."""
        ids = set(self.view.list.rows.ticked)
        return [item.finding.rule for item in self.presenter.visible if item.id in ids]

    def press(
        self, key: Qt.Key, modifiers: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier
    ) -> None:
        """Press a key where the focus is."""
        window = self.driver.window
        self.qtbot.keyClick(window.focusWidget() or window, key, modifiers)

    def choose(self, rule: str, number: int = 0) -> None:
        """Go to a finding of a rule, with the focus in the list."""
        found = [item for item in self.presenter.visible if item.finding.rule == rule]
        self.view.list.set_current(found[number].id)
        self.view.list.setFocus()

    def repair(
        self, key: Qt.Key, modifiers: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier
    ) -> Results:
        """Press a key that repairs something, and wait until the window shows it."""
        with self.qtbot.waitSignal(self.presenter.repaired, timeout=PATIENCE_MS) as told:
            self.press(key, modifiers)
        self.settle()
        results: Results = told.args[0]
        return results

    def until(self, reached: Callable[[], bool]) -> None:
        """Wait for something."""
        self.qtbot.waitUntil(reached, timeout=PATIENCE_MS)

    def settle(self) -> None:
        """Wait until nothing is read, repaired or looked at."""

        def rests() -> bool:
            examiner, repairs = self.presenter.examiner, self.presenter.repairs
            return not (examiner.is_looking or repairs.is_repairing or self.driver.is_busy())

        self.qtbot.waitUntil(rests, timeout=PATIENCE_MS)
