"""The window on a real window system: keys come through it, and it draws what it should."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication

from ui.navigation import Place, Target
from ui.theme import Mode, theme

RICH = "default|conv-billing-rounding|default"

pytestmark = pytest.mark.screen


def colours(image) -> set[int]:
    return {
        image.pixel(x, y) for x in range(0, image.width(), 7) for y in range(0, image.height(), 7)
    }


def on_screen(window):
    QApplication.processEvents()
    screen = QGuiApplication.primaryScreen()
    return screen.grabWindow(window.winId()).toImage()


@pytest.mark.parametrize("mode", [Mode.LIGHT, Mode.DARK])
def test_a_workspace_is_drawn_and_answers_to_the_keyboard(
    qtbot, driver, golden_workspace, tmp_path, mode
):
    theme().set_mode(mode)
    driver.window.resize(1280, 800)
    driver.open(golden_workspace("rich-coding-agent"))
    driver.show(RICH)
    driver.window.registry.action("pane.middle").trigger()
    table = QApplication.focusWidget()
    qtbot.keyClick(table, Qt.Key.Key_Home)
    first = driver.session.selected_observation
    qtbot.keyClick(table, Qt.Key.Key_J)
    qtbot.waitUntil(lambda: driver.session.selected_observation != first)
    driver.settle()
    picture = on_screen(driver.window)
    assert picture.save(str(tmp_path / f"{mode.value}.png"))
    assert len(colours(picture)) > 20
    ground = theme().tokens.window.rgb()
    assert ground in colours(picture)


def test_the_turn_is_drawn_with_its_text(qtbot, driver, golden_workspace):
    driver.window.resize(1280, 800)
    driver.open(golden_workspace("rich-coding-agent"))
    driver.show(RICH)
    driver.session.go(Target(Place.TURN, seq=33))
    driver.settle()
    qtbot.waitUntil(lambda: len(colours(on_screen(driver.window))) > 20)
    assert driver.session.selected_observation == 32
