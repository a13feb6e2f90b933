"""Facts of the item that is selected in the turn's text."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF, Slot
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from desktop_app.core.observational.explain import Standing, Verdict
from ui.clipboard import copy
from ui.fonts import Role
from ui.icons import Icon
from ui.turn.model import REFLECTION_KEY, TurnItem
from ui.widgets import painting
from ui.widgets.button import Button, ButtonKind
from ui.widgets.labels import ElidedLabel, TextLabel
from ui.widgets.link import Link
from ui.widgets.section import Facts, Section

if TYPE_CHECKING:
    from ui.turn.presenter import TurnPresenter

_MOST_LINKS = 5


class ItemFacts(QWidget):
    """Characters, tokens, where else it is named, why it is in; hidden without a selection."""

    def __init__(self, presenter: TurnPresenter, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._presenter = presenter
        self.section = Section("", self)
        self.facts = Facts(self.section)
        self.jump = Button(self.tr("Show in table"), self.section, icon=Icon.JUMP, key="T")
        self.copy_button = Button(
            self.tr("Copy"), self.section, kind=ButtonKind.GHOST, icon=Icon.COPY
        )
        self.jump.clicked.connect(presenter.show_in_table)
        self.copy_button.clicked.connect(self.copy)
        buttons = QHBoxLayout()
        buttons.setSpacing(8)
        buttons.addWidget(self.jump)
        buttons.addWidget(self.copy_button)
        buttons.addStretch(1)
        self.section.body.addWidget(self.facts)
        self.section.body.addLayout(buttons)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self.section)
        self.show_selected()

    def paintEvent(self, _event: QPaintEvent) -> None:
        painting.hairline(QPainter(self), QPointF(0, 0), self.width())

    @Slot()
    def copy(self) -> None:
        """Copy the exact characters of the item."""
        item = self._presenter.item
        if item is not None:
            text = self._presenter.text.text[item.span.start : item.span.end]
            copy(text)

    def show_selected(self, _changed: object = None) -> None:
        """Show what is selected now."""
        item, standing = self._presenter.item, self._presenter.standing
        self.setVisible(item is not None or standing is not None)
        self.copy_button.setVisible(item is not None)
        self.facts.clear()
        if item is None and standing is None:
            return
        self.section.set_title(self._title(standing))
        words = self.tr("Show in table") if standing is not None else self.tr("Show reflection")
        self.jump.setText(words)
        self.jump.setAccessibleName(words)
        if item is not None:
            self._add_item(item)
        elif standing is not None:
            self._add_out(standing)
        if standing is not None:
            self._add_links(standing)
        self._add_why(item, standing)

    def _title(self, standing: Standing | None) -> str:
        if standing is None:
            return self.tr("Reflection")
        return self.tr("Observation {0}").format(standing.observation.seq)

    def _add_item(self, item: TurnItem) -> None:
        span = self.tr("{0} – {1}").format(f"{item.span.start + 1:,}", f"{item.span.end:,}")
        self.facts.add(self.tr("characters"), span)
        stored = self.tr("{0} counted") if item.key == REFLECTION_KEY else self.tr("{0} stored")
        measured = self.tr("{0} measured").format(f"{item.measured:,}")
        self.facts.add(self.tr("tokens"), f"{stored.format(f'{item.counted:,}')} · {measured}")

    def _add_out(self, standing: Standing) -> None:
        self.facts.add(self.tr("characters"), self.tr("not in this text"))
        stored = self.tr("{0} stored").format(f"{standing.observation.token_count:,}")
        self.facts.add(self.tr("tokens"), stored)

    def _add_links(self, standing: Standing) -> None:
        links = (
            (self.tr("contradiction with {0}"), standing.contradicts),
            (self.tr("replaces {0}"), standing.supersedes),
            (self.tr("replaced by {0}"), standing.superseded_by),
        )
        label, shown = self.tr("also in"), 0
        for form, seqs in links:
            for seq in seqs[: _MOST_LINKS - shown]:
                self.facts.add(label, self._link(form.format(seq), seq))
                label, shown = "", shown + 1
        left = sum(len(seqs) for _form, seqs in links) - shown
        if left:
            self.facts.add("", self.tr("and {0} more").format(f"{left:,}"))

    def _link(self, words: str, seq: int) -> QWidget:
        if not self._presenter.has_seq(seq):
            gone = self.tr("{0}, which does not exist").format(words)
            return ElidedLabel(gone, role=Role.SECONDARY, tone="text2")
        link = Link(words, role=Role.SECONDARY)
        link.setProperty("seq", str(seq))
        link.clicked.connect(self._go)
        return link

    @Slot()
    def _go(self) -> None:
        sender = self.sender()
        if sender is not None:
            self._presenter.select_seq(int(sender.property("seq")))

    def _add_why(self, item: TurnItem | None, standing: Standing | None) -> None:
        if standing is None:
            words = self.tr("always first, never cut")
            self.facts.add(self.tr("why in"), words)
            return
        snapshot = self._presenter.snapshot
        total = snapshot.observation_count if snapshot else 0
        rank = self.tr("rank {0} of {1}").format(f"{standing.rank:,}", f"{total:,}")
        if item is not None:
            left = self.tr("{0} left before it").format(f"{standing.left:,}")
            self.facts.add(self.tr("why in"), f"{rank}, {left}")
            return
        self.facts.add(
            self.tr("why out"),
            TextLabel(f"{rank}, {self._why_out(standing)}", Role.SECONDARY, wrap=True),
        )

    def _why_out(self, standing: Standing) -> str:
        needs = self.tr("needs {0}, {1} left").format(
            f"{standing.observation.token_count:,}", f"{max(standing.left, 0):,}"
        )
        return {
            Verdict.DOES_NOT_FIT: needs,
            Verdict.DISABLED: self.tr("this scope is disabled"),
            Verdict.MEMORY_OFF: self.tr("memory is off"),
            Verdict.IN: self.tr("the record is not used by any turn"),
        }[standing.verdict]
