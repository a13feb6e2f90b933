"""What holds for the reflector that needs no model, whatever the record."""

from __future__ import annotations

from hypothesis import given, settings
from msgspec.structs import replace

from desktop_app.core.engine_text import estimate_tokens
from desktop_app.core.observational.reflection import parse_reflection
from desktop_app.core.observational.renumbering import ends
from desktop_app.core.observational.silence import ignored_lines
from desktop_app.core.proposals.builtin_reflector import built_in_reflection
from tests.core.proposals.proposal_records import records


@settings(max_examples=150, deadline=None)
@given(records())
def test_the_output_is_read_back_as_it_is_and_cites_what_is_there(record):
    output = built_in_reflection(record)
    assert output == built_in_reflection(record)
    assert not ignored_lines(output)
    read = parse_reflection(output)
    known = {item.seq for item in record.observations or ()}
    for entry in (*read.supersessions, *read.contradictions):
        first, second = ends(entry)
        assert first != second
        assert {first, second} <= known
    assert estimate_tokens(read.summary) <= max(record.config.snippet_max_tokens, 900) // 3
    assert is_without_circles(map(ends, read.supersessions))


@settings(max_examples=150, deadline=None)
@given(records())
def test_every_line_of_the_summary_is_somebodys_words(record):
    contents = [item.content for item in record.observations or ()]
    summary = parse_reflection(built_in_reflection(record)).summary
    for line in filter(None, summary.split("\n")):
        words = line.split()
        assert any(is_within(words, content) for content in contents)


@settings(max_examples=150, deadline=None)
@given(records())
def test_it_proposes_nothing_more_on_its_own_result(record):
    output = built_in_reflection(record)
    assert built_in_reflection(replace(record, reflection=output)) == output


def is_within(words, content):
    place = 0
    for word in words:
        place = content.find(word, place)
        if place < 0:
            return False
        place += len(word)
    return True


def is_without_circles(pairs):
    left = set(pairs)
    while left:
        free = {pair for pair in left if not any(other[1] == pair[0] for other in left)}
        if not free:
            return False
        left -= free
    return True
