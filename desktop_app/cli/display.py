"""Whether a window can open here, found out before Qt is loaded: it ends the process if not."""

from __future__ import annotations

import ctypes
import os
import socket
import sys
from pathlib import Path

NO_DISPLAY = "there is no display here, so no window can open"
NO_ANSWER = "the display does not answer, so no window can open"


def display_obstacle() -> str:
    """Return why no window can open here; empty if nothing stands in the way."""
    if not sys.platform.startswith("linux"):
        return ""
    platforms = os.environ.get("QT_QPA_PLATFORM", "")
    # A platform may have settings behind a colon, and others to try behind a semicolon.
    names = [name.partition(":")[0] for name in platforms.split(";") if name]
    if not names:
        pairs = (("WAYLAND_DISPLAY", "wayland"), ("DISPLAY", "xcb"))
        names = [name for variable, name in pairs if os.environ.get(variable)]
    if not names:
        return NO_DISPLAY
    return "" if any(_answers(name) for name in names) else NO_ANSWER


def _answers(platform: str) -> bool:
    if platform == "xcb":
        return _x11_answers()
    return _wayland_answers() if platform.startswith("wayland") else True


def _x11_answers() -> bool:
    try:
        xcb = ctypes.CDLL("libxcb.so.1")
    except OSError:
        # Qt tells what is missing.
        return True
    xcb.xcb_connect.restype = ctypes.c_void_p
    connection = ctypes.c_void_p(xcb.xcb_connect(None, None))
    is_broken = xcb.xcb_connection_has_error(connection)
    xcb.xcb_disconnect(connection)
    return not is_broken


def _wayland_answers() -> bool:
    folder = Path(os.environ.get("XDG_RUNTIME_DIR", ""))
    path = folder / (os.environ.get("WAYLAND_DISPLAY") or "wayland-0")
    if os.environ.get("WAYLAND_SOCKET"):
        return True
    try:
        with socket.socket(socket.AF_UNIX) as connection:
            connection.connect(os.fspath(path))
    except OSError:
        return False
    return True
