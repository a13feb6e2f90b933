"""What the page of the review says."""

from __future__ import annotations

from typing import TYPE_CHECKING

from desktop_app.core.review.differences import DifferenceKind
from desktop_app.core.review.item import ItemKind
from ui.icons import Icon
from ui.review.rows import State
from ui.review.translation import tr
from ui.tokens import Meaning

if TYPE_CHECKING:
    from desktop_app.core.review.item import Item


STATE_LOOKS = {
    State.OPEN: (Meaning.NEUTRAL, Icon.UNKNOWN),
    State.ACCEPTED: (Meaning.IN, Icon.CHECK),
    State.EDITED: (Meaning.IN, Icon.EDIT),
    State.REMOVED: (Meaning.OUT, Icon.REMOVE),
    State.SAVING: (Meaning.ENGINE, Icon.CLOCK),
    State.FAILED: (Meaning.DAMAGED, Icon.DAMAGED),
}
KIND_LOOKS = {
    DifferenceKind.NEW: (Meaning.ENGINE, Icon.PLUS),
    DifferenceKind.CHANGED: (Meaning.CAUTION, Icon.COMPARE),
    DifferenceKind.GONE: (Meaning.OUT, Icon.DASH),
}


def state_word(state: State) -> str:
    """Return the word that stands beside a state's icon."""
    return {
        State.OPEN: tr("open"),
        State.ACCEPTED: tr("accepted"),
        State.EDITED: tr("edited"),
        State.REMOVED: tr("removed"),
        State.SAVING: tr("saving"),
        State.FAILED: tr("not saved"),
    }[state]


def kind_word(kind: DifferenceKind) -> str:
    """Return the word for what became of an item."""
    return {
        DifferenceKind.NEW: tr("new"),
        DifferenceKind.CHANGED: tr("changed"),
        DifferenceKind.GONE: tr("gone"),
    }[kind]


def item_name(item: Item) -> str:
    """Return what an item is called."""
    if item.kind is ItemKind.REFLECTION:
        return tr("Reflection")
    return tr("Observation {0}").format(item.seq)


def removal_question(item: Item) -> str:
    """Return what is asked before an item goes."""
    if item.kind is ItemKind.REFLECTION:
        return tr("Why does the reflection go? It is cleared.")
    return tr("Why does observation {0} go? Later ones are renumbered.").format(item.seq)
