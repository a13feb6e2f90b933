"""Words by which a statement says that something has changed, English and German."""

from __future__ import annotations

import re

from desktop_app.core.proposals.statements import (
    FILLERS,
    LONGEST_READ,
    content_words,
    numbers_in,
    stem,
    stem_set,
    words_of,
)

_CHANGE = re.compile(
    r"\b(?:now(?! (?:know|see|understand)s?\b)|instead|no longer|not any ?more|any ?more|"
    r"from now on|as of now|henceforth|"
    r"(?:moved|changed|switched|renamed|migrated|upgraded|downgraded|updated|raised|lowered|"
    r"extended|postponed)\s+(?:\w+\s+)?(?:to|from|into)|"
    r"(?:replaced|superseded)\s+(?:\w+\s+)?(?:by|with)|changed (?:his|her|their) mind|correction|"
    r"jetzt|nun|stattdessen|nicht mehr|kein\w* (?:\w+ )?mehr|ab sofort|ab jetzt|von nun an|künftig|"
    r"umgezogen|umbenannt|korrektur|(?:geändert|gewechselt|umgestellt|verschoben|erhöht|gesenkt)"
    r"\s+(?:auf|zu|in)|(?:auf|zu|in) \S+ (?:geändert|gewechselt|umgestellt|verschoben|erhöht|"
    r"gesenkt))\b",
    re.IGNORECASE,
)
_OPENING = re.compile(
    r"\s*(?:(?:correction|korrektur|instead|stattdessen|from now on|as of now|henceforth|ab sofort|"
    r"ab jetzt|von nun an|künftig)\b[\s:,–—-]*)+",
    re.IGNORECASE,
)
"""Words before a statement that only announce it: what it is about comes after them."""
_LIMIT = re.compile(
    r"\b(?:only|except|until|unless|for now|temporar\w+|stays?|remains?|still|"
    r"nur|außer|bis|vorerst|vorübergehend|bleibt|weiterhin)\b",
    re.IGNORECASE,
)
_VERB = re.compile(
    r"\b(?:is|are|was|were|has|have|had|runs?|lives?|listens?|uses?|needs?|wants?|prefers?|must|"
    r"should|can|will|happens?|starts?|returns?|takes?|costs?|ist|sind|war|waren|hat|haben|läuft|"
    r"laufen|nutzt|muss|müssen|soll|sollen|liegt|liegen|heißt|kostet)\b",
    re.IGNORECASE,
)
_EVENT = re.compile(
    r"\b(?:asked|ran|found|printed|reported|apologi[sz]ed|greeted|closed|opened|created|fixed|"
    r"added|removed|sent|received|called|wrote|failed|passed|finished|started|completed|"
    r"deployed|merged|tested|checked|fragte|meldete|geschlossen|gesendet|erstellt|behoben)\b",
    re.IGNORECASE,
)
SIGNAL_WORDS = stem_set(
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


def is_event(text: str) -> bool:
    """Return whether ``text`` tells what happened once; such things don't contradict each other."""
    return _EVENT.search(text[:LONGEST_READ]) is not None


def subject_of(text: str) -> frozenset[str]:
    """Return what ``text`` is about: the words before its verb, but for amounts and versions.

    It is empty where no verb that is known comes, or nothing telling before it. A word that only
    announces a change, as in "Correction: …", is no part of it.

    Example:
        >>> sorted(subject_of("Ticket 4711 of Miller has 3 answers."))
        ['4711', 'miller', 'ticket']
        >>> sorted(subject_of("Correction: Refund limit for agents is 250 EUR."))
        ['agent', 'limit', 'refund']
    """
    start = _without_opening(text[:LONGEST_READ])
    places = [found.start() for found in (_VERB.search(start), _CHANGE.search(start)) if found]
    words = content_words(start[: min(places, default=0)])
    return frozenset(word for word in words if "." not in word) - SIGNAL_WORDS


def _without_opening(text: str) -> str:
    opening = _OPENING.match(text)
    return text[opening.end() :] if opening else text


def is_about_another(one: str, other: str) -> bool:
    """Return whether two sentences of the same form are about different things.

    Example:
        >>> is_about_another("Customer Miller has 3 tickets.", "Customer Ames has 5 tickets.")
        True
    """
    first, second = subject_of(one), subject_of(other)
    if not (first <= second or second <= first):
        return True
    openings = {_first_word(one), _first_word(other)}
    return len(openings) > 1 and not numbers_in(frozenset(openings))


def _first_word(text: str) -> str:
    words = map(stem, words_of(text[:LONGEST_READ]))
    telling = (word for word in words if word not in FILLERS and word not in SIGNAL_WORDS)
    return next(telling, "")
