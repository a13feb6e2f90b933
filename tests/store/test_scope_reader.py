"""Scopes are listed from cheap columns, a page at a time, with the index the engine made."""

from __future__ import annotations

from contextlib import ExitStack

import pytest

from desktop_app.core.engine_text import decode
from desktop_app.store.scope_reader import (
    IdCount,
    list_agents,
    list_conversations,
    list_scopes,
    list_tenants,
    processing_operations,
)
from desktop_app.store.sqlite_file import reading
from tests.store.reading_state import change, records


@pytest.fixture
def opened(state_db):
    """Open a golden workspace's state file for the length of the test."""
    with ExitStack() as stack:
        yield lambda name: stack.enter_context(reading(state_db(name)))


def ids(scopes):
    return [(scope.tenant, scope.conversation, scope.agent) for scope in scopes]


def test_the_tree_counts_what_is_below(opened):
    connection = opened("large")
    tenants = list_tenants(connection)
    assert sum(tenant.scopes for tenant in tenants) == len(records(connection)) == 2001
    for tenant in tenants[:3]:
        conversations = list_conversations(connection, tenant.value)
        assert sum(conversation.scopes for conversation in conversations) == tenant.scopes
        agents = list_agents(connection, tenant.value, conversations[0].value)
        assert len(agents) == conversations[0].scopes


def test_pages_of_scopes_follow_each_other(opened):
    connection = opened("large")
    whole = list_scopes(connection)
    pages, after = [], None
    while page := list_scopes(connection, after=after, limit=300):
        pages += page
        after = page[-1]
    assert pages == whole
    assert ids(whole) == sorted(ids(whole))


def test_cheap_columns_come_as_stored(opened):
    connection = opened("rich-coding-agent")
    scope = next(scope for scope in list_scopes(connection) if scope.has_reflection)
    row = connection.execute(
        "SELECT tenant_id, enabled, state_version, active_observation_tokens, created_at"
        " FROM om_memory_records WHERE memory_id = ?",
        (scope.memory_id,),
    ).fetchone()
    assert row == (
        scope.tenant,
        scope.enabled,
        scope.state_version,
        scope.observation_tokens,
        scope.created_at,
    )


def test_observations_and_reflections_are_never_fetched_for_the_list(state_db):
    fetched = []
    with reading(state_db("large")) as connection:
        decode = connection.text_factory
        # The text of the schema is no content of a record.
        connection.text_factory = lambda data: (
            fetched.append(0 if data.startswith(b"CREATE") else len(data)),
            decode(data),
        )[1]
        list_scopes(connection)
        list_tenants(connection)
    assert max(fetched) < 200


@pytest.mark.parametrize("text", ["CONV-00", "%", "_", "\\", "☃", "ünmatched"])
def test_a_filter_is_plain_text_in_any_case(opened, text):
    connection = opened("large")
    every = list_scopes(connection)
    expected = [
        scope
        for scope in every
        if any(
            text.casefold() in value.casefold()
            for value in (scope.tenant, scope.conversation, scope.agent)
        )
    ]
    assert list_scopes(connection, text=text) == expected
    assert list_scopes(connection, text=text, limit=5) == expected[:5]
    assert sum(tenant.scopes for tenant in list_tenants(connection, text)) == len(expected)


def test_odd_ids_are_listed_and_found(opened):
    connection = opened("odd-scope-ids")
    scopes = list_scopes(connection)
    assert len(scopes) == len(records(connection))
    for scope in scopes:
        assert scope in list_agents(connection, scope.tenant, scope.conversation)
        assert any(
            scope in list_scopes(connection, text=part)
            for part in (scope.tenant, scope.conversation, scope.agent)
            if part
        )


@pytest.mark.parametrize("text", ["nothing has this", "é", "b", "", "\x00", "ZERO", "a|b"])
def test_a_filter_finds_exactly_the_scopes_that_have_it_beside_ids_with_a_nul(opened, text):
    connection = opened("odd-scope-ids")
    every = list_scopes(connection)
    assert any("\x00" in str(scope.tenant) for scope in every)
    expected = [
        scope
        for scope in every
        if any(
            text.casefold() in decoded(part)
            for part in (scope.tenant, scope.conversation, scope.agent)
        )
    ]
    assert list_scopes(connection, text=text) == expected
    assert sum(tenant.scopes for tenant in list_tenants(connection, text)) == len(expected)


def decoded(value):
    return (decode(value) if isinstance(value, bytes) else value).casefold()


def test_ids_that_are_not_text_are_found_by_their_bytes(state_db):
    path = state_db("empty-scope")
    change(path, "UPDATE om_memory_records SET tenant_id = CAST(x'ff41' AS TEXT)")
    with reading(path) as connection:
        (tenant,) = list_tenants(connection)
        assert tenant == IdCount("\udcffA", 2)
        assert len(list_conversations(connection, "\udcffA")) == 2
        page = list_scopes(connection, limit=1)
        assert len(list_scopes(connection, after=page[0])) == 1


@pytest.mark.parametrize(
    "action",
    [
        list_tenants,
        lambda connection: list_conversations(connection, "acme"),
        lambda connection: list_scopes(connection, text="x", limit=9),
        lambda connection: list_agents(connection, "acme", "x"),
    ],
)
def test_the_tree_is_served_by_the_index_over_the_ids(opened, action):
    connection = opened("large")
    statements = []
    connection.set_trace_callback(statements.append)
    action(connection)
    connection.set_trace_callback(None)
    statement = next(text for text in statements if "FROM om_memory_records" in text)
    plan = [row[3] for row in connection.execute(f"EXPLAIN QUERY PLAN {statement}")]
    assert any("COVERING INDEX sqlite_autoindex_om_memory_records_2" in step for step in plan)
    assert not any(
        step.startswith("SCAN om_memory_records") and "INDEX" not in step for step in plan
    )


def test_operations_in_progress_are_listed_by_scope(opened):
    connection = opened("operations-mixed")
    found = processing_operations(connection)
    (expected,) = connection.execute(
        "SELECT count(*) FROM om_operation_log WHERE status = 'processing'"
    ).fetchone()
    operations = [operation for listed in found.values() for operation in listed]
    assert len(operations) == expected > 0
    assert all(operation.updated_at for operation in operations)


def test_without_memory_tables_there_is_nothing_to_list(opened):
    connection = opened("memory-mode-off")
    assert list_tenants(connection) == list_conversations(connection, "a") == []
    assert list_agents(connection, "a", "b") == list_scopes(connection) == []
    assert processing_operations(connection) == {}
