"""Repairs of memory files, made of the plans that edit them."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, TypeVar

from desktop_app.core.doctor.finding import Effect, Repair
from desktop_app.core.editing.file_words import file_words
from desktop_app.core.engine_text import encode
from desktop_app.core.errors import MemloupeError
from desktop_app.core.files.pieces import differing_lines, lines_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from desktop_app.core.changes import Change, Swap
    from desktop_app.core.files.plan import FilePlan
    from desktop_app.core.files.row import FileRow

Read = TypeVar("Read")
_NOTHING = "(a file with nothing in it)"


def plan_repair(
    make: Callable[[Read], FilePlan | None],
    now: Read,
    again: Callable[[], Read],
    *effects: Effect,
    label: str = "",
) -> Repair | None:
    """Return the repair that a plan makes; ``None`` if it can't be planned.

    Args:
        make: Plans it from what was read; ``None`` where the trouble is gone.
        now: What was read.
        again: Reads it as it is when the repair is made.
        effects: What the plan does not tell.
        label: What it does, in better words than the plan's.
    """
    try:
        plan = make(now)
    except MemloupeError:
        return None
    if plan is None or plan.change.is_empty:
        return None
    parts = [_part(swap) for swap in plan.change.files]

    def changes() -> tuple[Change, ...]:
        found = make(again())
        if found is None or found.change.is_empty:
            return ()
        return (replace(found.change, label=label or found.change.label),)

    told = (Effect(one.name, one.text, one.needs_care) for one in plan.consequences)
    return Repair(
        label=label or plan.change.label,
        changes=changes,
        effects=(*effects, *told),
        before="\n".join(before for before, _, _ in parts if before),
        after="\n".join(after for _, after, _ in parts if after),
        unchanged=sum(stays for _, _, stays in parts),
        rows=len(parts),
    )


def _part(swap: Swap[FileRow]) -> tuple[str, str, int]:
    """Return the lines that change, before and after, and how many bytes stay."""
    if swap.before is None or swap.after is None:
        return _whole(swap.before), _whole(swap.after), 0
    words = file_words(swap.before)
    lines = words.count("\n") + 1
    before, after = map(list, map(lines_of, differing_lines(words, file_words(swap.after), "\n")))
    least = min(len(before), len(after))
    head = next((n for n in range(least) if before[n] != after[n]), least)
    rest = range(1, least - head + 1)
    tail = next((n - 1 for n in rest if before[-n] != after[-n]), least - head)
    gone, new = before[head : len(before) - tail], after[head : len(after) - tail]
    old = "\n".join(gone)
    is_between = bool(gone) and len(gone) < lines
    stays = len(encode(words)) - len(encode(old)) - is_between
    return old, "\n".join(new), stays


def _whole(row: FileRow | None) -> str:
    if row is None:
        return ""
    words = file_words(row)
    return words if words.strip() else _NOTHING
