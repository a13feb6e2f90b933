"""The row above the timeline: filter, segments, kinds, and how much is loaded."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QPoint, Qt, Signal, Slot
from PySide6.QtWidgets import QHBoxLayout, QMenu, QWidget

from desktop_app.core.history.entry import StatusFilter
from ui import fonts
from ui.fonts import Role
from ui.icons import Icon
from ui.widgets import counting
from ui.widgets.button import Button
from ui.widgets.fields import FilterField
from ui.widgets.labels import ElidedLabel
from ui.widgets.segments import Segments

KINDS = (
    "observe", "reflect_now", "enable", "disable",
    "observation_start", "observation_end", "reflection_end",
)  # fmt: skip


class HistoryTools(QWidget):
    """Chooses what the timeline shows."""

    kind_chosen = Signal(str)  # "" for all

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.filter = FilterField(self.tr("Filter the log"), self, key="/")
        self.filter.setMaximumWidth(fonts.px(240))
        self.segments = Segments(
            self.tr("Show"),
            [
                (StatusFilter.ALL.value, self.tr("All")),
                (StatusFilter.FAILED.value, self.tr("Failed")),
                (StatusFilter.STUCK.value, self.tr("Stuck")),
            ],
            self,
        )
        self.kind = Button(self.tr("All kinds"), self, icon=Icon.CHEVRON_DOWN)
        self.kind.clicked.connect(self._offer_kinds)
        self.note = ElidedLabel(role=Role.SECONDARY, tone="text2")
        layout = QHBoxLayout(self)
        layout.setContentsMargins(16, 8, 12, 8)
        layout.setSpacing(8)
        layout.addWidget(self.filter, 1)
        layout.addWidget(self.segments)
        layout.addWidget(self.kind)
        layout.addStretch(1)
        layout.addWidget(self.note)

    def set_counts(self, operations: int, failed: int, stuck: int) -> None:
        """Say how many operations there are of each sort."""
        words = (
            (StatusFilter.ALL, self.tr("All")),
            (StatusFilter.FAILED, self.tr("Failed {0}").format(f"{failed:,}")),
            (StatusFilter.STUCK, self.tr("Stuck {0}").format(f"{stuck:,}")),
        )
        for status, text in words:
            self.segments.set_text(status.value, text)
        forms = self.tr("{0} operation in all"), self.tr("{0} operations in all")
        self.segments.setToolTip(counting.counted(operations, *forms))

    def choose_kind(self, kind: str) -> None:
        """Show one kind of entry only; all kinds for an empty text."""
        self.kind.setText(kind or self.tr("All kinds"))
        self.kind.setAccessibleName(self.kind.text())
        self.kind.updateGeometry()
        self.kind.update()
        self.kind_chosen.emit(kind)

    @Slot()
    def _offer_kinds(self) -> None:
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.addAction(self.tr("All kinds"), partial(self.choose_kind, ""))
        menu.addSeparator()
        for kind in KINDS:
            menu.addAction(kind, partial(self.choose_kind, kind))
        menu.popup(self.kind.mapToGlobal(QPoint(0, self.kind.height() + 4)))
