"""Finding observations that say the same with another value."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from desktop_app.core.observational.observation import Observation
from desktop_app.core.observational.pairs import MOST_VALUES, FoundPair, find_pairs


def pairs(*texts):
    return find_pairs([Observation(seq=n, content=text) for n, text in enumerate(texts, 1)])


@pytest.mark.parametrize(
    ("one", "other", "values"),
    [
        ("The API listens on port 8080.", "the API listens on port 9090", ("8080", "9090")),
        ("Yen has 0 decimals", "Yen has 3 decimals", ("0", "3")),
        ("Deploys happen on Mondays.", "Deploys happen on Fridays.", ("Mondays", "Fridays")),
        ("Release is 2026-04-20 at noon", "Release is 2026-05-01 at noon", None),
        (
            "Port for the local API is 8080.",
            "Port for the local API moved to 9090 because 8080 clashes with the proxy.",
            ("8080", "9090"),
        ),
        ("客户 端口 是 8080 现在", "客户 端口 是 9090 现在", ("8080", "9090")),
    ],
)
def test_the_same_sentence_with_another_value_is_a_pair(one, other, values):
    [found] = pairs("Something else entirely, about fonts.", one, "And more.", other)
    assert (found.first, found.second) == (1, 3)
    assert values is None or (found.value_a, found.value_b) == values


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Ports are 80, 443 and 22 here", "Ports are 80, 443 and 22 there and also here"),
        ("One two three four is 5", "Alpha beta gamma delta is 6"),
        ("The API listens on port 8080.", "The API listens on port 8080"),
        ("Tests run with -race in CI.", "Money is stored as int64 cents."),
        ("Port 8080", "Port 9090"),
        ("The user of the shop has 3 carts open", "The user of the bank paid 14 bills by cheque"),
    ],
)
def test_repeated_or_unrelated_sentences_are_no_pair(one, other):
    assert pairs(one, other) == ()


def test_each_observation_is_paired_with_the_nearest_other_value():
    found = pairs(*(f"The job runs every {minutes} minutes" for minutes in (5, 10, 10, 15)))
    assert [(pair.first, pair.second) for pair in found] == [(0, 1), (1, 3), (2, 3)]


def test_a_series_is_no_contradiction():
    assert pairs(*(f"Attempt {n} of the import has ended" for n in range(MOST_VALUES + 1))) == ()


def test_five_thousand_alike_observations_are_no_burden():
    texts = [f"Worker {n % 7} of the pool handles queue number {n}" for n in range(5000)]
    assert pairs(*texts) == ()


def test_a_cancelled_search_ends_with_what_was_found():
    observations = [Observation(content=f"The job runs every {n} minutes") for n in (5, 10)]
    assert find_pairs(observations, lambda: True) == ()


WORDS = st.sampled_from(["port", "api", "the", "uses", "8080", "9090", "v5", "Monday", "端口"])
TEXTS = st.lists(st.lists(WORDS, max_size=7).map(" ".join), max_size=12)


@given(TEXTS)
def test_pairs_are_in_order_unique_and_really_differ(texts):
    found = pairs(*texts)
    keys = [(pair.first, pair.second) for pair in found]
    assert keys == sorted(set(keys))
    for pair in found:
        assert 0 <= pair.first < pair.second < len(texts)
        assert texts[pair.first] != texts[pair.second]
        assert set(pair.value_a.split()) <= set(texts[pair.first].split())
        assert set(pair.value_b.split()) <= set(texts[pair.second].split())
        assert pair.value_a != pair.value_b
    assert found == pairs(*texts)


@given(
    st.lists(st.sampled_from(["alpha", "beta", "gamma", "delta"]), min_size=3, max_size=6),
    st.integers(0, 10**6),
    st.integers(0, 10**6),
)
def test_another_number_in_the_same_words_is_always_found(words, one, other):
    sentence = " ".join(words)
    expected = () if one == other else (FoundPair(0, 1, str(one), str(other)),)
    assert pairs(f"{sentence} {one}", f"{sentence} {other}") == expected
