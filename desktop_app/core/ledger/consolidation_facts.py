"""What texts state, compared clause by clause and told as whole statements, as they are written."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from desktop_app.core.observational.pairs import never
from desktop_app.core.proposals.facts import compare_facts, facts_in
from desktop_app.core.proposals.statements import key_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from desktop_app.core.observational.pairs import Cancelled
    from desktop_app.core.proposals.facts import Facts


def compared(
    statements: Iterable[str], others: Iterable[str], cancelled: Cancelled = never
) -> Facts:
    """Return what becomes of the clauses of ``statements`` in ``others``."""
    before, after = ("\n".join(map(_in_one_line, each)) for each in (statements, others))
    return compare_facts(before, after, cancelled=cancelled)


def clauses_of(statements: Iterable[str]) -> list[str]:
    """Return the clauses that a comparison looks at, in order."""
    return facts_in("\n".join(map(_in_one_line, statements)))


def missing_from(
    statements: Sequence[str], others: Iterable[str], cancelled: Cancelled = never
) -> tuple[str, ...]:
    """Return the statements that ``others`` do not say, or not all of it."""
    return not_all_kept(statements, compared(statements, others, cancelled))


def not_all_kept(statements: Iterable[str], facts: Facts) -> tuple[str, ...]:
    """Return the statements of which a clause is lost."""
    lost = {fact.text for fact in facts.lost}
    return tuple(
        statement for statement in statements if not lost.isdisjoint(clauses_of([statement]))
    )


def not_word_for_word(statements: Iterable[str], others: Iterable[str]) -> tuple[str, ...]:
    """Return the statements that are not among ``others`` in these words, or not as often."""
    known = Counter(map(key_of, others))
    found: list[str] = []
    for statement in statements:
        key = key_of(statement)
        if known[key] > 0:
            known[key] -= 1
        else:
            found.append(statement)
    return tuple(found)


def _in_one_line(statement: str) -> str:
    return " ".join(statement.split())
