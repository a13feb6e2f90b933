"""The program: a window on a workspace, or one command on the terminal."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from desktop_app.cli.display import display_obstacle
from desktop_app.cli.text import visible
from desktop_app.cli.words import COMMAND_NAMES, COMMANDS

if TYPE_CHECKING:
    from collections.abc import Sequence

NO_WINDOW, WRONG_USAGE, NOTHING_THERE = 1, 2, 3


def main(argv: Sequence[str] | None = None) -> int:
    """Run the program and return its exit status."""
    arguments = sys.argv[1:] if argv is None else argv
    if _asks_for_window(arguments):
        return _open_window(*arguments)
    from desktop_app.cli.main import main as run_command  # noqa: PLC0415 - one of the two is used

    return run_command(arguments)


def _asks_for_window(arguments: Sequence[str]) -> bool:
    if not arguments:
        return True
    first = arguments[0]
    return len(arguments) == 1 and not first.startswith("-") and first not in COMMAND_NAMES


def _open_window(workspace: str | None = None) -> int:
    if workspace is not None and not os.path.lexists(workspace):
        return _nothing_called(workspace)
    obstacle = _obstacle()
    if obstacle:
        _say(f"{obstacle}; on the command line: memloupe scopes WORKSPACE, memloupe --help")
        return NO_WINDOW
    from ui.app import run  # noqa: PLC0415 - the command line never loads Qt

    return run(None if workspace is None else Path(workspace))


def _nothing_called(name: str) -> int:
    message = f"there is no command, file or folder called “{name}”"
    if os.sep in name or "." in name:
        _say(f"{message}; see memloupe --help")
        return NOTHING_THERE
    # A bare word was meant as a command more likely than as a folder.
    commands = ", ".join(dict.fromkeys(command.name.split()[0] for command in COMMANDS))
    _say(f"{message}; the commands are {commands}; see memloupe --help")
    return WRONG_USAGE


def _obstacle() -> str:
    """Return why no window can open; empty if nothing stands in the way."""
    obstacle = display_obstacle()
    if obstacle:
        return obstacle
    try:
        import PySide6.QtWidgets  # noqa: F401, PLC0415 - to find out whether it can be loaded
    except ImportError as error:
        return f"Qt can't be loaded ({error}), so no window can open"
    return ""


def _say(message: str) -> None:
    sys.stderr.write(f"memloupe: {visible(message)}\n")


if __name__ == "__main__":
    sys.exit(main())
