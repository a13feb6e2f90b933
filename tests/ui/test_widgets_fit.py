"""Widgets that keep all their words in little room, and sizes that follow the zoom."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPointF
from PySide6.QtGui import QImage, QPainter
from PySide6.QtWidgets import QApplication, QTextEdit, QVBoxLayout, QWidget

from ui.tokens import LIGHT, Meaning
from ui.widgets.banner import Banner
from ui.widgets.bars import draw_importance, importance_width
from ui.widgets.why_bar import Need, WhyBar

SENTENCE = "Lines before the first heading, which are not injected, are three of these eleven."


@pytest.fixture
def zoomed(look):
    yield look.set_zoom
    look.set_zoom(100)


def column(qtbot, part, wide):
    host = QWidget()
    qtbot.addWidget(host)
    layout = QVBoxLayout(host)
    layout.addWidget(part)
    layout.addWidget(QTextEdit(), 1)
    host.resize(wide, 500)
    with qtbot.waitExposed(host):
        host.show()
    return host


@pytest.mark.parametrize("wide", [900, 480, 260])
def test_a_banner_is_as_high_as_its_words_at_any_width(qtbot, wide):
    banner = Banner()
    host = column(qtbot, banner, wide)
    banner.show_banner(Meaning.CAUTION, "The text is cut: it has a heading inside", SENTENCE)
    qtbot.waitUntil(lambda: banner.height() == banner.heightForWidth(banner.width()))
    host.resize(wide + 300, 500)
    QApplication.processEvents()
    assert banner.height() == banner.heightForWidth(banner.width())


def test_two_texts_of_the_budget_never_lie_over_each_other(qtbot):
    bar = WhyBar()
    host = column(qtbot, bar, 320)
    bar.show_need(Need(880, 900, 18, fits=True))
    qtbot.waitUntil(lambda: bar.height() == bar.heightForWidth(bar.width()))
    low = bar.height()
    bar.show_need(Need(0, 9_223_372_036_854_775_807, 9_223_372_036_854_775_807, fits=True))
    qtbot.waitUntil(lambda: bar.height() > low)
    host.resize(1200, 500)
    qtbot.waitUntil(lambda: bar.height() == low)


def painted_columns():
    image = QImage(200, 40, QImage.Format.Format_RGB32)
    image.fill(LIGHT.surface)
    painter = QPainter(image)
    draw_importance(painter, QPointF(0, 20), 1.0, counted=True)
    painter.end()
    ground = image.pixelColor(199, 39)
    return sum(image.pixelColor(x, 20) != ground for x in range(200))


def test_bars_follow_the_zoom(zoomed):
    assert painted_columns() == importance_width() == 48
    zoomed(150)
    assert painted_columns() == importance_width() == 72
