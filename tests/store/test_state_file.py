"""The outline of a state file: tenants, conversations and scopes, with and without a record."""

from __future__ import annotations

import pytest

from desktop_app.core.engine_time import EngineTime, parse_column_time
from desktop_app.core.errors import StoreError
from desktop_app.core.history.entry import HistoryFilter, Source, StatusFilter
from desktop_app.core.outline import ConversationNode, ScopeEntry, TenantNode
from desktop_app.core.scope import Scope
from desktop_app.store.sqlite_errors import ReadStoppedError
from desktop_app.store.sqlite_file import never
from desktop_app.store.state_file import SqliteStateFile
from tests.store.reading_state import change, record, remembered, started

NOW = EngineTime(1_777_485_807)


@pytest.fixture
def tree(state_db):
    """A file with two records of the engine, two of a tenant and two scopes without a record."""
    path = state_db("empty-scope")
    change(
        path,
        record("acme|inbox|coder", reflection="Short."),
        record("acme|inbox|reviewer", enabled=0),
        remembered("acme|inbox|coder"),
        remembered("acme|inbox|zoe", "a"),
        remembered("acme|inbox|zoe", "b"),
        remembered("globex|run|default"),
    )
    return SqliteStateFile(path)


def keys(entries):
    return [entry.memory_id for entry in entries]


def test_tenants_count_scopes_with_and_without_a_record(tree):
    assert tree.tenants() == (
        TenantNode("acme", 3),
        TenantNode("default", 2),
        TenantNode("globex", 1),
    )


def test_conversations_of_one_tenant_count_their_scopes(tree):
    assert tree.conversations("acme") == (ConversationNode("acme", "inbox", 3),)
    assert tree.conversations("globex") == (ConversationNode("globex", "run", 1),)
    assert tree.conversations("nobody") == ()


def test_scopes_without_a_record_stand_between_the_others(tree):
    assert keys(tree.scopes()) == [
        "acme|inbox|coder",
        "acme|inbox|reviewer",
        "acme|inbox|zoe",
        "default|empty-scope|default",
        "default|touched-by-snippet-only|default",
        "globex|run|default",
    ]
    assert tree.scopes(limit=3) == tree.scopes()[:3]
    assert tree.scopes(tenant="acme", conversation="inbox") == tree.scopes()[:3]
    assert tree.scopes(tenant="globex", conversation="inbox") == ()


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("ZOE", ["acme|inbox|zoe"]),
        ("acme", ["acme|inbox|coder", "acme|inbox|reviewer", "acme|inbox|zoe"]),
        ("e|i", []),
        ("GLOB", ["globex|run|default"]),
        ("nowhere", []),
    ],
)
def test_a_filter_looks_into_the_ids_of_every_scope(tree, text, expected):
    assert keys(tree.scopes(text=text)) == expected
    assert sum(tenant.scopes for tenant in tree.tenants(text)) == len(expected)
    inbox = [key for key in expected if key.startswith("acme|")]
    assert sum(node.scopes for node in tree.conversations("acme", text)) == len(inbox)
    assert keys(tree.scopes(tenant="acme", conversation="inbox", text=text)) == inbox


def test_an_entry_has_the_columns_that_the_list_shows(tree):
    assert tree.entry("acme|inbox|coder") == ScopeEntry(
        memory_id="acme|inbox|coder",
        scope=Scope("acme", "inbox", "coder"),
        enabled=True,
        state_version=3,
        observation_tokens=12,
        reflection_tokens=5,
        has_reflection=True,
        working_count=1,
        updated_at=parse_column_time("2026-04-20T08:15:30Z"),
    )
    assert tree.entry("acme|inbox|reviewer").enabled is False


def test_an_entry_without_a_record_has_only_its_working_memory(tree):
    assert tree.entry("acme|inbox|zoe") == ScopeEntry(
        memory_id="acme|inbox|zoe",
        scope=Scope("acme", "inbox", "zoe"),
        has_record=False,
        working_count=2,
    )
    assert tree.entry("acme|inbox|nobody") is None


def test_every_scope_listed_is_found_by_its_key(golden_workspace):
    for name in ("odd-scope-ids", "hand-edited", "disabled-scope"):
        file = SqliteStateFile(golden_workspace(name) / ".harness" / "state.db")
        listed = file.scopes()
        assert listed
        assert [file.entry(entry.memory_id) for entry in listed] == list(listed)


def test_blank_ids_are_listed_as_they_are(tree):
    change(tree.path, record("||"), remembered(" "), remembered("", "k"))
    entries = {entry.memory_id: entry for entry in tree.scopes()}
    assert entries["||"].scope == Scope("", "", "")
    assert entries[" "].scope == Scope(" ", "", "")
    assert entries[""].scope == Scope("", "", "")
    assert [entries[key].has_record for key in ("||", " ", "")] == [True, False, False]
    assert tree.tenants()[0] == TenantNode("", 2)
    assert keys(tree.scopes(tenant="", conversation="")) == ["||", ""]


