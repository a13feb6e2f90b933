"""Starting the program: what it imports, remembers and shows first."""

from __future__ import annotations

import os
import subprocess
import sys
from datetime import date
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QLabel, QListView, QScrollArea
from window_driver import Driver

from ui.app import Program
from ui.navigation import Place, Target
from ui.theme import Mode, theme
from ui.window.about import AboutBox
from ui.window.keys_sheet import KeysSheet
from ui.window.page_modules import DAMAGED, MODULES
from ui.window.preferences import Preferences, Recent
from ui.window.start_page import when
from ui.window.trail import Trail

ROOT = Path(__file__).parents[2]
SPOKEN = Qt.ItemDataRole.AccessibleTextRole
SMOKE = """
import sys
from pathlib import Path
from ui.app import smoke
sys.exit(smoke(*map(Path, sys.argv[1:])))
"""
FIRST_WINDOW = """
import sys
from ui.app import Program
Program().window.show()
late = ("ui.turn", "ui.history.view", "ui.status", "ui.reflection", "ui.working", "ui.observations")
print([name for name in sys.modules if name.startswith(late)])
"""


def run(code, *arguments):
    return subprocess.run(
        [sys.executable, "-c", code, *map(str, arguments)],
        cwd=ROOT,
        env=os.environ | {"QT_QPA_PLATFORM": "offscreen"},
        capture_output=True,
        text=True,
        check=False,
    )


def test_the_smoke_run_opens_a_workspace_and_leaves_a_picture(golden_workspace, tmp_path):
    picture = tmp_path / "window.png"
    done = run(SMOKE, golden_workspace("rich-coding-agent"), picture)
    assert done.returncode == 0, done.stderr
    assert picture.read_bytes().startswith(b"\x89PNG")


def test_the_first_window_loads_no_view_that_it_does_not_show():
    done = run(FIRST_WINDOW)
    assert done.stdout.strip() == "[]", done.stderr


def test_recent_workspaces_are_remembered_and_missing_ones_are_named(
    driver, golden_workspace, tmp_path
):
    driver.preferences.remember(Recent(str(tmp_path / "gone"), 3, "2026-05-03"))
    folder = golden_workspace("rich-coding-agent")
    driver.open(folder)
    again = Preferences(tmp_path / "settings" / "window.ini")
    driver.preferences.save()
    assert [Path(one.path).name for one in again.recent] == ["rich-coding-agent", "gone"]
    assert again.recent[0].scopes == 6
    model = driver.frame.start.recent.findChild(QListView).model()
    spoken = [model.index(row, 0).data(SPOKEN) for row in range(2)]
    driver.qtbot.waitUntil(lambda: "not there any more" in model.index(1, 0).data(SPOKEN))
    assert "6 scopes, today" in spoken[0]


def test_a_workspace_of_the_list_opens_with_a_click(driver, golden_workspace):
    folder = golden_workspace("rich-coding-agent")
    driver.preferences.remember(Recent(str(folder), 6, "2026-05-03"))
    driver.frame.start.show_recent(driver.preferences.recent)
    driver.frame.start.recent.chosen.emit(0)
    driver.qtbot.waitUntil(lambda: driver.session.snapshot is not None)


def test_the_scope_that_was_shown_last_is_shown_again(qtbot, golden_workspace, tmp_path):
    folder = golden_workspace("rich-coding-agent")
    for wanted in ("acme|conv-42|coder", "globex"):
        driver = Driver(qtbot, tmp_path)
        driver.open(folder)
        assert driver.shown.startswith(wanted)
        last = next(e for e in driver.session.source.scopes() if e.scope.tenant == "globex")
        driver.show(last.memory_id)
        driver.close()


def test_the_layout_is_remembered_for_each_workspace(qtbot, golden_workspace, tmp_path):
    folder = golden_workspace("rich-coding-agent")
    driver = Driver(qtbot, tmp_path)
    driver.open(folder)
    driver.window.resize(990, 640)
    driver.frame.panes.set_widths((300, 324))
    wide = driver.frame.panes.tree.width()
    driver.close()
    driver = Driver(qtbot, tmp_path)
    driver.open(folder)
    # The size of the window may be cut to the screen; its height fits on every one.
    assert driver.window.height() == 640
    driver.window.resize(990, 640)
    assert driver.frame.panes.tree.width() == wide
    driver.close()


def test_nothing_is_written_beside_the_settings_file(driver, golden_workspace, tmp_path):
    driver.open(golden_workspace("rich-coding-agent"))
    driver.window.lifecycle.save()
    assert [path.name for path in (tmp_path / "settings").iterdir()] == ["window.ini"]


def test_damaged_settings_count_as_not_set(tmp_path):
    file = tmp_path / "window.ini"
    file.write_text('[General]\nmode=purple\nzoom=big\nrecent="[{"\n')
    preferences = Preferences(file)
    assert (preferences.mode, preferences.zoom, preferences.recent) == (Mode.SYSTEM, 100, ())
    assert preferences.follow


@pytest.mark.parametrize(
    ("day", "words"),
    [
        ("2026-06-14", "today"),
        ("2026-06-13", "yesterday"),
        ("2026-05-03", "3 May"),
        ("2025-05-03", "3 May 2025"),
        ("soon", ""),
    ],
)
def test_days_are_written_as_people_say_them(day, words):
    assert when(day, date(2026, 6, 14)) == words


