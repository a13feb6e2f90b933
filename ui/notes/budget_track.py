"""A bar of the list of a turn: what it takes now, what it would take, and the limit."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QRectF, QSize
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from ui import fonts
from ui.notes.words import tr
from ui.theme import tokens
from ui.tokens import Meaning
from ui.widgets import bars, painting

if TYPE_CHECKING:
    from desktop_app.core.notes.budget import Budget

_TRACK, _OVER = 12, 4


class BudgetTrack(QWidget):
    """Paints the bytes of the list; what an edit adds is lighter, what it frees is hatched."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._budget: Budget | None = None
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setAccessibleName(tr("Bytes of the list"))

    def show_budget(self, budget: Budget | None) -> None:
        """Show another one."""
        self._budget = budget
        self.setAccessibleDescription(budget_line(budget) if budget else "")
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(200, fonts.px(_TRACK + 2 * _OVER))

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        painting.smooth(painter)
        over, wide = fonts.px(_OVER), self.width()
        track = QRectF(0, over, wide, fonts.px(_TRACK))
        painting.fill_rounded(painter, track, 2, tokens().sunken)
        budget = self._budget
        if budget is None:
            return
        reach = max(budget.limit, 1)
        before, after = (
            round(wide * min(size / reach, 1)) for size in (budget.before, budget.after)
        )
        shades = tokens().shades(Meaning.ENGINE)
        solid = QRectF(0, over, min(before, after), track.height())
        painting.fill_rounded(painter, solid, 2, shades.fill)
        if after > before:
            added = QRectF(before, over, after - before, track.height())
            painting.fill_rounded(painter, added, 2, tokens().accent_fill)
        elif before > after:
            freed = QRectF(after, over, before - after, track.height())
            painting.hatch(painter, freed, tokens().shades(Meaning.OUT).fill, radius=2)
        if budget.first_out:
            bars.limit_mark(painter, wide - 1, track.top(), track.bottom())


def budget_line(budget: Budget) -> str:
    """Return how much of the limit the list takes, before and after an edit."""
    limit = f"{budget.limit:,}"
    if budget.before == budget.after:
        return tr("{0} of {1} bytes").format(f"{budget.after:,}", limit)
    return tr("{0} → {1} of {2} bytes").format(f"{budget.before:,}", f"{budget.after:,}", limit)
