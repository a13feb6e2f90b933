"""The row above the table: filter, all / in / out, least importance, how many are shown."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QPoint, QSize, QTimer, Slot
from PySide6.QtGui import QAction, QActionGroup, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QMenu, QWidget

from ui import fonts
from ui.fonts import Role
from ui.icons import Icon
from ui.observations.rows import Part, Wanted
from ui.widgets.button import Button, ButtonKind, IconButton
from ui.widgets.fields import FilterField
from ui.widgets.labels import ElidedLabel
from ui.widgets.segments import Segments

if TYPE_CHECKING:
    from ui.observations.presenter import ObservationsPresenter

_HIGH = 44
_FIELD = 210
_AROUND = 64
_WIDE = 600
_STEPS = (0.0, 0.3, 0.5, 0.7, 0.8, 0.9)
_NOTE_MS = 4000


class ObservationTools(QWidget):
    """Tells the presenter what is wanted and shows what it has come to."""

    def __init__(self, presenter: ObservationsPresenter, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._presenter = presenter
        self._marked = 0
        self.field = FilterField(self.tr("Filter observations"), self, key="/")
        choices = [(part.value, "") for part in Part]
        self.segments = Segments(self.tr("Show"), choices, self)
        self.importance = Button("", self, icon=Icon.CHEVRON_DOWN)
        self.menu = self._make_menu()
        self.add_button = Button(
            self.tr("Add"), self, kind=ButtonKind.GHOST, icon=Icon.PLUS, key="N"
        )
        self.add_icon = IconButton(Icon.PLUS, self.tr("Add an observation"), key="N")
        self.shown = ElidedLabel(role=Role.SECONDARY, tone="text2")
        self._note = QTimer(self, singleShot=True, interval=_NOTE_MS)
        self._note.timeout.connect(self.show_counts)
        self._lay_out()
        self._connect()
        self.show_wanted(presenter.wanted)

    @Slot(object)
    def show_wanted(self, wanted: Wanted) -> None:
        """Show what the presenter filters by."""
        if self.field.text != wanted.text:
            self.field.set_text(wanted.text)
        self.segments.choose(wanted.part)
        text = self._step_text(wanted.least)
        self.importance.setText(text)
        self.importance.setAccessibleName(self.tr("Least importance: {0}").format(text))
        self.importance.updateGeometry()
        for action in self.menu.actions():
            action.setChecked(action.data() == wanted.least)
        self.show_counts()

    @Slot()
    def show_counts(self) -> None:
        """Show how many there are and how many the filter leaves."""
        rows, shown = self._presenter.rows, self._presenter.shown
        inside = self._presenter.count_in
        counts = {Part.ALL: len(rows), Part.IN: inside, Part.OUT: len(rows) - inside}
        words = {Part.ALL: self.tr("All"), Part.IN: self.tr("In"), Part.OUT: self.tr("Out")}
        for part, count in counts.items():
            self.segments.set_text(part, f"{words[part]} {count:,}")
        self._note.stop()
        self._give_room(self.width())
        if self._marked:
            said = self.tr("{0} marked").format(f"{self._marked:,}")
        elif len(shown) != len(rows):
            said = self.tr("{0} of {1} shown").format(f"{len(shown):,}", f"{len(rows):,}")
        else:
            said = ""
        self.shown.set_text(said)

    def show_marked(self, count: int) -> None:
        """Show how many are marked, in place of how many are shown."""
        if count != self._marked:
            self._marked = count
            self.show_counts()

    @Slot(str)
    def say(self, note: str) -> None:
        """Say something short in place of what stands at the right, for a moment."""
        for widget in (self.importance, self.add_button, self.add_icon):
            widget.hide()
        self.shown.set_text(note)
        self.shown.setMaximumWidth(self.width())
        self.shown.show()
        self._note.start()

    @Slot()
    def _end_note(self, _index: object = None) -> None:
        if self._note.isActive():
            self.show_counts()

    @Slot()
    def open_menu(self) -> None:
        """Choose the least importance."""
        self.menu.popup(self.importance.mapToGlobal(QPoint(0, self.importance.height() + 2)))

    def minimumSizeHint(self) -> QSize:
        # With the small button, also while the one with words has room.
        parts = (self.segments, self.importance, self.add_icon)
        least = sum(part.sizeHint().width() for part in parts)
        return QSize(least + self.field.minimumSizeHint().width() + _AROUND, fonts.px(_HIGH))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if not self._note.isActive():
            self._give_room(event.size().width())

    def fit(self, width: int) -> None:
        """Show words on the button that adds where there is room for them."""
        wide = width >= fonts.px(_WIDE)
        self.add_button.setVisible(wide)
        self.add_icon.setVisible(not wide)

    def _give_room(self, width: int) -> None:
        self.importance.show()
        if self.add_button.isHidden() and self.add_icon.isHidden():
            self.fit(width)
        fixed = (self.segments, self.importance, self._add_shown)
        least = sum(widget.sizeHint().width() for widget in fixed)
        room = width - least - _AROUND
        field = max(min(room, fonts.px(_FIELD)), self.field.minimumSizeHint().width())
        self.field.setMaximumWidth(field)
        # Long words at the end must not make the field narrower.
        self.shown.setMaximumWidth(max(room - field, 0))
        self.shown.setVisible(room - field >= fonts.px(60))

    @property
    def is_noting(self) -> bool:
        """Whether something short is said in place of the buttons."""
        return self._note.isActive()

    @property
    def _add_shown(self) -> QWidget:
        return self.add_icon if self.add_button.isHidden() else self.add_button

    def _lay_out(self) -> None:
        layout = QHBoxLayout(self)
        layout.setContentsMargins(16, 0, 16, 0)
        layout.setSpacing(8)
        layout.addWidget(self.field)
        layout.addWidget(self.segments)
        layout.addWidget(self.importance)
        layout.addStretch(1)
        layout.addWidget(self.shown)
        layout.addWidget(self.add_button)
        layout.addWidget(self.add_icon)
        self.setMinimumHeight(fonts.px(_HIGH))

    def _connect(self) -> None:
        presenter = self._presenter
        self.field.text_changed.connect(presenter.set_text)
        self.segments.changed.connect(presenter.set_part)
        self.importance.clicked.connect(self.open_menu)
        presenter.wanted_changed.connect(self.show_wanted)
        presenter.arranged.connect(self.show_counts)
        presenter.noted.connect(self.say)
        presenter.selected.connect(self._end_note)

    def _make_menu(self) -> QMenu:
        menu = QMenu(self)
        group = QActionGroup(menu)
        for step in _STEPS:
            action = QAction(self._step_text(step), menu)
            action.setCheckable(True)
            action.setData(step)
            group.addAction(action)
            menu.addAction(action)
        group.triggered.connect(self._choose_least)
        return menu

    def _step_text(self, step: float) -> str:
        if not step:
            return self.tr("Any importance")
        return self.tr("Importance ≥ {0}").format(f"{step:.1f}")

    @Slot(QAction)
    def _choose_least(self, action: QAction) -> None:
        self._presenter.set_least(float(action.data()))
