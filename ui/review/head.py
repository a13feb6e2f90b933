"""The top of the page: what is listed, a filter, how far it is."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Signal, Slot
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from ui.fonts import Role, Weight
from ui.icons import Icon
from ui.review.presenter import Phase
from ui.review.progress_bar import ProgressBar
from ui.review.translation import tr
from ui.widgets.fields import SearchField
from ui.widgets.labels import ElidedLabel, TextLabel
from ui.widgets.segments import Segments

if TYPE_CHECKING:
    from ui.review.presenter import ReviewPresenter

_ALL, _SCOPE = "all", "scope"
_SIDE = 16


class Head(QWidget):
    """“37 of 200 · 163 left”."""

    left = Signal()  # from the filter back to the list

    def __init__(self, presenter: ReviewPresenter, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._presenter = presenter
        self.scopes = Segments(tr("Review"), [(_ALL, tr("All")), (_SCOPE, tr("This scope"))])
        self.filter = SearchField(
            tr("Filter items"), icon=Icon.FILTER, key="/", placeholder=tr("Filter…")
        )
        self.filter.setMaximumWidth(260)
        self.figures = ElidedLabel(role=Role.SECONDARY, tone="text2")
        self.bar = ProgressBar()
        row = QHBoxLayout()
        row.setContentsMargins(_SIDE, 10, _SIDE, 8)
        row.setSpacing(12)
        row.addWidget(TextLabel(tr("Review"), Role.TITLE, Weight.STRONG))
        row.addWidget(self.scopes)
        row.addWidget(self.filter)
        row.addStretch(1)
        row.addWidget(self.figures)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addLayout(row)
        layout.addWidget(self.bar)
        self.scopes.changed.connect(self._on_scope)
        self.filter.text_changed.connect(presenter.set_text)
        for signal in (self.filter.left, self.filter.submitted, self.filter.went_down):
            signal.connect(self.left)
        presenter.figures_changed.connect(self._show)
        presenter.phase_changed.connect(self._show)
        self._show()

    @Slot()
    def focus_filter(self) -> None:
        """Let the person type what to list."""
        self.filter.setFocus()

    @Slot(str)
    def _on_scope(self, key: str) -> None:
        self._presenter.set_only_scope(key == _SCOPE)

    @Slot()
    def _show(self, _phase: object = None) -> None:
        presenter = self._presenter
        listed = presenter.phase is Phase.LISTED
        for part in (self.scopes, self.filter, self.figures, self.bar):
            part.setVisible(listed)
        done, left = presenter.board.done, presenter.left
        words = tr("{0} of {1} · {2} left")
        more = "" if presenter.is_whole else "+"
        self.figures.set_text(
            words.format(f"{done:,}", f"{done + left:,}{more}", f"{left:,}{more}")
        )
        self.bar.show_share(done, done + left)
