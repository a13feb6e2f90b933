"""Ways through the window: targets, back and forward, panes and keys."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QMenu

from ui.navigation import Place, Target
from ui.window.menu_table import Submenu
from ui.window.menu_table import menu as menu_entries

RICH = "default|conv-billing-rounding|default"
MENU_COMMANDS = 35


def test_back_and_forward_go_through_the_places_that_were_shown(driver, golden_workspace):
    driver.open(golden_workspace("rich-coding-agent"))
    driver.show(RICH)
    driver.do("tab.reflection")
    driver.do("view.back")
    assert driver.frame.middle.place is Place.OBSERVATIONS
    driver.do("view.back")
    driver.qtbot.waitUntil(lambda: driver.shown == "acme|conv-42|coder")
    driver.do("view.forward")
    driver.qtbot.waitUntil(lambda: driver.shown == RICH)
    driver.do("view.forward")
    assert driver.frame.middle.place is Place.REFLECTION


def test_a_target_in_another_scope_is_reached_with_its_observation(driver, golden_workspace):
    driver.open(golden_workspace("rich-coding-agent"))
    driver.session.go(Target(Place.OBSERVATIONS, RICH, seq=21))
    driver.qtbot.waitUntil(lambda: driver.shown == RICH)
    index = driver.session.selected_observation
    assert driver.session.snapshot.record.observations[index].seq == 21


def test_pages_of_the_workspace_hide_what_belongs_to_a_scope(driver, golden_workspace):
    driver.open(golden_workspace("rich-coding-agent"))
    driver.do("go.status")
    assert driver.frame.middle.place is Place.STATUS
    assert not driver.frame.middle.head.isVisible()
    driver.show(RICH)
    assert driver.frame.middle.place is Place.OBSERVATIONS
    assert driver.frame.middle.head.isVisible()


def test_f6_goes_round_the_panes(driver, golden_workspace):
    driver.open(golden_workspace("rich-coding-agent"))
    driver.window.activateWindow()
    frame = driver.frame
    frame.scopes.tree.setFocus()
    panes = [frame.middle, frame.panes.inspector, frame.budget, frame.panes.tree]
    for pane in panes:
        driver.do("pane.next")
        focus = driver.window.focusWidget()
        assert pane is focus or pane.isAncestorOf(focus)


def test_the_keyboard_reaches_the_panes_in_reading_order(driver, golden_workspace):
    driver.open(golden_workspace("rich-coding-agent"))
    frame = driver.frame
    wanted = [frame.header.search, frame.scopes.filter.line, frame.scopes.tree, frame.budget]
    chain, widget = [], driver.window
    for _ in range(2000):
        widget = widget.nextInFocusChain()
        if widget is driver.window:
            break
        chain.append(widget)
    places = [chain.index(widget) for widget in wanted]
    assert places == sorted(places)


def test_narrow_windows_fold_the_inspector_and_then_the_tree(driver, golden_workspace):
    driver.open(golden_workspace("rich-coding-agent"))
    panes = driver.frame.panes
    assert panes.tree_visible
    assert panes.inspector_visible
    driver.window.resize(1000, 700)
    driver.qtbot.waitUntil(lambda: not panes.inspector_visible)
    assert panes.tree_visible
    driver.do("view.inspector")
    assert panes.inspector_visible
    driver.window.resize(900, 600)
    driver.qtbot.waitUntil(lambda: not panes.tree_visible)
    driver.qtbot.keyClick(driver.window, Qt.Key.Key_Escape)
    assert not panes.inspector_visible
    driver.do("tree.filter")
    assert panes.tree_visible
    driver.window.resize(1280, 800)
    driver.qtbot.waitUntil(lambda: panes.inspector_visible and panes.tree_visible)


def test_all_commands_of_the_menu_are_in_the_palette(driver):
    titles = {item.title for item in driver.window.registry.palette_items()}
    entries = [one.names if isinstance(one, Submenu) else (one,) for one in menu_entries()]
    names = [name for entry in entries for name in entry if name]
    assert len(names) == len(set(names)) == MENU_COMMANDS
    for action_id in names:
        assert driver.window.registry.action(action_id).text() in titles


def test_the_menu_fits_a_screen_of_800_pixels_in_one_column(driver, golden_workspace):
    driver.open(golden_workspace("rich-coding-agent"))
    quit_it = driver.window.registry.action("file.quit")
    (menu,) = [one for one in driver.window.findChildren(QMenu) if quit_it in one.actions()]
    assert 400 < menu.sizeHint().height() <= 800
    lefts = {menu.actionGeometry(one).left() for one in menu.actions() if one.isVisible()}
    assert len(lefts) == 1


def test_back_selects_what_was_selected_there(driver, golden_workspace):
    driver.open(golden_workspace("rich-coding-agent"))
    driver.show(RICH)
    driver.session.select_observation(3)
    driver.show("acme|conv-42|coder")
    driver.do("view.back")
    driver.qtbot.waitUntil(lambda: driver.shown == RICH)
    assert driver.session.selected_observation == 3
