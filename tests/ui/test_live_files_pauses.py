"""How long following rests where the system tells nothing, by a clock of the test."""

from __future__ import annotations

from itertools import count
from queue import Queue

import pytest

from desktop_app.services import workspace_files
from desktop_app.services.file_follow import FileWatch
from desktop_app.services.file_outline import read_outline
from desktop_app.services.workspace_files import open_files
from ui import live_files
from ui.live_files import FileFollower

FULL, HEARD, STEP = 1, 2, 3
"""Seconds of a look by that clock, on which it is a second later whenever it is read."""
DUE, IDLE = 100, 250


class Deaf:
    """Hears nothing; the test says when a pause is over."""

    can_hear = False

    def __init__(self):
        self.asked, self.over = Queue(), Queue()

    def watch(self, root, folders):
        pass

    def forget(self):
        pass

    def wait(self, seconds):
        self.asked.put(seconds)
        return self.over.get()

    def wake(self):
        self.over.put(frozenset())

    def close(self):
        pass

    def pause(self):
        """Return how long the pause is that it is asked for."""
        return self.asked.get(timeout=10)

    def next_pause(self):
        """Let a pause end without a sound; return the next."""
        self.over.put(frozenset())
        return self.pause()


@pytest.fixture
def desk(sample_workspace):
    return sample_workspace("agentscope_support_desk")


@pytest.fixture
def listener(qapp, desk, monkeypatch):
    found, clock = Deaf(), count()
    monkeypatch.setattr(workspace_files, "folder_events", lambda: found)
    monkeypatch.setattr(live_files, "perf_counter", lambda: float(next(clock)))
    follower, files = FileFollower(lambda: False), open_files(desk)
    follower.watch(files, read_outline(files))
    assert found.pause() == 0
    assert found.pause() == DUE * FULL
    yield found
    follower.stop()


@pytest.fixture
def folders(desk):
    files = open_files(desk)
    return FileWatch(files, read_outline(files)).look().looked_in


def test_learning_how_folders_are_is_no_idle_look(listener, folders):
    assert {listener.next_pause() for _ in folders} == {DUE * STEP}
    assert {listener.next_pause() for _ in folders} == {IDLE * STEP}


def test_a_look_where_something_happened_is_no_idle_look(desk, listener, folders):
    for _ in folders:
        listener.next_pause()
    with (desk / "memory" / "2026-06-16.md").open("a") as file:
        file.write("- more\n")
    pauses = [listener.next_pause() for _ in folders]
    assert pauses.count(DUE * STEP) == 1
    assert pauses.count(IDLE * STEP) == len(folders) - 1


def test_a_look_that_was_asked_for_is_no_idle_look_although_nothing_changed(listener, folders):
    for _ in folders:
        listener.next_pause()
    listener.over.put(frozenset({"memory"}))
    assert listener.pause() == 0  # a burst of writes ends first
    assert listener.next_pause() == DUE * HEARD
    assert listener.next_pause() == IDLE * STEP
