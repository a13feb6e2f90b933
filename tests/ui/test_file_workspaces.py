"""Workspaces with memory files: opening them, the section of the tree, the way back."""

from __future__ import annotations

import shutil

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QAbstractItemModelTester
from window_driver import Driver

from ui.navigation import Place, Target
from ui.scopes.delegate import count_text
from ui.scopes.model import NODE_ROLE
from ui.scopes.nodes import Kind, walk
from ui.widgets.labels import TextLabel

DISPLAY, SPOKEN = Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole


@pytest.fixture
def driver(qtbot, tmp_path):
    driver = Driver(qtbot, tmp_path)
    model = driver.frame.scopes.files.model_of_files
    mode = QAbstractItemModelTester.FailureReportingMode.Fatal
    tester = QAbstractItemModelTester(model, mode, driver.window)
    assert tester.model() is model
    yield driver
    driver.close()


def rows(driver):
    """Return name and count of every row of files."""
    root = driver.frame.scopes.files.model_of_files.root
    return [(node.name, count_text(node)) for node in walk(root) if node.target]


def row(driver, name):
    root = driver.frame.scopes.files.model_of_files.root
    return next(node for node in walk(root) if node.name == name)


def chosen(driver):
    node = driver.frame.scopes.files.currentIndex().data(NODE_ROLE)
    return node.name if node else None


def press(driver, name):
    tree = driver.frame.scopes.files
    place = tree.visualRect(tree.index_of(row(driver, name))).center()
    driver.qtbot.mouseClick(tree.viewport(), Qt.MouseButton.LeftButton, pos=place)


def test_a_workspace_of_files_alone_opens_at_its_daily_logs(driver, sample_workspace):
    driver.open_files(sample_workspace("agentscope_support_desk"))
    frame = driver.frame
    assert frame.page is frame.panes
    assert frame.middle.place is Place.LEDGER
    assert rows(driver) == [
        ("Daily logs", "23"),
        ("MEMORY.md", ""),
        ("Next turn", ""),
        ("Memory tools", ""),
    ]
    assert not frame.scopes.tree.isVisible()
    assert not frame.budget.isVisible()
    assert driver.window.focusWidget() is frame.middle.view.left.list
    assert driver.window.windowTitle() == "agentscope_support_desk – Memloupe"


def test_a_state_file_and_memory_files_stand_in_one_tree(
    driver, golden_workspace, sample_workspace
):
    folder = golden_workspace("rich-coding-agent")
    shutil.copytree(sample_workspace("agentscope_support_desk"), folder, dirs_exist_ok=True)
    driver.open(folder)
    assert driver.frame.middle.place is Place.OBSERVATIONS
    assert ("Daily logs", "23") in rows(driver)
    assert driver.frame.scopes.tree.isVisible()
    assert driver.frame.budget.isVisible()


def test_a_state_file_without_memory_files_shows_no_section_of_files(driver, golden_workspace):
    driver.open(golden_workspace("rich-coding-agent"))
    assert driver.session.outline is not None
    assert driver.session.outline.is_empty
    assert not driver.frame.scopes.files.isVisible()


def test_every_bucket_has_a_row_with_the_number_of_its_logs(driver, sample_workspace):
    driver.open_files(sample_workspace("agentscope_lending_multiuser"))
    folder = row(driver, "Daily logs")
    assert folder.can_open
    assert count_text(folder) == "11"
    below = [(node.name, count_text(node)) for node in folder.children]
    assert below[:4] == [("Shared", ""), ("u-101", "4"), ("u-102", "1"), ("u-103", "1")]
    assert len(below) == 9


def test_a_workspace_of_notes_alone_opens_at_them_with_a_row_for_each_layer(
    driver, sample_workspace
):
    driver.open_files(sample_workspace("little_harness_desk"))
    assert driver.frame.middle.place is Place.NOTES
    press(driver, "Notes")
    names = [name for name, _count in rows(driver)]
    layers = ["/persistent/company", "/persistent/me", "/persistent/big"]
    assert names == ["Notes", *layers, "Next turn"]
    assert "need daily logs" in driver.window.registry.action("go.tools").toolTip()
    assert dict(rows(driver))["/persistent/big"] == "70"
    press(driver, "/persistent/company")
    assert chosen(driver) == "/persistent/company"


