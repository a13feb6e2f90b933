"""A workspace whose memory files are going to be changed."""

from __future__ import annotations

import os
import stat
from dataclasses import dataclass
from pathlib import Path

import msgspec

from desktop_app.core.changes import Change, Swap
from desktop_app.core.engine_time import EngineTime
from desktop_app.services.jobs import JobContext
from desktop_app.services.workspace import Surroundings, open_editor
from desktop_app.services.workspace_files import open_files

LONG_AGO = 1_700_000_000_123_456_789
HERE = Surroundings({"USER": "ada", "TZ": "UTC"}, None, lambda: EngineTime(1_800_000_000))


@dataclass
class FileDesk:
    """The files of one workspace, with the editor that changes them."""

    root: Path

    def __post_init__(self) -> None:
        self.files = open_files(self.root, HERE)
        self.context = JobContext()
        self.again()

    def again(self) -> None:
        """Begin anew, as another start of the program does."""
        self.editor = open_editor(self.files, HERE, busy_seconds=0.2)

    def put(self, path: str, text: str | bytes, *, mtime_ns: int = LONG_AGO, mode=0o640) -> None:
        """Write as another program does."""
        file = self.root / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(text if isinstance(text, bytes) else text.encode())
        file.chmod(mode)
        os.utime(file, ns=(mtime_ns, mtime_ns))

    def append(self, path: str, text: str) -> None:
        """Add at the end, as the engine does."""
        with (self.root / path).open("a", encoding="utf-8", newline="") as file:
            file.write(text)

    def text(self, path: str) -> str:
        return (self.root / path).read_bytes().decode()

    def state(self, path: str) -> tuple[bytes, int, int] | None:
        """Everything of a file that undo restores: bytes, permissions, time."""
        file = self.root / path
        if not file.exists():
            return None
        facts = file.stat()
        return file.read_bytes(), stat.S_IMODE(facts.st_mode), facts.st_mtime_ns

    def row(self, path: str):
        return self.files.folder.read(path)

    def edit(self, path: str, text: str | bytes, label: str = "", **facts) -> Change:
        """The change that gives a file another text, from what is there now."""
        row = self.row(path)
        data = text if isinstance(text, bytes) else text.encode()
        after = msgspec.structs.replace(row, data=data, **{"mtime_ns": None, **facts})
        return Change(label=label or f"Edit {path}", files=(Swap(row, after),))

    def apply(self, change: Change):
        return self.editor.apply(change, self.context)

    def entries(self, **options):
        return list(self.editor.journal.entries(self.editor.names, **options))
