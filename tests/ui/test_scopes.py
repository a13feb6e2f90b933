"""The tree of scopes: levels on demand, filter, marks, odd ids, and what a reload keeps."""

from __future__ import annotations

import sqlite3

import pytest
from PySide6.QtCore import QAbstractItemModel, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QAbstractItemModelTester
from window_driver import Driver

from ui.naming import shown_id
from ui.navigation import Place
from ui.scopes.delegate import count_text
from ui.scopes.nodes import Kind, walk

COLUMNS = (
    "memory_id, tenant_id, conversation_id, agent_id, enabled, state_version,"
    " last_observed_message_index, active_observations_json, active_observation_tokens,"
    " active_reflection, active_reflection_tokens, last_reflected_observation_seq, config_json,"
    " created_at, updated_at"
)


@pytest.fixture
def driver(qtbot, tmp_path):
    driver = Driver(qtbot, tmp_path)
    model = driver.frame.scopes.presenter.model
    tester = QAbstractItemModelTester(
        model, QAbstractItemModelTester.FailureReportingMode.Fatal, driver.window
    )
    assert isinstance(tester.model(), QAbstractItemModel)
    yield driver
    driver.close()


def model_of(driver):
    return driver.frame.scopes.presenter.model


def nodes(driver, kind):
    return [node for node in walk(model_of(driver).root) if node.kind is kind]


def tree_of(driver):
    return driver.frame.scopes.tree


def add_scope(folder, tenant, conversation, agent):
    connection = sqlite3.connect(folder / ".harness" / "state.db")
    with connection:
        values = COLUMNS.replace("memory_id, tenant_id, conversation_id, agent_id", "?, ?, ?, ?")
        connection.execute(
            f"INSERT INTO om_memory_records ({COLUMNS}) SELECT {values}"
            " FROM om_memory_records LIMIT 1",
            (f"{tenant}|{conversation}|{agent}", tenant, conversation, agent),
        )
    connection.close()


def test_a_small_workspace_stands_open_with_counts(driver, golden_workspace):
    driver.open(golden_workspace("rich-coding-agent"))
    driver.qtbot.waitUntil(
        lambda: (
            [count_text(node) for node in nodes(driver, Kind.AGENT)]
            == ["8", "8", "8", "1", "40", "8"]
        )
    )
    assert [(node.name, node.count) for node in nodes(driver, Kind.TENANT)] == [
        ("acme", 4),
        ("default", 1),
        ("globex", 1),
    ]
    pages = driver.frame.scopes.presenter.pages.root.children
    assert [node.name for node in pages] == [
        "Workspace",
        "Review",
        "Doctor",
        "Changes",
        "Status",
        "Configuration",
    ]


def test_typing_narrows_the_tree_and_clearing_brings_it_back(driver, golden_workspace):
    driver.open(golden_workspace("large"))
    before = driver.names()
    field = driver.frame.scopes.filter
    entry = driver.session.source.scopes(limit=700)[-1]
    field.set_text(entry.scope.conversation)
    driver.qtbot.waitUntil(lambda: model_of(driver).agent(entry.memory_id) is not None)
    assert all(entry.scope.conversation in n.name for n in nodes(driver, Kind.CONVERSATION))
    driver.qtbot.keyClick(field.line, Qt.Key.Key_Return)
    driver.qtbot.waitUntil(lambda: driver.shown == entry.memory_id)
    field.set_text("")
    driver.qtbot.waitUntil(lambda: set(before) <= set(driver.names()))


def test_a_filter_without_a_match_says_so(driver, golden_workspace):
    driver.open(golden_workspace("rich-coding-agent"))
    driver.frame.scopes.filter.set_text("no such scope")
    driver.qtbot.waitUntil(lambda: not nodes(driver, Kind.TENANT))
    assert [node.name for node in nodes(driver, Kind.NOTE)] == ["No scope has this in its ids"]


