"""Blocks of files in the turn: beside those of the engine, or alone, each with its reason."""

from __future__ import annotations

import shutil

import pytest
from notes_window import ME, NotesWindow
from PySide6.QtWidgets import QApplication

from desktop_app.core.turn.context import BlockKind
from ui import fonts
from ui.navigation import Place, Target
from ui.turn.block import BlockHead
from ui.turn.inspector import TurnInspector
from ui.turn.presenter import turn_presenter
from ui.turn.view import TurnView


def turn_of(driver):
    """Show the turn and wait for the blocks of files."""
    driver.session.go(Target(Place.TURN))
    view = driver.frame.middle.view
    assert isinstance(view, TurnView)
    driver.qtbot.waitUntil(lambda: bool(view.presenter.files.found.blocks))
    driver.settle()
    return view


def inspector_of(driver):
    return driver.frame.panes.inspector.findChild(TurnInspector)


def open_kind(view, kind):
    view.open([block.block.kind for block in view.blocks].index(kind))


@pytest.fixture
def both(driver, golden_workspace, sample_workspace):
    folder = golden_workspace("rich-coding-agent")
    shutil.copytree(sample_workspace("agentscope_support_desk"), folder, dirs_exist_ok=True)
    driver.open(folder)
    return folder


def test_blocks_of_files_follow_those_of_the_engine(driver, both):
    view = turn_of(driver)
    kinds = [block.block.kind for block in view.blocks]
    assert kinds[-3:] == [BlockKind.AGENTS, BlockKind.MEMORY, BlockKind.KNOWLEDGE]
    assert kinds[0] in {BlockKind.WORKING, BlockKind.OBSERVATIONAL}
    assert view.open_block.block.kind is BlockKind.OBSERVATIONAL
    memory = view.blocks[-2]
    assert memory.head.note == "MEMORY.md, reference message"
    assert "characters" in memory.head.accessibleName()


def test_the_heads_beside_files_are_numbered_in_the_order_in_which_they_stand(driver, both):
    view = turn_of(driver)
    heads = sorted(
        (block.head for block in view.blocks if block.block.is_known),
        key=lambda head: head.mapTo(view, head.rect().topLeft()).y(),
    )
    numbers = [int(head.accessibleName().partition(".")[0]) for head in heads]
    assert numbers == list(range(1, len(heads) + 1))
    others = [block.head for block in view.blocks if not block.block.is_known]
    assert others
    assert not any(head.accessibleName()[0].isdecimal() for head in others)


def test_a_head_follows_a_short_text_at_once(driver, sample_workspace):
    driver.open_files(sample_workspace("agentscope_support_desk"))
    view = turn_of(driver)
    open_kind(view, BlockKind.AGENTS)
    low = view.height() - fonts.px(40)
    driver.qtbot.waitUntil(lambda: view.blocks[-1].geometry().bottom() < low)
    text = view.open_block.text
    last = text.document().lastBlock()
    end = text.blockBoundingGeometry(last).translated(text.contentOffset()).bottom()
    assert 0 <= text.viewport().height() - end < fonts.px(60)
    assert view.blocks[1].y() == view.open_block.geometry().bottom() + 1


def test_what_is_guessed_of_the_room_is_told(driver, both):
    view = turn_of(driver)
    open_kind(view, BlockKind.MEMORY)
    reasons = " ".join(inspector_of(driver).file_facts.reasons)
    assert "Of these, 214 for the session section are a guess" in reasons


def test_the_inspector_explains_the_open_block_and_leads_to_its_file(driver, both):
    view = turn_of(driver)
    inspector = inspector_of(driver)
    assert not inspector.file_facts.isVisible()
    open_kind(view, BlockKind.MEMORY)
    assert inspector.file_facts.isVisible()
    assert not inspector.list.isVisible()
    assert any("whole text" in words for words in inspector.file_facts.reasons)
    inspector.file_facts.jump.click()
    driver.settle()
    assert driver.frame.middle.place is Place.LEDGER
    driver.do("view.back")
    assert driver.frame.middle.place is Place.TURN
    open_kind(view, BlockKind.OBSERVATIONAL)
    assert inspector.list.isVisible()


def test_an_older_agent_gets_another_text(driver, both):
    view = turn_of(driver)
    open_kind(view, BlockKind.MEMORY)
    newer = view.open_block.block.text
    view.file_row.vintage.choose("checkout")
    view.file_row.vintage.changed.emit("checkout")
    driver.qtbot.waitUntil(lambda: view.open_block.block.text != newer)
    assert "<memory_context>" in view.open_block.block.text
    assert view.open_block.block.role == "system"


def test_without_a_state_file_the_turn_is_what_files_add(driver, sample_workspace):
    driver.open_files(sample_workspace("agentscope_lending_multiuser"))
    view = turn_of(driver)
    assert view.open_block.block.kind is BlockKind.MEMORY
    assert not driver.frame.middle.tabs.isVisible()
    assert view.file_row.bucket.text() == "Shared"
    menu = view.file_row.bucket_menu()
    action = next(one for one in menu.actions() if one.text() == "u-106")
    action.trigger()
    driver.qtbot.waitUntil(lambda: view.open_block.block.source == "u-106/MEMORY.md")
    words = inspector_of(driver).file_facts.reasons
    assert any("cut at its end" in one for one in words)


