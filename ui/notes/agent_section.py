"""What the agent gets of the shown note: its line, where that comes from, and the room it takes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtWidgets import QVBoxLayout, QWidget

from ui.fonts import Role
from ui.naming import shown_id
from ui.notes.budget_track import BudgetTrack, budget_line
from ui.notes.words import tr
from ui.widgets.labels import TextLabel
from ui.widgets.section import Section
from ui.widgets.text_box import TextBox

if TYPE_CHECKING:
    from desktop_app.core.notes.budget import Budget
    from ui.notes.open_note import Preview

_NAMED = 3


class AgentSection(QWidget):
    """Follows what is typed."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.seen = Section(tr("What the agent sees"), self)
        self.left_out = TextLabel("", Role.SECONDARY, parent=self.seen, wrap=True)
        self.line = TextBox(tr("The line of the note"), self.seen, role=Role.MONO)
        self.rule = TextLabel("", Role.SECONDARY, parent=self.seen, tone="text2", wrap=True)
        self.cautions = TextLabel("", Role.SECONDARY, parent=self.seen, wrap=True)
        for part in (self.left_out, self.line, self.rule, self.cautions):
            self.seen.body.addWidget(part)
        self.room = Section(tr("Room in the list"), self)
        self.track = BudgetTrack(self.room)
        self.after = TextLabel("", Role.SECONDARY, parent=self.room, tone="text2", wrap=True)
        self.room.body.addWidget(self.track)
        self.room.body.addWidget(self.after)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(self.seen)
        layout.addWidget(self.room)

    def show_preview(self, found: Preview) -> None:
        """Show what a note is to the agent as it is typed."""
        line = found.line
        self.seen.setVisible(line is not None)
        if line is not None:
            self._show_left_out(found)
            self.line.show_text(line.written)
            self.rule.setText(tr("From: {0}.").format(line.rule_words))
            said = found.cautions or ((line.warning,) if line.warning else ())
            self.cautions.setText("\n".join(said))
            self.cautions.setVisible(bool(said))
            self.seen.set_note(tr("{0} bytes").format(f"{line.size:,}"))
        self.track.show_budget(found.budget)
        self.room.set_note(budget_line(found.budget))
        words = _falls_out(found.budget)
        self.after.setText(words)
        self.after.setVisible(bool(words))

    def _show_left_out(self, found: Preview) -> None:
        titles = tr("What the agent would see"), tr("What the agent sees")
        self.seen.set_title(titles[found.is_listed])
        self.left_out.setText("" if found.is_listed else _left_out(found))
        self.left_out.setVisible(not found.is_listed)


def _left_out(found: Preview) -> str:
    words = tr(
        "Left out, so no turn gets this line: the list ends before {0}, which no longer fits into"
        " {1} bytes."
    )
    return words.format(shown_id(found.budget.first_out), f"{found.budget.limit:,}")


def _falls_out(budget: Budget) -> str:
    said = []
    if budget.gone:
        said.append(tr("Would fall out of the list: {0}.").format(_named(budget.gone)))
    if budget.back:
        said.append(tr("Would be listed again: {0}.").format(_named(budget.back)))
    if budget.first_out and not said:
        words = tr("The list ends before {0}; the agent is told how many are left out.")
        said.append(words.format(shown_id(budget.first_out)))
    return " ".join(said)


def _named(paths: tuple[str, ...]) -> str:
    names = ", ".join(map(shown_id, paths[:_NAMED]))
    more = len(paths) - _NAMED
    return names if more <= 0 else tr("{0} and {1} more").format(names, f"{more:,}")
