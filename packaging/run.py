"""What ``make run`` starts: the window on a workspace, or its next turn where no window can be.

Usage: ``python packaging/run.py [WORKSPACE]``; without one, a copy of the demo workspace is opened.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

PROGRAM = [sys.executable, "-m", "desktop_app"]
ABORTED = -6
"""How a process ends when Qt finds no window system that answers."""


def main(arguments: list[str]) -> int:
    """Open the workspace that was named, else the demo."""
    if arguments and arguments[0]:
        return _open(arguments[0])
    with tempfile.TemporaryDirectory(prefix="memloupe-demo-") as folder:
        demo = str(Path(folder) / "demo")
        made = subprocess.run(
            [*PROGRAM, "demo", "--output", demo], check=False, stdout=subprocess.DEVNULL
        )
        return made.returncode or _open(demo)


def _open(workspace: str) -> int:
    platform = _window_system()
    if platform is None:
        print("There is no display here, so no window can open.", end=" ")
        return _print_next_turn(workspace)
    if not _has_libraries(platform):
        return 1
    status = subprocess.run([*PROGRAM, workspace], check=False).returncode
    if status == ABORTED:
        print("The display does not answer, so no window can open.", end=" ")
        return _print_next_turn(workspace)
    return status


def _window_system() -> str | None:
    """Return the name of the libraries that a window needs here, or None without a display."""
    chosen = os.environ.get("QT_QPA_PLATFORM", "").partition(":")[0]
    if chosen:
        return chosen if chosen in {"xcb", "wayland"} else "offscreen"
    if not sys.platform.startswith("linux"):
        return "offscreen"
    if os.environ.get("WAYLAND_DISPLAY"):
        return "wayland"
    return "xcb" if os.environ.get("DISPLAY") else None


def _has_libraries(platform: str) -> bool:
    script = Path(__file__).with_name("system_libraries.py")
    return subprocess.run([sys.executable, str(script), platform], check=False).returncode == 0


def _print_next_turn(workspace: str) -> int:
    listing = subprocess.run(
        [*PROGRAM, "scopes", workspace, "--json"], check=False, stdout=subprocess.PIPE
    )
    scopes = [json.loads(line) for line in listing.stdout.split(b"\n") if line]
    if not scopes:
        print("The workspace holds no memory that could be shown.")
        return listing.returncode
    memory_id = scopes[0]["memory_id"]
    print(f"This is the memory that the next turn of {memory_id} receives:", flush=True)
    command = [*PROGRAM, "snippet", workspace, "--memory-id", memory_id, "--part", "turn"]
    return subprocess.run(command, check=False).returncode


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
