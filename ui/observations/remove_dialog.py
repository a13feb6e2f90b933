"""Removing observations: which numbers change, what the reflection loses, and why."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication

from desktop_app.services.editing.observation_actions import remove_observations
from ui.change_dialog import ChangeDialog, Wording
from ui.icons import Icon
from ui.observations.preview import previewed
from ui.observations.removed_list import RemovedList
from ui.observations.words import first_line

if TYPE_CHECKING:
    from collections.abc import Sequence

    from PySide6.QtWidgets import QWidget

    from desktop_app.services.snapshot import ScopeSnapshot
    from ui.observations.rows import Row
    from ui.session import Session

_MOST_TEXT = 160


class RemoveDialog(ChangeDialog):
    """Asks before one or several observations go."""

    def __init__(
        self, session: Session, parent: QWidget, snapshot: ScopeSnapshot, rows: Sequence[Row]
    ) -> None:
        super().__init__(session, parent, _wording(rows))
        self.put(*([RemovedList(rows)] if len(rows) > 1 else []))
        indices = [row.index for row in rows]
        self.plan(previewed(partial(remove_observations, snapshot, indices)), at_once=True)


def _wording(rows: Sequence[Row]) -> Wording:
    if len(rows) == 1:
        title = _tr("Remove observation {0}?").format(rows[0].observation.seq)
        line = first_line(rows[0].observation.content)
        text = line if len(line) <= _MOST_TEXT else f"{line[:_MOST_TEXT]}…"
        return Wording(
            title=title, primary=_tr("Remove it"), sentence=f"“{text}”", icon=Icon.REMOVE
        )
    title = _tr("Remove {0} observations?").format(f"{len(rows):,}")
    primary = _tr("Remove {0}").format(f"{len(rows):,}")
    return Wording(title=title, primary=primary, icon=Icon.REMOVE)


def _tr(text: str) -> str:
    return QCoreApplication.translate("RemoveDialog", text)
