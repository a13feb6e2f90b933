"""Export formats and paths beyond the golden vectors."""

from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta, timezone

import pytest
from hypothesis import given
from hypothesis import strategies as st

from desktop_app.core.engine_text import decode
from desktop_app.core.engine_time import EngineTime
from desktop_app.core.errors import RefusedError
from desktop_app.core.export.formats import ExportFormat, export_record, resolve_format
from desktop_app.core.export.path import (
    default_export_path,
    requested_export_path,
    sanitize_path_part,
)
from desktop_app.core.observational.observation import Observation
from desktop_app.core.observational.record import ObservationConfig, Record
from desktop_app.core.scope import Scope

SCOPE = Scope("acme", "conv", "coder")


def record(content: str, reflection: str = "") -> Record:
    return Record(
        memory_id=SCOPE.memory_id,
        scope=SCOPE,
        enabled=True,
        state_version=1,
        last_observed_message_index=0,
        observations=(Observation(seq=1, content=content),),
        observation_tokens=1,
        reflection=reflection,
        reflection_tokens=0,
        last_reflected_seq=0,
        config=ObservationConfig(),
        created_at=EngineTime(0),
        updated_at=EngineTime(0),
    )


@given(st.text(), st.text())
def test_a_json_export_is_json_with_the_texts_in_it(content, reflection):
    exported = json.loads(export_record(record(content, reflection), ExportFormat.JSON))
    assert list(exported) == ["config", "observations", "reflection", "status"]
    assert exported["observations"][0]["content"] == content
    assert exported["reflection"] == reflection


def test_a_markdown_export_keeps_invalid_bytes_and_the_json_export_replaces_them():
    damaged = record(decode(b"caf\xe9"))
    assert b"- [1] caf\xe9\n" in export_record(damaged, ExportFormat.MARKDOWN)
    assert rb'"content": "caf\ufffd"' in export_record(damaged, ExportFormat.JSON)


@given(st.text())
def test_a_folder_name_never_leads_up_or_down(text):
    name = sanitize_path_part(text)
    assert name
    assert "/" not in name
    assert ".." not in name
    assert " " not in name


def test_the_time_in_the_name_is_utc_whatever_clock_it_came_from():
    summer = datetime(2026, 7, 1, 1, 30, tzinfo=timezone(timedelta(hours=2)))
    same = EngineTime(int(summer.timestamp()), 999_999_999, 7200)
    path = default_export_path(SCOPE, ExportFormat.MARKDOWN, summer)
    assert path == ".harness/observational-memory/acme/conv/coder/memory-20260630-233000.md"
    assert default_export_path(SCOPE, ExportFormat.MARKDOWN, same) == path


def test_different_ids_can_share_a_path_as_they_do_in_the_engine():
    now = datetime(2026, 1, 1, tzinfo=UTC)
    paths = {
        default_export_path(Scope("acme", name, "coder"), ExportFormat.JSON, now)
        for name in ("a/b", "a-b", "a b", "a..b")
    }
    assert len(paths) == 1


@pytest.mark.parametrize(
    ("text", "path"),
    [
        ("", None),
        (" \t", None),
        ("a//b/./c.json", "a/b/c.json"),
        ("/srv/x/../y.json", "/srv/y.json"),
        ("//srv/y.json", "/srv/y.json"),
        ("..a/b", "..a/b"),
    ],
)
def test_a_requested_path_is_cleaned(text, path):
    assert requested_export_path(text) == path


@pytest.mark.parametrize("text", ["..", "../x", "a/../../x", "./../x"])
def test_a_requested_path_that_leaves_the_workspace_is_refused(text):
    with pytest.raises(RefusedError, match="out of the workspace"):
        requested_export_path(text)


@pytest.mark.parametrize("text", ["md", "yaml", "json markdown", "json\x1c"])
def test_an_unknown_format_is_refused_with_the_formats_there_are(text):
    with pytest.raises(RefusedError) as refusal:
        resolve_format(text)
    assert refusal.value.advice == "Use json or markdown."
