"""The table of observations and its inspector in windows, and what tests ask of them."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from typing import TYPE_CHECKING, Any

from ui.observations.inspector import ObservationInspector
from ui.observations.view import ObservationsView

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from ui.session import Session

RICH = "default|conv-billing-rounding|default"
LARGE = "default|very-long-session|default"
Views = tuple[ObservationsView, ObservationInspector]


def views(
    qtbot: Any, session: Session, golden_workspace: Callable[[str], Path]
) -> Callable[..., Views]:
    """Return what opens a workspace and shows a scope in both views; the body of a fixture."""

    def show(name: str, memory_id: str, path: Path | None = None) -> Views:
        with qtbot.waitSignal(session.source_changed):
            session.open(path or golden_workspace(name))
        with qtbot.waitSignal(session.snapshot_changed):
            session.show_scope(memory_id)
        view, inspector = ObservationsView(session), ObservationInspector(session)
        for widget, wide in ((inspector, 324), (view, 736)):
            qtbot.addWidget(widget)
            widget.resize(wide, 640)
            with qtbot.waitExposed(widget):
                widget.show()
        view.activateWindow()
        return view, inspector

    return show


def seqs(view) -> list[int]:
    return [row.observation.seq for row in view.presenter.shown]


def selected_seq(view) -> int | None:
    row = view.presenter.selected_row
    return row.observation.seq if row else None


def select_seq(view, session, seq) -> None:
    row = next(row for row in view.presenter.rows if row.observation.seq == seq)
    session.select_observation(row.index)


def state_file(session):
    return session.source.path


def edit(session, memory_id, change) -> None:
    """Write to the file as the engine would: ``change`` gets and returns the list."""
    with closing(sqlite3.connect(state_file(session))) as db, db:
        where = "WHERE memory_id = ?"
        found = db.execute(
            f"SELECT active_observations_json FROM om_memory_records {where}", (memory_id,)
        ).fetchone()
        after = json.dumps(change(json.loads(found[0])))
        db.execute(
            f"UPDATE om_memory_records SET active_observations_json = ? {where}",
            (after, memory_id),
        )


def reload(qtbot, session) -> None:
    with qtbot.waitSignal(session.snapshot_changed):
        session.notice_change()