def test_choosing_rows_goes_there_and_the_way_back_leads_through_them(driver, sample_workspace):
    driver.open_files(sample_workspace("agentscope_lending_multiuser"))
    asked = []
    driver.session.target_requested.connect(asked.append)
    for name in ("MEMORY.md", "Daily logs", "u-102"):
        press(driver, name)
        driver.settle()
        if name == "MEMORY.md":
            assert asked[-1] == Target(Place.LEDGER, path="MEMORY.md", bucket="")
            assert chosen(driver) == "MEMORY.md"
    assert chosen(driver) == "u-102"
    driver.do("view.back")
    driver.do("view.back")
    driver.settle()
    assert chosen(driver) == "MEMORY.md"
    driver.do("view.forward")
    driver.do("view.forward")
    driver.settle()
    assert chosen(driver) == "u-102"


def test_the_rows_of_all_buckets_stay_in_the_bucket_that_is_shown(driver, sample_workspace):
    driver.open_files(sample_workspace("agentscope_lending_multiuser"))
    for name in ("Daily logs", "u-106", "MEMORY.md"):
        press(driver, name)
        driver.settle()
    view = driver.frame.middle.view
    assert view.presenter.bucket.path == "u-106"
    assert view.target().path == "u-106/MEMORY.md"
    press(driver, "Daily logs")
    driver.settle()
    assert view.presenter.bucket.path == "u-106"
    assert chosen(driver) == "u-106"


def test_the_memory_of_a_bucket_is_marked_at_the_row_of_the_bucket(driver, sample_workspace):
    driver.open_files(sample_workspace("agentscope_lending_multiuser"))
    press(driver, "Daily logs")
    driver.settle()
    driver.session.go(Target(Place.LEDGER, path="u-103/MEMORY.md", bucket="u-103"))
    driver.settle()
    assert chosen(driver) == "u-103"


def test_single_keys_work_at_once_in_a_workspace_of_files(driver, sample_workspace):
    driver.open_files(sample_workspace("agentscope_support_desk"))
    view = driver.frame.middle.view
    driver.qtbot.waitUntil(lambda: view.presenter.book is not None)
    driver.qtbot.keyClick(driver.window.focusWidget(), Qt.Key.Key_G)
    assert view.left.calendar.grid.hasFocus()


def test_the_row_of_the_tree_follows_what_the_page_shows(driver, sample_workspace):
    driver.open_files(sample_workspace("agentscope_support_desk"))
    driver.session.go(Target(Place.LEDGER, path="MEMORY.md", bucket=""))
    driver.settle()
    assert chosen(driver) == "MEMORY.md"
    view = driver.frame.middle.view
    view.presenter.choose("memory/2026-06-15.md")
    driver.settle()
    assert chosen(driver) == "Daily logs"


def test_the_way_back_leads_through_files_and_other_pages(driver, sample_workspace):
    driver.open_files(sample_workspace("agentscope_support_desk"))
    wanted = [
        Target(Place.LEDGER, path="MEMORY.md", bucket=""),
        Target(Place.LEDGER, path="memory/2026-06-15.md", bucket=""),
        Target(Place.TURN),
        Target(Place.LEDGER, path="memory/2026-06-12.md", bucket=""),
    ]
    for target in wanted:
        driver.session.go(target)
        driver.settle()
    seen = []
    for _ in range(3):
        driver.do("view.back")
        driver.settle()
        view = driver.frame.middle.view
        seen.append(view.target().path if driver.frame.middle.place is Place.LEDGER else "turn")
    assert seen == ["turn", "memory/2026-06-15.md", "MEMORY.md"]
    driver.do("view.forward")
    driver.settle()
    assert driver.frame.middle.view.target().path == "memory/2026-06-15.md"


def test_the_chevron_opens_and_closes_without_going_anywhere(driver, sample_workspace):
    driver.open_files(sample_workspace("agentscope_lending_multiuser"))
    asked, tree = [], driver.frame.scopes.files
    driver.session.target_requested.connect(asked.append)
    index = tree.index_of(row(driver, "Daily logs"))
    place = tree.visualRect(index).center()
    place.setX(12)
    driver.qtbot.mouseClick(tree.viewport(), Qt.MouseButton.LeftButton, pos=place)
    assert tree.isExpanded(index)
    driver.qtbot.mouseClick(tree.viewport(), Qt.MouseButton.LeftButton, pos=place)
    assert not tree.isExpanded(index)
    assert asked == []


