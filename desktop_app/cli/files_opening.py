"""Opens the bucket of daily logs that the command line names."""

from __future__ import annotations

from contextlib import contextmanager
from functools import partial
from typing import TYPE_CHECKING

from desktop_app.cli.reading import Reader, engine_argument
from desktop_app.core.errors import NotFoundError, RefusedError
from desktop_app.services.ledger.reading import find_ledgers, read_book
from desktop_app.services.workspace_files import open_files

if TYPE_CHECKING:
    from argparse import Namespace
    from collections.abc import Iterator, Sequence

    from desktop_app.core.ledger.book import Book, Bucket
    from desktop_app.services.file_memory import FileMemory

_MOST_NAMED = 20


class Ledgers:
    """The AgentScope workspaces that a folder has.

    Args:
        options: What the person typed.
        reader: Has opened the folder.
    """

    def __init__(self, options: Namespace, reader: Reader) -> None:
        self._options = options
        self._reader = reader
        self.files = open_files(reader.workspace.root)
        self.roots = reader.read(partial(find_ledgers, self.files))

    @property
    def buckets(self) -> tuple[Bucket, ...]:
        """Every bucket, or the one that was named.

        Raises:
            NotFoundError: there is none, or none of this name.
        """
        every = [bucket for root in self.roots for bucket in root.buckets]
        if not every:
            raise NotFoundError(
                f"There are no daily logs and no MEMORY.md in “{self.files.root}”.",
                "They are looked for in this folder, in .agentscope/workspace below it, and three "
                "folders deep.",
            )
        if self._options.bucket is None:
            return tuple(every)
        wanted = engine_argument(self._options.bucket)
        found = [bucket for bucket in every if (bucket.path or ".") == wanted]
        found = found or [bucket for bucket in every if bucket.name == wanted]
        if not found:
            raise NotFoundError(f"There is no bucket “{wanted}”.", _names(every))
        return tuple(found)

    @property
    def bucket(self) -> Bucket:
        """The one bucket that was meant: the named one, the shared one, or the only one.

        Raises:
            NotFoundError: there is none, or none of this name.
            RefusedError: more than one can be meant.
        """
        found = self.buckets
        shared = [bucket for bucket in found if bucket.is_root]
        if self._options.bucket is None and len(shared) == 1:
            return shared[0]
        if len(found) > 1:
            raise RefusedError("Which bucket? Say so with --bucket.", _names(found))
        return found[0]

    @property
    def others(self) -> str:
        """Which buckets there are, where the shared one is meant only because none was named."""
        found = self.buckets
        if self._options.bucket is not None or len(found) == 1:
            return ""
        return f"This is about the shared bucket; --bucket names another one. {_names(found)}"

    def book(self) -> Book:
        """Read the bucket that was meant."""
        return self._reader.read(partial(read_book, self.files, self.bucket))

    def books(self) -> list[Book]:
        """Read every bucket, or the named one."""
        return [
            self._reader.read(partial(read_book, self.files, bucket)) for bucket in self.buckets
        ]


def open_bucket(reader: Reader, options: Namespace) -> tuple[FileMemory, Bucket]:
    """Return the memory files of the workspace, and the bucket that was meant.

    Raises:
        NotFoundError: there is none, or none of that name.
        RefusedError: more than one can be meant.
    """
    ledgers = Ledgers(options, reader)
    return ledgers.files, ledgers.bucket


@contextmanager
def naming_others(ledgers: Ledgers) -> Iterator[None]:
    """Say which buckets there are, if the shared one turns out not to have what is wanted."""
    try:
        yield
    except (NotFoundError, RefusedError) as error:
        error.advice = f"{error.advice} {ledgers.others}".strip()
        raise


def _names(buckets: Sequence[Bucket]) -> str:
    named = ", ".join(f"“{bucket.name or bucket.path or '.'}”" for bucket in buckets[:_MOST_NAMED])
    return f"There are: {named}{' …' if len(buckets) > _MOST_NAMED else ''}"
