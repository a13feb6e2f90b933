"""What stands in the dialog of forgetting: the text, its places, what goes."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from PySide6.QtWidgets import QHBoxLayout, QStackedWidget, QVBoxLayout, QWidget

from desktop_app.core.ledger.forgetting import Unit
from ui import fonts
from ui.change_preview import ChangePreview
from ui.fonts import Role
from ui.ledger.forget_rows import choices_of
from ui.ledger.words import tr
from ui.naming import shown_line
from ui.widgets import counting
from ui.widgets.check_list import CheckList
from ui.widgets.empty_state import EmptyState
from ui.widgets.key_hints import KeyHints
from ui.widgets.labels import TextLabel
from ui.widgets.line_edit import LineField
from ui.widgets.scrolled import Scrolled
from ui.widgets.segments import Segments
from ui.widgets.text_area import TextArea
from ui.widgets.tick_box import TickBox

if TYPE_CHECKING:
    from ui.change_preview import Planned
    from ui.ledger.forget_rows import Found

_HIGH, _MOST_TEXT = 360, 72
_MOST_UNSEEN = 4


class ForgetPage(QWidget):
    """Shows; decides nothing."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.phrase = TextArea(tr("Text to forget"), self, most=_MOST_TEXT)
        lines, sections = tr("Lines alone"), tr("Whole sections of logs")
        choices = [(Unit.LINE.value, lines), (Unit.SECTION.value, sections)]
        self.unit = Segments(tr("What goes"), choices, self)
        self.keep_time = TickBox(tr("Keep the logs' times"), self)
        self.state = TextLabel("", Role.SECONDARY, parent=self, tone="text2")
        self._stack = QStackedWidget(self)
        self.list = CheckList(tr("Places of the text"), self._stack)
        self.none = EmptyState(tr("Nothing to list yet"), parent=self._stack)
        self.unseen = TextLabel("", Role.SECONDARY, parent=self, tone="text2", wrap=True)
        self._area = Scrolled(self, ground="surface")
        self._right = QWidget(self._area.viewport())
        self.preview, self.follows = ChangePreview(self._right), ChangePreview(self._right)
        self.reason = LineField(tr("Reason"), self, placeholder=tr("Why, for the log"))
        for page in (self.none, self.list):
            self._stack.addWidget(page)
        self._lay_out()

    def show_state(self, words: str) -> None:
        """Say how far the search is."""
        self.state.setText(words)
        self.state.setAccessibleName(words)

    def show_refused(self, why: str) -> None:
        """Say why there is nothing to list."""
        self.show_state("")
        self.none.set_words(tr("Nothing to list"), shown_line(why))
        self._stack.setCurrentWidget(self.none)
        self.unseen.hide()

    def show_found(self, found: Found, apart: tuple[str, ...] = ()) -> None:
        """Show the places of a text, and what else was not searched."""
        places = found.sighting.places
        self.list.set_groups(found.groups)
        buckets = counting.counted(len(found.sighting.books), tr("{0} bucket"), tr("{0} buckets"))
        words = tr("MEMORY.md, logs, archive, knowledge, conversations and results of {0}.")
        self.none.set_words(tr("It stands nowhere"), words.format(buckets))
        self._stack.setCurrentWidget(self.list if places else self.none)
        self._show_unseen((*apart, *found.sighting.unseen))

    def show_counts(self, found: Found, ticked: int) -> None:
        """Say how many places were found, and how many of them are ticked."""
        choices = choices_of(found.sighting.places)
        if not choices:
            self.show_state(tr("Nothing found"))
            return
        files = len({place.path for place in choices})
        words = counting.counted(len(choices), tr("{0} place"), tr("{0} places"))
        inside = counting.counted(files, tr("in {0} file"), tr("in {0} files"))
        stay = tr("{0} ticked, {1} stay").format(f"{ticked:,}", f"{len(choices) - ticked:,}")
        self.show_state(f"{words} {inside}: {stay}")

    def show_planned(self, planned: Planned) -> None:
        """Show what happens to the file of the current line, then what follows."""
        self.preview.show_planned(replace(planned, facts=()))
        self.follows.show_planned(replace(planned, caution=(), differences=(), below=""))

    def show_nothing(self, why: str) -> None:
        """Say why nothing would happen."""
        self.preview.show_nothing(why)
        self.follows.show_nothing("")

    def _show_unseen(self, unseen: tuple[str, ...]) -> None:
        said = [shown_line(one) for one in unseen[:_MOST_UNSEEN]]
        if len(unseen) > _MOST_UNSEEN:
            said.append(tr("{0} more were not searched.").format(len(unseen) - _MOST_UNSEEN))
        words = tr("Not searched: {0}").format(" ".join(said)) if said else ""
        self.unseen.setText(words)
        self.unseen.setVisible(bool(said))

    def _lay_out(self) -> None:
        for part in (self.list, self.none):
            part.setMinimumHeight(fonts.px(_HIGH))
        options = QHBoxLayout()
        options.setSpacing(16)
        options.addWidget(self.unit)
        options.addWidget(self.keep_time)
        options.addStretch(1)
        options.addWidget(self.state)
        hints = [("Space", tr("tick")), ("A", tr("all")), (tr("Shift A"), tr("none"))]
        left = QVBoxLayout()
        left.setSpacing(0)
        left.addWidget(self._stack, 1)
        left.addWidget(KeyHints(hints, self))
        column = QVBoxLayout(self._right)
        column.setContentsMargins(16, 0, 4, 0)
        column.setSpacing(0)
        column.addWidget(self.preview)
        column.addWidget(self.follows)
        column.addStretch(1)
        self._area.setWidget(self._right)
        self._right.setAutoFillBackground(False)
        panes = QHBoxLayout()
        panes.setSpacing(0)
        panes.addLayout(left, 1)
        panes.addWidget(self._area, 1)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(8)
        words = tr("Text to forget; each line is looked for by itself")
        layout.addWidget(TextLabel(words, Role.SECONDARY, tone="text2"))
        layout.addWidget(self.phrase)
        layout.addLayout(options)
        layout.addLayout(panes, 1)
        layout.addWidget(self.unseen)
        layout.addWidget(self.reason)
