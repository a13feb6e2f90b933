"""Joins consolidation and flush with the window: what is asked before, where they lead after."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, Slot

from ui.navigation import Place

if TYPE_CHECKING:
    from desktop_app.core.models.choice import ModelChoice
    from desktop_app.services.models.access import Sending
    from ui.consolidation.proposing import Proposing
    from ui.main_window import MainWindow
    from ui.navigation import Target
    from ui.widgets.dialog import Dialog


_PLACES = frozenset({Place.CONSOLIDATION, Place.FLUSH})


class Consolidating(QObject):
    """Loads a page of proposals when somebody first goes there."""

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window)
        self._window, self._session = window, window.session
        self._joined: set[Place] = set()
        self.dialog: Dialog | None = None
        window.frame.middle.place_changed.connect(self._on_place)

    @Slot(object)
    def _on_place(self, place: Place) -> None:
        if place in _PLACES and place not in self._joined:
            self._joined.add(place)
            self._join(self._presenter_of(place))

    def _presenter_of(self, place: Place) -> Proposing[Any, Any]:
        if place is Place.FLUSH:
            from ui.consolidation.flush_presenter import FlushPresenter  # noqa: PLC0415 - few do

            return FlushPresenter.of(self._session)
        from ui.consolidation.presenter import ConsolidationPresenter  # noqa: PLC0415 - few do

        return ConsolidationPresenter.of(self._session)

    def _join(self, presenter: Proposing[Any, Any]) -> None:
        presenter.question.connect(partial(self._ask, presenter))
        presenter.key_wanted.connect(partial(self._open_model, presenter, to_key=True))
        presenter.model_wanted.connect(partial(self._open_model, presenter, to_key=False))
        presenter.left.connect(self._leave)

    def _ask(self, presenter: Proposing[Any, Any], found: Sending | ModelChoice) -> None:
        from desktop_app.services.models.access import Sending  # noqa: PLC0415 - loaded by now
        from ui.send_dialog import NoModelDialog, SendDialog  # noqa: PLC0415 - few are asked

        if isinstance(found, Sending):
            whose = presenter.bucket.name if presenter.bucket else ""
            asked = SendDialog(self._window, found, whose or self.tr("the shared bucket"))
            asked.send_wanted.connect(partial(_send, presenter))
            dialog: NoModelDialog | SendDialog = asked
        else:
            dialog = NoModelDialog(self._window, found)
        dialog.rules.setVisible(presenter.has_rules)
        dialog.rules_wanted.connect(presenter.use_rules)
        dialog.model_wanted.connect(partial(self._open_model, presenter, to_key=False))
        self._open(dialog)

    def _open_model(self, presenter: Proposing[Any, Any], *, to_key: bool) -> None:
        from ui.model_settings.view import ModelDialog  # noqa: PLC0415 - few open it

        dialog = ModelDialog(self._window, self._session, to_key=to_key)
        dialog.saved.connect(presenter.ask_model)
        self._open(dialog)

    def _open(self, dialog: Dialog) -> None:
        self.dialog = dialog
        dialog.closed.connect(partial(self._forget, dialog))
        dialog.open()

    def _forget(self, dialog: Dialog) -> None:
        if self.dialog is dialog:
            self.dialog = None
        middle = self._window.frame.middle
        if middle.place in _PLACES:
            middle.focus_view()

    @Slot(object)
    def _leave(self, target: Target) -> None:
        if self._window.frame.middle.place in _PLACES:
            self._session.go(target)


def _send(
    presenter: Proposing[Any, Any],
    sending: Sending,
    remember: bool,  # noqa: FBT001 - as it is emitted
) -> None:
    presenter.send(sending, remember=remember)
