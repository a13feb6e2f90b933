"""A copy of the demo workspace, to look at and to play with."""

from __future__ import annotations

import json
import os
import tempfile
from datetime import datetime
from pathlib import Path

from desktop_app.core.errors import RefusedError
from desktop_app.resources import resource

_NAME = "demo"
_TIMES = "demo-times.json"


def copy_demo(target: Path | None = None) -> Path:
    """Copy the demo workspace and return the copy.

    Args:
        target: A folder that is empty or does not exist; ``None`` for a private one among the
            system's temporary files.

    Raises:
        RefusedError: there is something in ``target``, or it can't be written.
    """
    folder = target or Path(tempfile.mkdtemp(prefix="memloupe-")) / _NAME
    try:
        folder.mkdir(parents=True, exist_ok=True)
        if any(folder.iterdir()):
            raise RefusedError(
                f"“{folder}” is not empty.", "Name a folder that is empty or not there yet."
            )
        _copy_tree(resource(_NAME), folder)
        _set_times(folder)
    except OSError as error:
        reason = error.strerror or str(error)
        raise RefusedError(f"The demo can't be written to “{folder}”: {reason}.") from error
    return folder


def _copy_tree(origin: Path, target: Path) -> None:
    # Contents alone: in an installed program the originals may be read-only, or links.
    for path in sorted(origin.rglob("*")):
        copy = target / path.relative_to(origin)
        if path.is_dir():
            copy.mkdir()
        else:
            copy.write_bytes(path.read_bytes())


def _set_times(folder: Path) -> None:
    # Neither a checkout nor a wheel keeps them, and what is consolidated next depends on them.
    times: dict[str, str] = json.loads(resource(_TIMES).read_bytes())
    for path, written in times.items():
        seconds = datetime.fromisoformat(written).timestamp()
        os.utime(folder / path, (seconds, seconds))
