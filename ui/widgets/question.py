"""A question before something is done, with a field for the reason and a look at what comes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import Signal, Slot

from ui.fonts import Role
from ui.icons import Icon
from ui.tokens import Meaning
from ui.widgets.dialog import Dialog
from ui.widgets.labels import TextLabel
from ui.widgets.line_edit import LineField

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """What a question says.

    Attributes:
        title: The question in a few words.
        text: What happens, what is safe.
        primary: What the button that does it says.
        safe: What the button says that does nothing.
        reason: Label of the field for a reason; empty for none.
        icon: Icon before the title, in the colour of ``meaning``.
    """

    title: str
    text: str
    primary: str
    safe: str
    reason: str = ""
    icon: Icon | None = None
    meaning: Meaning = Meaning.CAUTION


class Question(Dialog):
    """A dialog with one question; ``agreed`` has the reason, or an empty text."""

    agreed = Signal(str)

    def __init__(
        self, parent: QWidget, asked: Asked, preview: QWidget | None = None, *, width: int = 520
    ) -> None:
        super().__init__(
            parent,
            asked.title,
            primary=asked.primary,
            safe=asked.safe,
            sentence=asked.text,
            icon=asked.icon,
            meaning=asked.meaning,
            width=width,
        )
        self.reason = LineField(asked.reason)
        if preview is not None:
            self.body.addWidget(preview, 1)
        if asked.reason:
            self.body.addWidget(TextLabel(asked.reason, Role.SECONDARY, tone="text2"))
            self.body.addWidget(self.reason)
        else:
            self.reason.setParent(self)
            self.reason.hide()
        if preview is None and not asked.reason:
            self.hide_body()
        self.confirmed.connect(self._agree)

    @Slot()
    def _agree(self) -> None:
        self.agreed.emit(self.reason.text.strip())


def ask(
    parent: QWidget, asked: Asked, *, preview: QWidget | None = None, width: int = 520
) -> Question:
    """Open a question over the window of ``parent``; connect to its ``agreed``.

    The focus is in the field for the reason, else on the safe button.
    """
    question = Question(parent, asked, preview, width=width)
    question.open(question.reason if asked.reason else question.safe_button)
    return question
