"""What holds for all widgets: names, focus rings, both looks, another zoom."""

from __future__ import annotations

import importlib.util
from pathlib import Path

import pytest
from PySide6.QtCore import QEvent, QObject, QPoint, Qt
from PySide6.QtGui import QAccessible
from PySide6.QtWidgets import QAbstractButton, QAbstractScrollArea, QWidget

from ui.icons import Icon
from ui.theme import Mode
from ui.tokens import Meaning
from ui.widgets.badge import LinkBadge
from ui.widgets.budget_bar import BudgetBar
from ui.widgets.button import Button, ButtonKind, IconButton
from ui.widgets.exact_text import ExactText
from ui.widgets.fields import SearchField
from ui.widgets.labels import TextLabel
from ui.widgets.link import Link
from ui.widgets.segments import Segments
from ui.widgets.toast import Toast

_SPEC = importlib.util.spec_from_file_location("gallery", Path(__file__).with_name("gallery.py"))
GALLERY = importlib.util.module_from_spec(_SPEC)
_SPEC.loader.exec_module(GALLERY)


def focusable(page) -> list[QWidget]:
    found = page.findChildren(QWidget)
    return [one for one in found if one.focusPolicy() & Qt.FocusPolicy.TabFocus and one.isVisible()]


@pytest.mark.parametrize("mode", [Mode.LIGHT, Mode.DARK])
@pytest.mark.parametrize("name", GALLERY.PAGES)
def test_a_page_of_the_gallery_is_named_and_paints(qtbot, look, name, mode):
    look.set_mode(mode)
    page = GALLERY.PAGES[name]()
    qtbot.addWidget(page)
    page.resize(1280, 700)
    with qtbot.waitExposed(page):
        page.show()
    assert not page.grab().isNull()
    for widget in focusable(page):
        spoken = QAccessible.queryAccessibleInterface(widget).text(QAccessible.Text.Name)
        assert spoken or widget.focusProxy(), widget


@pytest.mark.parametrize(
    "build",
    [
        lambda: Button("Save"),
        lambda: Button("Save", kind=ButtonKind.PRIMARY),
        lambda: Button("Save", kind=ButtonKind.GHOST),
        lambda: IconButton(Icon.MENU, "Menu"),
        lambda: Link("turn 29"),
        lambda: LinkBadge("by 21", Meaning.SUPERSEDED),
        lambda: SearchField("Search"),
        BudgetBar,
    ],
)
def test_the_focus_can_be_seen(qtbot, build):
    page = QWidget()
    qtbot.addWidget(page)
    widget = build()
    widget.setParent(page)
    page.resize(700, 120)
    with qtbot.waitExposed(page):
        page.show()
    (widget.focusProxy() or widget).clearFocus()
    before = widget.grab().toImage()
    page.activateWindow()
    widget.setFocus()
    qtbot.waitUntil((widget.focusProxy() or widget).hasFocus)
    assert widget.grab().toImage() != before


class Paintings(QObject):
    """Counts how often a widget is painted."""

    def __init__(self, widget):
        super().__init__(widget)
        self.number = 0
        widget.installEventFilter(self)

    def eventFilter(self, _watched, event):
        self.number += event.type() == QEvent.Type.Paint
        return False


@pytest.mark.parametrize(
    "build",
    [
        lambda: Button("Save"),
        lambda: IconButton(Icon.MENU, "Menu"),
        lambda: Link("turn 29"),
        lambda: LinkBadge("by 21", Meaning.SUPERSEDED),
        lambda: Segments("Show", [("all", "All 40"), ("in", "In 20")]),
    ],
)
def test_the_pointer_over_a_control_can_be_seen(qtbot, build):
    page = QWidget()
    qtbot.addWidget(page)
    page.resize(400, 300)
    widget = build()
    widget.setParent(page)
    widget.move(20, 20)
    widget.resize(widget.sizeHint())
    with qtbot.waitExposed(page):
        page.show()
    control = [widget, *widget.findChildren(QAbstractButton)][-1]
    away, over = QPoint(300, 250), control.mapTo(page, control.rect().center())
    qtbot.mouseMove(page, away)
    paintings = Paintings(control)
    pictures = [control.grab().toImage()]
    for place in (over, away):
        before = paintings.number
        qtbot.mouseMove(page, place)
        qtbot.waitUntil(lambda before=before: paintings.number > before)
        pictures.append(control.grab().toImage())
    assert pictures[0] == pictures[2] != pictures[1]


def test_every_text_grows_with_the_zoom(qtbot, look):
    widgets = [TextLabel("words"), Button("Save"), ExactText("Text"), SearchField("Search")]
    for widget in widgets:
        qtbot.addWidget(widget)
        widget.show()
    before = [widget.font().pixelSize() for widget in widgets]
    heights = [widget.sizeHint().height() for widget in widgets]
    look.set_zoom(150)
    try:
        after = [widget.font().pixelSize() for widget in widgets]
        assert all(new > old for new, old in zip(after, before, strict=True))
        for widget, old in zip(widgets, heights, strict=True):
            assert isinstance(widget, QAbstractScrollArea) or widget.sizeHint().height() > old
    finally:
        look.set_zoom(100)


def test_a_toast_grows_with_its_words_and_the_zoom(qtbot, look):
    page = QWidget()
    qtbot.addWidget(page)
    page.resize(900, 300)
    page.show()
    toast = Toast(page)
    toast.show_message("Observation 14 removed.", action="Undo")
    before = toast.width()
    look.set_zoom(150)
    try:
        qtbot.waitUntil(lambda: toast.width() > before * 1.2)
    finally:
        look.set_zoom(100)
