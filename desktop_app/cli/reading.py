"""Opens what the command line names: the workspace, then the one scope in it."""

from __future__ import annotations

import os
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from desktop_app.cli.near import MOST, near_scopes
from desktop_app.cli.parser import DEFAULT_ID
from desktop_app.core.engine_text import decode
from desktop_app.core.errors import NotFoundError, RefusedError
from desktop_app.core.outline import scope_of_key
from desktop_app.core.scope import Scope
from desktop_app.services.jobs import JobContext, Progress
from desktop_app.services.waiting import patient_stream, patiently
from desktop_app.services.workspace import Workspace, open_workspace

if TYPE_CHECKING:
    from argparse import Namespace
    from collections.abc import Callable, Hashable, Iterator

    from desktop_app.cli.terminal import Terminal
    from desktop_app.services.harness_source import HarnessSource

Result = TypeVar("Result")
_USER = "userId"


class Reader:
    """A workspace and the patience to read it.

    Args:
        options: What the person typed.
        terminal: Hears what is odd about the workspace, and who holds a file.
    """

    def __init__(self, options: Namespace, terminal: Terminal) -> None:
        self._options = options
        self._terminal = terminal
        self._limit: float = options.wait
        self._said: set[str] = set()
        self._context = JobContext(self._report)
        self.workspace = self._open()

    @property
    def sources(self) -> tuple[HarnessSource, ...]:
        """The state files.

        Raises:
            StoreError: there is none that can be read.
            NotFoundError: there are memory files alone.
        """
        if not self.workspace.sources and not self.workspace.failures:
            self._say_what_else_there_is()
        self.workspace.require_source()
        return self.workspace.sources

    def read(self, function: Callable[[], Result]) -> Result:
        """Call ``function``, again while the file is locked."""
        return patiently(function, self._context, limit=self._limit)

    def stream(
        self, make: Callable[[], Iterator[Result]], key: Callable[[Result], Hashable]
    ) -> Iterator[Result]:
        """Yield what ``make`` yields, waiting whenever the file is locked."""
        return patient_stream(make, key, self._context, limit=self._limit)

    def scope(
        self, function: Callable[[HarnessSource, str], Result]
    ) -> tuple[HarnessSource, Result]:
        """Return the one source that has the scope, and what ``function`` reads of it there.

        Raises:
            NotFoundError: no source has it.
            RefusedError: more than one has it.
        """
        memory_id = wanted_key(self._options)
        found: list[tuple[HarnessSource, Result]] = []
        for source in self.sources:
            try:
                found.append((source, self.read(partial(function, source, memory_id))))
            except NotFoundError:
                continue
        if not found:
            raise self._missing(memory_id)
        if len(found) > 1:
            raise _several(memory_id, [source for source, _ in found])
        return found[0]

    def _say_what_else_there_is(self) -> None:
        # Only who asks in vain pays for what reads memory files.
        from desktop_app.cli.only_files import only_files  # noqa: PLC0415

        found = self.read(partial(only_files, self.workspace.root))
        if found is not None:
            raise found

    def _open(self) -> Workspace:
        workspace = self.read(lambda: open_workspace(Path(self._options.workspace)))
        for problem in workspace.problems:
            self._terminal.say(problem)
        for failure in workspace.failures:
            if workspace.sources:
                self._terminal.complain(failure)
        view = workspace.config.view
        if view and view.start_problem:
            self._terminal.say(f"The engine does not start here: {view.start_problem}")
        for error in workspace.config.problems:
            self._terminal.complain(error)
        return workspace

    def _report(self, progress: Progress) -> None:
        # Each program that holds the file is named once, not every half second.
        holder = progress.note.rpartition(". ")[0]
        if holder not in self._said and self._limit > 0:
            self._said.add(holder)
            self._terminal.say(f"{holder}. Trying again for {self._limit:g} s.")

    def _missing(self, memory_id: str) -> NotFoundError:
        message = f"There is no scope “{memory_id}” in “{self.workspace.root}”."
        for source in self.sources if _named_key(self._options) is None else ():
            ids = wanted_ids(self._options)
            agents = self.read(partial(source.agents, ids.tenant, ids.conversation))
            for entry in agents:
                if entry.scope == ids:
                    hint = f"A record with these ids has the key “{entry.memory_id}”: --memory-id."
                    return NotFoundError(message, hint)
        return NotFoundError(message, self._near(memory_id))

    def _near(self, memory_id: str) -> str:
        by_key = _named_key(self._options) is not None
        ids = scope_of_key(memory_id) if by_key else wanted_ids(self._options)
        near: dict[str, None] = {}
        for source in self.sources:
            near.update(dict.fromkeys(self.read(partial(near_scopes, source, ids))))
        names = ", ".join(f"“{key}”" for key in list(near)[:MOST])
        hint = "memloupe scopes lists those that are there."
        return f"Did you mean {names}? {hint}" if names else hint


def wanted_key(options: Namespace) -> str:
    """Return the engine's key of the scope that was named."""
    key = _named_key(options)
    return wanted_ids(options).memory_id if key is None else engine_argument(key)


def _named_key(options: Namespace) -> str | None:
    """Return the key that was typed, as an option or, where a command takes it so, by itself."""
    key: str | None = options.memory_id
    return getattr(options, "scope", None) if key is None else key


def wanted_ids(options: Namespace) -> Scope:
    """Return the ids that were named, those left out as ``default``."""
    ids = (options.tenant, options.conversation, options.agent)
    return Scope(*(DEFAULT_ID if name is None else engine_argument(name) for name in ids))


def engine_argument(text: str) -> str:
    """Return an argument as engine text: the bytes that were typed, whatever the locale."""
    return decode(os.fsencode(text))


def given_values(options: Namespace) -> dict[str, str]:
    """Return what stands for the placeholders in the folders of layers."""
    values = {name: engine_argument(value) for name, value in options.value}
    return values if options.user is None else {**values, _USER: engine_argument(options.user)}


def _several(memory_id: str, sources: list[HarnessSource]) -> RefusedError:
    names = " and ".join(f"“{source.path}”" for source in sources)
    return RefusedError(
        f"The scope “{memory_id}” is in {names}.", "Name one of these files as the WORKSPACE."
    )