def test_damage_is_marked_up_to_the_tenant(driver, golden_workspace):
    driver.open(golden_workspace("hand-edited"))
    damaged = "default|unreadable-json|default"
    driver.qtbot.waitUntil(lambda: model_of(driver).agent(damaged).damaged)
    node = model_of(driver).agent(damaged)
    assert count_text(node) == "?"
    assert node.parent.damaged
    assert node.parent.parent.damaged
    assert not model_of(driver).agent("default|hand-edited|default").damaged


def test_scopes_that_are_off_or_have_working_memory_only_are_marked(driver, golden_workspace):
    driver.open(golden_workspace("disabled-scope"))
    off = {node.entry.enabled: node.off for node in nodes(driver, Kind.AGENT)}
    assert off[False]
    driver.open(golden_workspace("rich-coding-agent"))
    alone = [node for node in nodes(driver, Kind.AGENT) if node.working_only]
    assert len(alone) == 1
    spoken = model_of(driver).index_of(alone[0]).data(Qt.ItemDataRole.AccessibleTextRole)
    assert spoken.endswith("working memory only")


def test_odd_ids_are_shown_on_one_line_with_nothing_invisible(driver, golden_workspace):
    driver.open(golden_workspace("odd-scope-ids"))
    for node in nodes(driver, Kind.AGENT):
        text = model_of(driver).index_of(node).data()
        assert text.strip()
        assert text.isprintable()
        driver.show(node.key[-1])
    assert shown_id(" ") == "‹ ›"
    assert shown_id("\u202eabc") == "‹U+202E›abc"


def test_a_reload_keeps_what_is_open_and_chosen(driver, golden_workspace):
    folder = golden_workspace("large")
    driver.open(folder)
    tenant = nodes(driver, Kind.TENANT)[2]
    tree, model = tree_of(driver), model_of(driver)
    tree.expand(model.index_of(tenant))
    driver.qtbot.waitUntil(lambda: tenant.children is not None)
    chosen = driver.shown
    add_scope(folder, "aaa", "new", "agent")
    driver.do("view.reload")
    driver.qtbot.waitUntil(lambda: "aaa" in driver.names())
    driver.settle()
    again = model.find(tenant.key)
    assert tree.isExpanded(model.index_of(again))
    assert tree.node_at(tree.currentIndex()).key[-1] == chosen == driver.shown


def test_arrows_walk_the_tree_and_show_scopes(driver, golden_workspace):
    driver.open(golden_workspace("rich-coding-agent"))
    tree = tree_of(driver)
    tree.setFocus()
    driver.qtbot.keyClick(tree, Qt.Key.Key_Down)
    driver.qtbot.waitUntil(lambda: driver.shown == "acme|conv-42|planner")


def test_the_menu_of_a_row_copies_the_exact_ids(driver, golden_workspace):
    driver.open(golden_workspace("odd-scope-ids"))
    node = max(nodes(driver, Kind.AGENT), key=lambda one: len(one.key[-1]))
    tree, model = tree_of(driver), model_of(driver)
    tree.scrollTo(model.index_of(node))
    menu = driver.frame.scopes.menu_for(node)
    actions = {action.text(): action for action in menu.actions()}
    actions["Copy memory id"].trigger()
    assert QGuiApplication.clipboard().text() == node.key[-1]
    copies = {"Copy tenant", "Copy conversation", "Copy agent", "Copy memory id"}
    assert copies == {words for words in actions if words.startswith("Copy")}


def test_rows_that_never_open_say_so_and_a_reload_tells_only_what_changed(driver, golden_workspace):
    folder = golden_workspace("rich-coding-agent")
    driver.open(folder)
    model = driver.frame.scopes.presenter.model
    never = Qt.ItemFlag.ItemNeverHasChildren
    for node in walk(model.root):
        assert bool(model.flags(model.index_of(node)) & never) is not node.can_open
    # Counts come later than rows and are told as well: wait for all of them.
    agents = [node for node in nodes(driver, Kind.AGENT) if node.entry and node.entry.has_record]
    driver.qtbot.waitUntil(lambda: all(node.digest is not None for node in agents))
    driver.settle()
    told = []
    model.dataChanged.connect(lambda first, _last: told.append(model.node(first).name))
    with sqlite3.connect(folder / ".harness" / "state.db") as connection:
        connection.execute("UPDATE om_memory_records SET enabled = 0 WHERE agent_id = 'planner'")
    connection.close()
    driver.session.notice_change()
    driver.settle()
    assert set(told) == {"planner"}


