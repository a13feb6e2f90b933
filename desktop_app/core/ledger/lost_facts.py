"""What stands below the line that the model reads to."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from desktop_app.core.ledger.injection import Cut

_FACT = re.compile(r"^[ \t]*(?:[-*+]|[0-9]+[.)])[ \t]", re.MULTILINE)


def count_lost_facts(memory: str, cut: Cut) -> int:
    """Return how many list items the model does not read to their end.

    Args:
        memory: The whole text of the file.
        cut: Where the model stops.
    """
    if not memory[cut.offset :].strip():
        return 0
    start = memory.rfind("\n", 0, cut.offset) + 1
    return sum(1 for _ in _FACT.finditer(memory, start))
