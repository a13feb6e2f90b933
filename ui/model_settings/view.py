"""The dialog in which a person says which model is asked."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QTimer, Signal, Slot
from PySide6.QtWidgets import QVBoxLayout, QWidget

from desktop_app.core.models.settings import ModelSettings
from ui.fonts import Role, Weight
from ui.icons import Icon
from ui.model_settings.fields import OwnModel
from ui.model_settings.presenter import Known, ModelPresenter
from ui.model_settings.words import HARNESS, OWN, asked_words, cards, choice_words, now_words, tr
from ui.naming import shown_line
from ui.tokens import Meaning
from ui.widgets.button import Button
from ui.widgets.choice_cards import ChoiceCards
from ui.widgets.dialog import Dialog
from ui.widgets.labels import TextLabel
from ui.widgets.section import Facts

if TYPE_CHECKING:
    from desktop_app.core.errors import MemloupeError
    from desktop_app.core.models.choice import ModelChoice
    from desktop_app.core.models.ports import Completion
    from ui.session import Session

_WIDE = 680
_PAUSE_MS = 250


class ModelDialog(Dialog):
    """Stays open until what was typed is kept; ``saved`` says that it is.

    Args:
        parent: The window.
        session: Whose workspace's model it is.
        to_key: Whether to go to the field for the key at once.
    """

    saved = Signal()

    def __init__(self, parent: QWidget, session: Session, *, to_key: bool = False) -> None:
        super().__init__(
            parent,
            tr("Model"),
            primary=tr("Save"),
            safe=tr("Cancel"),
            sentence=tr("Reflect now and observe now can ask a model. Nothing is sent by itself."),
            icon=Icon.SLIDERS,
            meaning=Meaning.NEUTRAL,
            width=_WIDE,
            stays=True,
        )
        self._to_key = to_key
        self._known: Known | None = None
        self.presenter = ModelPresenter(session, self)
        self.which = ChoiceCards(tr("Which model"), cards(None))
        self.own = OwnModel()
        self.asked = TextLabel(role=Role.SECONDARY, tone="text2", wrap=True)
        self.told = TextLabel(role=Role.SECONDARY, weight=Weight.MEDIUM, wrap=True)
        self.told.hide()
        self.consent = Facts(label_width=0)
        self.consent_title = TextLabel(tr("Sent without asking"), Role.SECONDARY, Weight.STRONG)
        self.try_button = self.add_wide_choice(tr("Try it"))
        self._pause = QTimer(self, singleShot=True, interval=_PAUSE_MS)
        self._lay_out()
        self._connect()
        self.presenter.load()

    def settings(self) -> ModelSettings:
        """Return what the fields say; empty for the harness's own model."""
        return self.own.settings() if self.which.chosen_id == OWN else ModelSettings()

    def _lay_out(self) -> None:
        own = QVBoxLayout()
        own.setSpacing(8)
        for part in (self.which, self.own, self.asked, self.told, self.consent_title, self.consent):
            own.addWidget(part)
        self.body.addLayout(own)

    def _connect(self) -> None:
        presenter = self.presenter
        presenter.known.connect(self._show_known)
        presenter.looked.connect(self._show_choice)
        presenter.saved.connect(self._finish_saved)
        presenter.failed.connect(self._show_failure)
        presenter.tried.connect(self._show_trial)
        presenter.noted.connect(self._tell)
        self.which.choice_changed.connect(self._on_which)
        self.own.edited.connect(self._pause.start)
        self.own.key_forgotten.connect(self._forget_key)
        self._pause.timeout.connect(self._look)
        self.try_button.clicked.connect(self._try)
        self.confirmed.connect(self._save)
        self.dismissed.connect(self._close)

    @Slot(object)
    def _show_known(self, known: Known) -> None:
        first, self._known = self._known is None, known
        self.which.show_choices(cards(known.harness))
        if first:
            own = known.settings.is_set or self._to_key
            self.own.show_settings(known.settings, known.choice)
            self.which.choose(OWN if own else HARNESS)
        if known.problem:
            self._tell(known.problem)
        self.set_sentence(now_words(known.settings, known.choice))
        self._show_consent(known.hosts)
        self._on_which()
        if first and self._to_key:
            self.own.key.setFocus()

    def _show_consent(self, hosts: tuple[str, ...]) -> None:
        self.consent.clear()
        for host in hosts:
            again = Button(tr("Ask again before sending to {0}").format(host))
            again.clicked.connect(partial(self.presenter.ask_again, host))
            self.consent.add("", again)
        for part in (self.consent_title, self.consent):
            part.setVisible(bool(hosts))

    @Slot()
    def _on_which(self, _choice: str = "") -> None:
        own = self.which.chosen_id == OWN
        self.own.setVisible(own)
        self.try_button.set_unavailable("" if own else tr("Only a model of your own is tried."))
        if own:
            self.try_button.setToolTip(tr("Sends one short sentence, and no memory."))
        if own:
            self._look()
        elif self._known is not None:
            self.asked.setText(choice_words(self._known.harness))

    @Slot()
    def _look(self) -> None:
        self.presenter.look_at(self.own.settings())

    @Slot(object)
    def _show_choice(self, choice: ModelChoice) -> None:
        self.own.show_choice(choice)
        if self.which.chosen_id == OWN:
            self.asked.setText(choice_words(choice, typed_key=bool(self.own.key.text)))

    @Slot()
    def _try(self) -> None:
        self._tell(asked_words(self.own.settings()))
        self.presenter.try_out(self.own.settings(), self.own.key.text)

    @Slot()
    def _forget_key(self) -> None:
        self.own.key.set_text("")
        self.presenter.forget_key(self.own.host)

    @Slot()
    def _save(self) -> None:
        self.primary_button.set_unavailable(tr("It is being saved."))
        self.presenter.save(self.settings(), self.own.key.text)

    @Slot()
    def _finish_saved(self) -> None:
        self.finish()
        self.saved.emit()

    @Slot()
    def _close(self) -> None:
        self.presenter.cancel()
        self.finish()

    @Slot(object)
    def _show_trial(self, completion: Completion) -> None:
        words = tr("It answered in {0} s: {1}")
        answer = shown_line(completion.text.strip()) or tr("nothing")
        self._tell(words.format(f"{completion.seconds:.1f}", answer))

    @Slot(object)
    def _show_failure(self, error: MemloupeError) -> None:
        self.primary_button.set_unavailable("")
        self._tell(error.words)

    @Slot(str)
    def _tell(self, words: str) -> None:
        self.told.setText(shown_line(words))
        self.told.setAccessibleName(self.told.text())
        self.told.show()
