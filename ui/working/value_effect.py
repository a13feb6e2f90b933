"""What saving a value would store, made on a reader thread."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication

from desktop_app.core.engine_encode import format_float
from desktop_app.core.engine_json import Number, Object, String, Value, parse
from desktop_app.core.engine_text import estimate_tokens
from desktop_app.core.text_diff import DiffLine, diff_lines
from desktop_app.core.working.lost_digits import (
    HiddenKey,
    LostDigits,
    hidden_keys,
    lost_digits,
    parts_of,
)
from desktop_app.services.editing.plans import Plan
from desktop_app.services.editing.working_actions import set_value
from ui.working.drafts import Draft, find

if TYPE_CHECKING:
    from collections.abc import Iterator

    from desktop_app.services.editing.plans import Intent

_TOKEN = re.compile(r'"(?:[^"\\]|\\.)*"|[^\s"]')
_ESCAPED = re.compile("[<>&\u2028\u2029]")


@dataclass(frozen=True, slots=True, kw_only=True)
class ValueEffect:
    """A value that can be stored, and what becomes of it.

    Attributes:
        key: The key as the file will have it.
        stored: The value as the file will have it.
        rewritten: How that differs from what was typed, blanks aside, in words.
        lost: Numbers that will be others.
        hidden: Keys that are written again in the same object.
        lines: The injected line before and after.
        tokens: Tokens of the whole working memory in a turn, before and after.
    """

    plan: Plan
    key: str
    stored: str
    rewritten: tuple[str, ...]
    lost: tuple[LostDigits, ...]
    hidden: tuple[HiddenKey, ...]
    lines: tuple[DiffLine, ...]
    tokens: tuple[int, int]

    @property
    def loses(self) -> bool:
        """Whether something that was typed will not be in the file."""
        return bool(self.lost or self.hidden)

    @property
    def changes_nothing(self) -> bool:
        """Whether the file has exactly this already."""
        return not any(swap.before != swap.after for swap in self.plan.change.working)


def effect_of(draft: Draft, intent: Intent) -> ValueEffect:
    """Return what saving a draft does.

    Raises:
        InvalidValueError: it is not JSON; says where.
        RefusedError: the key is blank or taken.
    """
    plan = set_value(draft.base, draft.key, draft.text, intent, is_new=draft.is_new)
    entry = plan.change.working[0].after
    assert entry is not None
    key, stored = str(entry.entry_key), str(entry.entry_json)
    before = None if draft.is_new else find(draft.base, draft.key)
    value = parse(draft.text)
    return ValueEffect(
        plan=plan,
        key=key,
        stored=stored,
        rewritten=tuple(_rewritten(draft.text, stored, value)),
        lost=lost_digits(value),
        hidden=hidden_keys(value),
        lines=diff_lines(f"{key}: {before.value_json}" if before else "", f"{key}: {stored}"),
        tokens=(
            estimate_tokens(plan.before.working_text),
            estimate_tokens(plan.after.working_text),
        ),
    )


def _rewritten(typed: str, stored: str, value: Value) -> Iterator[str]:
    """Yield how the engine's encoder spells differently what was typed."""
    if "".join(_TOKEN.findall(typed)) == stored:
        return
    parts = list(parts_of(value))
    said = False
    if any(_is_unsorted(part) for part in parts if isinstance(part, Object)):
        said = True
        yield tr("keys are sorted")
    if any(_ESCAPED.search(text) for text in _texts(parts)):
        said = True
        yield tr("<, > and & are escaped")
    numbers = [part.raw for part in parts if isinstance(part, Number)]
    if any(raw != format_float(float(raw)) for raw in numbers):
        said = True
        yield tr("numbers are written as floats")
    if not said:
        yield tr("escapes are written the engine’s way")


def _is_unsorted(item: Object) -> bool:
    keys = [key.value for key, _ in item.members]
    return keys != sorted(keys)


def _texts(parts: list[Value]) -> Iterator[str]:
    for part in parts:
        if isinstance(part, String):
            yield part.value
        elif isinstance(part, Object):
            yield from (key.value for key, _ in part.members)


def tr(text: str) -> str:
    """Translate; also on a reader's thread."""
    return QCoreApplication.translate("WorkingEdit", text)
