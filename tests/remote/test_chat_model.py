from __future__ import annotations

import asyncio
import logging
import subprocess
import sys
import traceback
from pathlib import Path

import pytest
from model_server import (
    ANSWER,
    ModelServer,
    busy,
    cut_off,
    dropped,
    empty,
    events,
    failing,
    good,
    looping,
    no_model,
    page,
    redirect,
    refused_key,
    reset,
    silent,
    slow,
    unfinished,
)

from desktop_app.core.models.errors import FailureKind, ModelCancelledError, ModelError
from desktop_app.core.models.ports import ChatMessage
from desktop_app.remote.chat_model import OpenAIChatModel

KEY = "sk-secret-0123456789abcdef"
MESSAGES = (ChatMessage("system", "Be short."), ChatMessage("user", "Any news of \udcff?"))


class Pauses:
    """Takes no time and remembers how long it should have been."""

    def __init__(self):
        self.seconds = []

    async def __call__(self, seconds):
        self.seconds.append(seconds)
        await asyncio.sleep(0)


@pytest.fixture
def pauses():
    return Pauses()


@pytest.fixture
def ask(model_server, pauses):
    def ask(key=KEY, *, cancelled=lambda: False, timeout=30.0, report=lambda _text: None):
        model = OpenAIChatModel(model_server.url, "test-model", key, timeout, sleep=pauses)
        return model.complete(MESSAGES, on_progress=report, cancelled=cancelled)

    return ask


@pytest.fixture
def refusal(ask):
    def refusal(**arguments):
        with pytest.raises(ModelError) as caught:
            ask(**arguments)
        return caught.value

    return refusal


def test_an_answer_comes_whole_with_what_the_server_counted(model_server, ask):
    model_server.script([good("IMPORTANCE:0.9\nLikes tea ☕.")])
    completion = ask()
    assert completion.text == "IMPORTANCE:0.9\nLikes tea ☕."
    assert (completion.finish_reason, completion.is_cut_off) == ("stop", False)
    assert (completion.prompt_tokens, completion.completion_tokens) == (12, 5)
    assert completion.seconds > 0


def test_a_server_that_counts_nothing_is_no_problem(model_server, ask):
    model_server.script([good(usage=None)])
    assert ask().prompt_tokens is None


def test_only_messages_model_and_key_leave_the_machine(model_server, ask, monkeypatch):
    monkeypatch.setenv("OPENAI_ORG_ID", "org-of-mine")
    monkeypatch.setenv("OPENAI_CUSTOM_HEADERS", "X-Secret: inner-secret\nAuthorization: other")
    ask()
    (request,) = model_server.requests
    assert request.path == "/v1/chat/completions"
    assert request.body["model"] == "test-model"
    assert request.messages == [
        {"role": "system", "content": "Be short."},
        {"role": "user", "content": "Any news of �?"},
    ]
    assert set(request.body) == {"model", "messages", "stream", "stream_options"}
    assert request.headers["authorization"] == f"Bearer {KEY}"
    assert set(request.headers) == {
        "host",
        "accept",
        "accept-encoding",
        "connection",
        "content-type",
        "content-length",
        "user-agent",
        "authorization",
    }


@pytest.mark.parametrize("key", [None, "", "  "])
def test_without_a_key_none_is_sent_not_even_one_of_the_environment(
    model_server, ask, monkeypatch, key
):
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    monkeypatch.setenv("OPENAI_ADMIN_KEY", KEY)
    ask(key)
    assert "authorization" not in model_server.requests[0].headers


def test_a_proxy_never_sees_what_goes_to_this_machine(model_server, ask, monkeypatch):
    with ModelServer() as proxy:
        for name in ("HTTP_PROXY", "http_proxy", "ALL_PROXY", "all_proxy"):
            monkeypatch.setenv(name, f"http://{proxy.host}")
        ask()
        assert len(model_server.requests) == 1
        assert not proxy.requests


def test_an_empty_answer_is_an_answer(model_server, ask):
    model_server.script([empty()])
    assert ask().text == ""


def test_a_looping_answer_comes_as_it_is(model_server, ask):
    model_server.script([looping("Tea again. ", 300)])
    assert ask().text == "Tea again. " * 300


def test_an_answer_without_end_is_cut(model_server, ask):
    model_server.script([good("x" * 3_000_000)])
    completion = ask()
    assert completion.is_cut_off
    assert len(completion.text) < 3_000_000


def test_an_answer_at_the_servers_limit_says_so(model_server, ask):
    model_server.script([cut_off("SUMMARY:\nThe us")])
    completion = ask()
    assert (completion.text, completion.is_cut_off) == ("SUMMARY:\nThe us", True)


@pytest.mark.parametrize("step", [dropped(), reset(), unfinished()])
def test_a_connection_that_breaks_off_is_tried_again(model_server, ask, step):
    model_server.script([step, good()])
    assert ask().text == ANSWER
    assert len(model_server.requests) == 2


@pytest.mark.parametrize("step", [dropped(), reset(), unfinished()])
def test_a_connection_that_always_breaks_off_ends_after_three_tries(
    model_server, refusal, step, pauses
):
    model_server.script([step] * 3)
    error = refusal()
    assert error.kind is FailureKind.BROKEN_OFF
    assert model_server.host in error.message
    assert len(model_server.requests) == 3
    assert pauses.seconds == [1.0, 4.0]


def test_a_refused_key_is_said_in_words(model_server, refusal):
    model_server.script([refused_key(f"Incorrect API key provided: {KEY}")])
    error = refusal()
    assert error.kind is FailureKind.REFUSED_KEY
    assert error.message == "The server refused the key (401)."
    assert error.advice == f"Enter another key for {model_server.host}."
    assert len(model_server.requests) == 1


