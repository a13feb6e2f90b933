"""Find out which system libraries Qt still needs, and install them or say how.

Usage: ``python packaging/system_libraries.py offscreen|xcb|wayland|xvfb``

Each library is really loaded, so that no other cause than a missing file is guessed at. Standard
library only: it runs before Qt can be imported.
"""

from __future__ import annotations

import ctypes
import os
import shutil
import subprocess
import sys

OFFSCREEN = {
    "libEGL.so.1": "libegl1",
    "libGL.so.1": "libgl1",
    "libxkbcommon.so.0": "libxkbcommon0",
    "libdbus-1.so.3": "libdbus-1-3",
    "libfontconfig.so.1": "libfontconfig1",
    "libglib-2.0.so.0": "libglib2.0-0",
}
XCB = {
    "libxcb-cursor.so.0": "libxcb-cursor0",
    "libxcb-icccm.so.4": "libxcb-icccm4",
    "libxcb-image.so.0": "libxcb-image0",
    "libxcb-keysyms.so.1": "libxcb-keysyms1",
    "libxcb-render-util.so.0": "libxcb-render-util0",
    "libxcb-shape.so.0": "libxcb-shape0",
    "libxcb-xkb.so.1": "libxcb-xkb1",
    "libxkbcommon-x11.so.0": "libxkbcommon-x11-0",
}
WAYLAND = {
    "libwayland-cursor.so.0": "libwayland-cursor0",
    "libwayland-egl.so.1": "libwayland-egl1",
}
LIBRARIES = {
    "offscreen": OFFSCREEN,
    "xcb": OFFSCREEN | XCB,
    "wayland": OFFSCREEN | WAYLAND,
    "xvfb": OFFSCREEN | XCB,
}
PROGRAMS = {"xvfb": {"Xvfb": "xvfb", "xauth": "xauth"}}


def missing_parts(purpose: str) -> dict[str, str]:
    """Return what is missing for a purpose: library or program → Debian package."""
    libraries = {name: package for name, package in LIBRARIES[purpose].items() if not _loads(name)}
    programs = PROGRAMS.get(purpose, {})
    return libraries | {name: programs[name] for name in programs if shutil.which(name) is None}


def _loads(library: str) -> bool:
    try:
        ctypes.CDLL(library)
    except OSError:
        return False
    return True


def apt_command(missing: dict[str, str]) -> list[str]:
    """Return the command that installs the packages of what is missing."""
    packages = sorted(set(missing.values()))
    return ["apt-get", "install", "--yes", "--no-install-recommends", *packages]


def _install(missing: dict[str, str]) -> None:
    print("Installing system libraries of Qt:", *sorted(set(missing.values())), flush=True)
    quiet = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    for command in (["apt-get", "update"], apt_command(missing)):
        subprocess.run(
            command, check=False, env=quiet, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL
        )


def _advice(missing: dict[str, str]) -> str:
    if shutil.which("apt-get") is None:
        return f"Qt needs these system libraries: {' '.join(sorted(missing))}"
    return f"Qt needs system libraries. Run: sudo {' '.join(apt_command(missing))}"


def _may_install() -> bool:
    return os.geteuid() == 0 and shutil.which("apt-get") is not None


def main(arguments: list[str]) -> int:
    """Return 0 when everything that the purpose needs is there."""
    if len(arguments) != 1 or arguments[0] not in LIBRARIES:
        print("usage: system_libraries.py", "|".join(LIBRARIES), file=sys.stderr)
        return 2
    if not sys.platform.startswith("linux"):
        return 0
    missing = missing_parts(arguments[0])
    if missing and _may_install():
        _install(missing)
        missing = missing_parts(arguments[0])
    if missing:
        print(_advice(missing), file=sys.stderr)
    return 1 if missing else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
