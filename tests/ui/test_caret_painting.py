"""A caret that blinks asks for a few pixels, and what lies around them is not painted again."""

from __future__ import annotations

from datetime import date

import pytest
from PySide6.QtCore import QEvent, QObject, QPoint, QRect
from PySide6.QtGui import QImage, QRegion
from PySide6.QtWidgets import QVBoxLayout, QWidget

from ui.widgets.calendar import MonthGrid
from ui.widgets.code_edit import CodeEdit
from ui.widgets.exact_parts import Gutter
from ui.widgets.text_area import TextArea

TEXT = "\n".join(f"- fact {number}" for number in range(40))


class Paints(QObject):
    """Notes who is painted."""

    def __init__(self, watched):
        super().__init__()
        self.painted = []
        for widget in watched:
            widget.installEventFilter(self)

    def eventFilter(self, watched, event):
        if event.type() == QEvent.Type.Paint:
            self.painted.append(watched)
        return False


@pytest.fixture
def ground(qtbot):
    ground = QWidget()
    qtbot.addWidget(ground)
    QVBoxLayout(ground)
    ground.resize(400, 300)
    return ground


def show(qtbot, ground, widget):
    ground.layout().addWidget(widget)
    with qtbot.waitExposed(ground):
        ground.show()
    ground.repaint()


@pytest.mark.parametrize("kind", [TextArea, CodeEdit])
def test_a_caret_in_a_field_has_nothing_below_the_field_painted(qtbot, ground, kind):
    field = kind("Text")
    edit = field.edit if kind is TextArea else field
    edit.set_engine_text(TEXT)
    show(qtbot, ground, field)
    paints = Paints([ground, field, edit.viewport()])
    edit.viewport().repaint(edit.cursorRect())
    assert paints.painted == [edit.viewport()]


def test_a_field_shows_its_own_ground_again_when_it_can_be_written_in(qtbot, ground):
    area = TextArea("Text")
    show(qtbot, ground, area)
    before = area.grab().toImage()
    area.set_read_only(True)
    assert area.grab().toImage() != before
    area.set_read_only(False)
    assert area.grab().toImage() == before


def pieces(widget, width, height):
    """Paint a widget piece by piece."""
    image = QImage(widget.size(), QImage.Format.Format_RGB32)
    image.fill(0)
    for left in range(0, widget.width(), width):
        for top in range(0, widget.height(), height):
            piece = QRect(left, top, width, height)
            widget.render(image, QPoint(left, top), QRegion(piece))
    return image


@pytest.mark.parametrize("name", ["days", "numbers"])
def test_painted_piece_by_piece_it_looks_as_painted_at_once(qtbot, ground, name):
    if name == "days":
        shown = part = MonthGrid("Day", date(2026, 6, 16))
    else:
        shown = CodeEdit("Text")
        shown.set_engine_text(TEXT)
        part = shown.findChild(Gutter)
    show(qtbot, ground, shown)
    assert pieces(part, 23, 17) == pieces(part, part.width(), part.height())
