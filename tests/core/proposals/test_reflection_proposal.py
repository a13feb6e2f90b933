"""What a new reflection would change, and what taking some of it stores."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from desktop_app.core.engine_text import trim
from desktop_app.core.errors import NotFoundError
from desktop_app.core.observational.engine_steps import set_reflection
from desktop_app.core.observational.reflection import (
    Contradiction,
    Supersession,
    parse_reflection,
)
from desktop_app.core.proposals.builtin_reflector import BUILT_IN, built_in_reflection
from desktop_app.core.proposals.cautions import cautions
from desktop_app.core.proposals.facts import compare_facts
from desktop_app.core.proposals.guards import Origin
from desktop_app.core.proposals.proposal_items import Fate
from desktop_app.core.proposals.reflection_proposal import (
    parts_with,
    propose_reflection,
    record_with,
    text_with,
)
from desktop_app.core.proposals.turn_effect import turn_effect
from tests.core.proposals.proposal_records import (
    NOW,
    raw_reflections,
    record_of,
    records,
    structured,
)

ORIGIN = Origin(author="llama3.1 on this computer", now=NOW)
OLD = (
    "SUMMARY:\nThe user refactors rounding. Money is int64 cents; fuzz tests wanted by Ana.\n\n"
    "SUPERSESSIONS:\n- [seq:2] replaces [seq:1]: moved\n\n"
    "CONTRADICTIONS:\n- [seq:3] vs [seq:4]\n- [seq:1] vs [seq:5]: which"
)
NEW = (
    "SUMMARY:\nThe user refactors rounding. Money is int64 cents. Staging runs PostgreSQL 16.\n\n"
    "SUPERSESSIONS:\n- [seq:2] replaces [seq:1]: moved\n- [seq:5] replaces [seq:3]: later\n"
    "- [seq:41] replaces [seq:4]: who knows\n\nCONTRADICTIONS:\n- [seq:4] vs [seq:1]: detail\n"
)
TEXTS = (
    "Port is 8080.",
    "Port moved to 9090.",
    "Reviewer Ana wants fuzz tests.",
    "Docs are generated.",
    "Staging runs PostgreSQL 16.",
)


LOST = (
    "“fuzz tests wanted by Ana” (observation 3) is no longer in the summary. It stays in the turn."
)


def proposal(output=NEW, old=OLD, texts=TEXTS, **values):
    return propose_reflection(record_of(*texts, reflection=old, **values), output, ORIGIN)


def items(proposed):
    return {item.title: item for item in proposed.items}


def test_every_part_says_what_becomes_of_it():
    found = {title: (item.fate, item.detail) for title, item in items(proposal()).items()}
    assert found == {
        "Summary": (Fate.CHANGED, "2 of 3 sentences rewritten"),
        "2 replaces 1": (Fate.UNCHANGED, "unchanged"),
        "5 replaces 3": (Fate.NEW, "supersession, new: later"),
        "41 replaces 4": (Fate.NEW, "supersession, new: who knows (no observation 41)"),
        "3 against 4": (Fate.DROPPED, "contradiction: dropped, settled by 5"),
        "1 against 5": (Fate.DROPPED, "contradiction: dropped, settled by 2"),
        "4 against 1": (Fate.NEW, "contradiction, new: detail"),
    }


def test_what_looks_wrong_is_not_ticked_and_what_stays_can_not_be_chosen():
    found = items(proposal())
    assert not found["41 replaces 4"].ticked
    assert found["41 replaces 4"].acceptable
    assert found["5 replaces 3"].ticked
    assert not found["2 replaces 1"].acceptable
    assert proposal().ticked < proposal().everything


def test_an_entry_that_goes_without_a_reason_is_not_ticked():
    found = items(proposal("SUMMARY:\nThe user refactors rounding. Money is int64 cents."))
    assert found["2 replaces 1"].detail == "supersession: dropped, no reason given"
    assert not found["2 replaces 1"].ticked


def test_other_words_about_the_same_pair_are_a_change():
    output = OLD.replace("[seq:3] vs [seq:4]", "[seq:4] vs [seq:3]: docs").replace("moved", "port")
    found = items(proposal(output))
    assert found["4 against 3"].before == Contradiction(3, 4, "")
    assert found["4 against 3"].after == Contradiction(4, 3, "docs")
    assert found["2 replaces 1"].detail == "supersession, in other words: port"


@pytest.mark.parametrize(
    ("lines", "doubt"),
    [
        ("- [seq:3] replaces [seq:3]: me", "about itself"),
        ("- [seq:1] replaces [seq:2]: b\n- [seq:2] replaces [seq:1]: c", "goes round in a circle"),
    ],
)
def test_supersessions_that_make_no_sense_are_not_ticked(lines, doubt):
    proposed = proposal(f"SUMMARY:\nAll.\nSUPERSESSIONS:\n{lines}", old="")
    doubted = [item for item in proposed.items if doubt in item.detail]
    assert len(doubted) == 1
    assert not doubted[0].ticked


def test_numbers_and_tokens_are_told():
    proposed = proposal()
    assert proposed.cited == (1, 2, 3, 4, 5)
    assert proposed.ignored_numbers == (41,)
    assert proposed.summary_tokens == (19, 20)
    assert [line.line.content for line in proposal(NEW + "- seq 4 or 5").ignored_lines] == [
        "- seq 4 or 5"
    ]


def test_facts_are_kept_lost_and_new():
    facts = proposal().facts
    assert [fact.text for fact in facts.kept] == [
        "The user refactors rounding",
        "Money is int64 cents",
    ]
    assert [(fact.text, fact.seq) for fact in facts.lost] == [("fuzz tests wanted by Ana", 3)]
    assert [(fact.text, fact.seq) for fact in facts.new] == [("Staging runs PostgreSQL 16", 5)]


def test_a_fact_in_other_words_rests_on_the_same_observation():
    rule = "User rule: never run `git commit` or `git push` without asking first."
    facts = compare_facts(
        "Hard rules: never commit or push unasked.", rule, record_of(rule).observations
    )
    assert [(fact.text, fact.seq) for fact in facts.kept] == [
        ("Hard rules: never commit or push unasked", 1)
    ]
    assert (facts.lost, facts.new) == ((), ())


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("Never push to main without asking.", "Push to main."),
        ("The API listens on port 8080.", "The API listens on port 9090."),
    ],
)
def test_a_denial_or_a_number_makes_another_fact(old, new):
    facts = compare_facts(old, new, record_of(old).observations)
    assert (facts.kept, len(facts.lost), len(facts.new)) == ((), 1, 1)


def test_a_person_is_told_what_to_check():
    proposed = proposal()
    assert cautions(proposed, proposed.ticked) == (
        LOST,
        "It cites observation 41, which does not exist.",
    )
    assert cautions(proposed, frozenset()) == ()


def test_a_summary_that_pushes_an_observation_out_is_pointed_out():
    texts = ("A" * 40, "B" * 40, "C" * 40)
    proposed = proposal(f"SUMMARY:\n{'D' * 60}", old="SUMMARY:\nD", texts=texts, budget=34)
    effect = turn_effect(proposed.record, record_with(proposed, proposed.everything))
    assert (effect.left, effect.entered) == ((1, 2), ())
    assert effect.counted == (31, 25)
    assert effect.texts[0] != effect.texts[1]
    assert effect.measured[0] > effect.counted[0]
    assert "The longer summary pushes observations 1 and 2 out." in cautions(
        proposed, proposed.everything, effect
    )


def test_none_all_and_some_are_stored():
    proposed = proposal()
    ids = {title: item.id for title, item in items(proposed).items()}
    assert text_with(proposed, frozenset()) == OLD
    assert record_with(proposed, frozenset()) == proposed.record
    assert text_with(proposed, proposed.everything) == NEW.strip()
    read = parse_reflection(text_with(proposed, frozenset({ids["5 replaces 3"]})))
    assert read.summary == parse_reflection(OLD).summary
    assert read.supersessions == (Supersession(2, 1, "moved"), Supersession(5, 3, "later"))
    assert read.contradictions == parse_reflection(OLD).contradictions


def test_what_the_proposal_does_not_have_can_not_be_chosen():
    with pytest.raises(NotFoundError):
        text_with(proposal(), frozenset({"supersession:7:8:0"}))


def test_dropping_all_that_there_is_leaves_a_text_that_the_engine_takes():
    stored = "SUMMARY:\n\nSUPERSESSIONS:\n- [seq:2] replaces [seq:1]: moved"
    proposed = proposal("SUMMARY:\nNew. [seq:1]", old=stored)
    ids = frozenset({items(proposed)["2 replaces 1"].id})
    assert trim(text_with(proposed, ids))
    assert parse_reflection(text_with(proposed, ids)).supersessions == ()


def test_the_built_in_reflection_of_a_new_record_is_proposed_whole():
    record = record_of(*TEXTS, importance=0.9)
    origin = Origin(author=BUILT_IN, now=NOW)
    proposed = propose_reflection(record, built_in_reflection(record), origin)
    assert proposed.ticked == proposed.everything != frozenset()
    assert proposed.guards == ()


@settings(max_examples=200, deadline=None)
@given(records(), raw_reflections | structured, st.data())
def test_the_text_of_any_choice_is_read_as_what_was_chosen(record, output, data):
    proposed = propose_reflection(record, output, ORIGIN)
    chosen = frozenset(data.draw(st.sets(st.sampled_from(sorted(proposed.everything)))
                                 if proposed.everything else st.just(set())))  # fmt: skip
    text = text_with(proposed, chosen)
    if not chosen:
        assert text == record.reflection
        return
    read, meant = parse_reflection(text), parts_with(proposed, chosen)
    order = sorted if chosen == proposed.everything else list
    assert read.summary == meant.summary
    for one, other in (
        (read.supersessions, meant.supersessions),
        (read.contradictions, meant.contradictions),
    ):
        assert order(map(repr, one)) == order(map(repr, other))
    assert trim(text) == text != ""
    turn_effect(record, record_with(proposed, chosen))
    cautions(proposed, chosen)


@settings(max_examples=150, deadline=None)
@given(records(), raw_reflections | structured)
def test_all_of_it_is_what_the_engine_would_store(record, output):
    proposed = propose_reflection(record, output, ORIGIN)
    if proposed.everything:
        stored = record_with(proposed, proposed.everything)
        assert stored == set_reflection(record, output, NOW)


@settings(max_examples=100, deadline=None)
@given(records())
def test_the_built_in_rules_ask_for_nothing_after_they_were_accepted(record):
    proposed = propose_reflection(record, built_in_reflection(record), ORIGIN)
    after = record_with(proposed, proposed.everything)
    again = propose_reflection(after, built_in_reflection(after), ORIGIN)
    if proposed.output:
        assert again.everything == frozenset()


def test_a_long_summary_is_compared_in_time():
    summary = "\n".join(
        f"The job number {n} of the import runs at hour {n % 7}." for n in range(3000)
    )
    proposed = proposal(f"SUMMARY:\n{summary.replace('hour 3', 'hour 9')}", old=summary)
    assert proposed.facts.kept
    assert proposed.facts.lost
    assert replace(proposed.record, reflection="") != proposed.record
