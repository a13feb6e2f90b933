"""A caution that a later statement may replace an earlier one: where it is told, and where not."""

from __future__ import annotations

import pytest
from consolidation_books import book_with

from desktop_app.core.ledger.builtin_consolidator import consolidate_builtin

LIMIT = "Correction: Refund limit for agents is 250 EUR, not 200 EUR (finance note of 2026-06-16)."


def corrections(memory: str, log: str) -> tuple[tuple[str, str], ...]:
    book = book_with(f"- {memory}\n", {"2026-06-15.md": f"- {log}\n"})
    return consolidate_builtin(book).corrections


@pytest.mark.parametrize(
    ("earlier", "later"),
    [
        ("Refunds above 5,000 EUR now need finance sign-off in writing.", LIMIT),
        ("Refunds above 200 EUR are noted by finance.", LIMIT),
        ("Agents send the finance note of refunds at once.", LIMIT),
        ("Exports of rows need an admin.", "From now on imports of rows need an admin."),
        (
            "Invoices over 500 EUR need approval by finance.",
            "Discounts over 500 EUR no longer need approval by finance.",
        ),
        (
            "Ana is on leave 2026-06-08 to 2026-06-12.",
            "Correction: Jonas is on leave 2026-06-08 to 2026-06-12.",
        ),
        ("Die Mahnung kostet 5 EUR.", "Korrektur: Die Lieferung kostet 5 EUR, nicht 4 EUR."),
    ],
)
def test_statements_about_something_else_are_no_correction(earlier: str, later: str):
    assert corrections(earlier, later) == ()


@pytest.mark.parametrize(
    ("earlier", "later"),
    [
        ("Refund limit for agents is 200 EUR.", LIMIT),
        ("The refund limit of billing agents is 200 EUR (finance).", LIMIT),
        ("Stand-up is at 9:00 in room 4.", "From now on, stand-up is at 10:00 in room 4."),
        ("Der Port der API ist 8080.", "Korrektur: Der Port der API ist 9090."),
        ("Customers call Jonas first.", "Instead, customers call Mira first."),
        (
            "From 2026-06-15 the staging API host is staging-api.example (was stage.example).",
            "Staging host changed to staging-api.example on 2026-06-15.",
        ),
    ],
)
def test_a_correction_of_the_same_subject_is_told(earlier: str, later: str):
    assert corrections(earlier, later) == ((earlier, later),)
