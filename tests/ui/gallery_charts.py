"""Page of the gallery: bars and charts."""

from __future__ import annotations

from PySide6.QtCore import QPointF
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QVBoxLayout, QWidget

from tests.ui.gallery_controls import row
from ui.icons import Icon
from ui.tokens import Meaning
from ui.widgets import painting
from ui.widgets.bars import draw_importance, draw_in_mark, draw_score
from ui.widgets.budget import Budget, BudgetLane, BudgetNote, BudgetSegment, LegendEntry
from ui.widgets.budget_bar import BudgetBar
from ui.widgets.rank_chart import RankChart, ScoreCells
from ui.widgets.why_bar import Need, WhyBar


class Rows(QWidget):
    """Importance bars and score plots as delegates draw them."""

    def paintEvent(self, _event):
        painter = QPainter(self)
        painting.smooth(painter)
        rows = [(0.95, True, None, 0.063), (0.95, False, None, 0.024), (0.75, False, 0.1, 0.004)]
        for index, (importance, counted, effective, score) in enumerate(
            [*rows, (None, True, None, 0.2)]
        ):
            y = 14 + index * 28
            draw_importance(
                painter, QPointF(40, y), importance, counted=counted, effective=effective
            )
            draw_score(painter, QPointF(120, y), score, 0.0238, counted=counted)
            if counted:
                draw_in_mark(painter, QPointF(16, y))


def charts() -> QWidget:
    """Return bars and charts."""
    page = QWidget()
    layout = QVBoxLayout(page)
    layout.setContentsMargins(0, 0, 0, 0)
    rows = Rows()
    rows.setFixedSize(200, 116)
    ranks = RankChart()
    ranks.setFixedWidth(292)
    scores = tuple(0.5 * 0.9**n for n in range(40))
    ranks.show_ranks(scores, tuple(n < 20 for n in range(40)), 24)
    why, fits = WhyBar(), WhyBar()
    for bar in (why, fits):
        bar.setFixedWidth(292)
    why.show_need(Need(416, 420, 18, fits=False))
    fits.show_need(Need(265, 420, 20, fits=True))
    cells = ScoreCells()
    cells.setFixedWidth(292)
    cells.show_values("0.95", "1/40", "0.0238")
    layout.addLayout(row(rows, ranks, cells))
    layout.addLayout(row(why, fits))
    items = tuple(
        BudgetSegment(str(n), tokens, Meaning.IN, f"Observation {n}, {tokens} tokens")
        for n, tokens in enumerate(
            [14, 14, 14, 15, 21, 20, 20, 16, 10, 14, 22, 18, 14, 20, 20, 18, 21, 18, 16, 17]
        )
    )
    counted = (BudgetSegment("r", 74, Meaning.REFLECTION, "Reflection"), *items)
    rest = BudgetSegment("", 145, Meaning.CAUTION, "Headings", hatched=True)
    legend = (
        LegendEntry("416", "of 420 counted", always=True),
        LegendEntry("74", "reflection", Meaning.REFLECTION),
        LegendEntry("342", "observations", Meaning.IN),
        LegendEntry(
            "145", "not counted: headings, line starts, warnings", Meaning.CAUTION, hatched=True
        ),
    )
    note = BudgetNote("561 measured · 141 over the budget", Meaning.CAUTION, Icon.INFO)
    single, double, reason = BudgetBar(), BudgetBar(), BudgetBar()
    single.show_budget(
        Budget(
            (BudgetLane("Next turn", (*counted, rest)),),
            420,
            "",
            legend,
            note,
            "12:04:11",
            "Next turn",
        )
    )
    lanes = (
        BudgetLane("counted", counted, "416 of 420"),
        BudgetLane(
            "measured",
            (
                BudgetSegment("", 19, Meaning.OUT, "headings", hatched=True),
                BudgetSegment("r", 74, Meaning.REFLECTION, "Reflection"),
                BudgetSegment("", 342, Meaning.IN, "observations"),
                BudgetSegment("", 33, Meaning.IN, "line starts", hatched=True),
                BudgetSegment("", 50, Meaning.SUPERSEDED, "changes", hatched=True),
                BudgetSegment("", 43, Meaning.CAUTION, "contradictions", hatched=True),
            ),
            "561",
            caution=True,
        ),
    )
    double.show_budget(
        Budget(lanes, 420, "", legend[1:], BudgetNote("hatched: not counted by the engine"))
    )
    double.set_selected("13")
    broken = BudgetNote(
        "0 of 900: nothing is injected while the record can't be read",
        Meaning.DAMAGED,
        Icon.DAMAGED,
    )
    reason.show_budget(Budget((), 900, "Next turn", (), broken, "12:04:11"))
    for bar in (single, double, reason):
        layout.addWidget(bar)
    layout.addStretch(1)
    return page