def test_looks_and_sizes_change_and_are_remembered(driver):
    try:
        driver.do("look.dark")
        assert theme().is_dark
        assert driver.preferences.mode is Mode.DARK
        height = driver.frame.header.height()
        driver.do("zoom.in")
        assert driver.frame.header.height() > height
        assert driver.preferences.zoom == 110
    finally:
        driver.do("zoom.reset")
        driver.do("look.light")
    assert driver.frame.header.height() == height


def test_the_look_button_goes_to_the_opposite_of_what_is_shown(driver):
    button = driver.frame.header.theme
    driver.do("look.system")
    shown = theme().is_dark
    assert "as the system says" in button.toolTip()
    button.click()
    assert theme().is_dark is not shown
    assert driver.preferences.mode is theme().mode
    assert button.toolTip() == "Dark look; a click makes it light"
    checked = [m for m in Mode if driver.window.registry.action(f"look.{m}").isChecked()]
    assert checked == [Mode.DARK]
    assert not driver.frame.toast.isVisible()


def test_the_about_box_names_every_version(driver):
    box = AboutBox(driver.window)
    driver.qtbot.addWidget(box)
    assert list(box.versions) == ["Memloupe", "Python", "SQLite", "Qt", "PySide6"]
    assert all(box.versions.values())
    box.copy()
    assert QGuiApplication.clipboard().text().startswith("Memloupe ")


def test_the_sheet_of_keys_lists_every_key(driver):
    sheet = KeysSheet(driver.window.registry, driver.window)
    driver.qtbot.addWidget(sheet)
    words = {label.text() for label in sheet.findChildren(QLabel)}
    with_keys = [s for s in driver.window.registry.specs() if driver.window.registry.keys(s.id)]
    assert {spec.text for spec in with_keys} <= words


def test_the_sheet_of_keys_begins_with_the_shown_page_and_ends_with_what_is_not_now(
    driver, sample_workspace
):
    driver.open_files(sample_workspace("agentscope_support_desk"))
    sheet = KeysSheet(driver.window.registry, driver.window, shown=driver.frame.middle.place)
    driver.qtbot.addWidget(sheet)
    words = [label.text() for label in sheet.findChild(QScrollArea).findChildren(QLabel)]
    assert words[0] == "Daily logs"
    heads = ("Daily logs", "Files of a bucket", "Everywhere", "Not now")
    places = [words.index(head) for head in heads]
    assert places == sorted(places)
    assert "Menu of the scope" in words[places[-1] :]


def test_page_down_scrolls_the_sheet_of_keys_at_once(driver):
    sheet = KeysSheet(driver.window.registry, driver.window)
    driver.qtbot.addWidget(sheet)
    with driver.qtbot.waitActive(sheet):
        sheet.show()
    area = sheet.findChild(QScrollArea)
    driver.qtbot.keyClick(sheet.focusWidget(), Qt.Key.Key_PageDown)
    assert area.verticalScrollBar().value() > 0


def test_the_trail_forgets_what_lay_ahead():
    trail = Trail()
    places = [Target(place, "scope") for place in Place]
    for target in places[:3]:
        trail.visit(target)
    assert trail.back() == places[1]
    assert trail.forward() == places[2]
    assert trail.forward() is None
    trail.back()
    trail.visit(places[5])
    assert not trail.can_go_forward
    assert trail.back() == places[1]
    assert trail.back() == places[0]
    assert trail.back() is None


def test_views_nobody_has_opened_are_made_one_after_the_other(qtbot, golden_workspace, tmp_path):
    program = Program(Preferences(tmp_path / "window.ini"))
    made = []
    program.window.frame.middle.built.connect(lambda view, _inspector: made.append(view))
    with qtbot.waitSignal(program.warm_up.finished, timeout=30_000):
        program.start(golden_workspace("rich-coding-agent"))
    views = len(MODULES.keys() - {DAMAGED}) + 1  # the page of hits has no module of its own
    assert len(made) == views
    assert not any(view.isVisible() for view in made[1:])
    program.window.navigator.go(Target(Place.TURN))
    assert len(made) == views
    assert program.window.frame.middle.view.isVisible()
    program.end()


def test_pages_of_files_are_made_ahead_where_there_is_no_state_file(
    qtbot, sample_workspace, tmp_path
):
    program = Program(Preferences(tmp_path / "window.ini"))
    made = []
    program.window.frame.middle.built.connect(lambda view, _inspector: made.append(view))
    with qtbot.waitSignal(program.warm_up.finished, timeout=30_000):
        program.start(sample_workspace("agentscope_support_desk"))
    views = len(made)
    assert program.window.frame.middle.view is made[0]
    assert program.window.focusWidget() is made[0].left.list
    for place in (Place.NOTES, Place.TOOLS, Place.CONSOLIDATION, Place.FLUSH, Place.TURN):
        program.window.navigator.go(Target(place))
    assert len(made) == views
    program.end()


def test_who_goes_elsewhere_before_the_first_page_is_there_stays_there(
    qtbot, sample_workspace, tmp_path
):
    program = Program(Preferences(tmp_path / "window.ini"))
    frame = program.window.frame
    with qtbot.waitSignal(program.session.outline_changed, check_params_cb=bool):
        program.start(sample_workspace("agentscope_support_desk"))
    assert frame.page is frame.panes
    assert not frame.middle.tabs.isVisible()
    assert frame.middle.view is frame.coming
    program.window.navigator.go(Target(Place.TOOLS))
    with qtbot.waitSignal(program.warm_up.finished, timeout=30_000):
        pass
    assert frame.middle.place is Place.TOOLS
    program.end()
