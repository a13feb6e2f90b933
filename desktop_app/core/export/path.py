"""Where the engine's own tool puts an export."""

from __future__ import annotations

import posixpath
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from desktop_app.core.engine_text import trim
from desktop_app.core.engine_time import EngineTime, to_datetime_utc
from desktop_app.core.errors import RefusedError

if TYPE_CHECKING:
    from desktop_app.core.export.formats import ExportFormat
    from desktop_app.core.scope import Scope

FOLDER = ".harness/observational-memory"


def sanitize_path_part(text: str) -> str:
    """Return an id as the engine makes a folder name of it.

    Different ids can give the same name, and ``.`` stays, which drops a level (hazard H35).
    """
    name = trim(text)
    if not name:
        return "default"
    return name.replace("/", "-").replace("..", "-").replace(" ", "-")


def default_export_path(
    scope: Scope, export_format: ExportFormat, now: EngineTime | datetime
) -> str:
    """Return the default path, relative to the workspace, with ``/`` between its parts.

    Args:
        scope: The ids as the engine's tools derive them (``tool_scope``).
        export_format: Decides the ending.
        now: The time in the name, to the second; written in UTC.
    """
    moment = to_datetime_utc(now) if isinstance(now, EngineTime) else now.astimezone(UTC)
    parts = (scope.tenant, scope.conversation, scope.agent)
    folder = "/".join((FOLDER, *map(sanitize_path_part, parts)))
    return _clean(f"{folder}/memory-{moment:%Y%m%d-%H%M%S}.{export_format.extension}")


def requested_export_path(text: str) -> str | None:
    """Return the path that the engine's tool makes of its ``path`` argument.

    Relative to the workspace; an absolute path stays absolute, for the engine does not keep
    it inside the workspace (hazard H35). ``None`` means blank: the default path.

    Raises:
        RefusedError: a relative path that leads out of the workspace.
    """
    wanted = trim(text)
    if not wanted:
        return None
    path = _clean(wanted)
    if path == ".." or path.startswith("../"):
        raise RefusedError(f"The path {wanted!r} leads out of the workspace.")
    return path


def _clean(path: str) -> str:
    cleaned = posixpath.normpath(path)
    return cleaned.removeprefix("/") if cleaned.startswith("//") else cleaned
