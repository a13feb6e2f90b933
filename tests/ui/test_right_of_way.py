"""Who reads waits while the window works, and never for long."""

from __future__ import annotations

from threading import Event, Thread
from time import monotonic

import pytest
from PySide6.QtCore import QTimer

from desktop_app.services.jobs import JobContext
from ui import right_of_way
from ui.jobs import JobRunner
from ui.right_of_way import RightOfWay

SOON, LATE = 0.02, 10


@pytest.fixture
def way(qapp):
    return RightOfWay()


def _ask(way: RightOfWay) -> Event:
    went = Event()
    Thread(target=lambda: (way.give(), went.set())).start()
    return went


def test_a_reader_waits_until_what_the_window_does_is_drawn(qtbot, way, monkeypatch):
    monkeypatch.setattr(right_of_way, "LONGEST_SECONDS", LATE)
    way.take()
    went = _ask(way)
    assert not went.wait(SOON)
    qtbot.waitUntil(went.is_set)
    assert _ask(way).wait(LATE)


def test_a_reader_goes_on_although_the_window_never_rests(way, monkeypatch):
    monkeypatch.setattr(right_of_way, "LONGEST_SECONDS", 0)
    way.take()
    assert _ask(way).wait(LATE)


def test_the_way_is_kept_while_painting_goes_on(qtbot, way, monkeypatch):
    monkeypatch.setattr(right_of_way, "LONGEST_SECONDS", LATE)
    now = [monotonic()]
    monkeypatch.setattr(right_of_way, "monotonic", lambda: now[0])
    way.take()
    now[0] += 0.1  # the timer is late: something was painted
    with qtbot.waitSignal(way.findChild(QTimer).timeout):
        pass
    went = _ask(way)
    assert not went.wait(SOON)
    qtbot.waitUntil(went.is_set)


def test_the_way_is_not_kept_for_good(qtbot, way, monkeypatch):
    monkeypatch.setattr(right_of_way, "LONGEST_SECONDS", LATE)
    now = [monotonic()]
    monkeypatch.setattr(right_of_way, "monotonic", lambda: now[0])
    way.take()
    now[0] += 1
    with qtbot.waitSignal(way.findChild(QTimer).timeout):
        pass
    assert _ask(way).wait(LATE)


@pytest.mark.parametrize("lane", ["read", "write"])
def test_only_readers_give_way(qtbot, monkeypatch, lane):
    monkeypatch.setattr(right_of_way, "LONGEST_SECONDS", LATE)
    runner, done = JobRunner(), Event()
    runner.way.take()
    getattr(runner, lane)(lambda _context: done.set())
    assert done.wait(SOON if lane == "read" else LATE) == (lane == "write")
    qtbot.waitUntil(done.is_set)
    runner.shut_down()


def test_what_a_job_found_is_shown_before_others_go_on(qtbot, monkeypatch):
    monkeypatch.setattr(right_of_way, "LONGEST_SECONDS", LATE)
    runner, seen = JobRunner(), []
    job = runner.read(lambda _context: None)
    job.succeeded.connect(lambda _found: seen.append(_ask(runner.way).wait(SOON)))
    qtbot.waitUntil(lambda: bool(seen))
    assert seen == [False]
    runner.shut_down()


def test_a_cancelled_job_waits_for_nobody():
    asked = []
    context = JobContext(give_way=lambda: asked.append(1))
    context.check()
    context.cancel()
    assert context.cancelled
    assert asked == [1]


def test_the_window_has_rested_a_while_after_its_last_step(qtbot, way, monkeypatch):
    now = [monotonic()]
    monkeypatch.setattr(right_of_way, "monotonic", lambda: now[0])
    way.take()
    now[0] += 0.9
    assert not way.has_rested(0.5)  # it has not been given back
    qtbot.waitUntil(lambda: way.is_free)
    assert not way.has_rested(1)
    now[0] += 0.2
    assert way.has_rested(1)
