from __future__ import annotations

import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from model_answers import ANSWER, busy, good, silent, slow
from model_server import KEY

from desktop_app.core.models.errors import FailureKind, ModelCancelledError
from desktop_app.remote.chat_model import OpenAIChatModel


def test_a_busy_server_is_asked_again_when_it_says(model_server, ask, pauses):
    model_server.script([busy(retry_after=2), busy(), good()])
    told = []
    assert ask(report=told.append).text == ANSWER
    assert pauses.seconds == [2.0, 4.0]
    assert "The server is busy (429). Trying again in 2 s, 1 of 2." in told
    assert "The server is busy (429). Trying again in 4 s, 2 of 2." in told


def test_a_server_that_stays_busy_is_left_alone(model_server, refusal):
    model_server.script([busy(retry_after=0)] * 3)
    error = refusal()
    assert (error.kind, len(model_server.requests)) == (FailureKind.BUSY, 3)


def test_a_server_that_wants_a_long_wait_is_not_waited_for(model_server, refusal, pauses):
    model_server.script([busy(retry_after=120)])
    error = refusal(timeout=600)
    assert error.advice.startswith("Try again in 120 s")
    assert not pauses.seconds


@pytest.mark.parametrize("step", [silent(), slow()])
def test_a_server_that_takes_too_long_is_left(model_server, refusal, step):
    model_server.script([step])
    error = refusal(timeout=0.3)
    assert error.kind is FailureKind.TIMEOUT
    assert "within 0.3 s" in error.message


@pytest.mark.parametrize("step", [silent(), slow()])
def test_a_call_is_cancelled_while_the_server_keeps_silent(model_server, ask, step):
    model_server.script([step])
    with pytest.raises(ModelCancelledError):
        ask(cancelled=lambda: bool(model_server.requests))
    assert not model_server.released.is_set()


def test_a_cancelled_call_sends_nothing(model_server, ask):
    with pytest.raises(ModelCancelledError):
        ask(cancelled=lambda: True)
    assert not model_server.requests


def test_a_call_is_cancelled_while_it_waits_to_try_again(model_server, messages):
    model_server.script([busy(retry_after=20)])
    told = []
    model = OpenAIChatModel(model_server.url, "test-model", KEY)
    with pytest.raises(ModelCancelledError):
        model.complete(
            messages,
            on_progress=told.append,
            cancelled=lambda: any("Trying again" in text for text in told),
        )


def test_what_the_callback_raises_comes_out_as_it_is(model_server, ask):
    class StoppedError(Exception):
        pass

    def stop(_text):
        raise StoppedError

    with pytest.raises(StoppedError):
        ask(report=stop)


def test_progress_names_the_model_and_counts_the_answer(model_server, ask):
    model_server.script([good("word " * 400)])
    told = []
    ask(report=told.append)
    assert told[0] == f"Waiting for test-model at {model_server.host}."
    assert any("tokens so far" in text for text in told[1:])


def test_a_model_is_asked_from_any_thread(ask):
    with ThreadPoolExecutor() as threads:
        answers = [threads.submit(ask) for _ in range(3)]
    assert [answer.result().text for answer in answers] == [ANSWER] * 3


INTERRUPTED = """
import os, signal, sys
from desktop_app.core.models.ports import ChatMessage
from desktop_app.remote.chat_model import OpenAIChatModel
# Whoever starts the tests in the background hands down that nobody interrupts.
signal.signal(signal.SIGINT, signal.default_int_handler)
model = OpenAIChatModel(sys.argv[1], "test-model", sys.argv[2])
def interrupt(text):
    os.kill(os.getpid(), signal.SIGINT)
try:
    model.complete([ChatMessage("user", "x")], on_progress=interrupt, cancelled=lambda: False)
except KeyboardInterrupt:
    print("stopped")
"""


def test_an_interrupt_on_the_terminal_ends_a_call_cleanly(model_server):
    model_server.script([silent()])
    run = subprocess.run(
        [sys.executable, "-W", "error", "-c", INTERRUPTED, model_server.url, KEY],
        cwd=Path(__file__).parents[2],
        capture_output=True,
        text=True,
        check=False,
    )
    assert (run.stdout, run.stderr) == ("stopped\n", "")
