"""Mending a key that the agent does not find: the white space around it goes (H30)."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, Slot

from desktop_app.core.engine_text import trim
from desktop_app.core.working.edits import Keep
from desktop_app.services.editing.working_actions import trim_key
from ui.change_dialog import Wording
from ui.icons import Icon
from ui.naming import shown_id
from ui.widgets.choice_cards import CardChoice, ChoiceCards
from ui.working.drafts import find
from ui.working.key_dialog import KeyDialog, cut, planned_of

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget

    from desktop_app.services.editing.plans import Intent
    from desktop_app.services.snapshot import ScopeSnapshot
    from ui.change_preview import Planned
    from ui.session import Session
    from ui.working.model import WorkingRow


class TrimDialog(KeyDialog):
    """Previews the repair; where the trimmed key is taken, asks which value stays."""

    def __init__(
        self, session: Session, parent: QWidget, snapshot: ScopeSnapshot, row: WorkingRow
    ) -> None:
        wording = Wording(
            title=_tr("Trim the key “{0}”").format(cut(row.key_words)),
            primary=_tr("Trim it"),
            sentence=_tr(
                "The engine lists it without the white space around it and finds nothing under "
                "that. Trimmed, the agent can read and change it."
            ),
            icon=Icon.DOCTOR,
        )
        super().__init__(session, parent, wording, snapshot, row)
        twin = find(snapshot, trim(row.entry.key))
        self.cards: ChoiceCards | None = None
        if twin is None:
            self.put()
            self.plan(partial(_planned, snapshot, row.entry.key, None), at_once=True)
        else:
            self.cards = _cards(row, twin.value_json)
            self.put(self.cards)
            self.cards.choice_changed.connect(self._choose)
            self.wait(
                _tr("There is an entry “{0}” already. Choose which value stays.").format(
                    cut(shown_id(twin.key))
                )
            )

    @property
    def first(self) -> QWidget:
        """Where the focus belongs."""
        return self.reason.line if self.cards is None else self.cards

    @Slot(str)
    def _choose(self, name: str) -> None:
        make = partial(_planned, self._snapshot, self._row.entry.key, Keep[name])
        self.plan(make, at_once=True)


def _cards(row: WorkingRow, twin: str) -> ChoiceCards:
    values = cut(row.value_words), cut(shown_id(twin))
    return ChoiceCards(
        _tr("Which value stays"),
        (
            CardChoice(Keep.UNTRIMMED.name, "1", _tr("The one with white space"), values[0]),
            CardChoice(Keep.TRIMMED.name, "2", _tr("The one without"), values[1]),
        ),
    )


def _planned(snapshot: ScopeSnapshot, key: str, keep: Keep | None, intent: Intent) -> Planned:
    return planned_of(trim_key(snapshot, key, intent, keep=keep))


def _tr(text: str) -> str:
    return QCoreApplication.translate("TrimDialog", text)
