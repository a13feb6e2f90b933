"""The agent's memory tools on the files of one bucket."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from desktop_app.core.errors import MemloupeError, RefusedError
from desktop_app.core.files.facts import FileKind
from desktop_app.core.ledger import tools
from desktop_app.core.ledger.book import (
    MEMORY_FILE,
    MEMORY_FOLDER,
    OPAQUE_FOLDER,
    SESSIONS_FOLDER,
    Layer,
)
from desktop_app.core.ledger.placeholder import as_read
from desktop_app.core.ledger.session_tools import (
    DEFAULT_RESULTS,
    legacy_history,
    no_history,
    session_history,
    session_list,
    session_search,
)
from desktop_app.core.ledger.sessions import (
    CONTEXT_ENDING,
    INDEX_FILE,
    LEGACY_ENDING,
    LOG_ENDING,
    SessionLog,
    read_session,
)
from desktop_app.core.ledger.tools import Answer
from desktop_app.services.harness_source import never
from desktop_app.services.jobs import JobCancelledError
from desktop_app.services.ledger.reading import read_as_agent, read_book

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from desktop_app.core.files.facts import FileFacts
    from desktop_app.core.ledger.book import Book, Bucket, LedgerFile
    from desktop_app.core.ports import Cancelled
    from desktop_app.services.file_memory import FileMemory


_STOPPED = (
    "The tool stops after {} entries, in whatever order the folder lists its files. Here that is "
    "the order of their names."
)
_NATIVE = (
    "Newer versions of the agent keep their history in .agentscope-runtime, whose form is not "
    "public. This is what the older files say."
)
_OLDER_MODES = "Older versions of the agent know no matchMode: they always look for the phrase."


class AgentTools:
    """Answers as the agent's tools would, and changes nothing.

    Args:
        files: The memory files of the opened workspace.
        bucket: Whose memory; the agent of another user would read another one.
    """

    def __init__(self, files: FileMemory, bucket: Bucket) -> None:
        self._files = files
        self._bucket = bucket

    def memory_search(
        self, query: str, match_mode: str | None = None, cancelled: Cancelled = never
    ) -> Answer:
        """Return what ``memory_search`` answers.

        Raises:
            StoreError: the workspace can't be read.
        """
        book = read_book(self._files, self._bucket, cancelled)
        answer = tools.memory_search(self._searched(book, cancelled), query, match_mode)
        return replace(answer, remarks=(*_search_remarks(book), *_mode_remarks(match_mode)))

    def memory_get(self, path: str, start_line: int, end_line: int) -> Answer:
        """Return what ``memory_get`` answers.

        Raises:
            RefusedError: the agent's own tool fails at this path with an exception.
        """
        remarks: list[str] = []

        def read(name: str) -> str | None:
            supplied = read_as_agent(self._files, self._bucket, name)
            if supplied.problem:
                remarks.append(supplied.problem)
            elif supplied.layer not in {None, Layer.BUCKET}:
                remarks.append(_supplied_by(name, supplied.layer))
            return None if supplied.text is None else supplied.text.text

        answer = tools.memory_get(path, start_line, end_line, read)
        return replace(answer, remarks=tuple(remarks))

    def session_search(
        self,
        query: str,
        *,
        agent: str | None = None,
        max_results: int | None = None,
        match_mode: str | None = None,
    ) -> Answer:
        """Return what ``session_search`` answers; files are in order of their names."""
        contexts = self._contexts(agent)
        answer = session_search(contexts, query, max_results=max_results, match_mode=match_mode)
        limit = max_results if max_results and max_results > 0 else DEFAULT_RESULTS
        stopped = (_STOPPED.format(limit),) if len(answer.hits) == limit else ()
        remarks = (*stopped, *_mode_remarks(match_mode), *self._history_remarks())
        return replace(answer, remarks=remarks)

    def session_list(self, agent: str) -> Answer:
        """Return what ``session_list`` answers."""
        folder = _session_folder(agent)
        supplied = read_as_agent(self._files, self._bucket, f"{folder}/{INDEX_FILE}")
        index = None if supplied.text is None else supplied.text.text
        answer = session_list(agent, index, (one.name for one in self._below(folder)))
        return replace(answer, remarks=self._history_remarks())

    def session_history(self, agent: str, session: str, last: int | None = None) -> Answer:
        """Return what ``session_history`` answers."""
        folder = self._bucket.at(_session_folder(agent))
        data = self._data(f"{folder}/{session}{CONTEXT_ENDING}")
        if data is not None:
            log = read_session(data)
            remarks = (*_torn(session, log), *self._history_remarks())
            return replace(session_history(session, log, last), remarks=remarks)
        data = self._data(f"{folder}/{session}{LEGACY_ENDING}")
        if data is None:
            return no_history(agent, session)
        try:
            return legacy_history(data.decode(), last)
        except UnicodeDecodeError:
            return Answer("Error reading session file: Input length = 1", is_error=True)

    def _searched(self, book: Book, cancelled: Cancelled) -> Iterator[tuple[str, str]]:
        if book.memory.text is not None:
            yield MEMORY_FILE, book.memory.text.text
        for file in book.logs:
            if cancelled():
                raise JobCancelledError
            text = self._log_text(file)
            if text is not None:
                yield file.name, text

    def _log_text(self, file: LedgerFile) -> str | None:
        if file.text is not None and not file.problem:
            return as_read(file.text.text)
        supplied = read_as_agent(self._files, self._bucket, file.name)
        return None if supplied.text is None else supplied.text.text

    def _contexts(self, agent: str | None) -> Iterator[tuple[str, SessionLog]]:
        below = len(self._bucket.root) + 1 if self._bucket.root else 0
        wanted = None if agent is None or not agent.strip() else agent
        for one in self._below(SESSIONS_FOLDER):
            parts = one.path[len(self._bucket.at(SESSIONS_FOLDER)) + 1 :].split("/")
            if not _is_log(parts) or wanted not in {None, parts[0]}:
                continue
            data = self._data(one.path.removesuffix(LOG_ENDING) + CONTEXT_ENDING)
            yield one.path[below:], SessionLog() if data is None else read_session(data)

    def _history_remarks(self) -> tuple[str, ...]:
        found = [
            f"{one.path} is a link: the agent follows it, Memloupe does not."
            for one in self._entries(SESSIONS_FOLDER)
            if one.kind is FileKind.LINK
        ]
        found += _unlisted_words(self._files.folder.unlisted(self._bucket.at(SESSIONS_FOLDER)))
        if self._entries(OPAQUE_FOLDER):
            found.append(_NATIVE)
        return tuple(found)

    def _below(self, folder: str) -> tuple[FileFacts, ...]:
        return tuple(one for one in self._entries(folder) if one.kind is FileKind.FILE)

    def _entries(self, folder: str) -> tuple[FileFacts, ...]:
        try:
            return self._files.folder.entries(self._bucket.at(folder))
        except MemloupeError:
            return ()

    def _data(self, path: str) -> bytes | None:
        try:
            row = self._files.folder.read(path)
        except MemloupeError:
            return None
        return None if row is None else row.data


def _is_log(parts: list[str]) -> bool:
    return len(parts) == 3 and parts[1] == "sessions" and parts[2].endswith(LOG_ENDING)  # noqa: PLR2004 - agent, folder, file


def _session_folder(agent: str) -> str:
    if "/" in agent or agent == "..":
        raise RefusedError(f"“{agent}” is not the id of an agent.")
    return f"{SESSIONS_FOLDER}/{agent}/sessions"


def _mode_remarks(match_mode: str | None) -> tuple[str, ...]:
    return () if match_mode is None else (_OLDER_MODES,)


def _search_remarks(book: Book) -> tuple[str, ...]:
    found = [book.memory.problem]
    if book.memory.own is None and book.memory.layer not in {None, Layer.BUCKET}:
        found.append(_supplied_by(MEMORY_FILE, book.memory.layer))
    found += [f"{file.name}: {file.problem}" for file in book.logs if file.problem]
    memory = f"{book.bucket.at(MEMORY_FOLDER)}/"
    found += _unlisted_words(path for path in book.unlisted if f"{path}/".startswith(memory))
    return tuple(remark for remark in found if remark)


def _unlisted_words(paths: Iterable[str]) -> Iterator[str]:
    return (f"Nobody may look into {path}; what is in it was not searched." for path in paths)


def _supplied_by(name: str, layer: Layer | None) -> str:
    return f"{name} is that of the {layer.value if layer else ''}: the bucket has none of its own."


def _torn(session: str, log: SessionLog) -> tuple[str, ...]:
    return tuple(
        f"Line {line.number} of {session} is left out, as the agent does. {line.problem}"
        for line in log.torn
    )
