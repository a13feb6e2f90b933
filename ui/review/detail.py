"""The item that is looked at, large: what it says, what was decided, what helps to decide."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Slot
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from desktop_app.core.outline import scope_of_key
from desktop_app.services.review_sight import Sight, Sights
from ui.fonts import Role, Weight
from ui.naming import shown_line, shown_scope
from ui.review.edit_panel import EditPanel
from ui.review.reason_panel import ReasonPanel
from ui.review.sight_panel import SightPanel
from ui.review.translation import tr
from ui.review.words import KIND_LOOKS, STATE_LOOKS, item_name, kind_word, state_word
from ui.tokens import Meaning
from ui.widgets.badge import Badge
from ui.widgets.banner import Banner
from ui.widgets.labels import ELIDE_MIDDLE, ElidedLabel, TextLabel
from ui.widgets.scrolled import Scrolled

if TYPE_CHECKING:
    from ui.jobs import Job
    from ui.review.presenter import ReviewPresenter
    from ui.review.rows import Row
    from ui.session import Session

_SIDE = 16


class Detail(QWidget):
    """Shows one row; what has to be read for it comes a moment later."""

    def __init__(
        self, session: Session, presenter: ReviewPresenter, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.setAccessibleName(tr("The item"))
        self._session, self._presenter = session, presenter
        self._row: Row | None = None
        self._sights: Sights | None = None
        self._job: Job | None = None
        self._area = Scrolled(self)
        inside = self._inside = QWidget(self._area.viewport())
        self._area.setWidget(inside)
        self.scope = ElidedLabel("", ELIDE_MIDDLE, role=Role.SECONDARY, tone="text2")
        self.name = TextLabel("", Role.TITLE, Weight.STRONG)
        self.kind, self.state = Badge(), Badge()
        self.reason_words = TextLabel("", Role.SECONDARY, tone="text2", wrap=True)
        self.problem = Banner(inside)
        self.editor, self.reason = EditPanel(inside), ReasonPanel(inside)
        self.sight = SightPanel(inside)
        self._lay_out()
        presenter.board.current_changed.connect(self.show_row)
        presenter.board.row_changed.connect(self._on_row_changed)
        session.source_changed.connect(self._forget)
        self.show_row(presenter.board.current)

    @property
    def row(self) -> Row | None:
        """What is shown."""
        return self._row

    @Slot(object)
    def show_row(self, row: Row | None) -> None:
        """Show a row, or nothing."""
        self._row = row
        self._inside.setVisible(row is not None)
        self.reason.hide()
        self._stop()
        if row is None:
            return
        scope = scope_of_key(row.memory_id)
        self.scope.set_text(shown_scope(scope.tenant, scope.conversation, scope.agent))
        self.name.setText(item_name(row.item))
        kind = row.difference.kind
        self.kind.show_badge(kind_word(kind), *KIND_LOOKS[kind])
        order = row.order
        text = order.text if order is not None else None
        self.editor.show_item(row.item, text, order.importance if order else 0.0)
        self._show_state(row)
        self.sight.clear()
        self._look(row)
        self._area.verticalScrollBar().setValue(0)

    def _show_state(self, row: Row) -> None:
        self.state.show_badge(state_word(row.state), *STATE_LOOKS[row.state])
        decision = row.kept.decision
        reason = row.order.reason if row.order else (decision.reason if decision else "")
        self.reason_words.setText(tr("Reason: {0}").format(shown_line(reason)))
        self.reason_words.setVisible(bool(reason))
        self.problem.setVisible(bool(row.problem))
        if row.problem:
            title = tr("This is not saved; what you wanted is kept here.")
            self.problem.show_banner(Meaning.DAMAGED, title, row.problem, tr("Try again"))

    @Slot(object)
    def _on_row_changed(self, row: Row) -> None:
        if row is self._row:
            self.name.setText(item_name(row.item))
            self._show_state(row)

    def _look(self, row: Row) -> None:
        source = self._session.source
        if source is None:
            return
        sights = self._sights = self._sights or Sights(source)
        difference = row.difference
        self._job = self._session.jobs.read(lambda context: sights.sight(difference, context))
        self._job.succeeded.connect(self._take_sight)
        self._job.finished.connect(self._end)

    @Slot(object)
    def _take_sight(self, sight: Sight) -> None:
        if self._row is not None and sight.difference.item.identity == self._row.item.identity:
            self.sight.show_sight(sight)

    @Slot()
    def _end(self) -> None:
        if self.sender() is self._job:
            self._job = None

    def _stop(self) -> None:
        job, self._job = self._job, None
        if job is not None:
            job.cancel()

    @Slot(object)
    def _forget(self, _source: object) -> None:
        self._sights = None

    def _lay_out(self) -> None:
        head = QHBoxLayout()
        head.setSpacing(8)
        head.addWidget(self.name)
        head.addWidget(self.kind)
        head.addWidget(self.state)
        head.addStretch(1)
        top = QVBoxLayout()
        top.setContentsMargins(_SIDE, 12, _SIDE, 12)
        top.setSpacing(8)
        for part in (self.scope, head, self.problem, self.editor, self.reason_words, self.reason):
            if isinstance(part, QHBoxLayout):
                top.addLayout(part)
            else:
                top.addWidget(part)
        layout = QVBoxLayout(self._inside)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addLayout(top)
        layout.addWidget(self.sight)
        layout.addStretch(1)
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.addWidget(self._area)