def test_values_that_can_not_be_read_are_unknown_and_the_entry_stands(tree):
    change(
        tree.path,
        "UPDATE om_memory_records SET enabled = 'maybe', state_version = 'x', updated_at = 'soon',"
        " active_observation_tokens = 1.5 WHERE agent_id = 'coder'",
    )
    entry = tree.entry("acme|inbox|coder")
    values = (entry.enabled, entry.state_version, entry.observation_tokens, entry.updated_at)
    assert values == (None, None, None, None)
    assert entry.reflection_tokens == 5


def test_a_scope_is_busy_since_the_latest_call_that_has_not_ended(tree):
    change(
        tree.path,
        started("acme|inbox|coder", "one", "2026-04-20T08:15:30.5Z"),
        started("acme|inbox|coder", "two", "2026-04-20T08:15:31Z"),
        started("acme|inbox|coder", "three", "not a time"),
        started("acme|inbox|coder", "four", "2026-04-20T09:00:00Z", "applied"),
        started("acme|inbox|reviewer", "five", "not a time"),
    )
    assert tree.entry("acme|inbox|coder").busy_since == parse_column_time("2026-04-20T08:15:31Z")
    assert tree.entry("acme|inbox|reviewer").busy_since is None


def test_counts_name_the_tables_that_are_there_and_problems_what_is_odd(tree):
    assert tree.problems == ()
    assert tree.counts() == {
        "om_memory_records": 4,
        "om_operation_log": 0,
        "om_markers": 0,
        "working_memory_entries": 4,
    }
    assert tree.problems == ()
    change(
        tree.path,
        "DROP TABLE om_markers",
        "ALTER TABLE om_operation_log DROP COLUMN error_text",
    )
    assert "om_markers" not in tree.counts()
    assert tree.problems == (
        "om_operation_log has no column error_text, which the engine expects.",
    )


def test_without_memory_tables_only_working_memory_is_listed(state_db):
    file = SqliteStateFile(state_db("memory-mode-off"))
    (entry,) = file.scopes()
    assert (entry.memory_id, entry.has_record) == ("default|c1|default", False)
    assert file.tenants() == (TenantNode("default", 1),)
    assert file.conversations("default") == (ConversationNode("default", "c1", 1),)
    assert file.counts() == {"working_memory_entries": 1}
    assert file.status_counts() == {}


def test_without_any_table_nothing_is_listed(state_db):
    file = SqliteStateFile(state_db("memory-mode-off"))
    change(file.path, "DROP TABLE working_memory_entries", "CREATE TABLE other (x)")
    assert file.scopes() == file.tenants() == file.conversations("default") == ()
    assert file.entry("default|c1|default") is None
    assert file.counts() == {}


def test_a_commit_changes_the_token(tree):
    token = tree.token()
    assert tree.changed_since(object())
    change(tree.path, remembered("later|a|b"))
    assert tree.changed_since(token)


def test_history_and_its_counts_are_those_of_the_file(state_db):
    file = SqliteStateFile(state_db("operations-mixed"))
    bumpy = "default|bumpy-ride|default"
    wanted = HistoryFilter(bumpy, StatusFilter.FAILED)
    page = file.history(wanted, now=NOW, before=None, limit=100, cancelled=never)
    assert len(page.entries) == 10
    assert {entry.source for entry in page.entries} == {Source.OPERATION}
    assert file.status_counts(bumpy) == {"applied": 2, "failed": 10}
    assert sum(file.status_counts().values()) == file.counts()["om_operation_log"]
    first = file.history(wanted, now=NOW, before=None, limit=4, cancelled=never)
    rest = file.history(wanted, now=NOW, before=first.following, limit=100, cancelled=never)
    assert (*first.entries, *rest.entries) == page.entries


def test_reading_history_stops_when_nobody_waits_for_it(state_db):
    file = SqliteStateFile(state_db("large"))
    with pytest.raises(ReadStoppedError):
        file.history(HistoryFilter(text="☃"), now=NOW, before=None, limit=9, cancelled=lambda: True)


def test_a_file_that_is_gone_says_so(tree):
    tree.path.unlink()
    with pytest.raises(StoreError, match="There is no file"):
        tree.scopes()


def test_a_link_that_takes_the_place_of_the_file_is_not_followed(state_db):
    path, other = state_db("empty-scope"), state_db("rich-coding-agent")
    file = SqliteStateFile(path)
    assert file.scopes()
    path.rename(path.with_name("old.db"))
    path.symlink_to(other)
    asked = (
        file.scopes,
        lambda: file.contents("a|b|c"),
        lambda: next(file.record_candidates("a", never)),
        lambda: next(file.working_candidates("a", never)),
    )
    for ask in asked:
        with pytest.raises(StoreError, match="has become a link to") as caught:
            ask()
        assert str(other) in caught.value.message


def test_a_folder_that_becomes_a_link_is_not_followed(state_db):
    path, other = state_db("empty-scope"), state_db("rich-coding-agent")
    file = SqliteStateFile(path)
    path.parent.rename(path.parent.with_name("old"))
    path.parent.symlink_to(other.parent)
    with pytest.raises(StoreError, match="has become a link to"):
        file.scopes()
