"""The sections of the inspector of an observation."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Signal, Slot
from PySide6.QtWidgets import QHBoxLayout, QWidget

from desktop_app.core.observational.explain import Verdict
from ui.fonts import Role
from ui.icons import Icon
from ui.observations import words
from ui.observations.rows import ABSURD
from ui.observations.sources import range_text
from ui.observations.times import local_text, utc_text
from ui.tokens import Meaning
from ui.widgets import counting
from ui.widgets.badge import LinkBadge
from ui.widgets.button import Button
from ui.widgets.labels import TextLabel
from ui.widgets.link import Link
from ui.widgets.rank_chart import RankChart, ScoreCells
from ui.widgets.section import Facts, Section
from ui.widgets.why_bar import Need, WhyBar

if TYPE_CHECKING:
    from collections.abc import Sequence

    from desktop_app.core.observational.explain import Standing
    from desktop_app.services.snapshot import ScopeSnapshot
    from ui.observations.rows import Row


class ScoreSection(Section):
    """Importance times age weight, and the rank that it leads to."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("", parent)
        self.set_title(self.tr("Score"))
        self._scores: tuple[float, ...] = ()
        self._inside: tuple[bool, ...] = ()
        self._rank = 0
        self.cells = ScoreCells()
        self.counts_as = _sentence()
        self.chart = RankChart()
        for widget in (self.cells, self.counts_as, self.chart):
            self.body.addWidget(widget)

    def set_ranks(self, scores: tuple[float, ...], inside: tuple[bool, ...]) -> None:
        """Take over the scores of the scope by rank; none hides the chart until they are known."""
        self._scores, self._inside = scores, inside
        self.chart.setVisible(bool(scores))
        self.chart.show_ranks(scores, inside, min(self._rank, len(scores)))

    def show_row(self, row: Row, count: int) -> None:
        """Show the arithmetic of a row, one of ``count``."""
        place = row.standing
        if place is None:
            return
        self._rank = place.rank
        of_all = self.tr("rank {0} of {1}").format(f"{place.rank:,}", f"{count:,}")
        self.set_note(of_all)
        importance = _number(place.importance)
        self.cells.show_values(importance, f"1/{place.age + 1}", f"{place.score:.3g}")
        sentence = self._counts_as(row, place)
        self.counts_as.setText(sentence)
        self.counts_as.setVisible(bool(sentence))
        self.chart.show_ranks(self._scores, self._inside, place.rank)

    def _counts_as(self, row: Row, place: Standing) -> str:
        counts = _number(place.importance)
        if place.superseded_by:
            by, stored = words.seq_list(place.superseded_by), words.importance_text(row)
            return self.tr("Superseded by {0}: counts as importance {1}, stored is {2}").format(
                by, counts, stored
            )
        if place.is_unscored:
            return self.tr("Unscored: counts as importance {0}").format(counts)
        return ""


