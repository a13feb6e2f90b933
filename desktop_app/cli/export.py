"""Exports of one scope."""

from __future__ import annotations

import os
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from desktop_app.cli.parser import wanted_format
from desktop_app.cli.reading import Reader
from desktop_app.cli.snippet import print_exactly
from desktop_app.cli.text import visible
from desktop_app.core.errors import RefusedError
from desktop_app.core.export.formats import ExportFormat
from desktop_app.services.export import (
    TakenError,
    default_target,
    export_bytes,
    save,
    save_in_workspace,
)
from desktop_app.services.harness_source import HarnessSource

if TYPE_CHECKING:
    from argparse import Namespace

    from desktop_app.cli.terminal import Terminal

STANDARD_OUTPUT = "-"


def run(options: Namespace, terminal: Terminal) -> int:
    """Write the export and print its path; or print the export itself."""
    export_format = ExportFormat(wanted_format(options))
    reader = Reader(options, terminal)
    source, snapshot = reader.scope(HarnessSource.snapshot)
    data = export_bytes(snapshot, export_format)
    if options.output == STANDARD_OUTPUT:
        print_exactly(data, terminal)
        return 0
    if options.output:
        target = Path(options.output)
        write = partial(save, data, target, replace=options.force)
    else:
        assert snapshot.record is not None
        target = default_target(source, snapshot.record, export_format)
        write = partial(save_in_workspace, data, source.workspace, target, replace=options.force)
    try:
        path = write()
    except TakenError as error:
        raise RefusedError(error.message, f"{error.advice} Or replace it with --force.") from error
    shown = visible(str(path)).encode() if terminal.is_watched else os.fsencode(path)
    terminal.exact(shown + b"\n")
    return 0
