"""What the result that is chosen in a conflict does to the next turn."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QObject, Slot

from desktop_app.core.editing.conflict import Choice
from desktop_app.core.observational.explain import Standing
from desktop_app.services.editing.plans import shown_after
from ui.planning import PlanReader
from ui.tokens import Meaning

if TYPE_CHECKING:
    from desktop_app.core.editing.merging import Rebase
    from desktop_app.services.editing.plans import Intent
    from desktop_app.services.snapshot import ScopeSnapshot
    from ui.conflict.view import ConflictDialog
    from ui.session import Session

_SEQ = re.compile(r"Observation (-?\d+)\b")


@dataclass(frozen=True, slots=True)
class _Result:
    index: int
    before: Standing | None
    after: Standing | None


class ConflictEffects(QObject):
    """Works it out on a reader thread whenever something else is chosen or written.

    Args:
        session: Has the scope as it is shown.
        rebase: What conflicts.
        dialog: Shows it, and owns this.
    """

    def __init__(self, session: Session, rebase: Rebase, dialog: ConflictDialog) -> None:
        super().__init__(dialog)
        self._session, self._rebase, self._dialog = session, rebase, dialog
        self._reader = PlanReader(session, self)
        self._reader.ready.connect(self._show)
        self._reader.refused.connect(self._refuse)
        dialog.result_changed.connect(self._ask)

    @Slot(int)
    def _ask(self, index: int) -> None:
        found = _SEQ.match(self._rebase.items[index].title)
        choices, snapshot = self._dialog.choices_so_far(), self._session.snapshot
        if found is None or choices[index] is None or snapshot is None:
            self._reader.cancel()
            return
        # What nobody has chosen yet counts as it is in the file.
        filled = tuple(Choice.THEIRS if one is None else one for one in choices)
        self._reader.request(
            partial(_work_out, snapshot, self._rebase, filled, index, int(found.group(1)))
        )

    @Slot(object)
    def _show(self, result: _Result) -> None:
        self._dialog.show_effect(result.index, *_words(result.before, result.after))

    @Slot(object)
    def _refuse(self, _error: object) -> None:
        """Say nothing: saving tells why these choices don't go together."""


def _work_out(
    snapshot: ScopeSnapshot,
    rebase: Rebase,
    choices: tuple[Choice | str, ...],
    index: int,
    seq: int,
    _intent: Intent,
) -> _Result:
    swaps = rebase.resolved(choices).records
    key = snapshot.row.memory_id if snapshot.row else None
    swap = next((one for one in swaps if one.after and one.after.memory_id == key), None)
    if swap is None:
        return _Result(index, None, None)
    both = (_standing(shown_after(snapshot, row=row), seq) for row in (swap.before, swap.after))
    return _Result(index, *both)


def _standing(snapshot: ScopeSnapshot, seq: int) -> Standing | None:
    explanation = snapshot.explanation if not snapshot.error else None
    standings = explanation.standings if explanation else ()
    return next((one for one in standings if one.observation.seq == seq), None)


def _words(before: Standing | None, after: Standing | None) -> tuple[str, Meaning]:
    """Return what becomes of an observation: ``stays in: rank 6, 265 left``."""
    if after is None:
        return "", Meaning.NEUTRAL
    was_in = before is not None and before.is_in
    fate = {
        (True, True): _tr("stays in: rank {0}, {1} left"),
        (False, True): _tr("gets in: rank {0}, {1} left"),
        (True, False): _tr("goes out: rank {0}, {1} left"),
        (False, False): _tr("stays out: rank {0}, {1} left"),
    }[was_in, after.is_in]
    words = fate.format(f"{after.rank:,}", f"{after.left:,}")
    return words, Meaning.IN if after.is_in else Meaning.OUT


def _tr(text: str) -> str:
    return QCoreApplication.translate("ConflictEffects", text)
