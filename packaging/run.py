"""What ``make run`` starts: the window on a workspace, or its next turn where no window can be.

Usage: ``python packaging/run.py [WORKSPACE]``; without one, a copy of the demo workspace is opened.
"""

from __future__ import annotations

import base64
import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from desktop_app.cli.display import display_obstacle  # noqa: E402 - of this checkout
from desktop_app.cli.text import visible, visible_lines  # noqa: E402

PROGRAM = [sys.executable, "-m", "desktop_app"]
NOTHING_THERE = 3
_LABELS = {"working": "Working memory", "observational": "Observational memory"}


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
    if not os.path.lexists(workspace):
        print(f"There is no file or folder called “{visible(workspace)}”.", file=sys.stderr)
        return NOTHING_THERE
    obstacle = display_obstacle()
    if obstacle:
        return _print_next_turn(workspace, f"{obstacle[0].upper()}{obstacle[1:]}.")
    if not _has_libraries(_window_system()):
        return 1
    return subprocess.run([*PROGRAM, workspace], check=False).returncode


def _window_system() -> str:
    """Return the name of the libraries that a window needs here."""
    chosen = os.environ.get("QT_QPA_PLATFORM", "").partition(":")[0]
    if chosen:
        return chosen if chosen in {"xcb", "wayland"} else "offscreen"
    if not sys.platform.startswith("linux"):
        return "offscreen"
    return "wayland" if os.environ.get("WAYLAND_DISPLAY") else "xcb"


def _has_libraries(platform: str) -> bool:
    script = Path(__file__).with_name("system_libraries.py")
    return subprocess.run([sys.executable, str(script), platform], check=False).returncode == 0


def _print_next_turn(workspace: str, obstacle: str) -> int:
    status, scopes = _objects("snippet", workspace, "--all", "--json")
    if status:
        return status
    memory_id = _first_with_memory(scopes)
    if not memory_id:
        print(f"{obstacle} The workspace holds no memory that a turn receives.")
        return 0
    status, messages = _objects("snippet", workspace, f"--memory-id={memory_id}", "--part", "turn")
    print(f"{obstacle} This is what the next turn of {visible(memory_id)} receives:")
    for message in messages:
        _print_message(message)
    return status


def _objects(*arguments: str) -> tuple[int, list[dict[str, Any]]]:
    run = subprocess.run([*PROGRAM, *arguments], check=False, stdout=subprocess.PIPE)
    return run.returncode, [json.loads(line) for line in run.stdout.split(b"\n") if line]


def _first_with_memory(scopes: list[dict[str, Any]]) -> str:
    """Return the first scope with observational memory, else with working memory."""
    for part in ("observational", "working"):
        for scope in scopes:
            if _text(scope, part):
                return _text(scope, "memory_id")
    return ""


def _text(fields: dict[str, Any], name: str) -> str:
    coded = fields.get(f"{name}_b64")
    if coded is None:
        return fields[name] or ""
    return base64.b64decode(coded).decode("utf-8", "surrogateescape")


def _print_message(message: dict[str, Any]) -> None:
    kind = message["kind"]
    label = _LABELS.get(kind, kind.replace("_", " ").capitalize())
    if message.get("note"):
        print(f"\n--- {label}: {message['note']}")
        return
    print(f"\n--- {label}, a {message['role']} message:")
    text = _text(message, "content")
    if sys.stdout.isatty():
        # Nothing in memory may do something to the terminal.
        text = "\n".join(visible_lines(text))
    sys.stdout.flush()
    sys.stdout.buffer.write(text.encode("utf-8", "surrogateescape") + b"\n")
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
