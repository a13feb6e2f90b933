"""What a dialog removes: the number of each observation and the beginning of its text."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, Qt
from PySide6.QtWidgets import QFrame, QGridLayout, QScrollArea, QWidget

from ui import fonts
from ui.fonts import Role, Weight
from ui.observations.words import first_line
from ui.widgets.labels import ElidedLabel, TextLabel

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ui.observations.rows import Row

_MOST_LISTED = 200
_MOST_SEEN = 6
_ROW = 22


class RemovedList(QScrollArea):
    """One line for each; six can be seen, the others by scrolling."""

    def __init__(self, rows: Sequence[Row]) -> None:
        super().__init__()
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setWidgetResizable(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setAccessibleName(_tr("Observations that are removed"))
        listed = rows[:_MOST_LISTED]
        self.texts = [ElidedLabel(first_line(row.observation.content)) for row in listed]
        inside = QWidget()
        grid = QGridLayout(inside)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setHorizontalSpacing(12)
        grid.setVerticalSpacing(0)
        grid.setColumnStretch(1, 1)
        for line, (row, text) in enumerate(zip(listed, self.texts, strict=True)):
            seq = str(row.observation.seq)
            text.setAccessibleName(f"{seq}: {text.text()}")
            number = TextLabel(seq, Role.BODY, Weight.MEDIUM, tone="text2")
            grid.addWidget(number, line, 0, Qt.AlignmentFlag.AlignRight)
            grid.addWidget(text, line, 1)
            grid.setRowMinimumHeight(line, fonts.px(_ROW))
        more = len(rows) - len(listed)
        if more:
            words = TextLabel(_tr("and {0} more").format(f"{more:,}"), tone="text2")
            grid.addWidget(words, len(listed), 1)
        self.setWidget(inside)
        self.viewport().setAutoFillBackground(False)
        inside.setAutoFillBackground(False)
        self.setFixedHeight(fonts.px(_ROW) * min(len(rows), _MOST_SEEN))


def _tr(text: str) -> str:
    return QCoreApplication.translate("RemoveDialog", text)
