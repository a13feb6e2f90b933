"""Sentences of memory texts, and when two of them say the same."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

LONGEST_READ = 600
"""Characters of one text that are compared word by word."""

_LINE_ENDS = re.compile("[\n\r\v\f\x85\u2028\u2029]+")
_MARK = re.compile(r"^(?:[-*•+>#]+\s+|\d+[.)]\s+)?(?:\[(?:seq:)?\s*\d+\]\s*)?")
_REFERENCE = re.compile(r" ?\[(?:seq|step):?\s*\d+\](?=[.,;!?]?$)")
# A full stop ends a sentence only where another one begins: not in "v1.5" and "e.g. this".
_SENTENCE_END = re.compile(
    r"(?<=[.!?])(?<!e\.g\.)(?<!i\.e\.)(?<!z\.B\.)[\"”’)]?\s+(?=[^\W_a-z]|[`\"“(])"
    r"(?!(?:Januar|Februar|März|April|Mai|Juni|Juli|August|September|Oktober|November|Dezember)\b)"
)
_BREAK = re.compile(r"[;:] | [–—-] | \(|, | (?:because|since|so that|weil|damit) ")
_AROUND = "\"'()[]{}<>*_`\xab\xbb" + "".join(map(chr, range(0x2018, 0x2020)))
_ENDING, _STEMMED = re.compile("(?:e[ns]|[ens])$"), 5
_NUMBER = re.compile(r"\d")


def stem(word: str) -> str:
    """Return ``word`` without a common ending, so that one and many are the same.

    Example:
        >>> stem("tests"), stem("rechnungen"), stem("v15s")
        ('test', 'rechnung', 'v15s')
    """
    return _ENDING.sub("", word) if len(word) >= _STEMMED and word.isalpha() else word


def stem_set(text: str) -> frozenset[str]:
    """Return the stems of a list of words that is written as one text."""
    return frozenset(map(stem, text.split()))


FILLERS = stem_set(
    "a an the is are was were be been to of in on at for and or as by with that this it its has "
    "have had says said asks asked user der die das ein eine ist sind war und oder zu im in am "
    "für mit von den dem hat auf via wird werden"
)
"""Words that say little; they don't make two statements alike, nor different."""

_ARTICLES = frozenset({"a", "an", "the", "der", "die", "das", "ein", "eine"})


def lines_of(text: str) -> list[str]:
    """Return the lines of ``text`` without blank ones, list marks and references at the ends."""
    lines = (_MARK.sub("", line.strip(), count=1) for line in _LINE_ENDS.split(text))
    plain = (_REFERENCE.sub("", line).strip() for line in lines)
    return [line for line in plain if line]


def sentences_of(text: str) -> list[str]:
    """Return the sentences of ``text``, as written but for list marks and references.

    Example:
        >>> sentences_of("- Runs on v1.5. Tests use -race.")
        ['Runs on v1.5.', 'Tests use -race.']
    """
    parts = (part.strip() for line in lines_of(text) for part in _SENTENCE_END.split(line))
    return [part for part in parts if part]


def words_of(text: str) -> tuple[str, ...]:
    """Return the words in lower case, without the punctuation around them."""
    parts = (word.lstrip(_AROUND).rstrip(_AROUND + ".,;:!?") for word in text.casefold().split())
    return tuple(part for part in parts if part)


def key_of(text: str) -> tuple[str, ...]:
    """Return what two texts that say the same have in common.

    White space, case, punctuation around words and articles make no difference; everything
    else does. A text without any word is its own key.

    Example:
        >>> key_of("The port is 8080.") == key_of("port is  8080")
        True
    """
    words = words_of(text[:LONGEST_READ])
    telling = tuple(word for word in words if word not in _ARTICLES)
    rest = text[LONGEST_READ:]
    return (*(telling or words or (text.strip(),)), *([rest] if rest else []))


def content_words(text: str) -> frozenset[str]:
    """Return the stems of the words that carry the meaning."""
    return frozenset(map(stem, words_of(text[:LONGEST_READ]))) - FILLERS


def numbers_in(words: frozenset[str]) -> frozenset[str]:
    """Return those words that have a digit in them."""
    return frozenset(word for word in words if _NUMBER.search(word))


def gist(text: str, longest: int = 60) -> str:
    """Return the first sentence of ``text``, cut at a clause if it is longer than ``longest``.

    Example:
        >>> gist("Port for the local API moved to 9090 because 8080 clashes with the proxy.")
        'Port for the local API moved to 9090'
    """
    sentence = next(iter(sentences_of(text)), "").rstrip(".")
    if len(sentence) <= longest:
        return sentence
    places = [place for place in _breaks(sentence) if longest // 3 <= place <= longest]
    if places:
        return sentence[: places[-1]]
    cut = sentence.rfind(" ", longest // 2, longest)
    return f"{sentence[: cut if cut > 0 else longest]}…"


def _breaks(sentence: str) -> Iterator[int]:
    return (match.start() for match in _BREAK.finditer(sentence))
