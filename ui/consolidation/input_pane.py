"""What a model would be sent, word for word, and the prompt, to be written otherwise."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import Slot
from PySide6.QtWidgets import QHBoxLayout, QStackedWidget, QVBoxLayout, QWidget

from ui.consolidation.words import input_text, tr
from ui.fonts import Role, Weight
from ui.naming import shown_line
from ui.tokens import Meaning
from ui.widgets.banner import Banner
from ui.widgets.button import Button, ButtonKind
from ui.widgets.exact_text import ExactText
from ui.widgets.labels import ElidedLabel, TextLabel
from ui.widgets.segments import Segments
from ui.widgets.text_area import TextArea

if TYPE_CHECKING:
    from collections.abc import Iterable

    from desktop_app.core.models.ports import ChatMessage
    from desktop_app.services.jobs import JobContext
    from ui.consolidation.proposing import Proposing

INPUT, PROMPT = "input", "prompt"
_LONG = 2_000_000


class InputPane(QWidget):
    """Another prompt is kept as long as the program runs, and shown in the input at once.

    Args:
        presenter: Whose prompt it is.
        hint: What a prompt has to be.
    """

    def __init__(
        self, presenter: Proposing[Any, Any], hint: str, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._presenter = presenter
        self._shown: tuple[ChatMessage, ...] = ()
        self.title = ElidedLabel(_title(is_prompt=False), weight=Weight.STRONG)
        self.reset = Button(tr("Use the usual prompt"), self, kind=ButtonKind.GHOST)
        self.sides = Segments(
            tr("What a model gets"), [(INPUT, tr("Model input")), (PROMPT, tr("Prompt"))], self
        )
        self.problem = Banner(self)
        self._pages = QStackedWidget(self)
        self.input = ExactText(tr("What a model would be sent"), self._pages)
        self._writing = QWidget(self._pages)
        self.prompt = TextArea(
            tr("What a model is told to do"), self._writing, fills=True, role=Role.MONO
        )
        self.hint = TextLabel(hint, Role.SECONDARY, tone="text2", wrap=True)
        self._lay_out()
        self.prompt.set_text(presenter.prompt)
        self.prompt.edited.connect(self._edit)
        self.reset.clicked.connect(self._reset)
        self.sides.changed.connect(self._show_side)
        presenter.judged.connect(self.judge)
        self.judge()

    def show_messages(self, messages: Iterable[ChatMessage]) -> None:
        """Show the messages of a request; long ones are put together in the background."""
        self._shown = tuple(messages)
        if sum(len(one.content) for one in self._shown) <= _LONG:
            self.input.show_text(input_text(self._shown))
        else:
            job = self._presenter.session.jobs.read(partial(_whole, self._shown))
            job.succeeded.connect(self._take_whole)

    @Slot(object)
    def _take_whole(self, whole: tuple[tuple[ChatMessage, ...], str]) -> None:
        messages, text = whole
        if messages is self._shown:
            self.input.show_text(text)

    @Slot()
    def judge(self) -> None:
        """Say what is wrong with the prompt, and offer the usual one."""
        presenter = self._presenter
        self.reset.setVisible(presenter.prompt != presenter.default_prompt)
        if presenter.prompt_problem:
            title = tr("No model can be asked with this prompt")
            self.problem.show_banner(Meaning.CAUTION, title, shown_line(presenter.prompt_problem))
        else:
            self.problem.hide()

    @Slot()
    def _edit(self) -> None:
        self._presenter.use_prompt(self.prompt.text)

    @Slot()
    def _reset(self) -> None:
        self.prompt.set_text(self._presenter.default_prompt)
        self._edit()

    @Slot(str)
    def _show_side(self, side: str) -> None:
        is_prompt = side == PROMPT
        self._pages.setCurrentIndex(int(is_prompt))
        self.title.set_text(_title(is_prompt=is_prompt))

    def _lay_out(self) -> None:
        top = QHBoxLayout()
        top.setSpacing(8)
        top.addWidget(self.title)
        top.addStretch(1)
        top.addWidget(self.reset)
        top.addWidget(self.sides)
        below = QVBoxLayout(self._writing)
        below.setContentsMargins(0, 0, 0, 0)
        below.setSpacing(8)
        below.addWidget(self.prompt, 1)
        below.addWidget(self.hint)
        self._pages.addWidget(self.input)
        self._pages.addWidget(self._writing)
        column = QVBoxLayout(self)
        column.setContentsMargins(16, 8, 16, 8)
        column.setSpacing(8)
        column.addLayout(top)
        column.addWidget(self.problem)
        column.addWidget(self._pages, 1)


def _title(*, is_prompt: bool) -> str:
    if is_prompt:
        return tr("What a model is told to do")
    return tr("What a model would be sent, word for word")


def _whole(
    messages: tuple[ChatMessage, ...], _context: JobContext
) -> tuple[tuple[ChatMessage, ...], str]:
    return messages, input_text(messages)
