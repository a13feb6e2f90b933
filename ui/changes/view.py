"""The page of changes: the list, newest first, and what to do where there is none."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QApplication, QHBoxLayout, QStackedLayout, QVBoxLayout, QWidget

from desktop_app.core.errors import StoreBusyError, StoreError
from ui.changes.commands import change_commands, copy_detail
from ui.changes.presenter import shared_presenter
from ui.changes.table import ChangesTable
from ui.fonts import Role, Weight
from ui.problems import explain
from ui.theme import tokens
from ui.widgets import counting
from ui.widgets.button import Button
from ui.widgets.empty_state import EmptyState
from ui.widgets.key_hints import KeyHints
from ui.widgets.labels import ElidedLabel, TextLabel
from ui.widgets.segments import Segments

if TYPE_CHECKING:
    from PySide6.QtGui import QHideEvent, QPaintEvent, QShowEvent

    from ui.changes.details import Detail
    from ui.session import Session
    from ui.view_protocols import ViewCommand

_ALL, _SCOPE = "all", "scope"
_SIDE = 16


class ChangesView(QWidget):
    """Heading, choice of scope, list, keys."""

    inspector_requested = Signal()
    commands_changed = Signal()

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(self.tr("Changes"))
        self.presenter = shared_presenter(session)
        self._detail: Detail | None = None
        self.scopes = Segments(
            self.tr("Show"), [(_ALL, self.tr("All")), (_SCOPE, self.tr("This scope"))], self
        )
        self.table = ChangesTable(self.presenter, self)
        self.aside = Button(self.tr("Move the journal aside"))
        self.empty = EmptyState(self.tr("Loading"), "", (self.aside,), self)
        self.aside.hide()
        self.note = ElidedLabel(role=Role.SECONDARY, tone="text2")
        self._lay_out()
        self._connect()

    def commands(self) -> list[ViewCommand]:
        """Return what can be done with the selected change."""
        return change_commands(self.presenter, self._copy)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.scopes.setVisible(self.presenter.has_scopes)
        self.presenter.set_active(True)

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self.presenter.set_active(False)

    def paintEvent(self, _event: QPaintEvent) -> None:
        QPainter(self).fillRect(self.rect(), tokens().surface)

    def _lay_out(self) -> None:
        head = QHBoxLayout()
        head.setContentsMargins(_SIDE, 10, _SIDE, 8)
        head.setSpacing(12)
        head.addWidget(TextLabel(self.tr("Changes"), Role.TITLE, Weight.STRONG))
        head.addWidget(self.scopes)
        head.addStretch(1)
        head.addWidget(self.note)
        self._stack = QStackedLayout()
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addLayout(head)
        layout.addLayout(self._stack, 1)
        # Only now: a page of a layout without a parent would show as a window of its own.
        self._stack.addWidget(self.table)
        self._stack.addWidget(self.empty)
        self._stack.setCurrentWidget(self.empty)
        layout.addWidget(
            KeyHints(
                [
                    ("U", self.tr("undo")),
                    ("R", self.tr("redo")),
                    ("B", self.tr("before")),
                    ("F", self.tr("after")),
                    ("A", self.tr("draft")),
                ],
                self,
            )
        )

    def _connect(self) -> None:
        presenter = self.presenter
        self.scopes.changed.connect(self._on_scope)
        self.aside.clicked.connect(presenter.move_aside)
        self.table.activated_row.connect(self.inspector_requested)
        presenter.settled.connect(self._show_state)
        presenter.refused.connect(self._show_problem)
        presenter.selected_changed.connect(self.commands_changed)
        presenter.details.changed.connect(self._take_detail)

    @Slot(str)
    def _on_scope(self, key: str) -> None:
        self.presenter.set_only_scope(key == _SCOPE)

    @Slot(object)
    def _take_detail(self, detail: Detail | None) -> None:
        self._detail = detail

    @Slot()
    def _copy(self) -> None:
        if self._detail is not None:
            copy_detail(self._detail)

    @Slot()
    def _show_state(self) -> None:
        model = self.presenter.model
        count = len(model.rows)
        more = self.tr("newest {0} loaded").format(f"{count:,}")
        forms = self.tr("{0} change"), self.tr("{0} changes")
        self.note.set_text(more if model.has_more else counting.counted(count, *forms))
        if count:
            self._show_table()
            return
        self.aside.hide()
        self.empty.set_words(*self._words_for_nothing())
        self._stack.setCurrentWidget(self.empty)

    def _show_table(self) -> None:
        appears = self._stack.currentWidget() is not self.table
        self._stack.setCurrentWidget(self.table)
        focus = QApplication.focusWidget()
        if appears and focus is not None and self.isAncestorOf(focus):
            # Whoever came here by keyboard came for the list, which was not there yet.
            self.table.setFocus(Qt.FocusReason.OtherFocusReason)

    def _words_for_nothing(self) -> tuple[str, str]:
        if self.presenter.only_scope:
            return self.tr("Nothing was changed in this scope"), self.tr("“All” shows the others.")
        return (
            self.tr("Nothing was changed yet"),
            self.tr("Every change is listed here, with the way back from it."),
        )

    @Slot(object)
    def _show_problem(self, error: Exception) -> None:
        self.note.set_text("")
        can_move = isinstance(error, StoreError) and not isinstance(error, StoreBusyError)
        self.aside.setVisible(can_move)
        self.empty.set_words(*explain(error))
        self._stack.setCurrentWidget(self.empty)