def current_of(driver):
    index = tree_of(driver).currentIndex()
    return tree_of(driver).node_at(index).key[-1] if index.isValid() else None


def filter_for(driver, text):
    field = driver.frame.scopes.filter
    field.set_text(text)
    presenter = driver.frame.scopes.presenter
    driver.qtbot.waitUntil(lambda: presenter.is_settled and not driver.is_busy())


def test_the_mark_follows_the_scope_that_is_shown_while_the_filter_hides_it(
    driver, golden_workspace
):
    driver.open(golden_workspace("rich-coding-agent"))
    filter_for(driver, "billing")
    driver.show("default|conv-billing-rounding|default")
    assert current_of(driver) == "default|conv-billing-rounding|default"
    driver.show("acme|conv-42|coder")
    assert current_of(driver) is None
    filter_for(driver, "")
    driver.qtbot.waitUntil(lambda: current_of(driver) == "acme|conv-42|coder")


def test_a_filter_that_is_cleared_leaves_the_open_scope_in_sight(driver, golden_workspace):
    driver.open(golden_workspace("large"))
    last = driver.session.source.scopes()[-1].memory_id
    filter_for(driver, driver.session.source.entry(last).scope.tenant)
    driver.show(last)
    filter_for(driver, "")
    driver.qtbot.waitUntil(lambda: current_of(driver) == last)
    tree = tree_of(driver)
    assert tree.isExpanded(tree.currentIndex().parent())
    assert tree.visualRect(tree.currentIndex()).isValid()


def test_enter_at_once_opens_the_first_match_when_it_arrives(driver, golden_workspace):
    driver.open(golden_workspace("rich-coding-agent"))
    line = driver.frame.scopes.filter.line
    driver.qtbot.keyClicks(line, "billing")
    driver.qtbot.keyClick(line, Qt.Key.Key_Return)
    driver.qtbot.waitUntil(lambda: driver.shown == "default|conv-billing-rounding|default")


def test_down_leads_from_the_filter_into_the_tree_and_on_to_the_pages(driver, golden_workspace):
    driver.open(golden_workspace("rich-coding-agent"))
    scopes = driver.frame.scopes
    scopes.focus_filter()
    driver.qtbot.keyClick(scopes.filter.line, Qt.Key.Key_Down)
    assert driver.window.focusWidget() is scopes.tree
    driver.qtbot.keyClick(scopes.tree, Qt.Key.Key_End)
    driver.qtbot.keyClick(scopes.tree, Qt.Key.Key_Down)
    assert driver.window.focusWidget() is scopes.pages
    driver.qtbot.keyClick(scopes.pages, Qt.Key.Key_Return)
    assert driver.frame.middle.place is Place.REVIEW
    driver.qtbot.keyClick(scopes.pages, Qt.Key.Key_Up)
    assert driver.window.focusWidget() is scopes.tree


def test_the_pages_stay_in_sight_below_thousands_of_scopes(driver, golden_workspace):
    driver.open(golden_workspace("large"))
    pages = driver.frame.scopes.pages
    rows = pages.model().rowCount()
    last = pages.visualRect(pages.model().index(rows - 1, 0))
    assert pages.viewport().rect().contains(last)


@pytest.mark.parametrize(("step", "length"), [(0, 1), (1, 2)])
def test_a_step_of_the_breadcrumb_is_shown_in_the_tree(driver, golden_workspace, step, length):
    driver.open(golden_workspace("rich-coding-agent"))
    driver.show("default|conv-billing-rounding|default")
    driver.frame.middle.head.step_chosen.emit(step)
    node = tree_of(driver).node_at(tree_of(driver).currentIndex())
    assert node.key == ("default", "conv-billing-rounding")[:length]
    assert driver.window.focusWidget() is tree_of(driver)
