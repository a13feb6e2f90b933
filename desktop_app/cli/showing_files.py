"""What a change does to memory files: for people and for programs."""

from __future__ import annotations

from dataclasses import replace
from hashlib import sha256
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, TypeAlias

from desktop_app.cli.text import visible
from desktop_app.core.editing.file_words import file_lines, fingerprint
from desktop_app.core.files.text import Encoding, read_text
from desktop_app.core.unified_diff import unified_diff

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from desktop_app.cli.terminal import Terminal
    from desktop_app.core.changes import Change, Swap
    from desktop_app.core.files.plan import FilePlan
    from desktop_app.core.files.row import FileRow

Remarks: TypeAlias = "Mapping[str, str]"
"""What is said of a file that moves, by its path before."""
Move: TypeAlias = "tuple[FileRow, FileRow]"
"""One file before and after, with the same bytes."""
NO_REMARKS: Remarks = MappingProxyType({})


def print_file_plan(plan: FilePlan, terminal: Terminal, remarks: Remarks = NO_REMARKS) -> None:
    """Print what a plan would do to files, as a unified difference, and what follows from it."""
    terminal.line(visible(plan.change.label))
    print_file_change(plan.change, terminal, remarks)
    for consequence in plan.consequences:
        terminal.line(visible(f"{consequence.name}: {consequence.text}"))
    terminal.say("This was a dry run. Nothing was written.")


def print_file_change(change: Change, terminal: Terminal, remarks: Remarks = NO_REMARKS) -> None:
    """Print the files of a change as a unified difference; one that moves has one line."""
    if change.is_empty:
        terminal.line("  nothing changes")
        return
    moves, rest = split_moves(change)
    print_moves(moves, terminal, remarks)
    for swap in rest.files:
        for line in _difference(swap):
            terminal.line(visible(line))


def split_moves(change: Change) -> tuple[tuple[Move, ...], Change]:
    """Return which files only get another path, and the rest of a change."""
    arriving = [swap.after for swap in change.files if swap.before is None and swap.after]
    moves: list[Move] = []
    for gone in (swap.before for swap in change.files if swap.after is None and swap.before):
        found = next((row for row in arriving if row.data == gone.data), None)
        if found is not None:
            arriving.remove(found)
            moves.append((gone, found))
    moved = {row.path for move in moves for row in move}
    rest = tuple(swap for swap in change.files if _path(swap) not in moved)
    return tuple(moves), replace(change, files=rest)


def print_moves(moves: tuple[Move, ...], terminal: Terminal, remarks: Remarks = NO_REMARKS) -> None:
    """Print from where to where files move, with what is said of each."""
    for before, after in moves:
        remark = remarks.get(before.path, "")
        terminal.line(visible(f"{before.path} -> {after.path}  {remark}".rstrip()))


def file_plan_fields(plan: FilePlan, remarks: Remarks = NO_REMARKS) -> dict[str, Any]:
    """Return a plan as JSON fields."""
    moves, _rest = split_moves(plan.change)
    return {
        "status": "dry run",
        "label": plan.change.label,
        "reason": plan.change.reason,
        **file_fields(plan.change),
        "moves": [
            {"from": before.path, "to": after.path, "remark": remarks.get(before.path, "")}
            for before, after in moves
        ],
        "consequences": [
            {"name": one.name, "text": one.text, "needs_care": one.needs_care}
            for one in plan.consequences
        ],
    }


def file_fields(change: Change) -> dict[str, Any]:
    """Return the files of a change as JSON fields, with size and hash; none for rows."""
    if not change.files:
        return {}
    files = [
        {"path": _path(swap), "before": _facts(swap.before), "after": _facts(swap.after)}
        for swap in change.files
    ]
    return {"paths": list(change.paths), "files": files}


def _facts(row: FileRow | None) -> dict[str, Any] | None:
    if row is None:
        return None
    return {
        "size": len(row.data),
        "sha256": sha256(row.data).hexdigest(),
        "mode": f"{row.mode:04o}",
        "mtime_ns": row.mtime_ns,
    }


def _path(swap: Swap[FileRow]) -> str:
    row = swap.after or swap.before
    return "" if row is None else row.path


def _difference(swap: Swap[FileRow]) -> Iterator[str]:
    path = _path(swap)
    yield f"--- {path}" if swap.before else "--- (no file)"
    yield f"+++ {path}" if swap.after else "+++ (no file)"
    before, after = _compared(swap.before), _compared(swap.after)
    if before == after:
        # The text stays: what differs is in the line behind it.
        before, after = _last_line(swap.before), _last_line(swap.after)
    yield from unified_diff(before, after)


def _compared(row: FileRow | None) -> list[str]:
    if row is None:
        return []
    text = read_text(row.data)
    if text.encoding is Encoding.BINARY:
        return [fingerprint(row)]
    lines = text.text.split("\n")
    return lines[:-1] if not lines[-1] else [*lines[:-1], f"{lines[-1]} (no line feed at the end)"]


def _last_line(row: FileRow | None) -> list[str]:
    return file_lines(row).split("\n")[-1:]
