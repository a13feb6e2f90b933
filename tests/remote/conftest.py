"""Ways to ask the model server of a test."""

from __future__ import annotations

import asyncio

import pytest
from model_server import KEY

from desktop_app.core.models.errors import ModelError
from desktop_app.core.models.ports import ChatMessage
from desktop_app.remote.chat_model import OpenAIChatModel

MESSAGES = (ChatMessage("system", "Be short."), ChatMessage("user", "Any news of \udcff?"))


class Pauses:
    """Takes no time and remembers how long it should have been."""

    def __init__(self):
        self.seconds = []

    async def __call__(self, seconds):
        self.seconds.append(seconds)
        await asyncio.sleep(0)


@pytest.fixture
def messages():
    return MESSAGES


@pytest.fixture
def pauses():
    return Pauses()


@pytest.fixture
def ask(model_server, pauses, messages):
    def ask(key=KEY, *, cancelled=lambda: False, timeout=30.0, report=lambda _text: None):
        model = OpenAIChatModel(model_server.url, "test-model", key, timeout, sleep=pauses)
        return model.complete(messages, on_progress=report, cancelled=cancelled)

    return ask


@pytest.fixture
def refusal(ask):
    def refusal(**arguments):
        with pytest.raises(ModelError) as caught:
            ask(**arguments)
        return caught.value

    return refusal
