"""The tree of scopes where there are thousands: levels on demand, nothing more than is seen."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QAbstractItemModel, Qt
from PySide6.QtTest import QAbstractItemModelTester
from window_driver import Driver

from ui.scopes.nodes import Kind, walk


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


def test_a_large_workspace_reads_levels_only_when_they_are_opened(driver, golden_workspace):
    driver.open(golden_workspace("large"))
    closed = [node for node in nodes(driver, Kind.TENANT) if node.children is None]
    assert len(closed) == len(nodes(driver, Kind.TENANT)) - 1
    tree, model = tree_of(driver), model_of(driver)
    tree.expand(model.index_of(closed[0]))
    driver.qtbot.waitUntil(lambda: closed[0].children is not None)
    assert sum(child.count for child in closed[0].children) == closed[0].count
    assert closed[1].children is None


def test_star_opens_everything_below(driver, golden_workspace):
    driver.open(golden_workspace("large"))
    tenant = nodes(driver, Kind.TENANT)[1]
    tree, model = tree_of(driver), model_of(driver)
    tree.setCurrentIndex(model.index_of(tenant))
    driver.qtbot.keyClick(tree, Qt.Key.Key_Asterisk)
    driver.qtbot.waitUntil(lambda: tenant.children is not None)
    driver.qtbot.waitUntil(lambda: all(child.children for child in tenant.children))
    assert all(tree.isExpanded(model.index_of(child)) for child in tenant.children)


def test_star_opens_one_level_where_everything_would_be_too_much(
    driver, golden_workspace, monkeypatch
):
    monkeypatch.setattr("ui.scopes.presenter.MOST_DEEP", 10)
    driver.open(golden_workspace("large"))
    tenant = nodes(driver, Kind.TENANT)[1]
    tree, model = tree_of(driver), model_of(driver)
    tree.setCurrentIndex(model.index_of(tenant))
    driver.qtbot.keyClick(tree, Qt.Key.Key_Asterisk)
    driver.qtbot.waitUntil(lambda: tree.isExpanded(model.index_of(tenant)))
    driver.settle()
    assert not any(tree.isExpanded(model.index_of(child)) for child in tenant.children)


def test_only_scopes_in_sight_are_decoded(driver, golden_workspace):
    driver.open(golden_workspace("large"))
    tenant = nodes(driver, Kind.TENANT)[1]
    driver.frame.scopes.presenter.open_all_below(tenant)
    driver.qtbot.waitUntil(lambda: any(n.digest for n in nodes(driver, Kind.AGENT)))
    driver.settle()
    known = [node for node in nodes(driver, Kind.AGENT) if node.digest is not None]
    assert len(known) < len(nodes(driver, Kind.AGENT))
