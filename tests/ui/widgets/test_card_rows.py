"""Cards to choose from: versions of a text, and things to do."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QVBoxLayout, QWidget

from ui.tokens import Meaning
from ui.widgets.choice_cards import CardChoice, ChoiceCards
from ui.widgets.version_cards import Version, VersionCards

CHOICES = [
    CardChoice("a", "1", "Keep A", "14 replaces 33"),
    CardChoice("b", "2", "Keep B", "33 replaces 14"),
    CardChoice("both", "3", "Keep both"),
]
VERSIONS = [
    Version("You saw", "12:01", "port 80"),
    Version("In the file now", "12:04", "port 90\x1b", ((5, 7),), Meaning.ENGINE),
    Version("Yours", "not saved", None),
]


@pytest.fixture
def page(qtbot):
    page = QWidget()
    qtbot.addWidget(page)
    layout = QVBoxLayout(page)
    page.choices = ChoiceCards("What to keep", CHOICES)
    page.versions = VersionCards("Versions", 3)
    page.versions.show_versions(VERSIONS)
    layout.addWidget(page.choices)
    layout.addWidget(page.versions)
    page.resize(800, 400)
    with qtbot.waitActive(page):
        page.show()
        page.activateWindow()
    return page


def test_nothing_is_chosen_at_first_and_an_arrow_begins_at_the_near_end(page, qtbot):
    assert page.choices.chosen_id == ""
    qtbot.keyClick(page.choices, Qt.Key.Key_Left)
    assert page.choices.chosen_id == "both"
    qtbot.keyClick(page.choices, Qt.Key.Key_Right)
    assert page.choices.chosen_id == "both"


def test_a_key_chooses_its_card_and_tells(page, qtbot):
    with qtbot.waitSignal(page.choices.choice_changed) as told:
        qtbot.keyClick(page.choices, Qt.Key.Key_2)
    assert told.args == ["b"]
    assert page.choices.accessibleDescription() == "Keep B: 33 replaces 14"
    qtbot.keyClick(page.choices, Qt.Key.Key_9)
    assert page.choices.chosen_id == "b"


def test_choosing_from_outside_tells_nobody(page, qtbot):
    with qtbot.assertNotEmitted(page.choices.choice_changed):
        page.choices.choose("a")
        page.choices.choose("")
    assert page.choices.chosen is None


def test_a_click_on_the_text_of_a_version_chooses_it(page, qtbot):
    card = page.versions.layout().itemAt(1).widget()
    qtbot.mouseClick(card.text.viewport(), Qt.MouseButton.LeftButton)
    assert page.versions.chosen == 1
    assert page.versions.hasFocus()


def test_a_version_shows_names_marks_and_what_is_not_there(page):
    texts = [page.versions.layout().itemAt(at).widget().text for at in range(3)]
    assert [text.toPlainText() for text in texts] == ["port 80", "port 90‹ESC›", "(not there)"]
    (mark,) = texts[1].extraSelections()
    assert mark.cursor.selectedText() == "90"
    names = [page.versions.layout().itemAt(at).widget().accessibleName() for at in range(3)]
    assert names[0] == "You saw, 12:01: port 80"


def test_the_focus_and_the_choice_can_be_seen(page):
    for row in (page.choices, page.versions):
        row.clearFocus()
        calm = row.grab().toImage()
        row.setFocus()
        focused = row.grab().toImage()
        row.pick(0)
        assert calm != focused != row.grab().toImage()


def test_keys_scroll_a_long_version(page, qtbot):
    page.versions.show_versions([Version("A", "", "word " * 900), *VERSIONS[1:]])
    page.versions.pick(0)
    qtbot.keyClick(page.versions, Qt.Key.Key_PageDown)
    assert page.versions.layout().itemAt(0).widget().text.verticalScrollBar().value() > 0
