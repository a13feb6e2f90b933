"""What a scripted model server answers: one function for each way that real ones behave."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from model_server import Reply, Step

ANSWER = "SUMMARY:\nAll is well.\n\nSUPERSESSIONS:\n\nCONTRADICTIONS:\n"


def good(
    text: str = ANSWER, *, finish_reason: str = "stop", usage: tuple[int, int] | None = (12, 5)
) -> Step:
    """Answer ``text``, in two pieces."""

    def step(reply: Reply) -> None:
        half = len(text) // 2
        reply.begin_stream()
        for piece in (text[:half], text[half:]):
            reply.words(piece)
        reply.words("", finish_reason)
        if usage is not None:
            reply.usage(*usage)
        reply.end_stream()

    return step


def empty() -> Step:
    """End properly without a word."""
    return good("")


def looping(sentence: str = "The user likes tea. ", times: int = 400) -> Step:
    """Say the same again and again until the limit of the server."""
    return good(sentence * times, finish_reason="length")


def cut_off(text: str = "SUMMARY:\nThe user li") -> Step:
    """Stop at the server's limit, in the middle of a word."""
    return good(text, finish_reason="length")


def dropped(text: str = "SUMMARY:\nThe us") -> Step:
    """Close the connection in the middle of the answer."""

    def step(reply: Reply) -> None:
        reply.begin_stream()
        reply.words(text)
        reply.drop()

    return step


def unfinished(text: str = "SUMMARY:\nThe us") -> Step:
    """End the stream properly, without a word about the end of the answer."""

    def step(reply: Reply) -> None:
        reply.begin_stream()
        reply.words(text)
        reply.end_stream()

    return step


def reset() -> Step:
    """Close the connection without an answer."""
    return lambda reply: reply.drop()


def silent(then: Step | None = None) -> Step:
    """Take the request and say nothing until ``server.release()``."""

    def step(reply: Reply) -> None:
        reply.wait()
        (then or good())(reply)

    return step


def slow(text: str = ANSWER) -> Step:
    """Say the first half, and the rest after ``server.release()``."""

    def step(reply: Reply) -> None:
        half = len(text) // 2
        reply.begin_stream()
        reply.words(text[:half])
        reply.wait()
        reply.words(text[half:], "stop")
        reply.end_stream()

    return step


def failing(status: int, message: str = "It did not work.", code: str = "", **headers: str) -> Step:
    """Answer with an error of ``status``."""
    return lambda reply: reply.refuse(status, message, code, **headers)


def refused_key(message: str = "Incorrect API key provided.") -> Step:
    """Answer 401."""
    return failing(401, message, "invalid_api_key")


def no_model(message: str = "The model does not exist.") -> Step:
    """Answer 404, as for a model that is not there."""
    return failing(404, message, "model_not_found")


def busy(retry_after: float | None = None) -> Step:
    """Answer 429, with the seconds to wait if given."""
    wait = {} if retry_after is None else {"Retry_After": str(retry_after)}
    return failing(429, "Rate limit reached.", "rate_limit_exceeded", **wait)


def page(status: int = 200) -> Step:
    """Answer with a web page."""
    html = "<!doctype html><title>Welcome</title><p>It works!"
    return lambda reply: reply.send(status, html, kind="text/html")


def events(*data: object) -> Step:
    """Send ``data`` as the events of the stream, whatever it is, and end it properly."""

    def step(reply: Reply) -> None:
        reply.begin_stream()
        for part in data:
            reply.event(part)
        reply.end_stream()

    return step


def redirect(address: str, status: int = 307) -> Step:
    """Send the client to another address."""
    return lambda reply: reply.send(status, "", Location=address)
