"""A model server on this machine: real HTTP on a port of its own, answers from a script.

    from model_answers import busy, good
    from model_server import ModelServer

    with ModelServer() as server:
        server.script([busy(retry_after=0), good("IMPORTANCE:0.9\\nLikes tea.")])
        OpenAIChatModel(server.url, "test-model", "key").complete(...)
        assert server.requests[0].messages[0]["role"] == "system"

Each request takes the next step of the script; when there is none left, ``good()`` answers.
"""

from __future__ import annotations

import json
import socket
import threading
from collections import deque
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import model_answers

KEY = "sk-secret-0123456789abcdef"


@dataclass(frozen=True)
class Received:
    """One request as it came; ``headers`` have lower-case names."""

    path: str
    headers: dict[str, str]
    body: dict[str, Any]

    @property
    def messages(self) -> list[dict[str, str]]:
        return self.body["messages"]


class ModelServer:
    """The server; a context manager. ``url`` is the base URL to give to a client."""

    def __init__(self) -> None:
        self.requests: list[Received] = []
        self.released = threading.Event()
        self._script: deque[Step] = deque()
        self._http = _Http(("127.0.0.1", 0), _Handler)
        self._http.model = self
        self._thread = threading.Thread(target=self._http.serve_forever, args=(0.01,))

    def __enter__(self) -> ModelServer:
        self._thread.start()
        return self

    def __exit__(self, *_error: object) -> None:
        self.release()
        self._http.shutdown()
        self._thread.join()
        self._http.server_close()

    @property
    def host(self) -> str:
        return f"127.0.0.1:{self._http.server_address[1]}"

    @property
    def url(self) -> str:
        return f"http://{self.host}/v1"

    def script(self, steps: Iterable[Step]) -> None:
        """Answer the next requests with ``steps``, one each."""
        self._script.extend(steps)

    def release(self) -> None:
        """Let slow answers go on."""
        self.released.set()

    def next_step(self, received: Received) -> Step:
        self.requests.append(received)
        return self._script.popleft() if self._script else model_answers.good()


class _Http(ThreadingHTTPServer):
    # Threads are waited for, so that no test leaves one behind.
    daemon_threads = False
    model: ModelServer

    def handle_error(self, *_request: object) -> None:
        """Stay silent: a client that goes away is part of the tests."""


class Reply(BaseHTTPRequestHandler):
    """What a step can do with the request that it answers."""

    server: _Http
    protocol_version = "HTTP/1.1"

    def send(
        self, status: int, body: str, *, kind: str = "application/json", **headers: str
    ) -> None:
        data = body.encode()
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(data)))
        for name, value in headers.items():
            self.send_header(name.replace("_", "-"), value)
        self.end_headers()
        self.wfile.write(data)

    def refuse(self, status: int, message: str, code: str = "", **headers: str) -> None:
        error = {"error": {"message": message, "type": "error", "code": code}}
        self.send(status, json.dumps(error), **headers)

    def begin_stream(self) -> None:
        self.send_response(200)
        self.send_header("Content-Type", "text/event-stream")
        self.send_header("Transfer-Encoding", "chunked")
        self.end_headers()

    def event(self, data: object) -> None:
        self._chunk(f"data: {data if isinstance(data, str) else json.dumps(data)}\n\n")

    def words(self, text: str, finish_reason: str | None = None) -> None:
        delta = {"role": "assistant", "content": text} if text else {}
        choice = {"index": 0, "delta": delta, "finish_reason": finish_reason}
        self.event(_completion_chunk(choices=[choice]))

    def usage(self, prompt: int, completion: int) -> None:
        counted = {
            "prompt_tokens": prompt,
            "completion_tokens": completion,
            "total_tokens": prompt + completion,
        }
        self.event(_completion_chunk(choices=[], usage=counted))

    def end_stream(self) -> None:
        self.event("[DONE]")
        self._chunk("")

    def wait(self) -> None:
        """Wait until the test (or its end) releases the server."""
        self.server.model.released.wait()

    def drop(self) -> None:
        """Close the connection where it stands."""
        self.close_connection = True
        self.wfile.flush()
        self.connection.shutdown(socket.SHUT_RDWR)

    def _chunk(self, text: str) -> None:
        data = text.encode()
        self.wfile.write(b"%x\r\n%s\r\n" % (len(data), data))
        self.wfile.flush()

    def log_message(self, *_message: object) -> None:
        """Keep the output of the tests clean."""


Step = Callable[[Reply], None]


def _completion_chunk(**fields: object) -> dict[str, object]:
    kind = "chat.completion.chunk"
    return {"id": "c1", "object": kind, "created": 0, "model": "test-model", **fields}


class _Handler(Reply):
    def do_POST(self) -> None:
        length = int(self.headers.get("Content-Length", "0"))
        body = json.loads(self.rfile.read(length) or b"{}")
        headers = {name.lower(): value for name, value in self.headers.items()}
        step = self.server.model.next_step(Received(self.path, headers, body))
        step(self)