def test_a_missing_key_is_asked_for(model_server, refusal):
    model_server.script([refused_key()])
    assert refusal(key=None).message == f"{model_server.host} wants a key (401)."


def test_a_model_that_is_not_there_is_named(model_server, refusal):
    model_server.script([no_model()])
    error = refusal()
    assert error.kind is FailureKind.NO_MODEL
    assert error.message == f"{model_server.host} has no model “test-model” (404)."


def test_a_wrong_address_is_not_taken_for_a_wrong_model(model_server, refusal):
    model_server.script([page(404)])
    assert f"{model_server.url}/chat/completions" in refusal().message


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


def test_an_account_without_credit_is_not_asked_again(model_server, refusal):
    model_server.script([failing(429, "You exceeded your quota.", "insufficient_quota")])
    assert "no credit" in refusal().message
    assert len(model_server.requests) == 1


def test_a_server_with_a_fault_is_asked_again(model_server, refusal):
    model_server.script([failing(500, "CUDA out of memory", Retry_After="0")] * 3)
    error = refusal()
    assert error.kind is FailureKind.SERVER
    assert error.message.endswith("(500): “CUDA out of memory”.")
    assert len(model_server.requests) == 3


def test_a_refused_request_says_why(model_server, refusal):
    model_server.script([failing(400, "maximum context length is 4096 tokens")])
    error = refusal()
    assert error.kind is FailureKind.REFUSED_REQUEST
    assert "maximum context length is 4096 tokens" in error.message


@pytest.mark.parametrize(
    "step",
    [page(), events("{not json"), events(42), events([1]), events({"choices": 3}), events()],
    ids=["page", "broken json", "number", "list", "odd choices", "nothing"],
)
def test_something_else_than_an_answer_is_called_that(model_server, refusal, step):
    model_server.script([step])
    error = refusal()
    assert error.kind is FailureKind.GARBAGE
    assert f"{model_server.url}/chat/completions" in error.advice


def test_an_error_in_the_middle_of_an_answer_is_passed_on(model_server, refusal):
    model_server.script([events({"error": {"message": f"overloaded, {KEY}"}})] * 3)
    error = refusal()
    assert error.kind is FailureKind.SERVER
    assert "overloaded" in error.message


@pytest.mark.parametrize("status", [301, 302, 307, 308])
def test_another_address_gets_neither_key_nor_memory(model_server, refusal, status):
    with ModelServer() as other:
        model_server.script([redirect(f"{other.url}/chat/completions", status)])
        error = refusal()
        assert error.kind is FailureKind.MOVED
        assert other.host in error.message
        assert not other.requests


def test_a_server_that_is_not_running_is_said_in_words():
    with ModelServer() as gone:
        url, host = gone.url, gone.host
    model = OpenAIChatModel(url, "test-model", KEY)
    with pytest.raises(ModelError) as caught:
        model.complete(MESSAGES, on_progress=lambda _text: None, cancelled=lambda: False)
    assert caught.value.kind is FailureKind.REFUSED_CONNECTION
    assert caught.value.message == f"No answer from {host}."
    assert caught.value.advice.startswith("Is the model server running?")


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


def test_a_call_is_cancelled_while_it_waits_to_try_again(model_server):
    model_server.script([busy(retry_after=20)])
    told = []
    model = OpenAIChatModel(model_server.url, "test-model", KEY)
    with pytest.raises(ModelCancelledError):
        model.complete(
            MESSAGES,
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


@pytest.mark.parametrize(
    "step",
    [
        refused_key(f"Incorrect key {KEY}"),
        no_model(f"No model for {KEY}"),
        busy(),
        failing(500, f"trace {KEY}"),
        failing(400, f"bad request by Bearer {KEY}"),
        page(),
        events({"error": {"message": f"no: {KEY}"}}),
        events(f"{{{KEY}"),
        redirect(f"http://{KEY}.example/"),
        reset(),
    ],
)
def test_no_failure_shows_the_key_anywhere(model_server, refusal, caplog, monkeypatch, step):
    monkeypatch.setenv("OPENAI_LOG", "debug")
    caplog.set_level(logging.DEBUG)
    model_server.script([step] * 3)
    error = refusal()
    shown = [
        *(repr(part) for part in error.args),
        error.message,
        error.advice,
        "".join(traceback.format_exception(error)),
        caplog.text,
        *(repr(record.args) for record in caplog.records),
    ]
    assert not [text for text in shown if KEY in text or KEY[3:] in text]
    assert error.__context__ is None
    assert error.__cause__ is None


def test_a_key_with_a_line_break_is_refused_without_showing_it(model_server, refusal):
    error = refusal(key="sk-first\nsk-second")
    assert error.kind is FailureKind.REFUSED_KEY
    assert "sk-" not in "".join(traceback.format_exception(error))
    assert not model_server.requests


def test_a_model_shows_no_key(model_server):
    model = OpenAIChatModel(model_server.url, "test-model", KEY)
    assert KEY not in repr(model)


def test_a_model_is_made_without_loading_the_sdk():
    code = (
        "import sys; from desktop_app.remote.chat_model import OpenAIChatModel\n"
        "OpenAIChatModel('http://localhost:1/v1', 'm', 'k')\n"
        "print(*sorted(sys.modules))"
    )
    root = Path(__file__).parents[2]
    run = subprocess.run(
        [sys.executable, "-c", code], cwd=root, capture_output=True, check=True, text=True
    )
    assert "desktop_app.remote.chat_model" in run.stdout.split()
    assert {"openai", "httpx2", "asyncio"}.isdisjoint(run.stdout.split())
