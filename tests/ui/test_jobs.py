"""Jobs on worker threads, their signals on the GUI thread."""

from __future__ import annotations

from itertools import pairwise
from threading import Barrier, Event, current_thread, main_thread
from time import monotonic, sleep

import pytest
from PySide6.QtCore import QObject, Slot

from desktop_app.services.jobs import Progress
from ui import jobs
from ui.jobs import PROGRESS_MS, JobRunner


@pytest.fixture
def runner(qapp):
    runner = JobRunner()
    yield runner
    runner.shut_down()


class Witness(QObject):
    """Remembers on which thread each signal arrived."""

    def __init__(self) -> None:
        super().__init__()
        self.seen = []

    @Slot(object)
    def take(self, value):
        self.seen.append((value, current_thread() is main_thread()))


def test_a_result_arrives_on_the_gui_thread(runner, qtbot):
    witness = Witness()
    job = runner.read(lambda _context: current_thread().name)
    job.succeeded.connect(witness.take)
    with qtbot.waitSignal(job.finished):
        pass
    [(name, on_gui_thread)] = witness.seen
    assert name.startswith("reader")
    assert on_gui_thread


def test_a_job_that_ended_before_anybody_connected_is_not_lost(runner, qtbot):
    ended = Event()
    job = runner.write(lambda _context: ended.set())
    assert ended.wait(5)
    with qtbot.waitSignal(job.succeeded):
        pass


def test_an_exception_is_told_and_not_raised(runner, qtbot):
    job = runner.read(lambda _context: 1 // 0)
    with qtbot.waitSignal(job.failed) as failed:
        pass
    assert isinstance(failed.args[0], ZeroDivisionError)


def test_a_cancelled_job_stops_at_its_next_check(runner, qtbot):
    running = Event()

    def forever(context):
        while True:
            running.set()
            context.wait(0.01)

    job = runner.read(forever)
    assert running.wait(5)
    with qtbot.waitSignal(job.stopped):
        job.cancel()


def test_a_job_cancelled_while_it_waits_never_starts(runner, qtbot):
    gate, ran = Event(), []
    first = runner.write(lambda _context: gate.wait(5))
    second = runner.write(lambda _context: ran.append(1))
    second.cancel()
    with qtbot.waitSignals([first.succeeded, second.stopped]):
        gate.set()
    assert ran == []


def test_writes_run_in_the_order_asked_for_and_reads_beside_them(runner, qtbot):
    order, meeting = [], Barrier(2, timeout=5)
    runner.write(lambda _context: (meeting.wait(), order.append(1)))
    last = runner.write(lambda _context: order.append(2))
    with qtbot.waitSignal(last.finished):
        runner.read(lambda _context: meeting.wait())
    assert order == [1, 2]


def test_a_million_reports_do_not_flood_the_window(runner, qtbot):
    witness = Witness()

    def count(context):
        for _ in context.track(range(10_000), total=10_000, note="Reading"):
            pass

    job = runner.read(count)
    job.progressed.connect(witness.take)
    with qtbot.waitSignal(job.finished):
        pass
    assert witness.seen[-1] == (Progress(10_000, 10_000, "Reading"), True)
    assert len(witness.seen) < 10_000


def test_shutting_down_stops_running_jobs_and_drops_waiting_ones(qapp):
    runner, running, ran = JobRunner(readers=1), Event(), []

    def forever(context):
        while True:
            running.set()
            context.wait(0.01)

    runner.read(forever)
    runner.read(lambda _context: ran.append(1))
    assert running.wait(5)
    runner.shut_down()
    assert ran == []


def test_steps_are_shown_with_pauses_and_the_last_one_is(qtbot, runner):
    shown = []

    def work(context):
        for step in range(2_000):
            context.report(step, 2_000)
            sleep(0.000_1)

    job = runner.read(work)
    job.progressed.connect(lambda progress: shown.append((monotonic(), progress.done)))
    with qtbot.waitSignal(job.finished):
        pass
    times = [when for when, _ in shown[:-1]]
    pauses = [later - before for before, later in pairwise(times)]
    assert all(pause >= PROGRESS_MS / 1000 for pause in pauses)
    assert shown[-1][1] == 1_999


def test_what_is_read_later_waits_for_the_window_and_for_what_others_read(runner, qtbot):
    going, done = Event(), Event()
    first = runner.read(lambda _context: going.wait(20))
    runner.way.take()
    later = runner.read_later(lambda _context: done.set())
    qtbot.waitUntil(lambda: runner.way.is_free)
    qtbot.wait(100)
    assert not done.is_set()
    going.set()
    with qtbot.waitSignals([first.finished, later.succeeded]):
        pass
    assert done.is_set()
    qtbot.waitUntil(lambda: not runner.is_busy)


def test_what_is_read_later_does_not_wait_for_good(runner, qtbot, monkeypatch):
    monkeypatch.setattr(jobs, "SOON_SECONDS", 0)
    going = Event()
    runner.read(lambda _context: going.wait(20))
    with qtbot.waitSignal(runner.read_later(lambda _context: None).succeeded):
        pass
    going.set()


def test_what_is_read_later_can_be_cancelled_before(runner, qtbot):
    seen = []
    job = runner.read_later(seen.append)
    job.cancel()
    with qtbot.waitSignal(job.stopped):
        pass
    assert seen == []
