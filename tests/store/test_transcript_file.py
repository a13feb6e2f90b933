"""Messages of a conversation, from the engine's own database of conversations."""

from __future__ import annotations

import pytest

from desktop_app.core.errors import StoreError
from desktop_app.core.transcript import Message
from desktop_app.store.transcript_file import SqliteTranscripts
from tests.store.reading_state import change

INVOICE = "conv-invoice-bug"


@pytest.fixture
def transcripts(golden_workspace):
    """The conversations of a workspace in which the engine ran."""
    return SqliteTranscripts(golden_workspace("harnessd-live") / ".harness" / "conversations.db")


def test_messages_come_in_order_from_the_first_to_the_last(transcripts, unchanged):
    unchanged(transcripts.path.parent)
    messages = transcripts.messages(INVOICE, 0, 3)
    assert [message.step for message in messages] == [0, 1, 2, 3]
    assert [message.role for message in messages[:3]] == ["user", "assistant", "tool"]
    assert messages[0].content.startswith("Invoice totals differ by one cent")
    assert messages[0].tool_calls_json == ""
    assert messages[1].tool_calls_json.startswith('[{"id":"call_0001"')


def test_what_is_not_stored_is_left_out(transcripts):
    count = transcripts.count(INVOICE)
    assert count == 22
    assert len(transcripts.messages(INVOICE, -5, 10**6)) == count
    assert [message.step for message in transcripts.messages(INVOICE, count - 1, count + 9)] == [21]
    assert transcripts.messages(INVOICE, 9, 3) == ()
    assert transcripts.messages("no such", 0, 9) == ()
    assert transcripts.count("no such") == 0


def test_a_long_conversation_is_read_by_its_range(transcripts):
    change(
        transcripts.path,
        "INSERT INTO conversations (id, created_at, updated_at) VALUES ('long', '', '')",
        "INSERT INTO conversation_messages (conversation_id, step, role, content)"
        " WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 2499)"
        " SELECT 'long', i, 'user', 'message ' || i FROM n ORDER BY i % 7",
    )
    assert transcripts.count("long") == 2_500
    found = transcripts.messages("long", 1_200, 2_400)
    assert [message.step for message in found] == list(range(1_200, 2_401))
    assert found[0] == Message(1_200, "user", "message 1200")


def test_values_of_another_kind_are_shown_as_text(transcripts):
    change(
        transcripts.path,
        "DROP TRIGGER conv_msgs_fts_insert",
        "INSERT INTO conversation_messages (conversation_id, step, role, content, tool_calls_json)"
        " VALUES ('odd', 2.5, x'75ff', CAST(x'41ff' AS TEXT), 7)",
    )
    assert transcripts.messages("odd", 0, 9) == (Message(-1, "u\udcff", "A\udcff", "7"),)


def test_a_conversation_whose_id_is_not_utf_8_is_found(transcripts):
    change(
        transcripts.path,
        "DROP TRIGGER conv_msgs_fts_insert",
        "INSERT INTO conversation_messages (conversation_id, step, role)"
        " VALUES (CAST(x'63ff' AS TEXT), 0, 'user')",
    )
    assert transcripts.messages("c\udcff", 0, 9) == (Message(0, "user", ""),)
    assert transcripts.count("c\udcff") == 1


def test_a_table_of_another_shape_gives_what_it_has(transcripts):
    change(
        transcripts.path,
        "DROP TABLE conversation_messages",
        "CREATE TABLE conversation_messages (conversation_id TEXT, step INTEGER, content TEXT)",
        "INSERT INTO conversation_messages VALUES ('old', 1, 'Hello')",
    )
    assert transcripts.messages("old", 0, 9) == (Message(1, "", "Hello"),)


def test_a_file_without_the_table_says_so(state_db):
    transcripts = SqliteTranscripts(state_db("empty-scope"))
    with pytest.raises(StoreError, match="There is no table conversation_messages"):
        transcripts.messages(INVOICE, 0, 9)
    with pytest.raises(StoreError, match="There is no table conversation_messages"):
        transcripts.count(INVOICE)


def test_a_link_that_takes_the_place_of_the_file_is_not_followed(transcripts, state_db):
    transcripts.path.unlink()
    transcripts.path.symlink_to(state_db("empty-scope"))
    for ask in (lambda: transcripts.count("a"), lambda: transcripts.messages("a", 0, 1)):
        with pytest.raises(StoreError, match="has become a link to"):
            ask()
