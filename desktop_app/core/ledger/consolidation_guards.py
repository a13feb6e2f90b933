"""Signs that a proposed ``MEMORY.md`` is no good."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from desktop_app.core.files.text import java_length
from desktop_app.core.ledger.consolidation_facts import clauses_of, compared
from desktop_app.core.ledger.consolidation_prompt import CHARACTERS_PER_TOKEN
from desktop_app.core.ledger.context_parts import CLOSING_TAGS
from desktop_app.core.ledger.java_text import is_blank, strip
from desktop_app.core.ledger.statement_blocks import statements_in
from desktop_app.core.proposals.guards import (
    CUT_OFF_REASON,
    Guard,
    GuardKind,
    is_looping,
    quotes_instructions,
)
from desktop_app.core.proposals.statements import key_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from desktop_app.core.ledger.consolidation_prompt import Limits
    from desktop_app.core.proposals.facts import Facts
    from desktop_app.core.proposals.guards import Origin

NEVER_ACCEPTED = frozenset({GuardKind.EMPTY, GuardKind.OVER_BUDGET})
"""What no word of the person makes acceptable: the text has to become another one."""

_SHORTER = 0.5
_WRAPPED = re.compile(r"(?:```|~~~)[^\n]*\n.*\n(?:```|~~~)", re.DOTALL)
_QUOTED = re.compile(
    r"^(?:New daily ledger entries to merge|### \d{4}-\d\d-\d\d\.md$)", re.MULTILINE
)


def tokens_of(text: str) -> int:
    """Return the tokens of a text as the harness's limits count them: four characters each."""
    return -(-java_length(text) // CHARACTERS_PER_TOKEN)


def check_answer(
    old: str, new: str, limits: Limits, origin: Origin, facts: Facts | None = None
) -> tuple[Guard, ...]:
    """Return what is wrong with a new ``MEMORY.md``.

    Args:
        old: The text before.
        new: The text after.
        limits: How long it may be.
        origin: Who wrote it.
        facts: What becomes of the facts of ``old``, where that is known already.
    """
    if is_blank(new):
        sentence = "The answer is empty, so there is nothing to write."
        return (Guard(GuardKind.EMPTY, sentence),)
    facts = compared(statements_in(old), statements_in(new)) if facts is None else facts
    return tuple(
        guard
        for guards in (
            _over_limits(new, limits),
            _against_old(old, new, facts),
            _form(new, origin),
        )
        for guard in guards
    )


def _over_limits(new: str, limits: Limits) -> Iterator[Guard]:
    characters, tokens = java_length(new), tokens_of(new)
    if characters > limits.characters:
        sentence = (
            f"It has {characters:,} characters, the limit is {limits.characters:,}: "
            f"{tokens:,} tokens of {limits.tokens:,}."
        )
        yield Guard(GuardKind.OVER_BUDGET, sentence)


def _against_old(old: str, new: str, facts: Facts) -> Iterator[Guard]:
    before, after = java_length(strip(old)), java_length(new)
    if after < _SHORTER * before:
        sentence = f"It shrinks from {before:,} to {after:,} characters, to less than half."
        yield Guard(GuardKind.SHORTER, sentence)
    if facts.lost and not facts.kept:
        sentence = "No fact of the old text is in it any more."
        yield Guard(GuardKind.UNRELATED, sentence)


def _form(new: str, origin: Origin) -> Iterator[Guard]:
    if origin.finish_reason == CUT_OFF_REASON:
        yield Guard(GuardKind.CUT_OFF, "The model stopped before its answer was complete.")
    if is_looping(new, [key_of(fact) for fact in clauses_of(statements_in(new))]):
        yield Guard(GuardKind.LOOPING, "It says the same again and again.")
    if _WRAPPED.fullmatch(new):
        sentence = "It stands in a code fence, which would stay in the file."
        yield Guard(GuardKind.SELF_QUOTING, sentence)
    elif _QUOTED.search(new):
        sentence = "It quotes the list of logs that the model was given."
        yield Guard(GuardKind.SELF_QUOTING, sentence)
    elif quotes_instructions(new, origin.instructions):
        sentence = "It quotes the instructions that the model was given."
        yield Guard(GuardKind.SELF_QUOTING, sentence)
    if any(tag in new for tag in CLOSING_TAGS):
        sentence = (
            "It has a tag that ends the memory; older versions show the rest as instructions."
        )
        yield Guard(GuardKind.UNREADABLE, sentence)
