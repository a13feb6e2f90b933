from __future__ import annotations

import socket
import threading

import pytest
from model_answers import ANSWER
from model_server import KEY

from desktop_app.core.errors import RefusedError
from desktop_app.core.models.errors import FailureKind, ModelCancelledError, ModelError
from desktop_app.remote.chat_model import OpenAIChatModel

PROXIES = ("HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "NO_PROXY")


@pytest.fixture(autouse=True)
def _no_proxies(monkeypatch):
    for name in PROXIES:
        monkeypatch.delenv(name, raising=False)
        monkeypatch.delenv(name.lower(), raising=False)


@pytest.fixture
def call(messages):
    def call(address, cancelled=lambda: False):
        model = OpenAIChatModel(address, "test-model", KEY)
        return model.complete(messages, on_progress=lambda _text: None, cancelled=cancelled)

    return call


@pytest.fixture
def failure(call):
    def failure(address):
        with pytest.raises(ModelError) as caught:
            call(address)
        return caught.value

    return failure


@pytest.mark.parametrize("ending", ["", "/", "/v1", "/v1/", "/v1/chat/completions"])
def test_every_spelling_of_an_address_reaches_the_same_place(model_server, call, ending):
    assert call(f"http://{model_server.host}{ending}").text == ANSWER
    assert model_server.requests[0].path == "/v1/chat/completions"


def test_no_address_is_refused_before_anything_else():
    with pytest.raises(RefusedError):
        OpenAIChatModel("localhost", "test-model", KEY)


def test_a_proxy_of_the_environment_takes_calls_to_other_machines(model_server, call, monkeypatch):
    monkeypatch.setenv("http_proxy", f"http://{model_server.host}")
    assert call("http://models.test/v1").text == ANSWER
    assert model_server.requests[0].path == "http://models.test/v1/chat/completions"


@pytest.mark.parametrize("proxy", ["socks5://me:pass-1@127.0.0.1:9", "gopher://me:pass-1@proxy"])
def test_a_proxy_that_can_not_be_used_is_said_without_its_password(failure, monkeypatch, proxy):
    monkeypatch.setenv("all_proxy", proxy)
    error = failure("http://models.test/v1")
    assert error.kind is FailureKind.REFUSED_CONNECTION
    assert "proxy" in error.message
    assert "pass-1" not in repr((error, error.advice, error.__context__))


def test_a_server_without_a_certificate_is_said_in_words(model_server, failure):
    error = failure(f"https://{model_server.host}/v1")
    assert error.kind is FailureKind.REFUSED_CONNECTION
    assert "certificate" in error.message
    assert not model_server.requests


def test_a_name_that_nobody_has_is_said_in_words(failure, monkeypatch):
    def unknown(*_arguments, **_options):
        raise socket.gaierror(socket.EAI_NONAME, "Name or service not known")

    monkeypatch.setattr(socket, "getaddrinfo", unknown)
    assert "No server is called http://models.test" in failure("http://models.test/v1").message


def test_a_name_lookup_that_hangs_does_not_hold_up_a_cancel(call, monkeypatch):
    asked, released = threading.Event(), threading.Event()

    def hanging(*_arguments, **_options):
        asked.set()
        released.wait()
        raise socket.gaierror(socket.EAI_AGAIN, "Try again")

    monkeypatch.setattr(socket, "getaddrinfo", hanging)
    try:
        with pytest.raises(ModelCancelledError):
            call("http://models.test/v1", cancelled=asked.is_set)
        assert not released.is_set()
    finally:
        released.set()
