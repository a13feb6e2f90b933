"""What the pages of this folder are about, in a line at their top."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication

from desktop_app.core.harness_config.values import Layer
from ui.naming import shown_id, shown_scope

if TYPE_CHECKING:
    from pathlib import Path

    from desktop_app.core.harness_config.reading import ConfigReading
    from desktop_app.services.snapshot import ScopeSnapshot
    from ui.session import Session


def scope_words(session: Session) -> str:
    """Return the scope that is shown and the workspace that it is in."""
    snapshot = session.snapshot
    place = workspace_words(session)
    if snapshot is None:
        return place or _tr("No scope is chosen")
    return _tr("{0} in {1}").format(_scope(snapshot), place) if place else _scope(snapshot)


def workspace_words(session: Session) -> str:
    """Return the workspace whose configuration counts; empty if none is open."""
    source, workspace = session.source, session.workspace
    if workspace is None:
        return ""
    reading = source.config if source is not None else workspace.config
    return shown_id(str(_root(reading) or workspace.root))


def _root(reading: ConfigReading) -> Path | None:
    """Return the folder of the workspace's own file, which is in the engine's folder there."""
    files = (file.path for file in reading.files if file.layer is Layer.PROJECT)
    return next((path.parent.parent for path in files if path.is_absolute()), None)


def _scope(snapshot: ScopeSnapshot) -> str:
    from desktop_app.core.outline import scope_of_key  # noqa: PLC0415 - a store is open by now

    scope = snapshot.record.scope if snapshot.record else scope_of_key(snapshot.memory_id)
    return shown_scope(scope.tenant, scope.conversation, scope.agent)


def _tr(text: str) -> str:
    return QCoreApplication.translate("StatusAbout", text)
