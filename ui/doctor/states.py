"""What stands in place of the list: looking, nothing found, too large, can't be read."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ui.doctor.words import looked_words, tr
from ui.problems import explain
from ui.widgets.button import Button
from ui.widgets.empty_state import EmptyState

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget

    from ui.doctor.presenter import DoctorPresenter


class DoctorStates(EmptyState):
    """A title, a sentence, and the button that looks now."""

    def __init__(self, parent: QWidget | None = None) -> None:
        self.check = Button(tr("Check now"))
        self._problem: Exception | None = None
        super().__init__(tr("Not looked at yet"), "", (self.check,), parent)

    def note_of(self, presenter: DoctorPresenter) -> str:
        """Return what the last look was at."""
        report = presenter.report
        if report is None:
            return ""
        left = sum(report.left_off.values())
        more = tr("; {0} more like these").format(f"{left:,}") if left else ""
        return looked_words(report) + more

    def show_presenter(self, presenter: DoctorPresenter) -> None:
        """Say why there is no list."""
        if presenter.examiner.is_looking:
            self._problem = None
        if self._problem is None:
            self.set_words(*_words(presenter))
        self.check.setVisible(not presenter.examiner.is_looking and not presenter.items)

    def show_problem(self, error: Exception) -> None:
        """Say why nothing can be looked at."""
        self._problem = error
        self.set_words(*explain(error))


def _words(presenter: DoctorPresenter) -> tuple[str, str]:
    report = presenter.report
    if report is None and presenter.examiner.is_looking:
        return tr("Looking"), tr("Everything is looked at. Nothing is changed by it.")
    if report is None:
        return (
            tr("Not looked at yet"),
            tr("There is a lot to look at, or the look was stopped. Looking changes nothing."),
        )
    if presenter.items or presenter.shows_ignored:
        return tr("No finding matches"), tr("The filter leaves nothing of what was found.")
    if presenter.ignored_items:
        return tr("Nothing else is wrong"), tr("What is ignored is listed behind the link above.")
    if report.scopes is None:
        return tr("Nothing is wrong"), tr("Every rule was tried on every memory file.")
    return tr("Nothing is wrong"), tr("Every rule was tried on every scope.")
