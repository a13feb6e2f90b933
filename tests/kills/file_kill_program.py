"""Changes several files, or dies on the way; forks for every task, so that imports are paid once.

Reads tasks as lines of JSON: the workspace, at which step to die (0 for never), and whether the
file system knows an exchange of two files. Answers with the number of steps taken.

Usage: ``python -m tests.kills.file_kill_program``
"""

from __future__ import annotations

import gc
import json
import os
import signal
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from desktop_app.core.changes import Change, Swap
from desktop_app.core.files.row import FileRow
from desktop_app.store import file_moves
from desktop_app.store.file_writer import DiskWriter
from desktop_app.store.memory_folder import DiskFolder

if TYPE_CHECKING:
    from types import FrameType

LATER_NS = 1_700_000_000_123_456_789
_WATCHED = ("file_step", "file_moves", "file_transaction", "replaced_files", "open_folder")


class Steps:
    """Counts every call and return in the modules that write, and dies at one of them."""

    def __init__(self, kill_at: int) -> None:
        self.passed = 0
        self._kill_at = kill_at

    def __call__(self, frame: FrameType, _event: str, _argument: Any) -> None:
        if not frame.f_code.co_filename.endswith(tuple(f"{name}.py" for name in _WATCHED)):
            return
        self.passed += 1
        if self.passed == self._kill_at:
            os.kill(os.getpid(), signal.SIGKILL)


def prepare(root: Path) -> None:
    """Make the files that ``change`` is about."""
    for number, name in enumerate(("edited.md", "deleted.md", "folder/moved.md", "other.md")):
        path = root / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(f"{name}\n" * 50, "utf-8")
        os.utime(path, ns=(0, LATER_NS - number))


def change(root: Path) -> Change:
    """Return an edit, a deletion, a move, and a new file in a new folder."""
    folder = DiskFolder(root)
    edited, deleted, moved = map(folder.read, ("edited.md", "deleted.md", "folder/moved.md"))
    assert edited
    assert moved
    return Change(
        label="Several",
        files=(
            Swap(edited, msgspec.structs.replace(edited, data=b"Other.\n", mtime_ns=None)),
            Swap(deleted, None),
            Swap(moved, None),
            Swap(None, msgspec.structs.replace(moved, path="folder/elsewhere.md")),
            Swap(None, FileRow("new/deep/made.md", b"New.\n")),
        ),
    )


def write(root: Path, kill_at: int, *, exchanges: bool) -> int:
    """Write the change and return how many steps that took."""
    if not exchanges:
        setattr(file_moves, "_renameat2", lambda: None)  # noqa: B010 - as on other systems
    wanted = change(root)
    steps = Steps(kill_at)
    sys.setprofile(steps)
    DiskWriter(root, root / ".memloupe").write(wanted)
    sys.setprofile(None)
    return steps.passed


def serve() -> None:
    """Do tasks until there is no more."""
    gc.freeze()
    for line in sys.stdin:
        task = json.loads(line)
        reading, writing = os.pipe()
        process = os.fork()
        if not process:
            try:
                taken = write(Path(task.pop("root")), **task)
                os.write(writing, str(taken).encode())
            finally:
                os._exit(0)
        os.close(writing)
        answer = os.read(reading, 100).decode() or "0"
        os.close(reading)
        os.waitpid(process, 0)
        print(answer, flush=True)  # noqa: T201


if __name__ == "__main__":
    serve()
