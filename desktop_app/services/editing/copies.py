"""A change as a file of its own, for one that can't be saved where it belongs."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from desktop_app.core.editing.readable import row_texts
from desktop_app.core.engine_text import encode
from desktop_app.services.export import save

if TYPE_CHECKING:
    from pathlib import Path

    from desktop_app.core.changes import Change


def copy_bytes(change: Change) -> bytes:
    """Return a change as JSON: what it is called, why, and every row before and after."""
    rows = [
        {"row": row.title, "before": row.before.split("\n"), "after": row.after.split("\n")}
        for row in row_texts(change)
    ]
    content = {"change": change.label, "reason": change.reason, "rows": rows}
    return encode(json.dumps(content, ensure_ascii=False, indent=2) + "\n")


def save_copy(change: Change, path: Path) -> Path:
    """Write a change to ``path`` and return where it is.

    Raises:
        StoreError: it can't be written there; says why.
    """
    return save(copy_bytes(change), path, replace=True)
