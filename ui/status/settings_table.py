"""The table of effective settings."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QRectF, Slot
from PySide6.QtWidgets import QHeaderView, QWidget

from desktop_app.core.harness_config.values import Layer, Setting
from ui import fonts
from ui.fonts import Role, Weight
from ui.status.settings_model import ROW_ROLE, Column, SettingsModel, layer_word
from ui.theme import theme, tokens
from ui.tokens import Meaning
from ui.widgets import painting
from ui.widgets.badge import badge_width, draw_badge
from ui.widgets.labels import ELIDE_START
from ui.widgets.list_table import ListDelegate, ListTable, text_width

if TYPE_CHECKING:
    from PySide6.QtGui import QPainter

    from ui.widgets.list_table import Index

_LONGEST_KEY = "forensics.cost_anomaly_step_multiplier"
_LONGEST_VALUE = ".harness/observations.db"


class SettingsDelegate(ListDelegate):
    """Quiet where a value is built in, a badge for the layer where it is not."""

    def paint_cell(self, painter: QPainter, area: QRectF, index: Index) -> None:
        row, column = index.data(ROW_ROLE), index.column()
        if isinstance(row, str):
            if column == Column.KEY:
                heavy = fonts.font(Role.CAPTION, Weight.STRONG)
                painting.draw_text(painter, area.adjusted(8, 4, 0, 0), row, heavy, tokens().text2)
            return
        if not isinstance(row, Setting):
            return
        is_set = row.layer is not Layer.DEFAULT
        inner = area.adjusted(8 if column == Column.KEY else 0, 0, 0, 0)
        if column == Column.LAYER and is_set:
            _draw_layer(painter, inner, row.layer)
        elif column == Column.PLACE:
            _draw_place(painter, inner, str(index.data()))
        else:
            self.paint_text(painter, inner, str(index.data()), tone="text" if is_set else "text2")


class SettingsTable(ListTable):
    """Every setting that the engine knows, with the layer that decided."""

    def __init__(self, model: SettingsModel, parent: QWidget | None = None) -> None:
        super().__init__("", parent)
        self.setAccessibleName(self.tr("Effective settings"))
        self.setItemDelegate(SettingsDelegate(self))
        self.setModel(model)
        self.horizontalHeader().setStretchLastSection(True)
        self.horizontalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        theme().changed.connect(self._size_columns)
        self._size_columns()

    @Slot()
    def _size_columns(self) -> None:
        widest = max(badge_width(layer_word(layer)) for layer in Layer)
        self.setColumnWidth(Column.KEY, text_width(_LONGEST_KEY) + 8)
        self.setColumnWidth(Column.VALUE, text_width(_LONGEST_VALUE))
        self.setColumnWidth(Column.LAYER, widest + 16)


def _draw_layer(painter: QPainter, area: QRectF, layer: Layer) -> None:
    word, high = layer_word(layer), fonts.px(18)
    top = round(area.center().y() - high / 2)
    badge = QRectF(area.left(), top, badge_width(word), high)
    draw_badge(painter, badge, word, Meaning.ACCENT)


def _draw_place(painter: QPainter, area: QRectF, text: str) -> None:
    shown = painting.elide(text, fonts.metrics(Role.SECONDARY), area.width(), ELIDE_START)
    painting.draw_text(painter, area, shown, fonts.font(Role.SECONDARY), tokens().text2)
