"""The head of the page: what it is, and whose memory the tools look into."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QPoint, QPointF, QSize, Qt, Signal, Slot
from PySide6.QtGui import QAction, QPainter
from PySide6.QtWidgets import QHBoxLayout, QMenu, QSizePolicy, QWidget

from ui import fonts
from ui.agent_tools.words import bucket_words, tr
from ui.fonts import Role, Weight
from ui.icons import Icon
from ui.theme import tokens
from ui.widgets import painting
from ui.widgets.button import Button
from ui.widgets.labels import ElidedLabel, TextLabel
from ui.widgets.single_choice import only_one

if TYPE_CHECKING:
    from PySide6.QtGui import QPaintEvent

    from ui.agent_tools.presenter import ToolsPresenter

_HIGH, _LEFT, _ICON, _GAP = 44, 16, 16, 8
_MOST_IN_MENU = 40


class ToolsHead(QWidget):
    """Icon, title, the bucket, and what the page does not do."""

    bucket_chosen = Signal(str)  # its path

    def __init__(self, presenter: ToolsPresenter, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._presenter = presenter
        self.title = TextLabel(tr("Memory tools"), Role.TITLE, Weight.STRONG)
        self.bucket = Button("", icon=Icon.LAYERS, key=tr("B"))
        self.note = ElidedLabel(
            tr("What the agent's own tools answer. Asking changes nothing."),
            role=Role.SECONDARY,
            tone="text2",
        )
        layout = QHBoxLayout(self)
        layout.setSpacing(12)
        layout.addWidget(self.title)
        layout.addWidget(self.bucket)
        layout.addStretch(1)
        layout.addWidget(self.note)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.bucket.clicked.connect(self.open_menu)
        self._make_room()
        self.show_bucket()

    @property
    def has_choice(self) -> bool:
        """Whether there are several buckets."""
        return len(self._presenter.buckets) > 1

    @Slot()
    def show_bucket(self) -> None:
        """Show whose memory it is."""
        bucket = self._presenter.bucket
        many = self._presenter.has_many_roots
        words = bucket_words(bucket, many_roots=many) if bucket else ""
        self.bucket.setText(words)
        self.bucket.setAccessibleName(tr("Bucket {0}").format(words))
        self.bucket.setVisible(bucket is not None and self.has_choice)
        self.bucket.updateGeometry()

    @Slot()
    def open_menu(self) -> None:
        """Offer the buckets."""
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        many = self._presenter.has_many_roots
        for bucket in self._presenter.buckets[:_MOST_IN_MENU]:
            words = bucket_words(bucket, many_roots=many).replace("&", "&&")
            action = QAction(words, menu)
            action.setData(bucket.path)
            action.setCheckable(True)
            action.setChecked(bucket == self._presenter.bucket)
            menu.addAction(action)
        only_one(menu)
        menu.triggered.connect(self._choose)
        menu.popup(self.bucket.mapToGlobal(QPoint(0, self.bucket.height())))

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        # The theme announces another zoom as a change of style.
        if event.type() == QEvent.Type.StyleChange:
            self._make_room()

    def sizeHint(self) -> QSize:
        return QSize(super().sizeHint().width(), fonts.px(_HIGH))

    def minimumSizeHint(self) -> QSize:
        return QSize(super().minimumSizeHint().width(), fonts.px(_HIGH))

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.fillRect(self.rect(), tokens().surface)
        size = fonts.px(_ICON)
        place = QPointF(_LEFT, (self.height() - size) / 2)
        painting.draw_icon(painter, Icon.AGENT, place, size, tokens().text2)

    def _make_room(self) -> None:
        layout = self.layout()
        if layout is not None:
            layout.setContentsMargins(_LEFT + fonts.px(_ICON) + _GAP, 0, _LEFT, 0)

    @Slot(QAction)
    def _choose(self, action: QAction) -> None:
        self.bucket_chosen.emit(str(action.data()))
