"""What will be sent, to whom and how much, before anything is sent."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, Signal, Slot

from ui.fonts import Role
from ui.icons import Icon
from ui.naming import shown_id, shown_line
from ui.tokens import Meaning
from ui.widgets import counting
from ui.widgets.dialog import Dialog
from ui.widgets.exact_text import ExactText
from ui.widgets.labels import TextLabel
from ui.widgets.link import Link
from ui.widgets.section import Facts
from ui.widgets.tick_box import TickBox

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget

    from desktop_app.core.models.choice import ModelChoice
    from desktop_app.services.models.access import Sending

_WIDE = 720
_TEXT_HIGH = 240


def tr(text: str) -> str:
    """Return a text of these dialogs in the language of the person."""
    return QCoreApplication.translate("Sending", text)


class SendDialog(Dialog):
    """Asks before memory goes anywhere; Esc sends nothing."""

    send_wanted = Signal(object, bool)  # Sending, remember
    rules_wanted = Signal()
    model_wanted = Signal()

    def __init__(self, parent: QWidget, sending: Sending, whose: str) -> None:
        choice = sending.choice
        title = tr("Send {0} (memory of {1}) to {2}?").format(
            counting.tokens(sending.tokens), shown_id(whose), choice.host
        )
        super().__init__(
            parent,
            title,
            primary=tr("Send"),
            safe=tr("Cancel"),
            sentence=_where(sending),
            icon=Icon.LOCK if choice.is_local else Icon.JUMP,
            meaning=Meaning.IN if choice.is_local else Meaning.CAUTION,
            width=_WIDE,
        )
        self._sending = sending
        self.show_text = Link(tr("Show what is sent"))
        self.text = ExactText(tr("What is sent"))
        self.remember = TickBox(
            tr("Don't ask again for this workspace and {0}").format(choice.host)
        )
        self.other_model = self.add_wide_choice(tr("Choose another model…"))
        self.rules = self.add_wide_choice(tr("Use built-in rules"))
        self._lay_out(choice)
        self.show_text.clicked.connect(self._show_text)
        self.other_model.clicked.connect(self._want_model)
        self.rules.clicked.connect(self._want_rules)
        self.confirmed.connect(self._send)

    def _lay_out(self, choice: ModelChoice) -> None:
        self.text.setFixedHeight(_TEXT_HIGH)
        self.text.hide()
        notes = [TextLabel(note, Role.SECONDARY, wrap=True) for note in choice.notes]
        for part in (_facts(choice), *notes, self.show_text, self.text, self.remember):
            self.body.addWidget(part)

    def open(self, first: QWidget | None = None) -> None:
        """Show it; nothing is sent by a stray Enter."""
        super().open(first or self.safe_button)

    @Slot()
    def _show_text(self) -> None:
        shown = self.text.isHidden()
        if shown:
            self.text.show_text(text_of(self._sending))
        self.text.setVisible(shown)
        words = tr("Hide what is sent") if shown else tr("Show what is sent")
        self.show_text.setText(words)
        self.show_text.setAccessibleName(words)
        self.show_text.updateGeometry()

    @Slot()
    def _send(self) -> None:
        self.send_wanted.emit(self._sending, self.remember.isChecked())

    @Slot()
    def _want_model(self) -> None:
        self.finish()
        self.model_wanted.emit()

    @Slot()
    def _want_rules(self) -> None:
        self.finish()
        self.rules_wanted.emit()


class NoModelDialog(Dialog):
    """Says why the chosen model can't be asked, and asks what to do instead."""

    rules_wanted = Signal()
    model_wanted = Signal()

    def __init__(self, parent: QWidget, choice: ModelChoice) -> None:
        super().__init__(
            parent,
            shown_line(choice.problem),
            primary=tr("Choose a model…"),
            safe=tr("Cancel"),
            sentence=shown_line(choice.advice),
            icon=Icon.INFO,
            width=_WIDE,
        )
        self.hide_body()
        self.rules = self.add_wide_choice(tr("Use built-in rules"))
        self.rules.clicked.connect(self._want_rules)
        self.confirmed.connect(self._want_model)

    @Slot()
    def _want_model(self) -> None:
        # First: the next dialog covers the window, not this one.
        self.finish()
        self.model_wanted.emit()

    @Slot()
    def _want_rules(self) -> None:
        self.finish()
        self.rules_wanted.emit()


def _facts(choice: ModelChoice) -> Facts:
    facts = Facts()
    facts.add(tr("Model"), shown_line(choice.model))
    facts.add(tr("Address"), shown_line(choice.url))
    facts.add(tr("Key"), choice.key_source or tr("none is sent"))
    return facts


def text_of(sending: Sending) -> str:
    """Return what is sent as one text: every message below its role."""
    return "\n\n".join(f"{one.role}:\n{one.content}" for one in sending.messages)


def _where(sending: Sending) -> str:
    if sending.choice.is_local:
        return tr("It stays on this computer. Nothing else is sent.")
    return tr(
        "It leaves this computer. Nothing else is sent, and nothing is sent before you agree."
    )
