"""The window is opened on memory files, goes everywhere in them, and nothing is changed."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from tree_state import snapshot

from desktop_app.services.ledger.reading import find_ledgers, read_book
from desktop_app.services.notes.reading import read_layers, read_notes
from ui.navigation import FILE_PAGES, PAGES_OF_FILES, Place, Target
from ui.scopes.nodes import walk

SAMPLES = ("agentscope_support_desk", "agentscope_lending_multiuser", "little_harness_desk")
BIG = "/persistent/big"
CONTROL = Qt.KeyboardModifier.ControlModifier


def _in_the_tree(driver):
    root = driver.frame.scopes.files.model_of_files.root
    return [node.target for node in walk(root) if node.target]


def _files(files):
    for root in find_ledgers(files):
        for bucket in root.buckets:
            yield Target(Place.LEDGER, path=bucket.at("MEMORY.md"), bucket=bucket.path)
            for log in read_book(files, bucket).logs:
                yield Target(Place.LEDGER, path=log.facts.path, bucket=bucket.path)
    for layer in read_layers(files, values={"userId": "u-101"}).layers:
        # All of the big one are alike.
        most = 3 if layer.mount == BIG else None
        for note in read_notes(files, layer).notes[:most]:
            yield Target(Place.NOTES, path=note.facts.path, bucket=layer.mount)


def _pages(driver):
    yield from _in_the_tree(driver)
    yield from (Target(place) for place in (*FILE_PAGES, *PAGES_OF_FILES, Place.TURN))
    yield Target(Place.SEARCH, text="invoice")


@pytest.mark.parametrize("name", SAMPLES)
def test_every_page_is_shown_and_leaves_the_files_as_they_were(driver, sample_workspace, name):
    root = sample_workspace(name, odd=name.startswith("little"))
    before = snapshot(root)
    driver.open_files(root)
    for target in _pages(driver):
        driver.session.go(target)
        driver.settle()
    assert snapshot(root) == before


@pytest.mark.parametrize("name", SAMPLES)
def test_every_file_is_shown_and_saving_it_without_an_edit_changes_nothing(
    driver, sample_workspace, name
):
    root = sample_workspace(name, odd=name.startswith("little"))
    before = snapshot(root)
    driver.open_files(root)
    for target in _files(driver.session.files):
        driver.session.go(target)
        driver.settle()
        view = driver.frame.middle.view
        view.start_edit()
        driver.qtbot.keyClick(driver.window.focusWidget(), Qt.Key.Key_S, CONTROL)
        driver.settle()
        assert not view.unsaved(), target
    assert snapshot(root) == before
