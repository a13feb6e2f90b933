"""Reflect now, observe now and the model: commands, the page, and what is asked before."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt, QTimer, Slot
from PySide6.QtGui import QKeySequence

from ui.actions import ActionSpec
from ui.icons import Icon
from ui.naming import shown_line
from ui.navigation import Place, Target
from ui.window.closed_reasons import no_scope, no_workspace
from ui.window.middle import TABS

if TYPE_CHECKING:
    from desktop_app.services.models.access import Sending
    from ui.main_window import MainWindow
    from ui.proposals.model import Phase, Task, Unanswerable
    from ui.proposals.presenter import ProposalsPresenter
    from ui.widgets.dialog import Dialog

_SLOW_MS = 400
REFLECT, OBSERVE, MODEL = "reflect.now", "observe.now", "model.settings"


class Asking(QObject):
    """Joins the proposals with the window; loads them when somebody first wants one."""

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window)
        self._window, self._session = window, window.session
        self._presenter: ProposalsPresenter | None = None
        self._was_running = self._is_told = False
        self.dialog: Dialog | None = None
        self._slow = QTimer(self, singleShot=True, interval=_SLOW_MS)
        self._slow.timeout.connect(self._tell_slow)
        self._add_commands()
        middle = window.frame.middle
        middle.head.reflect.clicked.connect(self.reflect)
        middle.place_changed.connect(self._judge_key)
        window.session.snapshot_changed.connect(self._judge)
        window.session.source_changed.connect(self._judge)
        self._judge()

    @property
    def presenter(self) -> ProposalsPresenter:
        """The proposals of the session; made when somebody first wants one."""
        if self._presenter is None:
            from ui.proposals.presenter import ProposalsPresenter  # noqa: PLC0415 - few want one

            presenter = self._presenter = ProposalsPresenter.of(self._session)
            presenter.question.connect(self._ask)
            presenter.look_up_began.connect(self._slow.start)
            presenter.look_up_ended.connect(self._end_look_up)
            presenter.phase_changed.connect(self._follow)
            presenter.left.connect(self._leave)
            presenter.key_wanted.connect(self._ask_key)
            presenter.model_wanted.connect(self._ask_model)
        return self._presenter

    @Slot()
    def reflect(self) -> None:
        """Propose a reflection of the shown scope; one wish at a time."""
        if not self._show_running():
            self.presenter.reflect()

    @Slot()
    def observe(self) -> None:
        """Choose messages to take observations from."""
        if not self._show_running():
            self.presenter.observe()

    @Slot()
    def show_model(self) -> None:
        """Show which model is asked."""
        self._open_model(to_key=False)

    def _add_commands(self) -> None:
        window, registry = self._window, self._window.registry
        star, words = Icon.REFLECT, self.tr("reflection summary model propose")
        spec = ActionSpec(
            id=REFLECT, text=self.tr("Reflect now"), keys=("R",), icon=star, words=words
        )
        registry.add(spec, self.reflect, window.frame.middle, local=True)
        words = self.tr("observations transcript conversation messages propose")
        spec = ActionSpec(
            id=OBSERVE, text=self.tr("Observe now"), icon=Icon.CONVERSATION, words=words
        )
        window.frame.middle.head.scope_menu.addAction(registry.add(spec, self.observe, window))
        words = self.tr("settings server key ollama openai openrouter llm")
        spec = ActionSpec(
            id=MODEL, text=self.tr("Model…"), keys=("Ctrl+,",), icon=Icon.SLIDERS, words=words
        )
        registry.add(spec, self.show_model, window)

    @Slot(object)
    def _judge(self, _change: object = None) -> None:
        snapshot, registry = self._session.snapshot, self._window.registry
        reason = no_scope(self._session)
        if snapshot is not None and snapshot.record is None:
            reason = self.tr("There is no record here that can be read.")
        for action_id in (REFLECT, OBSERVE):
            registry.set_unavailable(action_id, reason)
        registry.set_unavailable(MODEL, no_workspace(self._session))
        self._window.frame.middle.head.reflect.set_unavailable(reason)

    @Slot(object)
    def _judge_key(self, place: Place) -> None:
        """Leave the letter to pages that mean something else by it."""
        registry = self._window.registry
        keys = registry.spec(REFLECT).keys if place in TABS else ()
        registry.action(REFLECT).setShortcuts([QKeySequence(key) for key in keys])

    @Slot()
    def _end_look_up(self) -> None:
        self._slow.stop()
        if self._is_told:
            self._is_told = False
            self._window.frame.toast.dismiss()

    @Slot()
    def _tell_slow(self) -> None:
        self._is_told = True
        words = self.tr("Finding out which model answers. Nothing is sent yet.")
        self._window.frame.toast.show_message(words)

    @Slot(object)
    def _ask(self, found: Sending | Unanswerable) -> None:
        from ui.proposals.model import Unanswerable  # noqa: PLC0415 - loaded by now
        from ui.send_dialog import NoModelDialog, SendDialog  # noqa: PLC0415 - few are asked

        presenter = self.presenter
        if isinstance(found, Unanswerable):
            dialog: NoModelDialog | SendDialog = NoModelDialog(self._window, found.choice)
        else:
            scope = presenter.wanted_scope
            agent = scope.record.scope.agent if scope and scope.record else ""
            dialog = SendDialog(self._window, found, agent)
            dialog.send_wanted.connect(self._send)
        dialog.rules_wanted.connect(presenter.use_rules)
        dialog.model_wanted.connect(self._ask_model)
        self._open(dialog)

    def _open(self, dialog: Dialog) -> None:
        self.dialog = dialog
        dialog.closed.connect(partial(self._forget, dialog))
        dialog.open()

    def _forget(self, dialog: Dialog) -> None:
        if self.dialog is dialog:
            self.dialog = None
        self._focus_page()

    @Slot(object, bool)
    def _send(self, sending: Sending, remember: bool) -> None:  # noqa: FBT001 - as it is emitted
        self.presenter.send(sending, remember=remember)

    @Slot()
    def _ask_key(self) -> None:
        self._open_model(to_key=True, then_again=True)

    @Slot()
    def _ask_model(self) -> None:
        self._open_model(to_key=False, then_again=True)

    def _open_model(self, *, to_key: bool, then_again: bool = False) -> None:
        from ui.model_settings.view import ModelDialog  # noqa: PLC0415 - few open it

        dialog = ModelDialog(self._window, self._session, to_key=to_key)
        if then_again:
            dialog.saved.connect(self.presenter.try_again)
        self._open(dialog)

    @Slot(object)
    def _follow(self, phase: Phase) -> None:
        from ui.proposals.model import Nothing, Running, scope_of  # noqa: PLC0415 - loaded by now

        was_running, self._was_running = self._was_running, isinstance(phase, Running)
        scope = scope_of(phase)
        if isinstance(phase, Nothing) or scope is None:
            return
        if self._window.frame.middle.place is Place.PROPOSAL:
            return
        if was_running and not self._was_running:
            # The person has gone elsewhere meanwhile, and is not called back.
            words = self.tr("The proposal for {0} is ready").format(shown_line(scope.memory_id))
            show = self._show_page
            self._window.frame.toast.show_message(words, action=self.tr("Show"), run=show)
        else:
            self._show_page()

    def _show_running(self) -> bool:
        """Show what runs already, and return whether something does."""
        from ui.proposals.model import Running  # noqa: PLC0415 - few want a proposal

        is_running = isinstance(self.presenter.phase, Running)
        if is_running:
            self._show_page()
        return is_running

    def _show_page(self) -> None:
        from ui.proposals.model import scope_of  # noqa: PLC0415 - loaded by now

        scope = scope_of(self.presenter.phase)
        self._session.go(Target(Place.PROPOSAL, scope.memory_id if scope else None))
        self._focus_page()

    def _focus_page(self) -> None:
        """Go into the page: what had the focus before may be hidden behind it."""
        middle = self._window.frame.middle
        if middle.place is Place.PROPOSAL and middle.view is not None:
            middle.view.setFocus(Qt.FocusReason.OtherFocusReason)

    @Slot(object)
    def _leave(self, task: Task | None) -> None:
        window = self._window
        if window.frame.middle.place is not Place.PROPOSAL:
            return
        if task is not None:
            place = Place.REFLECTION if task.is_reflection else Place.OBSERVATIONS
            self._session.go(Target(place, task.snapshot.memory_id))
        elif window.navigator.can_go_back:
            window.navigator.back()
        else:
            self._session.go(Target(Place.OBSERVATIONS))
        window.frame.middle.focus_view()
