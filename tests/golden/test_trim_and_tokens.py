"""White space that the engine trims, and its token estimate."""

from __future__ import annotations

import base64
import sys

from desktop_app.core.engine_text import decode, encode, estimate_tokens, trim
from tests.golden_rows import has_text, text_of


def test_every_text_is_trimmed_as_the_engine_trims_it(golden_vectors):
    cases = golden_vectors("trim_space")[1:]
    wrong = [case["case"] for case in cases if trim(text_of(case, "in")) != text_of(case, "out")]

    assert len(cases) == 151
    assert all(has_text(case, "in") for case in cases)
    assert wrong == []


def test_exactly_the_engines_characters_are_trimmed_in_all_of_unicode(golden_vectors):
    (first, *_) = golden_vectors("trim_space")
    trimmed = [point for point in range(sys.maxunicode + 1) if not trim(chr(point))]

    assert trimmed == first["trimmed_code_points"]


def test_every_text_counts_as_many_tokens_as_the_engine_counts(golden_vectors):
    cases = golden_vectors("estimate_tokens")
    for case in cases:
        data = base64.b64decode(case["text_b64"])
        text = decode(data)
        assert estimate_tokens(text) == case["tokens"], case
        assert len(text) == case["runes"], case
        assert encode(text) == data
        assert len(data) == case["bytes"]
    assert len(cases) == 532
