"""Changes of memory files for tests, and what is left when they are done."""

from __future__ import annotations

import msgspec

from desktop_app.core.changes import Change, Swap
from desktop_app.store.memory_folder import DiskFolder
from tests.tree_state import snapshot


def edit(root, path, text, **other):
    row = DiskFolder(root).read(path)
    after = msgspec.structs.replace(row, data=text.encode(), mtime_ns=None, **other)
    return Swap(row, after)


def change(*swaps):
    return Change(label="Change", files=swaps)


def files_of(root):
    return {
        name: entry
        for name, entry in snapshot(root).items()
        if entry.content and not name.startswith(".memloupe")
    }


def left_over(root):
    return [*(root / ".memloupe" / "files").iterdir(), *root.rglob(".memloupe-*")]


def after(cls, name, monkeypatch, action, times=1):
    """Let something happen after a method has been called, the first few times."""
    real, left = getattr(cls, name), [times]

    def method(*arguments):
        answer = real(*arguments)
        if left[0]:
            left[0] -= 1
            action()
        return answer

    monkeypatch.setattr(cls, name, method)