def test_the_head_of_a_message_is_drawn_again_when_only_its_size_changes(qtbot):
    head = BlockHead(1)
    qtbot.addWidget(head)
    head.show_words("Curated memory", "MEMORY.md", "", "211 characters")
    with qtbot.waitExposed(head):
        head.show()
    QApplication.processEvents()
    painted = []
    head.paintEvent = painted.append
    head.show_words("Curated memory", "MEMORY.md", "", "31,206 characters")
    QApplication.processEvents()
    assert painted


def test_notes_are_those_of_the_chosen_role(driver, sample_workspace):
    driver.open_files(sample_workspace("little_harness_desk"))
    view = turn_of(driver)
    before = view.open_block.block.text
    menu = view.file_row.role_menu()
    action = next(one for one in menu.actions() if one.text() == "underwriter")
    action.trigger()
    driver.qtbot.waitUntil(lambda: view.open_block.block.text != before)
    assert view.file_row.role.text() == "underwriter"


def test_a_layer_of_one_person_is_there_once_it_is_said_whose(driver, sample_workspace):
    driver.open_files(sample_workspace("little_harness_desk"))
    view = turn_of(driver)
    assert "/persistent/me" not in view.open_block.block.text
    assert view.file_row.value.text() == "userId: not given"
    names = [one.text() for one in view.file_row.value_menu().actions()]
    assert names[:2] == ["userId: not given", "userId: u-101"]
    view.file_row.value_menu().actions()[1].trigger()
    driver.qtbot.waitUntil(lambda: "/persistent/me" in view.open_block.block.text)
    assert view.file_row.value.text() == "userId: u-101"
    view.file_row.value_menu().actions()[0].trigger()
    driver.qtbot.waitUntil(lambda: "/persistent/me" not in view.open_block.block.text)


def test_the_blocks_follow_the_files_while_they_are_looked_at(driver, both):
    view = turn_of(driver)
    (both / "MEMORY.md").write_text("- only this\n")
    driver.session.files_changed.emit()
    place = [block.block.kind for block in view.blocks].index(BlockKind.MEMORY)
    driver.qtbot.waitUntil(lambda: "- only this" in view.blocks[place].block.text)


def test_a_workspace_without_memory_files_shows_the_turn_as_before(driver, golden_workspace):
    driver.open(golden_workspace("rich-coding-agent"))
    driver.session.go(Target(Place.TURN))
    driver.settle()
    view = driver.frame.middle.view
    assert not any(block.block.kind.is_of_files for block in view.blocks)
    assert not view.file_row.isVisible()


def test_whoever_comes_from_a_bucket_sees_its_turn(driver, sample_workspace):
    driver.open_files(sample_workspace("agentscope_lending_multiuser"))
    for bucket in ("u-106", "u-101"):  # the second time the turn is there already
        driver.session.go(Target(Place.LEDGER, bucket=bucket))
        driver.settle()
        driver.do("tab.turn")
        files = turn_presenter(driver.session).files
        driver.qtbot.waitUntil(lambda files=files: bool(files.found.blocks))
        driver.settle()
        assert files.found.bucket.path == bucket
        assert driver.frame.middle.view.file_row.bucket.text() == bucket
    driver.session.go(Target(Place.DOCTOR))
    driver.session.go(Target(Place.TURN))
    driver.settle()
    assert driver.frame.middle.view.file_row.bucket.text() == "u-101"


def test_the_turn_is_that_of_the_person_who_was_chosen_for_the_notes(driver, sample_workspace):
    desk = NotesWindow(driver, sample_workspace("little_harness_desk"), ME)
    desk.presenter.see_as("underwriter")
    desk.presenter.set_value("userId", "u-101")
    desk.settle()
    view = turn_of(driver)
    assert view.file_row.role.text() == "underwriter"
    assert view.file_row.value.text() == "userId: u-101"
    text = view.open_block.block.text
    assert "/persistent/me" in text
    role = next(one for one in view.file_row.role_menu().actions() if one.text() == "officer")
    role.trigger()
    driver.qtbot.waitUntil(lambda: view.open_block.block.text != text)
    view.file_row.value_menu().actions()[0].trigger()
    driver.qtbot.waitUntil(lambda: "/persistent/me" not in view.open_block.block.text)
    driver.session.go(Target(Place.NOTES, bucket=ME))
    driver.settle()
    assert desk.presenter.person.role == "officer"
    assert desk.view.head.role.text() == "See as officer"
    assert desk.view.head.value.text() == "userId: choose…"


def test_another_workspace_forgets_the_person(driver, sample_workspace, tmp_path):
    desk = NotesWindow(driver, sample_workspace("little_harness_desk"))
    desk.presenter.see_as("underwriter")
    desk.settle()
    other = shutil.copytree(desk.path, tmp_path / "other", symlinks=True)
    driver.session.go(Target(Place.TURN))
    driver.open_files(other)
    assert turn_of(driver).file_row.role.text() == "Nobody in particular"
    driver.session.go(Target(Place.NOTES))
    driver.settle()
    assert desk.view.head.role.text() == "See as nobody in particular"
