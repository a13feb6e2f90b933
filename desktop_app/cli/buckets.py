"""Opens the memory files that the command line names, and the one bucket in them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from desktop_app.cli.files_opening import Ledgers

if TYPE_CHECKING:
    from argparse import Namespace

    from desktop_app.cli.reading import Reader
    from desktop_app.core.ledger.book import Bucket
    from desktop_app.services.file_memory import FileMemory


def open_bucket(reader: Reader, options: Namespace) -> tuple[FileMemory, Bucket]:
    """Return the memory files of the workspace, and the bucket that was named.

    Without a name it is the shared one, or the only one there is.

    Raises:
        NotFoundError: there is none, or none of that name.
        RefusedError: there are several, and none was named.
    """
    ledgers = Ledgers(options, reader)
    return ledgers.files, ledgers.bucket
