"""Exports: the engine's bytes, and files that are written whole or not at all."""

from __future__ import annotations

import json
import os
import sqlite3
from base64 import b64decode
from contextlib import closing
from hashlib import sha256

import pytest
from msgspec import structs

from desktop_app.core.engine_text import encode
from desktop_app.core.engine_time import EngineTime
from desktop_app.core.errors import DamagedError, RefusedError
from desktop_app.core.export.formats import ExportFormat
from desktop_app.services.demo import copy_demo
from desktop_app.services.export import (
    default_target,
    export_bytes,
    raw_bytes,
    save,
    save_in_workspace,
)
from desktop_app.services.workspace import Surroundings, open_workspace

NOW = EngineTime(1_777_485_807)


@pytest.fixture
def source_of(golden_workspace):
    def source(name):
        return open_workspace(golden_workspace(name), Surroundings({}, None, lambda: NOW)).sources[
            0
        ]

    return source


def test_every_export_has_the_engines_bytes_and_place(
    golden_vectors, golden_workspace_names, source_of
):
    lines = [line for line in golden_vectors("workspace_expected") if line["kind"] == "scope"]
    checked = 0
    for name in set(golden_workspace_names) - {"large"}:
        source = source_of(name)
        for line in (line for line in lines if line["workspace"] == name):
            shown = source.snapshot(line["memory_id"])
            if shown.damages:
                with pytest.raises(DamagedError):
                    export_bytes(shown, ExportFormat.JSON)
                continue
            for export_format in ExportFormat:
                key = f"export_{export_format.value}_sha256"
                if key not in line:
                    continue
                data = export_bytes(shown, export_format)
                assert sha256(data).hexdigest() == line[key], (line["memory_id"], key)
                target = default_target(source, shown.record, export_format)
                inside = target.relative_to(source.workspace).as_posix()
                assert inside.startswith(".harness/observational-memory/")
                assert target.stem == "memory-20260429-180327"
                checked += 1
    assert checked > 60


def test_working_memory_alone_is_refused(source_of):
    shown = source_of("rich-coding-agent").snapshot("acme|conv-only-working-memory|coder")
    with pytest.raises(RefusedError, match="only working memory"):
        export_bytes(shown, ExportFormat.JSON)


def test_a_time_that_the_engine_reads_and_cannot_write_is_told(golden_workspace):
    root = golden_workspace("rich-coding-agent")
    with closing(sqlite3.connect(root / ".harness" / "state.db")) as connection, connection:
        connection.execute("UPDATE om_memory_records SET updated_at = '2026-01-01T00:00:00+24:00'")
    shown = open_workspace(root).sources[0].snapshot("default|conv-billing-rounding|default")
    with pytest.raises(DamagedError, match="can't write this export"):
        export_bytes(shown, ExportFormat.JSON)
    assert export_bytes(shown, ExportFormat.MARKDOWN)


def test_a_damaged_record_is_not_exported(golden_workspace):
    source = open_workspace(golden_workspace("hand-edited")).sources[0]
    with pytest.raises(DamagedError, match="ends too early"):
        export_bytes(source.snapshot("default|unreadable-json|default"), ExportFormat.JSON)


def test_a_damaged_record_is_exported_raw_with_every_column(source_of):
    source = source_of("hand-edited")
    for entry in source.scopes():
        row = source.snapshot(entry.memory_id).row
        if row is None:
            continue
        raw = json.loads(raw_bytes(row))
        for name in row.__struct_fields__:
            value = getattr(row, name)
            found = raw.get(name)
            if f"{name}_b64" in raw:
                found = b64decode(raw[f"{name}_b64"])
            assert _plain(found) == _plain(value), name


def test_what_is_not_text_is_exported_raw_as_base64(source_of):
    row = source_of("hand-edited").snapshot("default|hand-edited|default").row
    odd = structs.replace(row, agent_id=b"\xff\x00", tenant_id="a\udcff", enabled=None)
    raw = json.loads(raw_bytes(odd))
    assert b64decode(raw["agent_id_b64"]) == b"\xff\x00"
    assert b64decode(raw["tenant_id_b64"]) == b"a\xff"
    assert raw["enabled"] is None


