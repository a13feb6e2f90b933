"""Words by which a statement says that something has changed, English and German."""

from __future__ import annotations

import re

from desktop_app.core.proposals.statements import LONGEST_READ, word_set

_CHANGE = re.compile(
    r"\b(?:now|instead|no longer|not any ?more|any ?more|from now on|as of now|henceforth|"
    r"(?:moved|changed|switched|renamed|migrated|upgraded|downgraded|updated|raised|lowered|"
    r"extended|postponed)\s+(?:\w+\s+)?(?:to|from|into)|"
    r"(?:replaced|superseded)\s+(?:\w+\s+)?(?:by|with)|changed (?:his|her|their) mind|correction|"
    r"jetzt|nun|stattdessen|nicht mehr|kein\w* mehr|ab sofort|ab jetzt|von nun an|künftig|"
    r"umgezogen|umbenannt|korrektur|(?:geändert|gewechselt|umgestellt|verschoben|erhöht|gesenkt)"
    r"\s+(?:auf|zu|in)|(?:auf|zu|in) \S+ (?:geändert|gewechselt|umgestellt|verschoben|erhöht|"
    r"gesenkt))\b",
    re.IGNORECASE,
)
_LIMIT = re.compile(
    r"\b(?:only|except|until|unless|for now|temporar\w+|stays?|remains?|still|"
    r"nur|außer|bis|vorerst|vorübergehend|bleibt|weiterhin)\b",
    re.IGNORECASE,
)
SIGNAL_WORDS = word_set(
    "now instead longer anymore more henceforth moved changed switched renamed migrated upgraded "
    "downgraded updated raised lowered extended postponed replaced superseded correction no not "
    "jetzt nun stattdessen nicht mehr sofort künftig umgezogen umbenannt korrektur geändert "
    "gewechselt umgestellt verschoben erhöht gesenkt kein keine"
)
"""The words themselves, which say nothing about the subject."""


def announces_change(text: str) -> bool:
    """Return whether ``text`` says that something is different from before.

    Example:
        >>> announces_change("The API moved to port 9090."), announces_change("I know the port.")
        (True, False)
    """
    return _CHANGE.search(text[:LONGEST_READ]) is not None


def has_limits(text: str) -> bool:
    """Return whether the change holds for a part or a time only: the older one may still count."""
    return _LIMIT.search(text[:LONGEST_READ]) is not None
