"""Opening workspaces, and what their scopes' next turns receive, against the engine's own."""

from __future__ import annotations

import shutil
from hashlib import sha256
from typing import TYPE_CHECKING

import pytest
from tree_state import snapshot as tree_snapshot

from desktop_app.core.engine_text import encode
from desktop_app.core.engine_time import EngineTime
from desktop_app.core.errors import NotFoundError, StoreError
from desktop_app.core.export.formats import ExportFormat, export_record
from desktop_app.core.outline import ScopeEntry
from desktop_app.core.scope import Scope
from desktop_app.services.snapshot import LOST_IDS
from desktop_app.services.workspace import Surroundings, open_workspace

if TYPE_CHECKING:
    from pathlib import Path

NOW = EngineTime(1_777_485_807)
NOWHERE = Surroundings({}, None, lambda: NOW)


def opened(path: Path, **environment: str):
    return open_workspace(path, Surroundings(environment, None, lambda: NOW))


def expected_scopes(golden_vectors) -> dict[str, dict[str, dict]]:
    found: dict[str, dict[str, dict]] = {}
    for line in golden_vectors("workspace_expected"):
        if line["kind"] != "database":
            found.setdefault(line["workspace"], {})[line["memory_id"]] = line
    return found


def digest(data: bytes) -> str:
    return sha256(data).hexdigest()


def test_every_scope_of_every_workspace_gets_what_the_engine_injects(
    golden_vectors, golden_workspace, golden_workspace_names
):
    expected = expected_scopes(golden_vectors)
    checked = 0
    for name in golden_workspace_names:
        root = golden_workspace(name)
        before = tree_snapshot(root)
        source = opened(root).sources[0]
        texts = {found.memory_id: found for found in source.all_turn_texts()}
        assert set(texts) == set(expected.get(name, {})), name
        for memory_id, line in expected.get(name, {}).items():
            found = texts[memory_id]
            assert found.working == line["working_memory_snippet"], memory_id
            assert bool(found.error) == ("error" in line), memory_id
            if "snippet_sha256" in line:
                assert digest(encode(found.observational)) == line["snippet_sha256"], memory_id
            checked += 1
        assert tree_snapshot(root) == before, name
    assert checked == 2041


def test_snapshots_and_exports_agree_with_the_engine(
    golden_vectors, golden_workspace, golden_workspace_names
):
    expected = expected_scopes(golden_vectors)
    for name in set(golden_workspace_names) - {"large"}:
        source = opened(golden_workspace(name)).sources[0]
        for memory_id, line in expected.get(name, {}).items():
            snapshot = source.snapshot(memory_id)
            assert bool(snapshot.error) == ("error" in line)
            assert snapshot.working_text == line["working_memory_snippet"]
            if "snippet_sha256" not in line:
                continue
            assert digest(encode(snapshot.observational_text)) == line["snippet_sha256"]
            assert snapshot.record is not None
            for export_format in ExportFormat:
                data = export_record(snapshot.record, export_format)
                key = f"export_{export_format.value}_sha256"
                assert digest(data) == line[key], (memory_id, key)


def test_the_outline_counts_what_is_there(golden_workspace):
    source = opened(golden_workspace("rich-coding-agent")).sources[0]
    assert [(node.name, node.scopes) for node in source.tenants()] == [
        ("acme", 4),
        ("default", 1),
        ("globex", 1),
    ]
    agents = [
        entry
        for node in source.conversations("acme")
        for entry in source.agents(node.tenant, node.name)
    ]
    assert {entry.scope.tenant for entry in agents} == {"acme"}
    assert len(agents) == 4
    assert [entry.memory_id for entry in agents if not entry.has_record] != []
    assert source.scopes("BILLING")[0].scope.conversation == "conv-billing-rounding"


def test_digests_tell_counts_and_damage(golden_workspace):
    source = opened(golden_workspace("hand-edited")).sources[0]
    ids = [entry.memory_id for entry in source.scopes()]
    digests = {found.memory_id: found for found in source.digests(ids)}
    assert digests["default|hand-edited|default"].observations > 0
    assert not digests["default|hand-edited|default"].damage
    assert "active_observations_json" in digests["default|unreadable-json|default"].damage
    assert "updated_at" in digests["default|unreadable-time|default"].damage
    assert digests["default|mismatched-columns|default"].damage == LOST_IDS


def test_a_damaged_record_keeps_its_raw_row_and_its_readable_observations(golden_workspace):
    source = opened(golden_workspace("hand-edited")).sources[0]
    snapshot = source.snapshot("default|unreadable-time|default")
    assert snapshot.record is None
    assert snapshot.row is not None
    assert snapshot.row.updated_at == "yesterday"
    assert [damage.column for damage in snapshot.damages] == ["updated_at"]
    assert len(snapshot.readable) > 0
    assert snapshot.observational_text == ""


