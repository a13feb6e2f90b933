"""The versions that decide how memory is read."""

from __future__ import annotations

import platform
import sqlite3

from desktop_app import __version__


def versions() -> dict[str, str]:
    """Return the versions of this program and of what reads files for it."""
    return {
        "Memloupe": __version__,
        "Python": platform.python_version(),
        "SQLite": sqlite3.sqlite_version,
    }
