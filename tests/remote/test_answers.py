from __future__ import annotations

from model_answers import cut_off, empty, good, looping


def test_an_answer_comes_whole_with_what_the_server_counted(model_server, ask):
    model_server.script([good("IMPORTANCE:0.9\nLikes tea ☕.")])
    completion = ask()
    assert completion.text == "IMPORTANCE:0.9\nLikes tea ☕."
    assert (completion.finish_reason, completion.is_cut_off) == ("stop", False)
    assert (completion.prompt_tokens, completion.completion_tokens) == (12, 5)
    assert completion.seconds > 0


def test_a_server_that_counts_nothing_is_no_problem(model_server, ask):
    model_server.script([good(usage=None)])
    assert ask().prompt_tokens is None


def test_an_empty_answer_is_an_answer(model_server, ask):
    model_server.script([empty()])
    assert ask().text == ""


def test_a_looping_answer_comes_as_it_is(model_server, ask):
    model_server.script([looping("Tea again. ", 300)])
    assert ask().text == "Tea again. " * 300


def test_an_answer_without_end_is_cut(model_server, ask):
    model_server.script([good("x" * 3_000_000)])
    completion = ask()
    assert completion.is_cut_off
    assert len(completion.text) < 3_000_000


def test_an_answer_at_the_servers_limit_says_so(model_server, ask):
    model_server.script([cut_off("SUMMARY:\nThe us")])
    completion = ask()
    assert (completion.text, completion.is_cut_off) == ("SUMMARY:\nThe us", True)
