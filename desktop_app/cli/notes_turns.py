"""Remembers how a layer is, and tells what a turn changed since."""

from __future__ import annotations

import os
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from desktop_app.cli.given import named_file
from desktop_app.cli.notes_opening import NotesDesk
from desktop_app.cli.reading import Reader
from desktop_app.cli.text import visible
from desktop_app.core.engine_text import encode
from desktop_app.core.errors import RefusedError
from desktop_app.core.notes.turn_diff import (
    check_snapshot,
    read_snapshot,
    turn_diff,
    write_snapshot,
)
from desktop_app.services.export import TakenError, save
from desktop_app.services.notes.turns import folder_digests, layer_digests
from desktop_app.services.workspace_files import open_files

if TYPE_CHECKING:
    from argparse import Namespace

    from desktop_app.cli.terminal import Terminal
    from desktop_app.core.notes.layer import Layer
    from desktop_app.core.notes.turn_diff import Digests

DONE = 0
STANDARD_OUTPUT = "-"


def run(options: Namespace, terminal: Terminal) -> int:
    """Do what was asked for."""
    reader = Reader(options, terminal)
    desk = NotesDesk(options, reader, terminal)
    layer = desk.layer()
    now = reader.read(partial(layer_digests, desk.files, layer))
    if options.action == "snapshot":
        data = write_snapshot(layer, now)
        return _snapshot(desk, data, options, terminal)
    return _diff(_before(layer, options, terminal), now, options, terminal)


def _snapshot(desk: NotesDesk, data: bytes, options: Namespace, terminal: Terminal) -> int:
    if options.output == STANDARD_OUTPUT:
        terminal.exact(data)
        return DONE
    target = Path(options.output)
    if _real_folder(target).is_relative_to(desk.files.root):
        advice = "Choose a place outside it: looking leaves nothing in a workspace."
        raise RefusedError(f"“{target}” is in the workspace.", advice)
    try:
        path = save(data, target, replace=options.force)
    except TakenError as error:
        raise RefusedError(error.message, f"{error.advice} Or replace it with --force.") from error
    shown = visible(str(path)).encode() if terminal.is_watched else os.fsencode(path)
    terminal.exact(shown + b"\n")
    return DONE


def _real_folder(target: Path) -> Path:
    return Path(os.path.realpath(target.parent))


def _before(layer: Layer, options: Namespace, terminal: Terminal) -> Digests:
    against = options.against
    if Path(against).is_dir():
        return folder_digests(open_files(Path(against)))
    kept = read_snapshot(encode(named_file(against)))
    unknown = check_snapshot(kept, layer)
    if unknown:
        terminal.say(unknown)
    return kept.digests


def _diff(before: Digests, now: Digests, options: Namespace, terminal: Terminal) -> int:
    found = turn_diff(before, now)
    for name in ("created", "updated", "deleted"):
        for path in getattr(found, name):
            if options.json:
                terminal.record({"change": name, "path": path})
            else:
                terminal.line(visible(f"{name}  {path}"))
    for old, new in found.renamed:
        terminal.say(f"“{old}” and “{new}” have the same bytes: renamed.")
    if found.is_empty:
        terminal.say("Nothing differs, so nothing would be stored.")
    return DONE
