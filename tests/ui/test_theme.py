"""The colours and fonts of the window."""

from __future__ import annotations

import pytest
from PySide6.QtGui import QColor, QFont, QPalette
from PySide6.QtWidgets import QApplication

from ui import fonts
from ui.theme import Mode, tokens
from ui.tokens import DARK, LIGHT, Meaning, contrast, high_contrast, mix

TEXT_ON_SURFACE = [
    ("text", 17.2, 14.1),
    ("text2", 7.7, 8.2),
    ("text3", 5.8, 6.5),
    ("accent", 6.2, 7.2),
    ("control", 3.5, 3.6),
]
ON_TINT = [
    (Meaning.IN, 4.9, 6.5),
    (Meaning.OUT, 5.0, 5.5),
    (Meaning.SUPERSEDED, 5.8, 6.5),
    (Meaning.CAUTION, 5.8, 7.1),
    (Meaning.ENGINE, 5.6, 6.7),
    (Meaning.DAMAGED, 5.6, 6.4),
]


@pytest.mark.parametrize(("name", "light", "dark"), TEXT_ON_SURFACE)
def test_a_role_reaches_its_contrast_on_the_surface(name, light, dark):
    for look, wanted in ((LIGHT, light), (DARK, dark)):
        assert contrast(getattr(look, name), look.surface) == pytest.approx(wanted, abs=0.1)


@pytest.mark.parametrize(("meaning", "light", "dark"), ON_TINT)
def test_a_meaning_reaches_its_contrast_on_its_tint(meaning, light, dark):
    for look, wanted in ((LIGHT, light), (DARK, dark)):
        shades = look.shades(meaning)
        assert contrast(shades.foreground, shades.tint) == pytest.approx(wanted, abs=0.1)


@pytest.mark.parametrize("look", [LIGHT, DARK], ids=["light", "dark"])
def test_all_text_passes_aa_where_it_stands(look):
    assert contrast(look.on_accent, look.accent_fill) >= 4.5
    assert contrast(look.text3, look.selected) >= 4.5
    assert contrast(look.text, look.added_word) >= 4.5
    assert contrast(look.text, look.removed_word) >= 4.5
    for meaning in Meaning:
        shades = look.shades(meaning)
        assert contrast(shades.foreground, shades.tint) >= 4.5, meaning
        assert contrast(shades.fill, look.surface) >= 2.9, meaning


def test_dark_and_light_change_the_palette_of_the_application(look, qtbot):
    with qtbot.waitSignal(look.changed):
        look.set_mode(Mode.DARK)
    assert look.is_dark
    assert QApplication.palette().color(QPalette.ColorRole.Base) == DARK.surface
    look.set_mode(Mode.LIGHT)
    assert tokens() is LIGHT


def test_the_look_turns_over_to_the_opposite_of_what_is_shown(look):
    look.set_mode(Mode.SYSTEM)
    shown = look.is_dark
    look.turn_over()
    assert look.is_dark is not shown
    look.turn_over()
    assert look.is_dark is shown
    assert look.mode is not Mode.SYSTEM


def test_high_contrast_uses_no_colour_but_the_systems():
    system = QPalette(QColor("black"))
    system.setColor(QPalette.ColorRole.Base, QColor("black"))
    system.setColor(QPalette.ColorRole.Text, QColor("white"))
    look = high_contrast(system)
    assert {look.shades(meaning).tint.name() for meaning in Meaning} == {"#000000"}
    assert look.text2.name() == look.text3.name() == look.line.name() == "#ffffff"


def test_zoom_scales_fonts_and_lengths(look):
    look.set_zoom(200)
    try:
        assert fonts.px(28) == 56
        assert fonts.font().pixelSize() == 26
    finally:
        look.set_zoom(100)
    assert fonts.font().pixelSize() == 13


def test_digits_have_one_width_and_exact_text_has_no_ligatures():
    digits = {fonts.metrics().horizontalAdvance(digit) for digit in "0123456789"}
    assert max(digits) - min(digits) < 0.01
    mono = fonts.font(fonts.Role.MONO)
    assert mono.featureValue(QFont.Tag("calt")) == 0


def test_mixing_moves_a_colour_towards_another():
    assert mix(QColor("#000000"), QColor("#ffffff"), 0.5).name() == "#808080"
