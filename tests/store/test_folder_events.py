"""Hearing of writes at once, where the system tells."""

from __future__ import annotations

import sys
from threading import Thread

import pytest

from desktop_app.store.folder_events import FolderEvents

SECONDS = 20
pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="inotify is Linux's")


@pytest.fixture
def events():
    events = FolderEvents()
    yield events
    events.close()


@pytest.mark.parametrize("name", ["memory", "caf\udce9", "日 記"])
def test_a_write_in_a_folder_names_the_folder(events, tmp_path, name):
    (tmp_path / name).mkdir()
    (tmp_path / "other").mkdir()
    events.watch(tmp_path, [name, "other"])
    (tmp_path / name / "file").write_text("a")
    assert events.wait(SECONDS) == {name}


def test_what_is_replaced_by_rename_removed_or_made_is_heard(events, tmp_path):
    (tmp_path / "file").write_text("a")
    (tmp_path / "new").write_text("b")
    events.watch(tmp_path, [""])
    (tmp_path / "new").rename(tmp_path / "file")
    assert events.wait(SECONDS) == {""}
    (tmp_path / "file").unlink()
    assert events.wait(SECONDS) == {""}
    (tmp_path / "folder").mkdir()
    assert events.wait(SECONDS) == {""}


def test_a_folder_that_is_renamed_may_be_anywhere(events, tmp_path):
    (tmp_path / "one").mkdir()
    events.watch(tmp_path, ["", "one"])
    (tmp_path / "one").rename(tmp_path / "two")
    assert events.wait(SECONDS) is None
    events.watch(tmp_path, ["", "two"])
    (tmp_path / "two" / "file").write_text("a")
    assert events.wait(SECONDS) == {"two"}


def test_a_folder_that_is_gone_is_left_out_and_heard_again_when_it_is_back(events, tmp_path):
    events.watch(tmp_path, ["memory"])
    (tmp_path / "memory").mkdir()
    events.watch(tmp_path, ["memory"])
    (tmp_path / "memory").rmdir()
    assert events.wait(SECONDS) is not None
    (tmp_path / "memory").mkdir()
    events.watch(tmp_path, ["memory"])
    (tmp_path / "memory" / "file").write_text("a")
    assert events.wait(SECONDS) == {"memory"}


def test_links_are_not_followed(events, tmp_path):
    (tmp_path / "outside").mkdir()
    (tmp_path / "inside").mkdir()
    (tmp_path / "inside" / "link").symlink_to(tmp_path / "outside")
    events.watch(tmp_path / "inside", ["link"])
    (tmp_path / "outside" / "file").write_text("a")
    assert events.wait(0) == frozenset()


def test_waiting_ends_when_it_is_woken_from_another_thread(events):
    Thread(target=events.wake).start()
    assert events.wait(SECONDS) == frozenset()
