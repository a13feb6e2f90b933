"""Where a link among memory files leads."""

from __future__ import annotations

import posixpath
from enum import Enum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from desktop_app.core.files.facts import FileFacts

_OUTSIDE = ".."


class LinkEnd(Enum):
    """What a link leads to, as seen from the folder of a memory."""

    OUT = "leaves the folder"
    NOWHERE = "leads nowhere"
    LOOP = "leads to itself"
    INSIDE = "stays in the folder"


def link_end(facts: FileFacts, folder: str) -> LinkEnd:
    """Return where a link leads; nothing is opened to find out.

    Args:
        facts: The link.
        folder: Where the memory is, below the workspace; ``""`` for the workspace itself.
    """
    said = posixpath.normpath(posixpath.join(posixpath.dirname(facts.path), facts.target))
    for place in (said, facts.end or _OUTSIDE):
        if place == "." or f"{facts.path}/".startswith(f"{place}/"):
            return LinkEnd.LOOP
        is_inside = not folder or f"{place}/".startswith(f"{folder}/")
        if place.startswith(("/", "../")) or place == _OUTSIDE or not is_inside:
            return LinkEnd.OUT
    return LinkEnd.NOWHERE if facts.leads_out else LinkEnd.INSIDE
