"""What a change does, and how saving it ended: for people and for programs."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Any

from desktop_app.cli.showing_files import file_fields, print_moves, split_moves
from desktop_app.cli.text import visible
from desktop_app.core.counting import counted
from desktop_app.core.editing.journal import EntryKind
from desktop_app.core.editing.readable import row_texts
from desktop_app.core.engine_text import encode, estimate_tokens
from desktop_app.core.text_diff import LineKind, diff_lines
from desktop_app.services.editing.outcomes import Conflicted, Saved

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from desktop_app.cli.terminal import Terminal
    from desktop_app.core.changes import Change
    from desktop_app.core.editing.conflict import ConflictItem
    from desktop_app.services.editing.outcomes import Outcome
    from desktop_app.services.editing.plans import Plan
    from desktop_app.services.snapshot import ScopeSnapshot

_SIGNS = {LineKind.SAME: " ", LineKind.ADDED: "+", LineKind.REMOVED: "-"}
_SEVERAL = 2
_NOTHING_WRITTEN = "Nothing was written."


def print_plan(plan: Plan, terminal: Terminal) -> None:
    """Print what a plan would write, as a difference, and what follows from it."""
    terminal.line(visible(plan.change.label))
    print_change(plan.change, terminal)
    for note in sorted(note.value for note in plan.notes):
        terminal.line(f"note: {note}")
    for warning in plan.warnings:
        terminal.line(visible(f"note: {warning}"))
    for lost in plan.lost:
        terminal.line(f"note: the key {visible(lost.key)!r} is dropped, as the engine does.")
    counted_tokens, measured = _turn(plan.before), _turn(plan.after)
    terminal.line(
        f"next turn: {counted_tokens['counted']} -> {measured['counted']} counted,"
        f" {counted_tokens['measured']} -> {measured['measured']} measured"
    )
    terminal.say(f"This was a dry run. {_NOTHING_WRITTEN}")


def print_change(change: Change, terminal: Terminal) -> None:
    """Print every row of a change as a difference; a file that moves has one line."""
    if change.is_empty:
        terminal.line("  nothing changes")
        return
    moves, rest = split_moves(change)
    print_moves(moves, terminal)
    for row in row_texts(rest):
        terminal.line(visible(row.title))
        for line in difference(row.before, row.after):
            terminal.line(line)


def difference(before: str, after: str) -> Iterable[str]:
    """Yield the lines of a difference, with signs in front and nothing unsafe in them."""
    for line in diff_lines(before, after):
        if line.kind is LineKind.FOLDED:
            yield f"  … {line.count} unchanged"
        elif before or line.kind is not LineKind.REMOVED:
            yield from (f"{_SIGNS[line.kind]} {visible(one)}" for one in line.text.split("\n"))


def plan_fields(plan: Plan) -> dict[str, Any]:
    """Return a plan as JSON fields."""
    return {
        "status": "dry run",
        "label": plan.change.label,
        "reason": plan.change.reason,
        "rows": change_fields(plan.change),
        "notes": [*sorted(note.value for note in plan.notes), *plan.warnings],
        "lost_keys": [lost.key for lost in plan.lost],
        "renumbered": [[item.before, item.after] for item in plan.renumbered],
        "references": [[item.before, item.after] for item in plan.references],
        "next_turn": {"before": _turn(plan.before), "after": _turn(plan.after)},
    }


def change_fields(change: Change) -> list[dict[str, Any]]:
    """Return the rows of a change as JSON fields."""
    return [
        {"row": row.title, "before": row.before, "after": row.after} for row in row_texts(change)
    ]


def print_outcome(outcome: Outcome, terminal: Terminal) -> None:
    """Tell how saving ended."""
    if isinstance(outcome, Saved):
        _print_saved(outcome, terminal)
    elif isinstance(outcome, Conflicted):
        _print_conflict(outcome, terminal)
    else:
        terminal.line(f"Nothing to change: it is so already. {_NOTHING_WRITTEN}")


def outcome_fields(outcome: Outcome) -> dict[str, Any]:
    """Return how saving ended as JSON fields."""
    if isinstance(outcome, Saved):
        return {
            "status": "written",
            "entry": outcome.entry.id,
            "label": outcome.change.label,
            **file_fields(outcome.change),
            "memory_ids": list(outcome.entry.memory_ids),
            "merged": [{"title": part.title, "detail": part.detail} for part in outcome.merged],
            "locked_ms": round(outcome.locked_seconds * 1000, 3),
            "backup": str(outcome.backup) if outcome.backup else None,
            "backups": _backups(outcome),
        }
    if isinstance(outcome, Conflicted):
        return {
            "status": "conflict",
            "label": outcome.wish.change.label,
            "items": [_item_fields(item) for item in outcome.rebase.items],
        }
    return {"status": "unchanged"}


def _print_saved(saved: Saved, terminal: Terminal) -> None:
    kind = saved.entry.kind
    what = "" if kind is EntryKind.CHANGE else f"{kind.value.capitalize()}: "
    terminal.line(visible(f"{what}{saved.change.label}: written."))
    for part in saved.merged:
        terminal.line(visible(f"merged: {part.title}: {part.detail}"))
    if saved.backup:
        terminal.say(_copy_words(saved.backup, saved.change))
    if kind is EntryKind.UNDO:
        terminal.say(f"memloupe redo does it again (entry {saved.entry.of}).")
    else:
        entry = saved.entry.of if kind is EntryKind.REDO else saved.entry.id
        terminal.say(f"memloupe undo takes it back (entry {entry}).")


def _copy_words(copy: Path, change: Change) -> str:
    copies, folder = _copies(copy, change)
    if len(copies) < _SEVERAL:
        return f"A copy of the file as it was before is “{copy}”."
    return f"Copies of the {len(copies):,} files as they were before are in “{folder}”."


def _backups(saved: Saved) -> list[str]:
    return [str(path) for path in _copies(saved.backup, saved.change)[0]] if saved.backup else []


def _copies(copy: Path, change: Change) -> tuple[list[Path], Path]:
    """Return the copies that a change left, one of them being known, and the folder of all."""
    paths = [swap.before.path for swap in change.files if swap.before is not None]
    # They lie below one folder as the files do below the workspace.
    names = [Path(os.fsdecode(encode(path))) for path in paths]
    found = (len(name.parts) for name in names if copy.parts[-len(name.parts) :] == name.parts)
    folder = copy.parents[max(found, default=1) - 1]
    return [folder / name for name in names] or [copy], folder


def _print_conflict(conflicted: Conflicted, terminal: Terminal) -> None:
    items = conflicted.rebase.items
    terminal.say(
        "The file was changed since it was read, and"
        f" {counted(len(items), 'part')} can't be merged. {_NOTHING_WRITTEN}"
        " --take mine or --take theirs settles all of them."
    )
    for item in items:
        terminal.line(visible(f"{item.title}, {item.field}"))
        for name, text in (("seen", item.seen), ("theirs", item.theirs), ("mine", item.mine)):
            shown = "(not there)" if text is None else visible(text)
            terminal.line(f"  {name:7}{shown}")


def _item_fields(item: ConflictItem) -> Mapping[str, str | None]:
    return {
        "title": item.title,
        "field": item.field,
        "seen": item.seen,
        "theirs": item.theirs,
        "mine": item.mine,
    }


def _turn(snapshot: ScopeSnapshot) -> dict[str, int]:
    explanation = snapshot.explanation
    text = snapshot.observational_text
    return {
        "counted": explanation.snippet.counted if explanation and text else 0,
        "measured": estimate_tokens(text),
    }
