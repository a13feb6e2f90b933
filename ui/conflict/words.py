"""The words of the dialog for conflicts, and the rows of its list."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication

from desktop_app.core.editing.conflict import Choice, MergedPart
from desktop_app.core.word_diff import differing_words
from ui.conflict.model import ORDER, Choices, text_of
from ui.icons import Icon
from ui.naming import shown_line
from ui.tokens import Meaning
from ui.widgets.check_list import Group, Row
from ui.widgets.version_cards import Version

if TYPE_CHECKING:
    from collections.abc import Sequence

    from desktop_app.core.editing.conflict import ConflictItem


def _tr(text: str, count: int = -1) -> str:
    return QCoreApplication.translate("ConflictDialog", text, None, count)


def sentence(choices: Choices, merged: int) -> str:
    """Return what is safe and what is left to do."""
    parts = [_tr("Nothing is lost:")]
    if merged:
        one = _tr("1 part merged by itself,")
        parts.append(one if merged == 1 else _tr("{0} parts merged by themselves,").format(merged))
    left, total = choices.open_count, len(choices.items)
    if left:
        still = _tr("{0} of {1} still needs your choice.") if left == 1 else None
        parts.append((still or _tr("{0} of {1} still need your choice.")).format(left, total))
    else:
        parts.append(_tr("every choice is made."))
    parts.append(_tr("All three versions stay in Changes."))
    return " ".join(parts)


def still_open(left: int) -> str:
    """Return why it can't be saved yet; empty if it can."""
    if not left:
        return ""
    return (
        _tr("1 item has no choice yet")
        if left == 1
        else _tr("{0} items have no choice yet").format(left)
    )


def groups(choices: Choices, merged: Sequence[MergedPart]) -> list[Group]:
    """Return the list of what needs a choice and what merged by itself."""
    rows = [_item_row(choices, index) for index in range(len(choices.items))]
    parts = [
        Row(
            id=f"merged {place}",
            title=shown_line(part.title),
            subtitle=shown_line(part.detail),
            icon=Icon.CHECK,
            meaning=Meaning.IN,
            is_fixed=True,
        )
        for place, part in enumerate(merged)
    ]
    result = [Group(_tr("Needs a choice"), rows)]
    return [*result, Group(_tr("Merged by itself"), parts)] if parts else result


def versions(item: ConflictItem, notes: Sequence[str]) -> list[Version]:
    """Return the three versions of an item with the words that each side changed."""
    titles = (_tr("You saw"), _tr("In the file now"), _tr("Yours"))
    meanings = (Meaning.NEUTRAL, Meaning.ENGINE, Meaning.ACCENT)
    result = []
    for choice, title, note, meaning in zip(ORDER, titles, notes, meanings, strict=True):
        text = text_of(item, choice)
        both = text is not None and item.seen is not None and choice is not Choice.SEEN
        marks = differing_words(item.seen or "", text or "")[1] if both else ()
        result.append(Version(title, note, text, marks, meaning))
    return result


def heading(item: ConflictItem) -> str:
    """Return what the versions are of."""
    return f"{shown_line(item.title)} · {shown_line(item.field)}"


def token_words(count: int) -> str:
    """Return how many tokens a result has."""
    return _tr("1 token") if count == 1 else _tr("{0} tokens").format(f"{count:,}")


def _item_row(choices: Choices, index: int) -> Row:
    item, version = choices.items[index], choices.version(index)
    chosen = {
        Choice.SEEN: _tr("what you saw chosen"),
        Choice.THEIRS: _tr("theirs chosen"),
        Choice.MINE: _tr("yours chosen"),
    }
    words = "" if version is None else chosen[version]
    if choices.is_edited(index):
        words = _tr("edited")
    field = shown_line(item.field)
    return Row(
        id=str(index),
        title=shown_line(item.title),
        subtitle=f"{field} · {words}" if words else field,
        icon=Icon.CONTRADICTION if version is None else Icon.CHECK,
        meaning=Meaning.CAUTION if version is None else Meaning.IN,
    )
