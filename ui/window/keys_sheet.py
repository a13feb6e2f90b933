"""The sheet of keys: everything that has one, by the view it belongs to."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QDialog,
    QFrame,
    QGridLayout,
    QHBoxLayout,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from ui.actions import key_caps
from ui.fonts import Role, Weight
from ui.theme import tokens
from ui.widgets.badge import KeyCap
from ui.widgets.button import Button, ButtonKind
from ui.widgets.labels import TextLabel
from ui.window.view_keys import keys_of, view_keys

if TYPE_CHECKING:
    from ui.actions import Actions, ActionSpec
    from ui.navigation import Place


class KeysSheet(QDialog):
    """Lists the keys of now; those of the shown page come first."""

    def __init__(
        self, actions: Actions, parent: QWidget | None = None, *, shown: Place | None = None
    ) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(self.tr("Keys"))
        self.resize(560, 620)
        self._actions, self._shown = actions, shown
        area = QScrollArea()
        area.setWidget(self._list())
        area.setWidgetResizable(True)
        area.setFrameShape(QFrame.Shape.NoFrame)
        area.setAccessibleName(self.tr("Keys"))
        close = Button(self.tr("Close"), kind=ButtonKind.PRIMARY, large=True)
        close.clicked.connect(self.accept)
        foot = QHBoxLayout()
        foot.addStretch(1)
        foot.addWidget(close)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(24, 24, 24, 16)
        layout.addWidget(TextLabel(self.tr("Keys"), Role.TITLE, Weight.STRONG))
        layout.addWidget(area, 1)
        layout.addLayout(foot)
        close.setShortcut("Return")
        area.setFocus()

    def _list(self) -> QWidget:
        page = QWidget()
        page.setAutoFillBackground(True)
        palette = page.palette()
        palette.setColor(page.backgroundRole(), tokens().window)
        page.setPalette(palette)
        grid = QGridLayout(page)
        grid.setContentsMargins(0, 8, 12, 8)
        grid.setColumnStretch(1, 1)
        specs = [spec for spec in self._actions.specs() if self._actions.keys(spec.id)]
        here = [spec for spec in specs if spec.place]
        for place, group in groupby(sorted(here, key=_place), key=_place):
            self._add_group(grid, place, list(group))
        views, first = view_keys(), keys_of(self._shown)
        for title in first:
            self._add_view(grid, title, views.pop(title))
        usable = {spec.id for spec in specs if self._actions.action(spec.id).isEnabled()}
        others = [spec for spec in specs if not spec.place]
        now = [spec for spec in others if spec.id in usable]
        self._add_group(grid, self.tr("Everywhere"), now)
        for title, keys in views.items():
            self._add_view(grid, title, keys)
        self._add_group(
            grid, self.tr("Not now"), [spec for spec in others if spec.id not in usable]
        )
        grid.setRowStretch(grid.rowCount(), 1)
        return page

    def _add_view(
        self, grid: QGridLayout, title: str, keys: list[tuple[tuple[str, ...], str]]
    ) -> None:
        self._add_head(grid, title)
        for caps, words in keys:
            row = grid.rowCount()
            grid.addWidget(_caps([caps], self.tr("or")), row, 0)
            grid.addWidget(TextLabel(words), row, 1)

    def _add_group(self, grid: QGridLayout, title: str, specs: list[ActionSpec]) -> None:
        if specs:
            self._add_head(grid, title)
        for spec in specs:
            row = grid.rowCount()
            caps = [key_caps(keys) for keys in self._actions.keys(spec.id)]
            grid.addWidget(_caps(caps, self.tr("or")), row, 0)
            grid.addWidget(TextLabel(spec.text), row, 1)

    def _add_head(self, grid: QGridLayout, title: str) -> None:
        head = TextLabel(title, Role.SECONDARY, Weight.STRONG, tone="text2")
        head.setContentsMargins(0, 8, 0, 0)
        grid.addWidget(head, grid.rowCount(), 0, 1, 2)


def _caps(choices: list[tuple[str, ...]], between: str) -> QWidget:
    caps = QWidget()
    layout = QHBoxLayout(caps)
    layout.setContentsMargins(0, 0, 0, 0)
    layout.setSpacing(3)
    for number, keys in enumerate(choices):
        if number:
            layout.addWidget(TextLabel(between, Role.CAPTION, tone="text3"))
        for cap in keys:
            layout.addWidget(KeyCap(cap))
    layout.addStretch(1)
    return caps


def _place(spec: ActionSpec) -> str:
    return spec.place
