"""Effective settings as a Qt model: groups with a head, filtered by text."""

from __future__ import annotations

from enum import IntEnum
from itertools import groupby
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import (
    QAbstractTableModel,
    QCoreApplication,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    Qt,
)

from desktop_app.core.harness_config.shown import shown_value
from desktop_app.core.harness_config.values import Layer, Setting
from ui.naming import shown_id
from ui.widgets.labels import plain_tip

if TYPE_CHECKING:
    from collections.abc import Sequence

    from desktop_app.core.harness_config.values import EffectiveConfig

Index = QModelIndex | QPersistentModelIndex
ROW_ROLE = Qt.ItemDataRole.UserRole
_DISPLAY = Qt.ItemDataRole.DisplayRole
_TIP = Qt.ItemDataRole.ToolTipRole
_SPOKEN = Qt.ItemDataRole.AccessibleTextRole
Row = Setting | str
"""A setting, or the name of the group that follows."""


class Column(IntEnum):
    """The columns from left to right."""

    KEY = 0
    VALUE = 1
    LAYER = 2
    PLACE = 3


def tr(text: str) -> str:
    """Translate a text of the settings."""
    return QCoreApplication.translate("Settings", text)


class SettingsModel(QAbstractTableModel):
    """Settings in the order of the engine's own files, a head before each group."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._settings: tuple[Setting, ...] = ()
        self._text = ""
        self._rows: list[Row] = []

    @property
    def rows(self) -> Sequence[Row]:
        """What is shown."""
        return self._rows

    def show_config(self, config: EffectiveConfig | None) -> None:
        """Show the settings of a workspace."""
        self._settings = config.settings if config else ()
        self._rebuild()

    def set_text(self, text: str) -> None:
        """Keep settings whose key, value or origin have this text in them."""
        self._text = text.casefold()
        self._rebuild()

    def rowCount(self, parent: Index = QModelIndex()) -> int:
        return 0 if parent.isValid() else len(self._rows)

    def columnCount(self, parent: Index = QModelIndex()) -> int:
        return 0 if parent.isValid() else len(Column)

    def flags(self, index: Index) -> Qt.ItemFlag:
        if not index.isValid() or isinstance(self._rows[index.row()], str):
            return Qt.ItemFlag.NoItemFlags
        return Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable

    def data(self, index: Index, role: int = _DISPLAY) -> Any:
        row = self._rows[index.row()]
        if role == ROW_ROLE:
            return row
        if isinstance(row, str):
            return row if role in {_DISPLAY, _SPOKEN} and index.column() == 0 else None
        if role == _DISPLAY:
            return _texts(row)[index.column()]
        if role == _TIP:
            return plain_tip(_texts(row)[index.column()])
        return ", ".join(filter(None, _texts(row))) if role == _SPOKEN else None

    def headerData(self, section: int, _side: Qt.Orientation, role: int = _DISPLAY) -> Any:
        names = (tr("Setting"), tr("Value"), tr("From"), tr("Where"))
        return names[section] if role == _DISPLAY else None

    def _rebuild(self) -> None:
        self.beginResetModel()
        kept = [one for one in self._settings if self._text in " ".join(_texts(one)).casefold()]
        self._rows = []
        for group, settings in groupby(kept, key=_group):
            self._rows += [group, *settings]
        self.endResetModel()


def layer_word(layer: Layer) -> str:
    """Return the name of a layer for people."""
    return {
        Layer.DEFAULT: tr("built in"),
        Layer.USER: tr("your file"),
        Layer.PROJECT: tr("workspace"),
        Layer.PROFILE: tr("profile"),
        Layer.ENVIRONMENT: tr("environment"),
    }[layer]


def _group(setting: Setting) -> str:
    table, dot, _ = setting.key.partition(".")
    return table if dot else tr("general")


def _texts(setting: Setting) -> tuple[str, str, str, str]:
    value = shown_value(setting.value)
    place = setting.place
    if setting.line:
        place = tr("{0}, line {1}").format(place, setting.line)
    shown = shown_id(value) if value else "–"
    return setting.key, shown, layer_word(setting.layer), place
