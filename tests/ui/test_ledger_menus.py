"""The menus of the daily logs, and where the keys go after a banner was followed."""

from __future__ import annotations

import pytest
from ledger_window import LedgerWindow
from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QApplication, QMenu

from ui.ledger.dialogs import DeleteDialog
from ui.ledger.head import THIRD

KEYS = Qt.Key
WANTED = {"ledger.add", "ledger.correct", "ledger.forget", "ledger.archive", "ledger.rebuild"}


def open_menu(window):
    window.wait(lambda: isinstance(QApplication.activePopupWidget(), QMenu))
    menu = QApplication.activePopupWidget()
    names = {action.objectName() for action in menu.actions()}
    menu.close()
    return names


@pytest.mark.qt_log_ignore("does not support grabbing the keyboard", extend=True)
def test_a_button_shows_what_can_be_done_and_so_does_its_key(driver, sample_workspace):
    window = LedgerWindow(driver, sample_workspace("agentscope_support_desk"), name="MEMORY.md")
    assert window.view.left.actions_button.isVisible()
    driver.qtbot.mouseClick(window.view.left.actions_button, Qt.MouseButton.LeftButton)
    assert open_menu(window) >= WANTED
    window.view.left.list.setFocus()
    window.press(KEYS.Key_M)
    names = open_menu(window)
    assert names >= WANTED
    assert "ledger.menu" not in names


@pytest.mark.qt_log_ignore("does not support grabbing the keyboard", extend=True)
def test_sections_have_the_menu_too(driver, sample_workspace):
    window = LedgerWindow(driver, sample_workspace("agentscope_support_desk"))
    window.view.head.forms.choose(THIRD)
    window.view.pages.sections.list.customContextMenuRequested.emit(QPoint(8, 8))
    assert open_menu(window) >= WANTED


def test_the_actions_have_room_beside_the_name_of_a_bucket(driver, sample_workspace):
    path = sample_workspace("agentscope_lending_multiuser")
    name = "a-very-long-name-of-a-person-" * 4
    (path / name / "memory").mkdir(parents=True)
    (path / name / "MEMORY.md").write_text("- one\n")
    window = LedgerWindow(driver, path, name, "MEMORY.md")
    left = window.view.left
    assert left.bucket.text().endswith("…")
    assert left.bucket.toolTip().startswith(f"Bucket {name}")
    assert left.bucket.geometry().right() < left.actions_button.geometry().left()
    assert left.actions_button.geometry().right() < left.width()


def test_a_log_says_too_that_the_memory_is_missing(driver, sample_workspace):
    window = LedgerWindow(driver, sample_workspace("agentscope_lending_multiuser"), "u-107")
    assert window.shown == "memory/2026-06-09.md"
    assert window.view.notice.banner.accessibleName().startswith("A watermark, but no MEMORY.md")
    assert window.view.left.list.rows.rows[0].note == "from the root"


def test_enter_after_deleting_through_the_banner_does_not_follow_its_next_offer(
    driver, sample_workspace
):
    path = sample_workspace("agentscope_lending_multiuser")
    (path / "u-103" / "MEMORY.md").write_bytes(b"")
    window = LedgerWindow(driver, path, "u-103", "MEMORY.md")
    button = window.view.notice.banner.layout().itemAt(2).widget()
    button.setFocus()
    window.press(KEYS.Key_Return)
    dialog = driver.window.findChild(DeleteDialog)
    window.wait(dialog.primary_button.isEnabled)
    with driver.qtbot.waitSignal(driver.session.editing.saved):
        dialog.primary_button.click()
    window.wait(lambda: window.presenter.file.is_foreign)
    window.settle()
    assert button.text() == "Edit it there"
    assert window.view.left.list.hasFocus()
    window.press(KEYS.Key_Return)
    window.settle()
    assert window.presenter.bucket.path == "u-103"


def test_a_banner_that_comes_to_offer_something_else_gives_the_focus_up(driver, sample_workspace):
    path = sample_workspace("agentscope_lending_multiuser")
    (path / "u-103" / "MEMORY.md").write_bytes(b"")
    window = LedgerWindow(driver, path, "u-103", "MEMORY.md")
    window.view.notice.banner.layout().itemAt(2).widget().setFocus()
    (path / "u-103" / "MEMORY.md").unlink()
    driver.session.files_changed.emit()
    window.settle()
    assert window.view.left.list.hasFocus()


@pytest.mark.parametrize("key", [KEYS.Key_E, KEYS.Key_Delete])
def test_keys_that_can_t_be_used_say_why(driver, sample_workspace, key):
    root = sample_workspace("agentscope_lending_multiuser")
    window = LedgerWindow(driver, root, "u-107", "MEMORY.md")
    window.view.left.list.setFocus()
    window.press(key)
    assert window.driver.frame.toast.isVisible()
    assert "edit it there" in window.driver.frame.toast.accessibleName()
    window.driver.frame.toast.dismiss()
    window.go("u-101", "MEMORY.md")
    window.view.left.list.setFocus()
    window.press(key)
    assert not window.driver.frame.toast.isVisible()
