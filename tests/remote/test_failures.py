from __future__ import annotations

import pytest
from model_answers import (
    ANSWER,
    dropped,
    events,
    failing,
    good,
    no_model,
    page,
    refused_key,
    reset,
    unfinished,
)
from model_server import KEY, ModelServer

from desktop_app.core.models.errors import FailureKind, ModelError
from desktop_app.remote.chat_model import OpenAIChatModel


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
    [
        page(),
        events("{not json"),
        events("[" * 100_000),
        events(42),
        events([1]),
        events({"choices": 3}),
        events({"choices": [{"delta": {"content": ["a"]}}]}),
        events({"choices": [{"delta": {"content": "a"}, "finish_reason": 7}]}),
        events(),
    ],
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


def test_a_server_that_is_not_running_is_said_in_words(messages):
    with ModelServer() as gone:
        url, host = gone.url, gone.host
    model = OpenAIChatModel(url, "test-model", KEY)
    with pytest.raises(ModelError) as caught:
        model.complete(messages, on_progress=lambda _text: None, cancelled=lambda: False)
    assert caught.value.kind is FailureKind.REFUSED_CONNECTION
    assert caught.value.message == f"No answer from {host}."
    assert caught.value.advice.startswith("Is the model server running?")
