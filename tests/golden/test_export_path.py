"""Where the engine's tool writes an export."""

from __future__ import annotations

import re
from datetime import UTC, datetime

import pytest

from desktop_app.core.engine_text import decode, encode, valid_unicode
from desktop_app.core.errors import RefusedError
from desktop_app.core.export.formats import ExportFormat, resolve_format
from desktop_app.core.export.path import (
    default_export_path,
    requested_export_path,
    sanitize_path_part,
)
from desktop_app.core.scope import Scope, tool_scope
from tests.golden_rows import text_of

NOW = datetime(2026, 11, 30, 12, 4, 11, tzinfo=UTC)
STAMP = "20261130-120411"


@pytest.fixture
def actions(golden_vectors) -> list[dict]:
    return [case for case in golden_vectors("export_path") if case["kind"] == "export_action"]


def destination(case: dict) -> tuple[str, ExportFormat]:
    ids = (text_of(case, f"{name}_id") for name in ("tenant", "conversation", "agent"))
    export_format = resolve_format(case["format_arg"])
    default = default_export_path(tool_scope(Scope(*ids), "run_9"), export_format, NOW)
    return requested_export_path(case["path_arg"]) or default, export_format


def test_every_id_gives_the_engines_folder_name(golden_vectors):
    cases = [case for case in golden_vectors("export_path") if case["kind"] != "export_action"]
    wrong = [
        case["case"]
        for case in cases
        if sanitize_path_part(text_of(case, "in")) != text_of(case, "out")
    ]

    assert len(cases) == 153
    assert wrong == []


def test_every_export_goes_to_the_path_that_the_tool_reports(actions):
    for case in actions:
        if "error" in case:
            continue
        path, export_format = destination(case)
        reported = re.sub(STAMP, "YYYYMMDD-HHMMSS", valid_unicode(path))
        assert (reported, export_format.value) == (case["path"], case["format"]), case["case"]
    assert len(actions) == 72


def test_what_the_tool_refuses_is_refused_and_the_rest_fails_in_the_file_system(actions, tmp_path):
    refused = [case for case in actions if "error" in case]
    for case in refused:
        if case["error"].startswith("create export directory"):
            path, _ = destination(case)
            folder = decode(encode(path)).rpartition("/")[0]
            with pytest.raises((OSError, ValueError)):
                (tmp_path / folder).mkdir(parents=True)
        else:
            with pytest.raises(RefusedError):
                destination(case)
    assert len(refused) == 7
