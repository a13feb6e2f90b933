"""What the engine would make of a stored text that is being edited."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QScrollArea, QVBoxLayout, QWidget

from ui import fonts
from ui.fonts import Role
from ui.observations.damaged_inspector import WrongItem
from ui.tokens import Meaning
from ui.widgets import counting
from ui.widgets.banner import Banner
from ui.widgets.labels import TextLabel
from ui.widgets.scrolled import scrolled

if TYPE_CHECKING:
    from ui.observations.damaged_record import Wrong
    from ui.observations.stored_draft import StoredEffect

_MOST_LISTED = 30
_MOST_HIGH = 132


class StoredVerdict(QWidget):
    """Whether it is readable again, what the next turn takes then, and every remaining reason."""

    chosen = Signal(object)  # Wrong

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.banner = Banner()
        self.reasons: list[WrongItem] = []
        self._list = QScrollArea()
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(8)
        layout.addWidget(self.banner)
        self._layout = layout
        self._list.hide()

    def show_effect(self, effect: StoredEffect) -> None:
        """Show what saving would do."""
        if effect.wrong:
            self._show_unreadable(effect.wrong)
        else:
            self._show_readable(effect)
        self._show_reasons(effect.wrong)

    def show_problem(self, reason: str) -> None:
        """Say why it can't be saved."""
        self.banner.show_banner(Meaning.DAMAGED, reason)
        self._show_reasons(())

    def show_nothing(self, words: str) -> None:
        """Say that nothing is edited yet, or that it is being worked out."""
        self.banner.show_banner(Meaning.OUT, words)
        self._show_reasons(())

    def _show_readable(self, effect: StoredEffect) -> None:
        forms = self.tr("{0} observation"), self.tr("{0} observations")
        title = self.tr("Readable again: {0}").format(counting.counted(effect.count, *forms))
        turn = effect.turn
        words = self.tr("Next turn: nothing → {0} of {1} counted, {2} measured.").format(
            f"{turn.counted:,}", f"{turn.budget:,}", f"{turn.measured:,}"
        )
        if not turn.budget:
            words = self.tr("Next turn: still nothing; the reflection or the switch says so.")
        self.banner.show_banner(Meaning.IN, title, words)

    def _show_unreadable(self, wrong: tuple[Wrong, ...]) -> None:
        forms = self.tr("{0} value stops it."), self.tr("{0} values stop it.")
        words = counting.counted(len(wrong), *forms)
        self.banner.show_banner(
            Meaning.DAMAGED,
            self.tr("The engine still can’t read this record"),
            self.tr("{0} Next turn: still nothing.").format(words),
        )

    def _show_reasons(self, wrong: tuple[Wrong, ...]) -> None:
        self._list.hide()
        self._list.deleteLater()
        self.reasons = [WrongItem(one, Meaning.DAMAGED) for one in wrong[:_MOST_LISTED]]
        inside = QWidget()
        rows = QVBoxLayout(inside)
        rows.setContentsMargins(0, 0, 8, 0)
        for item in self.reasons:
            item.chosen.connect(self.chosen)
            rows.addWidget(item)
        more = len(wrong) - _MOST_LISTED
        if more > 0:
            words = self.tr("and {0} more").format(f"{more:,}")
            rows.addWidget(TextLabel(words, Role.SECONDARY, tone="text2"))
        self._list = scrolled(inside, ground="surface")
        self._list.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        inside.ensurePolished()
        self._list.setFixedHeight(min(inside.sizeHint().height(), fonts.px(_MOST_HIGH)))
        self._layout.addWidget(self._list)
        self._list.setVisible(bool(wrong))
