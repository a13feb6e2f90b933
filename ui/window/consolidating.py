"""Joins the consolidation with the window: what is asked before, and where it leads after."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Slot

from desktop_app.core.ledger.book import MEMORY_FILE
from ui.navigation import Place, Target

if TYPE_CHECKING:
    from desktop_app.core.ledger.book import Bucket
    from desktop_app.core.models.choice import ModelChoice
    from desktop_app.services.models.access import Sending
    from ui.consolidation.presenter import ConsolidationPresenter
    from ui.main_window import MainWindow
    from ui.widgets.dialog import Dialog


class Consolidating(QObject):
    """Loads the consolidation when somebody first goes there."""

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window)
        self._window, self._session = window, window.session
        self._presenter: ConsolidationPresenter | None = None
        self.dialog: Dialog | None = None
        window.frame.middle.place_changed.connect(self._on_place)

    @property
    def presenter(self) -> ConsolidationPresenter:
        """The consolidation of the session; made when somebody first goes there."""
        if self._presenter is None:
            from ui.consolidation.presenter import ConsolidationPresenter  # noqa: PLC0415 - few do

            presenter = self._presenter = ConsolidationPresenter.of(self._session)
            presenter.question.connect(self._ask)
            presenter.key_wanted.connect(partial(self._open_model, to_key=True))
            presenter.model_wanted.connect(partial(self._open_model, to_key=False))
            presenter.left.connect(self._leave)
        return self._presenter

    @Slot(object)
    def _on_place(self, place: Place) -> None:
        if place is Place.CONSOLIDATION:
            _ = self.presenter

    @Slot(object)
    def _ask(self, found: Sending | ModelChoice) -> None:
        from desktop_app.services.models.access import Sending  # noqa: PLC0415 - loaded by now
        from ui.send_dialog import NoModelDialog, SendDialog  # noqa: PLC0415 - few are asked

        presenter = self.presenter
        if isinstance(found, Sending):
            whose = presenter.bucket.name if presenter.bucket else ""
            asked = SendDialog(self._window, found, whose or self.tr("the shared bucket"))
            asked.send_wanted.connect(self._send)
            dialog: NoModelDialog | SendDialog = asked
        else:
            dialog = NoModelDialog(self._window, found)
        dialog.rules_wanted.connect(presenter.use_rules)
        dialog.model_wanted.connect(partial(self._open_model, to_key=False))
        self._open(dialog)

    @Slot(object, bool)
    def _send(self, sending: Sending, remember: bool) -> None:  # noqa: FBT001 - as it is emitted
        self.presenter.send(sending, remember=remember)

    def _open_model(self, *, to_key: bool) -> None:
        from ui.model_settings.view import ModelDialog  # noqa: PLC0415 - few open it

        dialog = ModelDialog(self._window, self._session, to_key=to_key)
        dialog.saved.connect(self.presenter.ask_model)
        self._open(dialog)

    def _open(self, dialog: Dialog) -> None:
        self.dialog = dialog
        dialog.closed.connect(partial(self._forget, dialog))
        dialog.open()

    def _forget(self, dialog: Dialog) -> None:
        if self.dialog is dialog:
            self.dialog = None
        middle = self._window.frame.middle
        if middle.place is Place.CONSOLIDATION:
            middle.focus_view()

    @Slot(object)
    def _leave(self, bucket: Bucket) -> None:
        if self._window.frame.middle.place is Place.CONSOLIDATION:
            path = bucket.at(MEMORY_FILE)
            self._session.go(Target(Place.LEDGER, bucket=bucket.path, path=path))
