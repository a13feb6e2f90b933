"""Where a person can go inside a workspace."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Place(StrEnum):
    """The parts of the window that show one scope, in the order of their tabs, and the others."""

    OBSERVATIONS = "observations"
    REFLECTION = "reflection"
    WORKING = "working"
    TURN = "turn"
    HISTORY = "history"
    CONTRADICTIONS = "contradictions"
    DOCTOR = "doctor"
    CHANGES = "changes"
    REVIEW = "review"
    PROPOSAL = "proposal"
    LEDGER = "daily logs"
    NOTES = "notes"
    TOOLS = "memory tools"
    CONSOLIDATION = "consolidation"
    FLUSH = "flush"
    STATUS = "status"
    CONFIGURATION = "configuration"
    SEARCH = "search"


PAGES = (Place.REVIEW, Place.DOCTOR, Place.CHANGES, Place.STATUS, Place.CONFIGURATION)
"""The pages of the workspace below the tree, in order."""
PAGES_OF_FILES = (Place.DOCTOR, Place.CHANGES)
"""Those of them that mean something in a workspace without a state file."""
FILE_PAGES = (Place.LEDGER, Place.NOTES, Place.TOOLS, Place.CONSOLIDATION, Place.FLUSH)
"""Pages about memory that is kept as files; which bucket or layer is in the target."""
OF_SCOPE = (Place.PROPOSAL,)
"""Pages about the shown scope that have no tab."""

NAME_A_LAYER = "name"
"""As the key of a target: ask for a folder of notes, on their page."""
AGAINST_NOW = "now"
"""As the text of a target: compare a change with what the file has now."""


@dataclass(frozen=True, slots=True)
class Target:
    """A place to go to.

    Attributes:
        place: Tab or page.
        memory_id: The scope; ``None`` for the one that is shown.
        seq: Sequence number of an observation to select there.
        index: Position of an observation in the stored list; wins over ``seq``.
        key: Key of a working memory entry, id of a change, or rule or key of a finding, to select.
        path: A file, below the workspace, to select; on the pages of files. Where facts are
            extracted, the conversation.
        bucket: Path of the bucket that is meant on the page of daily logs or in the turn, mount of
            the layer on the page of notes; ``None`` for the one that is shown.
        line: Number of the line of a file, from 1, in which ``text`` is meant.
        text: What was looked for, to be marked there; on the page of hits, what to look for;
            on the page of changes, how to show one.
    """

    place: Place
    memory_id: str | None = None
    seq: int | None = None
    index: int | None = None
    key: str | None = None
    text: str = ""
    path: str | None = None
    bucket: str | None = None
    line: int | None = None
