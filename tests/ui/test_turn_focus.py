"""The turn in a stack of pages: where the focus goes, and long texts that come later."""

from __future__ import annotations

import pytest
from golden_scopes import RICH, sessions, show
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QLineEdit, QStackedWidget, QVBoxLayout, QWidget

from ui.jobs import Job
from ui.turn import presenter as presenter_module
from ui.turn.inspector import TurnInspector
from ui.turn.view import TurnView


@pytest.fixture
def session(qtbot):
    yield from sessions()


@pytest.fixture
def rich(qtbot, session, golden_workspace):
    show(qtbot, session, golden_workspace("rich-coding-agent"), RICH)
    return session


@pytest.fixture
def host(qtbot, rich):
    host = QWidget()
    qtbot.addWidget(host)
    host.tabs, host.other, host.view = QLineEdit(), QLineEdit(), TurnView(rich)
    host.stack = QStackedWidget()
    layout = QVBoxLayout(host)
    for part in (host.tabs, host.stack):
        layout.addWidget(part)
    for page in (host.other, host.view):
        host.stack.addWidget(page)
    host.resize(736, 620)
    with qtbot.waitActive(host):
        host.show()
        host.activateWindow()
    return host


def test_coming_from_another_page_the_text_has_the_focus(host, qtbot):
    host.other.setFocus()
    host.stack.setCurrentWidget(host.view)
    qtbot.waitUntil(lambda: host.focusWidget() is host.view.open_block.text)
    qtbot.keyClick(host.focusWidget(), Qt.Key.Key_W)
    assert host.view.lines.current == "exact"


def test_a_tab_that_has_the_focus_keeps_it(host):
    host.tabs.setFocus()
    host.stack.setCurrentWidget(host.view)
    QApplication.processEvents()
    assert host.focusWidget() is host.tabs


def test_a_long_text_is_taken_apart_on_a_reader_thread(rich, qtbot, monkeypatch):
    monkeypatch.setattr(presenter_module, "LARGE", 1)
    view, inspector = TurnView(rich), TurnInspector(rich)
    for widget in (view, inspector):
        qtbot.addWidget(widget)
    presenter = inspector.presenter
    assert not view.blocks
    qtbot.waitUntil(lambda: len(presenter.text.items) > 1)
    assert presenter.snapshot is rich.snapshot
    assert inspector.list.model().rowCount() == len(presenter.text.items)
    assert view.open_block.text.text == rich.snapshot.observational_text


def test_what_is_chosen_meanwhile_wins_over_a_long_text(rich, qtbot, monkeypatch):
    monkeypatch.setattr(presenter_module, "LARGE", 1)
    inspector = TurnInspector(rich)
    qtbot.addWidget(inspector)
    rich.show_scope(None)
    qtbot.waitUntil(lambda: not rich.jobs.findChildren(Job))
    assert inspector.presenter.snapshot is None
    assert not inspector.presenter.text.items
