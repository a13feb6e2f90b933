"""The log file: what the program did, never what a memory says.

Callers log names, counts, paths and error types. Text of a memory, keys and prompts stay out.
"""

from __future__ import annotations

import logging
import sys
from functools import cache
from logging.handlers import RotatingFileHandler
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

LOGGER = "memloupe"
_MEGABYTE = 1_000_000
_FORMAT = "%(asctime)s %(levelname)s %(name)s: %(message)s"


def log_file() -> Path:
    """Return the path of the log file, whether it exists or not."""
    from platformdirs import user_log_path  # noqa: PLC0415 - the command line starts without it

    return user_log_path("memloupe", appauthor=False) / "memloupe.log"


@cache
def configure() -> None:
    """Send the program's log to a file that rotates; the second call does nothing.

    The file appears with the first message. Without a place to write, there is no log.
    """
    logger = logging.getLogger(LOGGER)
    logger.setLevel(logging.INFO)
    logger.propagate = False
    logger.addHandler(_file_handler() or logging.NullHandler())


def _file_handler() -> logging.Handler | None:
    path = log_file()
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        print(f"memloupe: no log is kept: {error}", file=sys.stderr)  # noqa: T201 - no log yet
        return None
    handler = RotatingFileHandler(
        path,
        maxBytes=_MEGABYTE,
        backupCount=3,
        encoding="utf-8",
        delay=True,
        errors="backslashreplace",
    )
    handler.setFormatter(logging.Formatter(_FORMAT))
    return handler


def logger(area: str) -> logging.Logger:
    """Return the logger of one area, such as ``store``."""
    return logging.getLogger(f"{LOGGER}.{area}")
