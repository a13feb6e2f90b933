"""What the page of a proposal is given to show."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Generic

from desktop_app.core.files.plan import Consequence
from desktop_app.core.text_diff import DiffLine
from ui.consolidation.model import Proposal
from ui.widgets.check_list import Group
from ui.widgets.figures import Figure


@dataclass(frozen=True, slots=True)
class Outlook:
    """What writing would do, where that depends on the files of now.

    Attributes:
        file: What is written, by its path below the bucket.
        follows: What follows from it.
        refusal: Why it can't be written; empty if it can.
    """

    file: str = ""
    follows: tuple[Consequence, ...] = ()
    refusal: str = ""


NO_OUTLOOK = Outlook()


@dataclass(frozen=True, slots=True)
class Looked(Generic[Proposal]):
    """What a text gives: the proposal with it, and the lines that change in the file."""

    proposal: Proposal
    lines: tuple[DiffLine, ...]
    outlook: Outlook = NO_OUTLOOK


@dataclass(frozen=True, slots=True, kw_only=True)
class Told:
    """What the page says of a proposal.

    Attributes:
        figures: The row over it.
        groups: What to look at, kind by kind.
        full: What the rows of the groups stand for, by their ids, without anything cut.
        title: What stands over the warnings.
        warnings: What to check before accepting.
        takes_override: Whether it is accepted once the person says so in as many words.
    """

    figures: Sequence[Figure]
    groups: Sequence[Group]
    full: dict[str, str]
    title: str
    warnings: Sequence[str]
    takes_override: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Labels:
    """What the parts of the page are called.

    Attributes:
        file: What is written.
        text: The field with the text.
        change: What shows the change of the file.
        shown: The choice that shows it.
        nothing: Said where there is nothing to look at.
    """

    file: str
    text: str
    change: str
    shown: str
    nothing: str
