"""One call of a model: streamed, watched, tried again where that can help."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from time import monotonic
from typing import TYPE_CHECKING

import httpx2
import openai

from desktop_app.core.engine_text import valid_unicode
from desktop_app.core.models.errors import ModelCancelledError
from desktop_app.core.models.ports import Completion
from desktop_app.remote.answer import Answer
from desktop_app.remote.client import Server, open_client
from desktop_app.remote.failures import (
    Failure,
    broken_off,
    failure_of,
    not_an_answer,
    timed_out,
)
from desktop_app.remote.server_words import without_secret

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Coroutine, Sequence

    from openai.types.chat import ChatCompletionMessageParam

    from desktop_app.core.models.ports import ChatMessage

_LOOK_SECONDS = 0.1
_RETRIES = 2
_PAUSES = (1.0, 4.0)
_LONGEST_PAUSE = 30.0
_TOKENS_BETWEEN_REPORTS = 50
_FAILURES = (openai.OpenAIError, httpx2.HTTPError, httpx2.InvalidURL, httpx2.StreamError)
_ODD_SHAPES = (ValueError, TypeError, AttributeError, LookupError, RecursionError)


class _Loop(asyncio.SelectorEventLoop):
    async def shutdown_default_executor(self, *_timeout: float | None) -> None:
        """Leave a name lookup that hangs to itself: nobody waits for it after a cancel."""


class Call:
    """One call, from the first try to the answer or the last failure."""

    def __init__(
        self,
        server: Server,
        messages: Sequence[ChatMessage],
        on_progress: Callable[[str], None],
        sleep: Callable[[float], Awaitable[object]] | None,
    ) -> None:
        self._server = server
        self._messages = messages
        self._report = on_progress
        # The callback may raise to stop everything, so it is called where nothing is caught.
        self._news: list[str] = []
        self._sleep = sleep or asyncio.sleep
        self._start = monotonic()

    def run(self, cancelled: Callable[[], bool]) -> Completion:
        """Return the answer. Raises as ``ChatModel`` says."""
        with asyncio.Runner(loop_factory=_Loop) as runner:
            completion = runner.run(self._watched(self._persistent(), cancelled))
        if completion is None:
            raise timed_out(self._server)
        return completion

    async def _watched(
        self, work: Coroutine[None, None, Completion], cancelled: Callable[[], bool]
    ) -> Completion | None:
        task = asyncio.ensure_future(work)
        try:
            while not task.done():
                if cancelled():
                    raise ModelCancelledError
                if self._seconds() >= self._server.timeout:
                    return None
                await asyncio.wait({task}, timeout=_LOOK_SECONDS)
                self._tell_news()
            return task.result()
        finally:
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)

    def _tell_news(self) -> None:
        news, self._news = self._news, []
        for sentence in news:
            self._report(sentence)

    async def _persistent(self) -> Completion:
        host = self._server.endpoint.host
        for retry in range(1, _RETRIES + 2):
            self._news.append(f"Waiting for {self._server.model} at {host}.")
            outcome = await self._try()
            if isinstance(outcome, Completion):
                return outcome
            pause = self._pause(outcome, retry)
            if pause is None:
                raise outcome.error
            when = f"in {pause:.0f} s" if pause >= 1 else "now"
            message = outcome.error.message
            self._news.append(f"{message} Trying again {when}, {retry} of {_RETRIES}.")
            await self._sleep(pause)
        raise AssertionError("the last try has no pause")

    def _pause(self, failure: Failure, retry: int) -> float | None:
        if not failure.may_retry or retry > _RETRIES:
            return None
        pause = _PAUSES[retry - 1] if failure.retry_after is None else failure.retry_after
        left = self._server.timeout - self._seconds()
        return pause if pause <= min(_LONGEST_PAUSE, left) else None

    async def _try(self) -> Completion | Failure:
        answer = Answer()
        # The SDK's errors hold the request with the key in it: none of them goes further.
        try:
            async with open_client(self._server) as client:
                await self._stream_into(answer, client)
        except _FAILURES as error:
            return failure_of(error, self._server)
        except _ODD_SHAPES:
            return not_an_answer(self._server)
        if not answer.chunks:
            return not_an_answer(self._server)
        if not answer.finish_reason:
            return broken_off(self._server)
        return self._without_key(answer.completion(self._seconds()))

    def _without_key(self, completion: Completion) -> Completion:
        key = self._server.key
        return replace(
            completion,
            text=without_secret(completion.text, key),
            finish_reason=without_secret(completion.finish_reason, key),
        )

    async def _stream_into(self, answer: Answer, client: openai.AsyncOpenAI) -> None:
        stream = await client.chat.completions.create(
            model=valid_unicode(self._server.model),
            messages=[_parameter(message) for message in self._messages],
            stream=True,
            stream_options={"include_usage": True},
        )
        reported = 0
        async with stream:
            async for chunk in stream:
                answer.add(chunk)
                if answer.is_too_long:
                    return
                tokens = answer.tokens
                if tokens >= reported + _TOKENS_BETWEEN_REPORTS:
                    reported = tokens
                    self._news.append(
                        f"{self._server.model} is answering: {tokens:,} tokens so far."
                    )

    def _seconds(self) -> float:
        return monotonic() - self._start


def _parameter(message: ChatMessage) -> ChatCompletionMessageParam:
    content = valid_unicode(message.content)
    match message.role:
        case "system":
            return {"role": "system", "content": content}
        case "assistant":
            return {"role": "assistant", "content": content}
        case _:
            return {"role": "user", "content": content}
