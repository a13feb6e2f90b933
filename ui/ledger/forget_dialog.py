"""Forget everywhere: every place of a text, what goes, and what follows from it."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal, Slot

from desktop_app.core.ledger.forgetting import Unit
from ui.icons import Icon
from ui.ledger.forget_outlook import Wish, outlook, why_nothing, with_difference
from ui.ledger.forget_page import ForgetPage
from ui.ledger.forget_search import ForgetSearch
from ui.ledger.words import tr
from ui.planning import PlanReader
from ui.tokens import Meaning
from ui.widgets import counting
from ui.widgets.dialog import Dialog

if TYPE_CHECKING:
    from PySide6.QtGui import QKeyEvent
    from PySide6.QtWidgets import QWidget

    from desktop_app.core.changes import Change
    from desktop_app.core.ledger.places import Place
    from ui.change_preview import Planned
    from ui.ledger.forget_rows import Decisions, Found
    from ui.ledger.forget_scene import Scene
    from ui.session import Session

_WIDE = 1100


class ForgetDialog(Dialog):
    """Searches while somebody types; what is ticked goes with Ctrl Enter."""

    saving = Signal(object, str)  # Change that is on its way, and the text that was looked for
    correct_wanted = Signal(str)  # the text that was looked for

    def __init__(self, session: Session, parent: QWidget, scene: Scene) -> None:
        super().__init__(
            parent,
            tr("Forget everywhere"),
            primary=tr("Forget"),
            safe=tr("Cancel"),
            sentence=tr(
                "Whole lines go, wherever the text stands in them. Undo brings them back with "
                "their files' times."
            ),
            icon=Icon.REMOVE,
            meaning=Meaning.CAUTION,
            width=_WIDE,
        )
        self._session, self._scene = session, scene
        self._decisions: Decisions = {}
        self._guess = ""
        self.found: Found | None = None
        self.planned: Planned | None = None
        self.search = ForgetSearch(session, scene.here, scene.in_order, self)
        self.planner, self.differ = PlanReader(session, self), PlanReader(session, self)
        self.page = ForgetPage(self.body.parentWidget())
        self.body.addWidget(self.page, 1)
        self.correct = self.add_wide_choice(tr("Write a correction instead…"))
        self._connect()
        self._wait(tr("Say what shall be forgotten."))

    def look_for(self, text: str, *, is_guess: bool = False) -> None:
        """Put a text into the field and look for it; of a mere guess nothing is ticked."""
        self._guess = text if is_guess else ""
        self.page.phrase.set_text(text)
        self.page.phrase.edit.selectAll()  # whoever types looks for something else
        self._look(at_once=True)

    @property
    def is_busy(self) -> bool:
        """Whether something is searched or worked out."""
        return self.search.is_busy or self.planner.is_busy or self.differ.is_busy

    @property
    def chosen(self) -> tuple[Place, ...]:
        """The places that are ticked."""
        found = self.found
        ids = self.page.list.rows.ticked if found else ()
        return tuple(found.places[row_id] for row_id in ids) if found else ()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        plain = event.modifiers() in {
            Qt.KeyboardModifier.NoModifier,
            Qt.KeyboardModifier.ShiftModifier,
        }
        if event.key() == Qt.Key.Key_A and plain and self.page.list.hasFocus():
            shift = event.modifiers() == Qt.KeyboardModifier.ShiftModifier
            self.page.list.tick_none() if shift else self.page.list.tick_all()
            event.accept()
        else:
            super().keyPressEvent(event)

    def _connect(self) -> None:
        page = self.page
        page.phrase.edited.connect(self._look)
        page.unit.changed.connect(self._plan)
        page.keep_time.toggled.connect(self._plan)
        page.list.ticks_changed.connect(self._note_ticks)
        page.list.current_changed.connect(self._show_difference)
        self.search.started.connect(self._show_searching)
        self.search.found.connect(self._take_found)
        self.search.refused.connect(self._refuse)
        self.planner.ready.connect(self._take_plan)
        self.planner.refused.connect(self._wait)
        self.differ.ready.connect(self._take_difference)
        self.confirmed.connect(self._save)
        self.correct.clicked.connect(self._correct)
        self.closed.connect(self.search.cancel)
        self._session.files_changed.connect(self._look_again)

    @Slot()
    def _look(self, *, at_once: bool = False) -> None:
        text = self.page.phrase.text
        if text.strip():
            is_guess = text == self._guess
            self.search.look(text, self._decisions, at_once=at_once, is_guess=is_guess)
        else:
            self.search.cancel()
            self._refuse(tr("Say what shall be forgotten."))

    @Slot()
    def _look_again(self) -> None:
        """Look again because files were written: what is ticked stays so."""
        if self.isVisible() and self.page.phrase.text.strip():
            self._look(at_once=True)

    @Slot()
    def _show_searching(self) -> None:
        self.page.show_state(tr("Searching…"))
        self._wait(tr("Everything is still being searched."), keeps_preview=True)

    @Slot(object)
    def _take_found(self, found: Found) -> None:
        self.found = found
        self.page.show_found(found, self._scene.apart)
        self._plan()

    @Slot(str)
    def _refuse(self, why: str) -> None:
        self.found = None
        self.page.show_refused(why)
        self._wait(why)

    @Slot()
    def _note_ticks(self) -> None:
        if self.found is not None:
            places = self.found.places
            for row in self.page.list.rows.rows:
                if row.tick is not None:
                    place = places[row.id]
                    self._decisions[place.path, place.text] = row.tick
        self._plan()

    @Slot()
    def _plan(self) -> None:
        found, chosen = self.found, self.chosen
        if found is None or self.search.is_busy:
            return
        self.page.show_counts(found, len(chosen))
        if not chosen:
            self._wait(why_nothing(found))
            return
        self._wait(tr("Working out what it does…"), keeps_preview=True)
        wish = Wish(
            sighting=found.sighting,
            places=chosen,
            unit=Unit(self.page.unit.current),
            keep_time=self.page.keep_time.isChecked(),
            room=self._scene.room,
            unsaved=self._scene.unsaved,
        )
        self.planner.request(partial(outlook, wish), at_once=True)

    @Slot(object)
    def _take_plan(self, planned: Planned) -> None:
        self.planned = planned
        count = len(self.chosen)
        forms = tr("Forget in {0} place"), tr("Forget in {0} places")
        self._name_primary(counting.counted(count, *forms))
        self.primary_button.set_unavailable("")
        self.page.show_planned(planned)
        self._show_difference(self.page.list.current_id)

    @Slot(str)
    def _show_difference(self, row_id: str) -> None:
        planned, found = self.planned, self.found
        place = found.places.get(row_id) if found else None
        if planned is not None and place is not None:
            make = partial(with_difference, planned, place.path)
            self.differ.request(make, at_once=True)

    @Slot(object)
    def _take_difference(self, planned: Planned) -> None:
        if self.planned is not None and planned.plan is self.planned.plan:
            self.page.show_planned(planned)

    @Slot(str)
    def _wait(self, why: str, *, keeps_preview: bool = False) -> None:
        """Let nothing be done, and say why."""
        self.planned = None
        self.planner.cancel()
        self.differ.cancel()
        if not keeps_preview:
            self.page.show_nothing(why)
            self._name_primary(tr("Forget"))
        self.primary_button.set_unavailable(why)

    def _name_primary(self, words: str) -> None:
        self.primary_button.setText(words)
        self.primary_button.setAccessibleName(words)
        self.primary_button.updateGeometry()

    @Slot()
    def _save(self) -> None:
        planned, found = self.planned, self.found
        if planned is None or found is None:
            return
        change: Change = replace(planned.plan.change, reason=self.page.reason.text.strip())
        self.saving.emit(change, found.sighting.text)
        self._session.editing.save(change)

    @Slot()
    def _correct(self) -> None:
        self.finish()
        self.correct_wanted.emit(self.page.phrase.text)
