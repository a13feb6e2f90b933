from __future__ import annotations

import logging
import subprocess
import sys
import traceback
from pathlib import Path

import pytest
from model_answers import busy, events, failing, good, no_model, page, redirect, refused_key, reset
from model_server import KEY, ModelServer

from desktop_app.core.models.errors import FailureKind
from desktop_app.remote.chat_model import OpenAIChatModel


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


@pytest.mark.parametrize("status", [301, 302, 307, 308])
def test_another_address_gets_neither_key_nor_memory(model_server, refusal, status):
    with ModelServer() as other:
        model_server.script([redirect(f"{other.url}/chat/completions", status)])
        error = refusal()
        assert error.kind is FailureKind.MOVED
        assert other.host in error.message
        assert not other.requests


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
def test_no_failure_shows_the_key_anywhere(model_server, refusal, caplog, step):
    for name in (None, "openai", "httpx2", "httpcore2"):
        caplog.set_level(logging.DEBUG, logger=name)
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


def test_a_server_that_repeats_the_key_in_its_answer_gets_it_into_no_memory(model_server, ask):
    model_server.script([good(f"SUMMARY:\nCalled with Bearer {KEY} by {KEY}.", finish_reason=KEY)])
    completion = ask()
    assert completion.text == "SUMMARY:\nCalled with Bearer … by …."
    assert completion.finish_reason == "…"


def test_a_key_that_is_no_secret_takes_no_word_out_of_an_answer(model_server, ask):
    model_server.script([good("SUMMARY:\nThe user runs ollama.")])
    assert ask("ollama").text == "SUMMARY:\nThe user runs ollama."