def test_ids_that_lead_nowhere_are_a_problem_and_the_record_is_still_shown(golden_workspace):
    source = opened(golden_workspace("hand-edited")).sources[0]
    snapshot = source.snapshot("default|mismatched-columns|default")
    assert snapshot.record is not None
    assert snapshot.record.scope.conversation == "renamed-by-hand"
    assert "key" in snapshot.error
    assert snapshot.observational_text == ""


def test_a_missing_scope_is_named(golden_workspace):
    source = opened(golden_workspace("empty-scope")).sources[0]
    with pytest.raises(NotFoundError, match=r"no\|such"):
        source.snapshot("no|such|scope")
    with pytest.raises(NotFoundError):
        source.entry("no|such|scope")


def test_memory_mode_off_injects_working_memory_only(golden_workspace):
    root = golden_workspace("rich-coding-agent")
    source = opened(root, HARNESS_MEMORY_MODE="off").sources[0]
    assert source.mode == "off"
    texts = list(source.all_turn_texts())
    assert {found.observational for found in texts} == {""}
    assert any(found.working for found in texts)
    snapshot = source.snapshot("default|conv-billing-rounding|default")
    assert snapshot.observational_text == ""
    assert snapshot.explanation is not None
    assert not snapshot.explanation.is_injected


def test_the_configured_database_is_found(golden_workspace):
    workspace = opened(golden_workspace("custom-database-path"))
    assert [source.path.name for source in workspace.sources] == ["memory.db"]


def test_a_file_and_its_folder_lead_to_the_same_workspace(golden_workspace):
    root = golden_workspace("disabled-scope")
    by_file = opened(root / ".harness" / "state.db")
    assert by_file.root == root.resolve()
    assert by_file.sources[0].path == opened(root).sources[0].path


def test_a_folder_above_several_workspaces_has_all_of_them(golden_workspace, tmp_path):
    above = tmp_path / "above"
    for name in ("disabled-scope", "empty-scope"):
        shutil.copytree(golden_workspace(name), above / name)
    workspace = opened(above)
    assert {source.workspace.name for source in workspace.sources} == {
        "disabled-scope",
        "empty-scope",
    }


def test_an_empty_folder_opens_and_says_that_there_is_nothing_yet(tmp_path):
    workspace = opened(tmp_path)
    assert workspace.sources == ()
    with pytest.raises(StoreError) as refused:
        workspace.require_source()
    assert "No memory here yet" in refused.value.advice


def test_conversations_are_read_where_they_are_stored(golden_workspace):
    source = opened(golden_workspace("harnessd-live")).sources[0]
    assert source.transcripts is not None
    entries: list[ScopeEntry] = [entry for entry in source.scopes() if entry.has_record]
    counts = [source.transcripts.count(entry.scope.conversation) for entry in entries]
    assert max(counts) > 0
    conversation = entries[counts.index(max(counts))].scope.conversation
    messages = source.transcripts.messages(conversation, 0, 1)
    assert [message.step for message in messages] == [0, 1]
    assert opened(golden_workspace("large")).sources[0].transcripts is None


def test_busy_is_what_the_engine_began_within_five_minutes(golden_workspace):
    source = opened(golden_workspace("empty-scope")).sources[0]
    young = ScopeEntry(
        memory_id="a|b|c", scope=Scope("a", "b", "c"), busy_since=EngineTime(NOW.unix_seconds - 299)
    )
    old = ScopeEntry(
        memory_id="a|b|c", scope=Scope("a", "b", "c"), busy_since=EngineTime(NOW.unix_seconds - 301)
    )
    assert (source.is_busy(young), source.is_busy(old)) == (True, False)


@pytest.mark.parametrize("inside", [".harness", ".harness/", ".harness/state.db"])
def test_the_engines_own_folder_stands_for_its_workspace(golden_workspace, inside):
    root = golden_workspace("rich-coding-agent")
    found = open_workspace(root / inside, NOWHERE)
    assert (found.root, found.problems) == (root.resolve(), ())
    assert found.config.files[-1].path == root.resolve() / ".harness" / "config.toml"


def test_a_default_that_is_not_there_is_never_called_configuration(tmp_path):
    folder = tmp_path / "workspace" / ".harness"
    folder.mkdir(parents=True)
    (tmp_path / "link").symlink_to(folder.parent)
    for path in (folder, folder.parent, tmp_path / "link", tmp_path / "link" / ".harness"):
        found = open_workspace(path, NOWHERE)
        assert (found.root, found.problems) == (folder.parent, ()), path