def test_the_filter_finds_buckets_and_enter_goes_to_the_first(driver, sample_workspace):
    driver.open_files(sample_workspace("agentscope_lending_multiuser"))
    driver.frame.scopes.filter.set_text("u-10")
    driver.qtbot.waitUntil(lambda: driver.frame.scopes.presenter.is_settled)
    driver.frame.scopes.filter.set_text("107")
    assert [name for name, _count in rows(driver)] == ["Daily logs", "u-107"]
    driver.qtbot.waitUntil(lambda: driver.frame.scopes.presenter.is_settled)
    driver.qtbot.keyClick(driver.frame.scopes.filter.line, Qt.Key.Key_Return)
    assert chosen(driver) == "u-107"
    driver.frame.scopes.filter.set_text("nobody")
    words = [node.name for node in walk(driver.frame.scopes.files.model_of_files.root)]
    assert words == ["Files", "No file has this in its name"]


def test_arrow_keys_lead_from_the_scopes_through_the_files_to_the_pages(
    driver, golden_workspace, sample_workspace
):
    folder = golden_workspace("rich-coding-agent")
    shutil.copytree(sample_workspace("agentscope_support_desk"), folder, dirs_exist_ok=True)
    driver.open(folder)
    scopes = driver.frame.scopes
    scopes.tree.setFocus()
    driver.qtbot.keyClick(scopes.tree, Qt.Key.Key_End)
    driver.qtbot.keyClick(scopes.tree, Qt.Key.Key_Down)
    assert driver.window.focusWidget() is scopes.files
    assert chosen(driver) == "Daily logs"
    driver.qtbot.keyClick(scopes.files, Qt.Key.Key_End)
    driver.qtbot.keyClick(scopes.files, Qt.Key.Key_Down)
    assert driver.window.focusWidget() is scopes.pages
    driver.qtbot.keyClick(scopes.pages, Qt.Key.Key_Up)
    assert driver.window.focusWidget() is scopes.files
    assert chosen(driver) == "Memory tools"


def test_rows_of_files_are_spoken_with_their_numbers(driver, sample_workspace):
    driver.open_files(sample_workspace("agentscope_support_desk"))
    tree = driver.frame.scopes.files
    assert tree.index_of(row(driver, "Daily logs")).data(SPOKEN) == "Daily logs, 23 files"
    assert tree.accessibleName() == "Files"


def test_pages_that_need_a_state_file_are_not_offered_without_one(driver, sample_workspace):
    driver.open_files(sample_workspace("agentscope_support_desk"))
    pages = driver.frame.scopes.presenter.pages.root.children
    assert [node.name for node in pages] == ["Workspace", "Doctor", "Changes"]


def test_a_workspace_with_a_broken_state_file_still_shows_its_memory_files(
    driver, sample_workspace
):
    folder = sample_workspace("agentscope_support_desk")
    (folder / ".harness").mkdir()
    (folder / ".harness" / "state.db").write_bytes(b"PK\x03\x04 a zip")
    driver.open_files(folder)
    assert driver.frame.page is driver.frame.panes
    assert "is not a SQLite file" in driver.frame.toast.findChild(TextLabel).text()


def test_a_long_list_of_buckets_is_cut_and_the_filter_finds_the_rest(driver, tmp_path):
    folder = tmp_path / "many"
    for number in range(520):
        (folder / f"user-{number:03}").mkdir(parents=True)
        (folder / f"user-{number:03}" / "MEMORY.md").write_text("- a fact\n")
    driver.open_files(folder)
    below = row(driver, "Daily logs").children
    assert len([node for node in below if node.kind is Kind.BUCKET]) == 500
    assert below[-1].name == "20 more; type to find them"
    driver.frame.scopes.filter.set_text("user-519")
    assert [name for name, _count in rows(driver)] == ["Daily logs", "user-519"]


def test_new_numbers_leave_the_rows_where_they_are(driver, tmp_path):
    folder = tmp_path / "many"
    for number in range(60):
        (folder / f"user-{number:02}" / "memory").mkdir(parents=True)
        (folder / f"user-{number:02}" / "memory" / "2026-06-01.md").write_text("- a fact\n")
    driver.open_files(folder)
    tree = driver.frame.scopes.files
    press(driver, "Daily logs")
    tree.verticalScrollBar().setValue(300)
    (folder / "user-07" / "memory" / "2026-06-02.md").write_text("- another\n")
    driver.session.read_outline()
    driver.qtbot.waitUntil(lambda: count_text(row(driver, "user-07")) == "2")
    assert count_text(row(driver, "Daily logs")) == "61"
    assert tree.verticalScrollBar().value() == 300
    assert tree.isExpanded(tree.index_of(row(driver, "Daily logs")))
