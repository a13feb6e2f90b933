"""What a page of proposals is made of: its words, and the part that shows what goes in."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    from PySide6.QtCore import SignalInstance
    from PySide6.QtWidgets import QWidget

    from ui.consolidation.model import Choosing


@dataclass(frozen=True, slots=True, kw_only=True)
class PageWords:
    """What a page says of itself.

    Attributes:
        prefix: What the ids of its commands begin with.
        name: Of the page, and of its part in the list of keys.
        choosing: Title while it is not chosen who is asked.
        proposed: Title from then on.
        unsaved: What is not saved once a person has edited the proposal.
        accept: What Ctrl Return does.
        ask: What M does.
    """

    prefix: str
    name: str
    choosing: str
    proposed: str
    unsaved: str
    accept: str
    ask: str


class Chooses(Protocol):
    """The part of a page that shows what goes in, and asks who is to be asked."""

    judged: SignalInstance

    @property
    def reason(self) -> str:
        """Why the primary button can't be used; empty if it can."""

    @property
    def model_reason(self) -> str:
        """Why no model can be asked; empty if one can."""

    def show_choosing(self, choosing: Choosing[Any]) -> QWidget:
        """Show what would go in; return what takes the focus."""

    def confirm(self) -> None:
        """Do what the primary button does."""
