"""Getting an observation into the next turn, or out of it: the ways, with what each does."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import Signal, Slot

from desktop_app.core.errors import MemloupeError
from desktop_app.core.observational.explain import Verdict
from desktop_app.services.editing.plans import Intent
from desktop_app.services.editing.ways import Means, ways_in, ways_out
from ui import fonts
from ui.change_dialog import ChangeDialog, Wording
from ui.icons import Icon
from ui.observations.effect import effect_of
from ui.observations.effect_words import numbers, turn_text
from ui.observations.preview import planned_of
from ui.observations.words import first_line
from ui.widgets.check_list import CheckList, Group, Row

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget

    from desktop_app.services.editing.ways import Way
    from desktop_app.services.snapshot import ScopeSnapshot
    from ui.observations.effect import Effect
    from ui.observations.rows import Row as ObservationRow
    from ui.session import Session

_ROW, _MOST_ROWS = 44, 5
_ICONS = {
    Means.ENABLE: Icon.PLAY,
    Means.UNSUPERSEDE: Icon.SUPERSEDED,
    Means.IMPORTANCE: Icon.SLIDERS,
    Means.LIMIT: Icon.WATERLINE,
    Means.SHORTEN: Icon.EDIT,
}
Found = tuple[tuple["Way", "Effect | None"], ...]


class WaysDialog(ChangeDialog):
    """Lists the ways; what the chosen one does stands below."""

    shortening_wanted = Signal(int)  # to so many tokens or fewer

    def __init__(
        self, session: Session, parent: QWidget, snapshot: ScopeSnapshot, row: ObservationRow
    ) -> None:
        self._goes_in = not row.injected
        forms = (
            self.tr("Get observation {0} into the next turn"),
            self.tr("Get observation {0} out of the next turn"),
        )
        seq, line = row.observation.seq, first_line(row.observation.content)[:160]
        super().__init__(
            session,
            parent,
            Wording(
                title=forms[row.injected].format(seq),
                primary=self.tr("Do it"),
                sentence=f"“{line}”",
                icon=Icon.CHEVRON_UP if self._goes_in else Icon.CHEVRON_DOWN,
            ),
        )
        self._found: Found = ()
        self._none = self._nothing(snapshot, row)
        self.ways = CheckList(self.tr("Ways"))
        self.put(self.ways)
        self.ways.current_changed.connect(self._choose)
        self.ways.activated_row.connect(self.reason.setFocus)
        self.ways.hide()
        find = ways_in if self._goes_in else ways_out
        now = session.source.now if session.source else None
        if now is not None:
            work = partial(find, snapshot, row.index)
            index = row.index
            job = session.jobs.read(lambda _context: _effects(work(Intent(now())), index))
            job.succeeded.connect(self._take_ways)
            job.failed.connect(self._fail)

    @Slot(object)
    def _take_ways(self, found: Found) -> None:
        self._found = found
        if not found:
            self.wait(self._none)
            return
        rows = [self._row(at, way, effect) for at, (way, effect) in enumerate(found)]
        self.ways.setFixedHeight(fonts.px(_ROW) * min(len(rows), _MOST_ROWS))
        self.ways.show()
        self.ways.set_groups([Group("", rows)])
        self.ways.setFocus()

    @Slot(object)
    def _fail(self, error: Exception) -> None:
        if isinstance(error, MemloupeError):
            self.wait(error.message)
        else:
            self._session.broke.emit(error)

    @Slot(str)
    def _choose(self, way_id: str) -> None:
        effect = self._found[int(way_id)][1]
        if effect is None:
            self.wait(
                self.tr("The text gets the focus; the number of tokens counts along as you type.")
            )
            self.primary_button.set_unavailable("")
            self._words(self.tr("Edit the text"))
        else:
            self._words(self.tr("Do it"))
            self.take(planned_of(effect))

    @Slot()
    def _save(self) -> None:
        if self.planned is None and self._found:
            self.closed.connect(self._shorten)  # the focus is given back before
        else:
            super()._save()

    @Slot()
    def _shorten(self) -> None:
        way = self._found[int(self.ways.current_id)][0]
        self.shortening_wanted.emit(int(way.value))

    def _words(self, words: str) -> None:
        self.primary_button.setText(words)
        self.primary_button.setAccessibleName(words)
        self.primary_button.updateGeometry()

    def _row(self, at: int, way: Way, effect: Effect | None) -> Row:
        below = self.tr("Words that can go without a loss cost nothing else.")
        if effect is not None:
            turn = effect.turns[0]
            parts = [self.tr("next turn {0}").format(turn_text(turn))]
            others = [seq for seq in turn.went_out if seq not in self._own(effect)]
            parts += [self.tr("goes out: {0}").format(numbers(others))] if others else []
            below = " · ".join(parts)
        return Row(id=str(at), title=self._title(way), subtitle=below, icon=_ICONS[way.means])

    def _own(self, effect: Effect) -> set[int]:
        return {place.observation.seq for place in effect.standing or ()}

    def _title(self, way: Way) -> str:
        verb = self.tr("Raise") if self._goes_in else self.tr("Lower")
        forms = {
            Means.ENABLE: self.tr("Enable this scope"),
            Means.UNSUPERSEDE: self.tr("Drop the supersession by {0}").format(int(way.value)),
            Means.IMPORTANCE: self.tr("{0} the importance to {1}").format(verb, f"{way.value:g}"),
            Means.LIMIT: self.tr("Raise the snippet limit to {0} tokens").format(
                f"{int(way.value):,}"
            ),
            Means.SHORTEN: self.tr("Shorten the text to {0} tokens or fewer").format(
                f"{int(way.value):,}"
            ),
        }
        return forms[way.means]

    def _nothing(self, snapshot: ScopeSnapshot, row: ObservationRow) -> str:
        """Return why there is no way."""
        if not self._goes_in:
            return self.tr("There is room for all of them: only removing it gets it out.")
        if snapshot.error:
            return snapshot.error
        if row.standing is not None and row.standing.verdict is Verdict.MEMORY_OFF:
            return self.tr("Memory is off in the engine’s configuration: nothing gets in.")
        return self.tr("No single change gets it in.")


def _effects(ways: tuple[Way, ...], index: int) -> Found:
    return tuple((way, effect_of(way.plan, index) if way.plan else None) for way in ways)
