"""Signs that a model's output is no good; a person has to say that it is wanted all the same."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING

from desktop_app.core.engine_text import estimate_tokens, trim
from desktop_app.core.engine_time import EngineTime
from desktop_app.core.observational.reflection import SUMMARY, Reflection, parse_reflection
from desktop_app.core.observational.reflection_writer import header_of
from desktop_app.core.observational.silence import silence
from desktop_app.core.observational.snippet import snippet_budget
from desktop_app.core.proposals.statements import key_of, sentences_of, words_of

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterator, Sequence

    from desktop_app.core.observational.record import Record

CUT_OFF_REASON = "length"
"""Why a model stopped, in the words of the protocol, if its answer is not complete."""

_MOST_REPEATS = 3
_LONGEST_PHRASE = 12
_TIMES = 5
_SHORTER, _WORTH_COMPARING = 0.3, 40
_QUOTED_LINE = re.compile(r"^\s*- \[\d+\] ", re.MULTILINE)
_FENCE = re.compile(r"^\s*(?:```|~~~)", re.MULTILINE)
_TAG = re.compile(r"</?observational-memory")
_STUTTER = re.compile(r"([^\W\d_].{0,19}?)\1{9}", re.DOTALL)
_TELLING_LINE = 30


class GuardKind(Enum):
    """What is wrong with an output."""

    EMPTY = "empty"
    LOOPING = "looping"
    SHORTER = "far shorter"
    OVER_BUDGET = "over the budget"
    UNREADABLE = "unreadable"
    SELF_QUOTING = "quotes what it was given"
    CUT_OFF = "cut off"
    NOT_A_NUMBER = "importance is not a number"
    UNSCORED = "unscored"
    UNRELATED = "nothing in common"
    SECTIONS = "has sections of its own"


@dataclass(frozen=True, slots=True)
class Guard:
    """One sign, with a sentence for the person."""

    kind: GuardKind
    sentence: str

    @property
    def is_grave(self) -> bool:
        """Whether accepting needs a word of its own."""
        return self.kind is not GuardKind.UNSCORED


@dataclass(frozen=True, slots=True, kw_only=True)
class Origin:
    """Where an output comes from.

    Attributes:
        author: Who made it: a model and where it runs, or the built-in rules.
        now: When.
        finish_reason: Why the model stopped, as the server says.
        instructions: What it was told to do, without the memory; to find it quoted.
    """

    author: str
    now: EngineTime
    finish_reason: str = ""
    instructions: str = ""


def reflection_guards(record: Record, output: str, origin: Origin) -> tuple[Guard, ...]:
    """Return what is wrong with a reflector's output."""
    if not trim(output):
        return (Guard(GuardKind.EMPTY, "The answer is empty; the engine would refuse it."),)
    return tuple(_reflection_guards(record, output, origin))


def _reflection_guards(record: Record, output: str, origin: Origin) -> Iterator[Guard]:
    read = parse_reflection(output)
    yield from _unreadable(output, read)
    if is_looping(
        output, [*map(key_of, _sentences(read)), *read.supersessions, *read.contradictions]
    ):
        yield Guard(GuardKind.LOOPING, "The answer says the same again and again.")
    before = estimate_tokens(parse_reflection(record.reflection).summary)
    after = estimate_tokens(read.summary)
    if before >= _WORTH_COMPARING and after < _SHORTER * before:
        sentence = f"The summary shrinks from {before} to {after} tokens."
        yield Guard(GuardKind.SHORTER, sentence)
    budget = snippet_budget(record)
    if after >= budget:
        sentence = f"The summary alone takes {after} of {budget} tokens; no observation fits in."
        yield Guard(GuardKind.OVER_BUDGET, sentence)
    yield from output_guards(output, origin)
    if sum(header_of(line) == SUMMARY for line in output.split("\n")) > 1:
        sentence = f"The heading {SUMMARY} stands in it more than once."
        yield Guard(GuardKind.SELF_QUOTING, sentence)


def _unreadable(output: str, read: Reflection) -> Iterator[Guard]:
    why = silence(output)
    if why is not None:
        sentence = f"The engine would read nothing from it: {why.value}."
        yield Guard(GuardKind.UNREADABLE, sentence)
    elif not read.is_structured:
        sentence = (
            f"There is no heading {SUMMARY} in it. The engine would take all of it for the summary "
            "and see no supersessions and contradictions."
        )
        yield Guard(GuardKind.UNREADABLE, sentence)


def output_guards(output: str, origin: Origin) -> Iterator[Guard]:
    """Yield what is wrong with any output that is not blank."""
    if origin.finish_reason == CUT_OFF_REASON:
        yield Guard(GuardKind.CUT_OFF, "The model stopped before its answer was complete.")
    quoted = _quoted(output, origin.instructions)
    if quoted:
        yield Guard(GuardKind.SELF_QUOTING, quoted)


def is_looping(text: str, statements: Sequence[Hashable]) -> bool:
    """Return whether ``text`` repeats a statement, or a phrase without pause.

    Args:
        text: The whole output.
        statements: What it says, each as something that is equal when it says the same.
    """
    counts = Counter(statements)
    repeats = len(statements) - len(counts)
    if max(counts.values(), default=0) > _MOST_REPEATS:
        return True
    if repeats >= _MOST_REPEATS and repeats * 3 >= len(statements):
        return True
    return _repeats_phrase(words_of(text)) or _STUTTER.search(text) is not None


def _repeats_phrase(words: Sequence[str]) -> bool:
    for length in range(1, _LONGEST_PHRASE + 1):
        run = 0
        for place in range(length, len(words)):
            run = run + 1 if words[place] == words[place - length] else 0
            if run >= length * (_TIMES - 1):
                return True
    return False


def _sentences(read: Reflection) -> Iterator[str]:
    return (text for text in sentences_of(read.summary) if len(words_of(text)) >= _MOST_REPEATS)


def _quoted(output: str, instructions: str) -> str:
    if _FENCE.search(output):
        return "It has a code fence around or in it, which would stay in the memory."
    if _TAG.search(output):
        return "It quotes the tag that ends the memory; what follows would stand outside."
    if _QUOTED_LINE.search(output):
        return "It quotes the list of observations, “- [number]”, instead of summing it up."
    if quotes_instructions(output, instructions):
        return "It quotes the instructions that the model was given."
    return ""


def quotes_instructions(output: str, instructions: str) -> bool:
    """Return whether a telling line of what the model was told stands in its output."""
    lines = {line.strip() for line in output.split("\n")}
    told = (line.strip() for line in instructions.split("\n"))
    return any(len(line) >= _TELLING_LINE and line in lines for line in told)
