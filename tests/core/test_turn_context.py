"""The order of a turn's messages."""

from __future__ import annotations

import pytest

from desktop_app.core.errors import DamagedError
from desktop_app.core.turn.context import BlockKind, injected_texts, turn_messages
from desktop_app.core.turn.rollout import ModelMessage, prompt_hash, read_snapshot

REST = [
    BlockKind.SYSTEM_PROMPT,
    BlockKind.RULES,
    BlockKind.RUNTIME,
    BlockKind.CONVERSATION,
]


def kinds(*arguments, **options):
    return [block.kind for block in turn_messages(*arguments, **options)]


def test_memory_comes_first_and_working_memory_before_observations():
    blocks = turn_messages("w", "o")
    assert injected_texts(blocks) == ("w", "o")
    assert [block.kind for block in blocks] == [
        BlockKind.WORKING,
        BlockKind.OBSERVATIONAL,
        *REST,
    ]
    assert [block.role for block in blocks] == ["system"] * 5 + [""]


def test_blank_snippets_add_no_message():
    assert kinds("", " \n\u3000") == REST
    assert kinds("\u200b", "") == [BlockKind.WORKING, *REST]


def test_mode_off_keeps_working_memory():
    assert kinds("w", "o", mode="off") == [BlockKind.WORKING, *REST]


def test_after_compaction_rules_and_runtime_context_are_gone():
    assert kinds("", "o", compacted=True) == [
        BlockKind.OBSERVATIONAL,
        BlockKind.SYSTEM_PROMPT,
        BlockKind.CONVERSATION,
    ]


def test_what_the_engine_does_not_store_is_said_to_be_unknown():
    for block in turn_messages("", ""):
        assert not block.is_known
        assert block.note
    assert all(block.is_known and not block.note for block in turn_messages("w", "o")[:2])


def test_the_hash_runs_over_content_and_tool_arguments():
    messages = [ModelMessage("a", ("{}", "[]")), ModelMessage("\udcff")]
    assert prompt_hash(messages) == prompt_hash([ModelMessage("a{}[]"), ModelMessage("\udcff")])
    assert prompt_hash([]) == ("e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855")


def test_other_events_are_not_requests():
    assert read_snapshot(b'{"ts":"t","seq":1,"type":"run.started","data":{}}') is None


def test_a_request_without_tools_and_snippet_is_read():
    snapshot = read_snapshot(
        b'{"ts":"t","seq":1,"type":"llm.request.snapshot","data":{"conversation_id":"c","step":2,'
        b'"prompt_hash":"h","tool_names":null,"new":1}}'
    )
    assert snapshot is not None
    assert (snapshot.step, snapshot.tool_names, snapshot.memory_snippet) == (2, (), None)


@pytest.mark.parametrize(
    "line",
    [
        b"",
        b'{"ts":"t","seq":1,"ty',
        b"\xff",
        b'{"ts":"t","seq":1,"type":"\xff","data":{}}',
        b'{"ts":"t","seq":1,"type":"llm.request.snapshot","data":{"step":"x"}}',
    ],
)
def test_a_line_that_is_cut_off_or_no_event_is_damaged(line):
    with pytest.raises(DamagedError, match="rollout"):
        read_snapshot(line)
