"""The inspector of a finding: why it matters, what its repair writes, and what that changes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Slot
from PySide6.QtGui import QKeySequence, QPainter, QShortcut
from PySide6.QtWidgets import QAbstractButton, QFrame, QScrollArea, QVBoxLayout, QWidget

from ui.doctor.effects import Effects
from ui.doctor.head import Row
from ui.doctor.inspector_foot import InspectorFoot
from ui.doctor.presenter import DoctorPresenter
from ui.doctor.preview import difference_view, preview_lines
from ui.doctor.words import rows_words, target_of, tr, where_words
from ui.fonts import Role, Weight
from ui.naming import shown_line
from ui.theme import tokens
from ui.widgets.empty_state import EmptyState
from ui.widgets.labels import ElidedLabel, TextLabel
from ui.widgets.link import Link
from ui.widgets.section import Section
from ui.widgets.segments import Segments

if TYPE_CHECKING:
    from PySide6.QtGui import QHideEvent, QKeyEvent, QPaintEvent, QShowEvent

    from desktop_app.core.doctor.finding import Repair
    from ui.doctor.items import Item
    from ui.session import Session

_ENTER = {Qt.Key.Key_Return, Qt.Key.Key_Enter}
_THIS, _OTHER = "this", "other"


class DoctorInspector(QWidget):
    """Shows the finding that is selected in the list."""

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(tr("Inspector of the finding"))
        self._presenter = DoctorPresenter.of(session)
        self.head = Row(8, self)
        self._area = _Scrolled(self)
        inside = self._inside = QWidget(self._area.viewport())
        self._area.setWidget(inside)
        self.title = ElidedLabel(role=Role.TITLE, weight=Weight.STRONG)
        self.why = Section(tr("Why it matters"), inside)
        self.place = Link("", self.why, role=Role.SECONDARY)
        self.reason = _sentence()
        self.hand = Section(tr("What to do"), inside)
        self.advice = _sentence()
        self.writes = Section(tr("What the repair writes"), inside)
        ways = [(_THIS, tr("This way")), (_OTHER, tr("The other"))]
        self.ways = Segments(tr("Repairs"), ways, self.writes)
        self.label = _sentence()
        self.difference = difference_view(tr("What the repair writes"), self.writes)
        self.changes = Section(tr("What it changes"), inside)
        self.effects = Effects(self.changes)
        self.foot = InspectorFoot(self)
        self.empty = EmptyState(
            tr("No finding is selected"),
            tr("Select one to see why it matters and what helps."),
            parent=self,
        )
        self._lay_out()
        self._connect()
        self.show_item(self._presenter.selected)

    @Slot(object)
    def show_item(self, item: Item | None) -> None:
        """Show a finding."""
        self.empty.setVisible(item is None)
        for part in (self.head, self._area, self.foot):
            part.setVisible(item is not None)
        if item is None:
            return
        finding = item.finding
        self.title.set_text(shown_line(finding.title))
        self.reason.setText(shown_line(finding.why))
        self._show_place(item)
        self.ways.choose(_THIS if self._way(item) is finding.repair else _OTHER)
        self.ways.setVisible(finding.alternative is not None)
        self._show_repair(item)
        self._area.verticalScrollBar().setValue(0)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        pressed = self.focusWidget()
        if event.key() in _ENTER and isinstance(pressed, QAbstractButton):
            pressed.click()
        else:
            super().keyPressEvent(event)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._presenter.is_previewed = True

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self._presenter.is_previewed = False

    def paintEvent(self, _event: QPaintEvent) -> None:
        QPainter(self).fillRect(self.rect(), tokens().window)

    def _way(self, item: Item) -> Repair | None:
        return self._presenter.repair_of(item)

    def _show_place(self, item: Item) -> None:
        words, leads = where_words(item.finding.place), target_of(item.finding.place) is not None
        self.place.setText(words)
        self.place.setAccessibleName(tr("Go to {0}").format(words) if leads else words)
        self.place.setVisible(leads)
        self.place.updateGeometry()
        self.why.set_note("" if leads else words)

    def _show_repair(self, item: Item) -> None:
        repair, finding = self._way(item), item.finding
        self.hand.setVisible(repair is None and bool(finding.by_hand))
        self.advice.setText(shown_line(finding.by_hand))
        for section in (self.writes, self.changes):
            section.setVisible(repair is not None)
        if repair is not None:
            self.label.setText(shown_line(repair.label))
            self.label.setVisible(finding.alternative is not None)
            self.writes.set_note(rows_words(repair, finding.place))
            self.difference.show_lines(preview_lines(repair))
            self.difference.setVisible(bool(repair.before or repair.after))
            self.effects.show_effects(repair.effects)
            self.changes.setVisible(bool(repair.effects))
        self._show_foot()

    @Slot()
    def _show_foot(self) -> None:
        item, presenter = self._presenter.selected, self._presenter
        if item is not None:
            self.foot.show_item(
                item,
                repair=self._way(item),
                is_ignored=presenter.shows_ignored,
                is_busy=presenter.repairs.is_repairing,
            )

    @Slot(str)
    def _choose_way(self, way: str) -> None:
        item = self._presenter.selected
        if item is not None and item.finding.alternative is not None:
            self._presenter.choose_way(item, other=way == _OTHER)
            self._show_repair(item)

    def _connect(self) -> None:
        presenter = self._presenter
        presenter.selected_changed.connect(self.show_item)
        presenter.list_changed.connect(self._show_foot)
        presenter.offered.connect(self.foot.repair.setFocus)
        presenter.repairs.state_changed.connect(self._show_foot)
        self.ways.changed.connect(self._choose_way)
        self.place.clicked.connect(presenter.go_to_selected)
        keys = QShortcut(QKeySequence("Ctrl+Return"), self, presenter.repair_chosen)
        keys.setContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
        self.foot.ignore.clicked.connect(presenter.turn_selected)
        self.foot.repair.clicked.connect(presenter.repair_selected)
        self.foot.go.clicked.connect(presenter.go_to_selected)

    def _lay_out(self) -> None:
        self.head.row.addWidget(self.title, 1)
        self.why.body.addWidget(self.place, 0, Qt.AlignmentFlag.AlignLeft)
        self.why.body.addWidget(self.reason)
        self.hand.body.addWidget(self.advice)
        for part in (self.ways, self.label, self.difference):
            self.writes.body.addWidget(part)
        self.changes.body.addWidget(self.effects)
        column = QVBoxLayout(self._inside)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        for section in (self.why, self.hand, self.writes, self.changes):
            column.addWidget(section)
        column.addStretch(1)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(self.head)
        layout.addWidget(self._area, 1)
        layout.addWidget(self.foot)
        layout.addWidget(self.empty)


class _Scrolled(QScrollArea):
    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)

    def paintEvent(self, event: QPaintEvent) -> None:
        # With an application style sheet a scroll area ignores the palette of its content.
        painter = QPainter(self.viewport())
        painter.fillRect(self.viewport().rect(), tokens().window)
        painter.end()
        super().paintEvent(event)


def _sentence() -> TextLabel:
    label = TextLabel(wrap=True)
    label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
    return label
