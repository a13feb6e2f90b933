"""What helps to decide: what it was before, why it is in the turn, what else says the same."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from PySide6.QtWidgets import QVBoxLayout, QWidget

from desktop_app.core.observational.explain import Verdict
from desktop_app.core.review.item import ItemKind
from ui.fonts import Role
from ui.naming import shown_line
from ui.review.translation import tr
from ui.widgets import counting
from ui.widgets.diff_view import DiffView
from ui.widgets.labels import TextLabel
from ui.widgets.message_text import MessagesText
from ui.widgets.section import Section

if TYPE_CHECKING:
    from desktop_app.core.observational.explain import Standing
    from desktop_app.services.review_sight import Neighbour, Sight

_MOST_NEIGHBOURS = 5
_MESSAGES_HIGH = 220


class SightPanel(QWidget):
    """Sections that are there only while they have something to say."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.before = Section(tr("What it was before"), self)
        self.importance = _sentence()
        self.why, self.why_words = Section(tr("In the next turn"), self), _sentence()
        self.same = Section(tr("Says the same with another value"), self)
        self.source = Section(tr("Where it comes from"), self)
        self.same_words, self.source_words = _sentence(), _sentence()
        self._lay_out()
        self._sections = (self.before, self.why, self.same, self.source)
        self.clear()

    @cached_property
    def diff(self) -> DiffView:
        """What changed; made when the first item has changed."""
        diff = DiffView(tr("What changed"), self.before)
        self.before.body.insertWidget(0, diff)
        return diff

    @cached_property
    def messages(self) -> MessagesText:
        """The messages of an item; made when the first ones are there."""
        messages = MessagesText(tr("Messages that it was taken from"))
        messages.setFixedHeight(_MESSAGES_HIGH)
        self.source.body.addWidget(messages)
        return messages

    def clear(self) -> None:
        """Show nothing."""
        for section in self._sections:
            section.hide()

    def show_sight(self, sight: Sight) -> None:
        """Show what was read about an item."""
        item = sight.difference.item
        self._show_before(sight)
        self.why_words.setText(_why(sight))
        self.why.setVisible(bool(self.why_words.text()))
        self.same_words.setText("\n".join(map(_same, sight.neighbours[:_MOST_NEIGHBOURS])))
        self.same.setVisible(bool(sight.neighbours))
        is_observation = item.kind is ItemKind.OBSERVATION
        self.source.setVisible(is_observation)
        self.source.set_note(f"{item.first} – {item.last}")
        self.source_words.setText(_source(sight))
        self.source_words.setVisible(not sight.messages)
        if sight.messages or "messages" in self.__dict__:
            self.messages.setVisible(bool(sight.messages))
            self.messages.show_messages(sight.messages)

    def _show_before(self, sight: Sight) -> None:
        now, before = sight.difference.now, sight.difference.before
        if now is None or before is None:
            self.before.hide()
            return
        self.diff.show_lines(sight.lines)
        self.diff.setVisible(bool(sight.lines))
        self.importance.setVisible(now.importance != before.importance)
        words = tr("Importance: {0} before, {1} now")
        self.importance.setText(words.format(f"{before.importance:g}", f"{now.importance:g}"))
        self.before.show()

    def _lay_out(self) -> None:
        self.before.body.addWidget(self.importance)
        self.why.body.addWidget(self.why_words)
        self.same.body.addWidget(self.same_words)
        self.source.body.addWidget(self.source_words)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        for section in (self.before, self.why, self.same, self.source):
            layout.addWidget(section)


def _sentence() -> TextLabel:
    return TextLabel("", Role.BODY, tone="text2", wrap=True)


def _why(sight: Sight) -> str:
    snapshot, place = sight.snapshot, sight.standing
    if snapshot is None:
        return tr("The scope is gone, and everything in it.")
    if sight.difference.now is None:
        return tr("It is not in the scope any more, so no turn receives it.")
    if snapshot.error:
        return shown_line(snapshot.error)
    return "" if place is None else _place_words(place)


def _place_words(place: Standing) -> str:
    reasons = {
        Verdict.DISABLED: tr("Out: this scope is off, nothing of it is injected"),
        Verdict.MEMORY_OFF: tr("Out: memory is off in the engine’s configuration"),
    }
    needs, rank = counting.tokens(place.observation.token_count), f"{place.rank:,}"
    if place.verdict in reasons:
        words = reasons[place.verdict]
    elif place.is_in:
        words = tr("In: rank {0}, {1}").format(rank, needs)
    else:
        out = tr("Out: rank {0}, needs {1}, {2} left when its turn came")
        words = out.format(rank, needs, f"{place.left:,}")
    if place.superseded_by:
        by = ", ".join(map(str, place.superseded_by))
        words += "\n" + tr("Superseded by {0}: counts as importance 0.1").format(by)
    if place.contradicts:
        with_these = ", ".join(map(str, place.contradicts))
        words += "\n" + tr("Contradicts {0}").format(with_these)
    return words


def _same(neighbour: Neighbour) -> str:
    one = neighbour.observation
    words = tr("{0}: {1} instead of {2} – {3}")
    shown = (neighbour.value, neighbour.own_value, one.content)
    return words.format(one.seq, *map(shown_line, shown))


def _source(sight: Sight) -> str:
    if not sight.has_transcripts:
        return tr("No conversation is stored here.")
    return tr("These messages are not stored any more.")
