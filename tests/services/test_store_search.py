"""A state file is noticed at once where an engine writes it, and later anywhere else."""

from __future__ import annotations

import shutil

import pytest

from desktop_app.services.store_search import SHARE, StoreSearch

SEARCH_SECONDS = 3.0


class Clock:
    """Goes on by a while each time it is asked, as if every search took that long."""

    def __init__(self):
        self.now = 0.0

    def __call__(self):
        self.now += SEARCH_SECONDS
        return self.now


@pytest.fixture
def engine(golden_workspace):
    return golden_workspace("rich-coding-agent") / ".harness"


@pytest.fixture
def folder(tmp_path):
    folder = tmp_path / "new"
    folder.mkdir()
    return folder


@pytest.fixture
def clock():
    return Clock()


@pytest.fixture
def search(folder, clock):
    search = StoreSearch(folder, clock=clock)
    assert not search.find()
    assert not search.find()
    return search


def test_where_the_engine_writes_it_it_is_found_in_the_pause(search, folder, engine):
    shutil.copytree(engine, folder / ".harness")
    assert search.find()


def test_elsewhere_it_is_found_after_the_pause(search, folder, engine, clock):
    shutil.copytree(engine, folder / "deep" / "er" / ".harness")
    assert not search.find()
    clock.now += SHARE * SEARCH_SECONDS
    assert search.find()


def test_a_file_that_the_engine_only_begins_is_looked_at_again_when_it_grows(
    search, folder, engine
):
    (folder / ".harness").mkdir()
    state = folder / ".harness" / "state.db"
    state.touch()
    search.find()
    state.write_bytes((engine / "state.db").read_bytes())
    assert search.find()


def test_where_the_configuration_says_it_is_found_in_the_pause(folder, engine, clock):
    (folder / ".harness").mkdir()
    config = '[memory]\nsqlite_path = "kept/mine.db"\n'
    (folder / ".harness" / "config.toml").write_text(config)
    search = StoreSearch(folder, clock=clock)
    assert not search.find()
    assert not search.find()
    (folder / "kept").mkdir()
    shutil.copy(engine / "state.db", folder / "kept" / "mine.db")
    assert search.find()
