"""Opens the memory files that the command line names, and the one bucket in them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from desktop_app.cli.reading import engine_argument
from desktop_app.core.errors import NotFoundError, RefusedError
from desktop_app.services.ledger.reading import find_ledgers
from desktop_app.services.workspace_files import open_files

if TYPE_CHECKING:
    from argparse import Namespace

    from desktop_app.cli.reading import Reader
    from desktop_app.core.ledger.book import Bucket
    from desktop_app.services.file_memory import FileMemory

MOST_NAMED = 12


def open_bucket(reader: Reader, options: Namespace) -> tuple[FileMemory, Bucket]:
    """Return the memory files of the workspace, and the bucket that was named.

    Without a name it is the only bucket there is, or the shared one.

    Raises:
        NotFoundError: there is none, or none of that name.
        RefusedError: there are several, and none was named.
    """
    files = open_files(reader.workspace.root)
    buckets = [bucket for root in find_ledgers(files) for bucket in root.buckets]
    if not buckets:
        raise NotFoundError(
            f"There are no daily logs and no MEMORY.md in “{files.root}”.",
            "A workspace of AgentScope has MEMORY.md or a folder “memory” in it, or in the folder "
            "of a user.",
        )
    name = options.bucket
    return files, _named(buckets, engine_argument(name)) if name else _only(buckets)


def _named(buckets: list[Bucket], name: str) -> Bucket:
    found = [one for one in buckets if name in {one.path, one.name or "."}]
    if not found:
        raise NotFoundError(f"There is no bucket “{name}”.", f"There are {_names(buckets)}.")
    if len(found) > 1:
        paths = " and ".join(f"“{one.path}”" for one in found)
        raise RefusedError(f"“{name}” can be {paths}.", "Name one of them by its path.")
    return found[0]


def _only(buckets: list[Bucket]) -> Bucket:
    shared = [one for one in buckets if one.is_root]
    found = shared or buckets
    if len(found) > 1:
        raise RefusedError("There are several buckets.", f"Name one: {_names(buckets)}.")
    return found[0]


def _names(buckets: list[Bucket]) -> str:
    names = ", ".join(f"“{one.path or '.'}”" for one in buckets[:MOST_NAMED])
    more = len(buckets) - MOST_NAMED
    return f"{names} and {more} more" if more > 0 else names
