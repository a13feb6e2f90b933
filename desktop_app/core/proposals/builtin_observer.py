"""Observations without any model: what a person said as a rule, a wish, a decision or a value."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from desktop_app.core.proposals.signals import announces_change
from desktop_app.core.proposals.statements import key_of, sentences_of, words_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from desktop_app.core.transcript import Message

_SPEAKER = "user"
_SAID_BY = "User: "
_FEWEST_WORDS, _LONGEST = 3, 240
_FENCED = re.compile(r"^\s*(?:```|~~~).*?(?:^\s*(?:```|~~~)\s*$|\Z)", re.MULTILINE | re.DOTALL)
_UNFIT = re.compile("[\x00-\x08\x0e-\x1f\x7f]|</?observational-memory|IMPORTANCE:|[?\uff1f]\\W*$")
_VAGUE = re.compile(
    r"^(?:no, )?(?:i think|i guess|maybe|perhaps|probably|ich glaube|vielleicht)\b|"
    r"\b(?:that|this|it|das|es)\W*$",
    re.IGNORECASE,
)
_RULE = re.compile(
    r"\b(?:always|never|must(?:n['’]t)?(?! have\b)|"
    r"is forbidden|are forbidden|not allowed|make sure|under no circumstances|"
    r"immer|niemals|nie|muss|müssen|darf nicht|dürfen nicht|verboten)\b|^(?:only|please|bitte) |"
    r"(?:^|[,;:–-] ?|\b(?:please|you|and|but) )do(?: not|n['’]t) (?!worry|bother|mind|forget)",
    re.IGNORECASE,
)
_DECISION = re.compile(
    r"\b(?:decided|decision|agreed|let['’]s (?:use|go with|keep|take)|"
    r"we(?:['’]ll| will) (?:use|go with|keep|take)|we(?:['’]re| are) going with|"
    r"entschieden|entscheidung|vereinbart|wir nehmen|wir verwenden)\b",
    re.IGNORECASE,
)
_WISH = re.compile(
    r"\b(?:i(?:['’]d| would| do not| don['’]t)? (?:prefer|like|want(?! you to)|hate|"
    r"dislike)|my (?:preference|favou?rite)|prefers?|ich (?:bevorzuge|möchte|will|mag|brauche))\b",
    re.IGNORECASE,
)
_VALUE = re.compile(
    r"\b(?:is|are|runs on|listens on|lives in|uses|named|called|due|deadline|version|port|branch|"
    r"ist|sind|läuft auf|heißt|liegt in|frist)\b",
    re.IGNORECASE,
)
_CONCRETE = re.compile(r"\d|`[^`]+`|\b\w+[/_]\w+|\b[A-Z]{2,}\b")


def built_in_observations(messages: Iterable[Message]) -> str:
    """Return observations on ``messages`` in the form in which an observer model answers.

    Only what the person wrote is taken, sentence by sentence and word for word: rules 0.9,
    decisions 0.8, wishes 0.8, changes 0.75, values 0.6. Code and questions are left out. The
    text is empty if there is nothing of the kind.
    """
    found: dict[tuple[str, ...], str] = {}
    for message in messages:
        if message.role.strip().casefold() != _SPEAKER:
            continue
        for sentence in _sentences(message.content):
            importance = _importance(sentence)
            if importance:
                found[key_of(sentence)] = f"IMPORTANCE:{importance}\n{_SAID_BY}{sentence}"
    return "\n\n".join(found.values())


def _sentences(content: str) -> Iterator[str]:
    for sentence in sentences_of(_FENCED.sub("\n", content)):
        short = len(sentence) <= _LONGEST and len(words_of(sentence)) >= _FEWEST_WORDS
        if short and not _UNFIT.search(sentence) and not _VAGUE.search(sentence):
            yield sentence


def _importance(sentence: str) -> float:
    """Return how much a sentence counts; 0 if it is none of the kinds."""
    for pattern, importance in ((_RULE, 0.9), (_DECISION, 0.8), (_WISH, 0.8)):
        if pattern.search(sentence):
            return importance
    if announces_change(sentence):
        return 0.75
    return 0.6 if _VALUE.search(sentence) and _CONCRETE.search(sentence) else 0.0
