"""What the page of notes says of what is not there: layers, left-out lines, filtered notes."""

from __future__ import annotations

import json

import pytest
from notes_window import BIG, COMPANY, ME, NotesWindow
from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QWidget

from ui.widgets.button import Button
from ui.widgets.labels import TextLabel

KEYS = Qt.Key


@pytest.fixture
def desk(driver, sample_workspace):
    return NotesWindow(driver, sample_workspace("little_harness_desk"))


@pytest.fixture
def odd(driver, sample_workspace):
    return NotesWindow(driver, sample_workspace("little_harness_desk", odd=True))


def button_of(banner):
    """The button of a banner that is shown."""
    return next(one for one in banner.findChildren(Button) if one.isVisible())


def cut_labels(part):
    """The labels that have less room than their words need."""
    labels = part.findChildren(TextLabel)
    return [
        one.text()
        for one in labels
        if one.isVisible() and not one.wordWrap() and one.sizeHint().width() > one.width()
    ]


@pytest.mark.qt_log_ignore("does not support grabbing the keyboard", extend=True)
def test_a_layer_that_a_turn_lacks_is_named_and_its_value_can_be_chosen(desk):
    desk.view.show_section()
    desk.settle()
    banner = desk.view.section.missing
    assert banner.isVisible()
    assert banner.accessibleName().startswith(f"userId is not chosen: {ME} is missing here")
    button = button_of(banner)
    assert button.text() == "Choose userId…"
    button.setFocus()
    desk.press(KEYS.Key_Return)
    desk.press(KEYS.Key_Return)
    desk.settle()
    assert dict(desk.presenter.person.values) == {"userId": "u-101"}
    assert not banner.isVisible()
    assert f"## {ME}" in desk.view.section.text.text


def test_a_layer_that_no_turn_can_mount_is_named_with_the_reason(desk):
    settings = json.loads(desk.bytes_of("layers.json"))
    settings["layers"].append({"sourceDir": "../outside", "harnessDir": "/persistent/out"})
    desk.write_outside("layers.json", json.dumps(settings).encode())
    desk.view.show_section()
    desk.settle()
    said = desk.view.section.missing.accessibleName()
    assert "/persistent/out is missing here, and a turn fails" in said
    assert "could lead out of the data folder" in said


def test_the_sizes_of_all_lists_are_shown_whole(desk):
    desk.presenter.set_value("userId", "u-101")
    desk.view.show_section()
    desk.settle()
    sizes = desk.view.section.sizes
    assert f"{BIG}: 7,929 of 8,000 bytes" in sizes.text()
    assert sizes.height() >= sizes.heightForWidth(sizes.width())
    assert not cut_labels(desk.view.section)


def test_a_note_that_is_left_out_says_so_and_why(desk):
    desk.go(BIG, "memory/big/topic-070.md")
    agent = desk.inspector.agent
    assert agent.seen.accessibleName() == "What the agent would see"
    assert agent.left_out.isVisible()
    assert "the list ends before topic-043.md" in agent.left_out.text()
    assert "8,000 bytes" in agent.left_out.text()
    desk.go(BIG, "memory/big/topic-001.md")
    assert agent.seen.accessibleName() == "What the agent sees"
    assert not agent.left_out.isVisible()


def test_a_note_that_the_filter_hides_says_so_and_leads_back(desk):
    desk.choose("rules/dti-limit.md")
    unlisted = desk.inspector.unlisted
    assert not unlisted.isVisible()
    desk.press(KEYS.Key_F)
    desk.type("reminders")
    desk.settle()
    assert desk.inspector.title.text() == "rules/dti-limit.md"
    assert unlisted.isVisible()
    unlisted.link.setFocus()
    desk.press(KEYS.Key_Space)
    desk.settle()
    assert not unlisted.isVisible()
    assert desk.view.list.filter.text == ""
    table = desk.view.list.table
    assert table.notes.items[table.currentIndex().row()].path == "rules/dti-limit.md"


def test_names_alike_are_told_apart_in_the_inspector_and_no_label_is_cut(odd):
    odd.go(COMPANY, "memory/company/Case.md")
    odd.inspector.window().resize(1100, 800)
    odd.settle()
    assert "name alike" in [one.text() for one in odd.inspector.about.findChildren(TextLabel)]
    assert not cut_labels(odd.inspector.about)
    odd.go(COMPANY, "memory/company/pair-a\u0308.md")
    said = [one.accessibleName() for one in odd.inspector.about.facts.findChildren(QWidget)]
    assert "that one has: “\u00e4” as one character" in said
    assert "this one has: “a” and a combining mark" in said
    assert not cut_labels(odd.inspector.about)


def test_what_a_read_only_note_offers_stands_where_the_fields_stand(desk):
    desk.choose("rules/dti-limit.md")
    desk.settle()
    button, field = desk.inspector.notice.button, desk.fields.description
    assert button.isVisible()
    assert button.mapToGlobal(QPoint()).x() == field.mapToGlobal(QPoint()).x()