class WhySection(Section):
    """The budget as it stood when the turn of this observation came."""

    reach_wanted = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("", parent)
        self.bar = WhyBar()
        self.sentence = _sentence()
        self.reach = Button("", icon=Icon.CHEVRON_UP, key="G")
        self.reach.clicked.connect(self.reach_wanted)
        for widget in (self.bar, self.sentence, self.reach):
            self.body.addWidget(widget)

    def show_row(self, row: Row, snapshot: ScopeSnapshot) -> None:
        """Show why a row is in or out."""
        place, explanation = row.standing, snapshot.explanation
        if place is None or explanation is None:
            return
        budget = explanation.snippet.budget
        self._show_reach(row)
        self.set_title(self.tr("Why it is in") if row.injected else self.tr("Why it is out"))
        tried = place.verdict in {Verdict.IN, Verdict.DOES_NOT_FIT} and not snapshot.error
        self.set_note(self.tr("taken in order of score") if tried else "")
        needed = row.observation.token_count
        tried = tried and 0 <= needed < ABSURD  # no bar can show others
        self.bar.setVisible(tried)
        used = max(budget - place.left, 0)
        self.bar.show_need(Need(used, budget, max(needed, 0), fits=row.injected))
        self.sentence.setText(self._words(row, place, snapshot))
        # Of what simply does not fit, the bar says it all.
        plain = place.verdict is Verdict.DOES_NOT_FIT and not place.superseded_by
        self.sentence.setVisible(not (tried and plain))

    def _show_reach(self, row: Row) -> None:
        words = self.tr("Get this out…") if row.injected else self.tr("Get this in…")
        self.reach.set_icon(Icon.CHEVRON_DOWN if row.injected else Icon.CHEVRON_UP)
        self.reach.setText(words)
        self.reach.setAccessibleName(words)
        self.reach.updateGeometry()

    def _words(self, row: Row, place: Standing, snapshot: ScopeSnapshot) -> str:
        if snapshot.error:
            return snapshot.error
        reasons = {
            Verdict.DISABLED: self.tr("Out: this scope is off, nothing of it is injected"),
            Verdict.MEMORY_OFF: self.tr("Out: memory is off in the engine’s configuration"),
        }
        if place.verdict in reasons:
            return reasons[place.verdict]
        budget = snapshot.explanation.snippet.budget if snapshot.explanation else 0
        if row.injected:
            taken = self.tr("In: taken as rank {0} with {1} of {2} tokens left")
            return taken.format(f"{place.rank:,}", f"{place.left:,}", f"{budget:,}")
        needs = counting.tokens(row.observation.token_count)
        if place.superseded_by:
            lowered = self.tr(
                "Superseded by {0}, so its turn came as rank {1}: needs {2}, {3} left"
            )
            by = words.seq_list(place.superseded_by)
            return lowered.format(by, f"{place.rank:,}", needs, f"{place.left:,}")
        out = self.tr("Out: needs {0}, {1} of {2} left when its turn came")
        return out.format(needs, f"{place.left:,}", f"{budget:,}")


class SourceSection(Section):
    """Messages, time, and the observations that it is linked to."""

    sources_wanted = Signal()
    link_chosen = Signal(object)  # sequence numbers

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("", parent)
        self.set_title(self.tr("Where it comes from"))
        self.facts = Facts()
        self.body.addWidget(self.facts)

    def show_row(self, row: Row, *, stored: bool) -> None:
        """Show the origin of a row; ``stored`` says whether there are conversations at all."""
        observation = row.observation
        self.facts.clear()
        messages = range_text(observation)
        if stored:
            link = Link(messages, role=Role.SECONDARY)
            link.setAccessibleName(self.tr("Show messages {0}").format(messages))
            link.clicked.connect(self.sources_wanted)
            self.facts.add(self.tr("messages"), link)
        else:
            self.facts.add(self.tr("messages"), messages)
            self.facts.add("", self.tr("no conversation is stored here"))
        self.facts.add(self.tr("created"), utc_text(observation.created_at))
        local = local_text(observation.created_at)
        if local:
            self.facts.add("", local)
        self._add_links(row)

    def _add_links(self, row: Row) -> None:
        place = row.standing
        if place is None:
            return
        sides = (
            (self.tr("superseded by"), place.superseded_by, Meaning.SUPERSEDED),
            (self.tr("supersedes"), place.supersedes, Meaning.SUPERSEDED),
            (self.tr("contradicts"), place.contradicts, Meaning.CAUTION),
        )
        for label, seqs, meaning in sides:
            if seqs:
                self.facts.add(label, self._badges(label, seqs, meaning))

    def _badges(self, label: str, seqs: Sequence[int], meaning: Meaning) -> QWidget:
        line = QWidget()
        layout = QHBoxLayout(line)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(4)
        icon = Icon.SUPERSEDED if meaning is Meaning.SUPERSEDED else Icon.CONTRADICTION
        for seq in seqs[:_MOST_LINKS]:
            badge = LinkBadge(str(seq), meaning, icon)
            badge.setAccessibleName(f"{label} {seq}")
            badge.setProperty("seq", seq)
            badge.clicked.connect(self._choose)
            layout.addWidget(badge)
        if len(seqs) > _MOST_LINKS:
            layout.addWidget(TextLabel(f"+{len(seqs) - _MOST_LINKS}", Role.SECONDARY))
        layout.addStretch(1)
        return line

    @Slot()
    def _choose(self) -> None:
        sender = self.sender()
        if sender is not None:
            self.link_chosen.emit((int(sender.property("seq")),))


_MOST_LINKS = 4


def _sentence() -> TextLabel:
    return TextLabel("", Role.SECONDARY, tone="text2", wrap=True)


def _number(value: float) -> str:
    text = f"{value:.2f}"
    return text if float(text) == value else f"{value:.3g}"