def test_a_file_is_never_replaced_unasked(tmp_path):
    target = tmp_path / "export.json"
    assert save(b"one", target) == target
    with pytest.raises(RefusedError, match="there already"):
        save(b"two", target)
    assert target.read_bytes() == b"one"
    save(b"two", target, replace=True)
    assert target.read_bytes() == b"two"
    assert [path.name for path in tmp_path.iterdir()] == ["export.json"]


def test_a_file_that_appears_at_the_last_moment_is_kept(tmp_path, monkeypatch):
    target = tmp_path / "export.json"
    sync = os.fsync

    def meanwhile(descriptor):
        target.write_bytes(b"another program's")
        sync(descriptor)

    monkeypatch.setattr(os, "fsync", meanwhile)
    with pytest.raises(RefusedError, match="there already"):
        save(b"ours", target)
    assert target.read_bytes() == b"another program's"
    assert [path.name for path in tmp_path.iterdir()] == ["export.json"]


def test_without_hard_links_a_rename_does(tmp_path, monkeypatch):
    def refuse(*_):
        raise PermissionError(1, "Operation not permitted")

    monkeypatch.setattr(os, "link", refuse)
    target = tmp_path / "export.json"
    save(b"one", target)
    assert target.read_bytes() == b"one"
    with pytest.raises(RefusedError):
        save(b"two", target)


def test_a_link_is_replaced_and_never_followed(tmp_path):
    elsewhere = tmp_path / "elsewhere"
    elsewhere.write_bytes(b"precious")
    link = tmp_path / "export.json"
    link.symlink_to(elsewhere)
    with pytest.raises(RefusedError):
        save(b"data", link)
    save(b"data", link, replace=True)
    assert elsewhere.read_bytes() == b"precious"
    assert not link.is_symlink()


@pytest.mark.parametrize("suffix", ["", "-wal"])
def test_a_database_is_never_replaced(golden_workspace, suffix):
    target = golden_workspace("wal-present") / ".harness" / f"state.db{suffix}"
    before = target.read_bytes()
    with pytest.raises(RefusedError, match="database"):
        save(b"data", target, replace=True)
    assert target.read_bytes() == before


def test_a_folder_is_not_replaced(tmp_path):
    with pytest.raises(RefusedError, match="folder"):
        save(b"data", tmp_path, replace=True)


def test_a_pipe_or_a_device_is_not_replaced(tmp_path):
    pipe = tmp_path / "pipe.json"
    os.mkfifo(pipe)
    with pytest.raises(RefusedError, match="is a pipe, a socket or a device"):
        save(b"data", pipe, replace=True)
    assert pipe.is_fifo()
    assert list(tmp_path.iterdir()) == [pipe]


def test_a_link_out_of_the_workspace_is_not_followed(tmp_path):
    workspace, outside = tmp_path / "workspace", tmp_path / "outside"
    (workspace / ".harness").mkdir(parents=True)
    outside.mkdir()
    (workspace / ".harness" / "observational-memory").symlink_to(outside)
    target = workspace / ".harness/observational-memory/acme/export.json"
    with pytest.raises(RefusedError, match="out of the workspace"):
        save_in_workspace(b"data", workspace, target)
    assert list(outside.iterdir()) == []


@pytest.mark.parametrize(
    ("name", "words"),
    [("missing/export.json", "No such file"), ("a\x00b", "null"), ("x" * 300, "too long")],
)
def test_what_the_disk_refuses_is_said_in_words(tmp_path, name, words):
    with pytest.raises(RefusedError, match=words):
        save(b"data", tmp_path / name)
    assert list(tmp_path.iterdir()) == []


def test_the_demo_is_copied_whole_and_only_into_an_empty_folder(tmp_path):
    folder = copy_demo(tmp_path / "new" / "demo")
    assert open_workspace(folder).sources[0].scopes()
    with pytest.raises(RefusedError, match="not empty"):
        copy_demo(folder)
    file = tmp_path / "file"
    file.touch()
    with pytest.raises(RefusedError, match="can't be written"):
        copy_demo(file)


def test_without_a_folder_the_demo_goes_to_a_private_one(tmp_path, monkeypatch):
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    folder = copy_demo()
    assert tmp_path in folder.parents
    assert folder.parent.stat().st_mode & 0o77 == 0


def _plain(value):
    return encode(value) if isinstance(value, str) else value
