"""The icons."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QSize
from PySide6.QtGui import QColor

from desktop_app.resources import resource
from ui import icons
from ui.icons import MEANING_ICONS, Icon, application_icon, icon_pixmap, picture_pixmap
from ui.tokens import LIGHT


def inked(pixmap) -> list[QColor]:
    image = pixmap.toImage()
    points = ((x, y) for x in range(image.width()) for y in range(image.height()))
    colours = (image.pixelColor(x, y) for x, y in points)
    return [colour for colour in colours if colour.alpha() > 200]


@pytest.mark.parametrize("name", list(Icon))
def test_every_icon_draws_in_the_colour_asked_for(qapp, name):
    pixmap = icon_pixmap(name, 16, QColor("#B3241D"), 2.0)
    assert pixmap.width() == 32
    assert pixmap.deviceIndependentSize().width() == 16
    colours = inked(pixmap)
    assert colours
    assert all(abs(colour.red() - 0xB3) < 8 and colour.green() < 0x40 for colour in colours)


def test_every_file_has_a_name_and_every_name_a_file():
    files = {path.stem for path in resource("icons").glob("*.svg")}
    assert files == {icon.value for icon in Icon} | {"app", "picture-empty"}


def test_icons_are_rendered_once_until_the_look_changes(look):
    first = icon_pixmap(Icon.CHECK, 16, QColor("black"), 1.0)
    assert icon_pixmap(Icon.CHECK, 16, QColor("black"), 1.0) is first
    look.set_zoom(100)
    assert icon_pixmap(Icon.CHECK, 16, QColor("black"), 1.0) is not first


def test_the_application_icon_comes_in_all_sizes(qapp):
    sizes = {size.width() for size in application_icon().availableSizes()}
    assert sizes == set(icons.APPLICATION_SIZES)


def test_the_picture_of_the_empty_window_has_the_colours_of_the_look(qapp):
    names = {colour.name() for colour in inked(picture_pixmap("empty", QSize(144, 88), LIGHT, 1.0))}
    assert LIGHT.accent_fill.name() in names


def test_meanings_that_are_shown_as_badges_have_an_icon():
    assert len(set(MEANING_ICONS.values())) == len(MEANING_ICONS)
