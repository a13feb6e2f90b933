"""Copying engine text: readable, with its exact bytes beside it."""

from __future__ import annotations

import atexit
from functools import cache

from PySide6.QtCore import QMimeData
from PySide6.QtGui import QGuiApplication

from desktop_app.core.engine_text import encode, valid_unicode

BYTES_FORMAT = "application/octet-stream"
_WITHOUT_OWNER = {"offscreen", "minimal", "eglfs", "linuxfb", "vnc"}


def copy(text: str) -> None:
    """Put engine text on the clipboard."""
    QGuiApplication.clipboard().setMimeData(mime(text))


def mime(text: str) -> QMimeData:
    """Return engine text for the clipboard or for dragging."""
    data = QMimeData()
    data.setText(valid_unicode(text))
    data.setData(BYTES_FORMAT, encode(text))
    _let_go_at_exit()
    return data


@cache
def _let_go_at_exit() -> None:
    # Some platforms keep what was copied until after Python has ended, and then Qt would call
    # into Python to delete it: a crash at exit.
    atexit.register(_leave_plain_text)


def _leave_plain_text() -> None:
    """Replace what we copied by plain text that needs no Python."""
    if QGuiApplication.instance() is None:
        return
    clipboard = QGuiApplication.clipboard()
    if clipboard.ownsClipboard() or QGuiApplication.platformName() in _WITHOUT_OWNER:
        clipboard.setText(clipboard.text())
