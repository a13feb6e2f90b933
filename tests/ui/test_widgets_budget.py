"""The budget bar and the small charts."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QColor

from ui.tokens import LIGHT, Meaning
from ui.widgets.bars import score_position
from ui.widgets.budget import Budget, BudgetLane, BudgetNote, BudgetSegment, LegendEntry
from ui.widgets.budget_bar import BudgetBar
from ui.widgets.rank_chart import RankChart, ScoreCells
from ui.widgets.why_bar import Need, WhyBar

SEGMENTS = (
    BudgetSegment("r", 100, Meaning.REFLECTION, "Reflection, 100 tokens"),
    BudgetSegment("1", 200, Meaning.IN, "Observation 1, 200 tokens"),
    BudgetSegment("2", 100, Meaning.IN, "Observation 2, 100 tokens"),
    BudgetSegment("", 80, Meaning.CAUTION, "Headings, 80 tokens", hatched=True),
)
BUDGET = Budget(
    (BudgetLane("Next turn", SEGMENTS),),
    420,
    legend=(LegendEntry("400", "of 420 counted", always=True),),
    note=BudgetNote("480 measured", Meaning.CAUTION),
    corner="12:04:11",
    spoken="Next turn: 400 of 420 tokens counted, 480 measured",
)


@pytest.fixture
def bar(qtbot):
    bar = BudgetBar()
    qtbot.addWidget(bar)
    bar.show_budget(BUDGET)
    bar.resize(1280, bar.sizeHint().height())
    with qtbot.waitExposed(bar):
        bar.show()
    return bar


def near(one, other) -> bool:
    pairs = zip(one.getRgb(), other.getRgb(), strict=True)
    return all(abs(first - second) < 16 for first, second in pairs)


def middle(bar, key) -> QPoint:
    return bar.segment_area(key).center().toPoint()


def test_segments_are_as_long_as_their_tokens_and_lie_before_the_limit(bar):
    one, two = bar.segment_area("1"), bar.segment_area("2")
    assert one.width() == pytest.approx(2 * two.width(), rel=0.02)
    assert two.right() < 96 + (1280 - 96 - 112) * 420 / BUDGET.longest


def test_the_pointer_tells_the_segment_and_its_leaving(bar, qtbot):
    with qtbot.waitSignal(bar.segment_hovered, check_params_cb=lambda key: key == "2"):
        qtbot.mouseMove(bar, middle(bar, "2"))
    with qtbot.waitSignal(bar.segment_hovered, check_params_cb=lambda key: key == ""):
        qtbot.mouseMove(bar, QPoint(20, 50))


def test_a_click_selects_and_draws_the_segment_in_the_accent(bar, qtbot):
    with qtbot.waitSignal(bar.segment_clicked, check_params_cb=lambda key: key == "1"):
        qtbot.mouseClick(bar, Qt.MouseButton.LeftButton, pos=middle(bar, "1"))
    assert bar.accessibleDescription() == "Observation 1, 200 tokens"
    colour = QColor(bar.grab().toImage().pixelColor(middle(bar, "1")))
    assert colour.name() == LIGHT.accent_fill.name()


def test_arrow_keys_walk_over_what_can_be_chosen(bar, qtbot):
    seen = []
    bar.segment_clicked.connect(seen.append)
    for key in ("Right", "Right", "Right", "Right", "Left", "Home", "End"):
        qtbot.keyClick(bar, getattr(Qt.Key, f"Key_{key}"))
    assert seen == ["r", "1", "2", "2", "1", "r", "2"]


def test_the_bar_speaks_and_grows_for_two_lanes(bar):
    assert bar.accessibleName() == BUDGET.spoken
    assert bar.sizeHint().height() == 60
    bar.show_budget(Budget((BudgetLane("counted", SEGMENTS), BudgetLane("measured", ())), 420))
    assert bar.sizeHint().height() == 88
    assert bar.accessibleName() == "Budget of the next turn"
    note = BudgetNote("0 of 900: nothing is injected", Meaning.DAMAGED)
    bar.show_budget(Budget((), 900, title="Next turn", note=note))
    assert bar.sizeHint().height() == 44
    assert not bar.grab().isNull()


def test_thousands_of_segments_stay_inside_the_track(bar):
    many = tuple(BudgetSegment(str(n), 3, Meaning.IN, f"Observation {n}") for n in range(5000))
    bar.show_budget(Budget((BudgetLane("Next turn", many),), 420))
    assert bar.segment_area("4999").right() < 1280 - 112
    assert not bar.grab().isNull()


def test_a_budget_of_zero_draws_without_a_mark(bar):
    bar.show_budget(Budget((BudgetLane("Next turn", ()),), 0))
    assert not bar.grab().isNull()


def test_the_score_scale_is_logarithmic_and_clamped():
    assert score_position(0.0) == score_position(0.008) == 0.0
    assert score_position(0.6) == score_position(5.0) == 1.0
    assert score_position(0.069282) == pytest.approx(0.5, abs=0.001)


@pytest.mark.parametrize("count", [1, 40, 5000])
def test_the_rank_chart_shows_this_one_in_the_accent(qtbot, count):
    chart = RankChart()
    qtbot.addWidget(chart)
    chart.resize(292, 70)
    scores = tuple(0.5 / (n + 1) for n in range(count))
    chart.show_ranks(scores, (True,) * count, count)
    image = chart.grab().toImage()
    colours = [image.pixelColor(x, y) for x in range(140, 292) for y in range(4, 54)]
    assert any(near(colour, LIGHT.accent_fill) for colour in colours)
    assert chart.accessibleName() == f"Rank {count} of {count} by score"


def test_the_why_bar_says_what_it_needs_and_what_was_left(qtbot):
    bar = WhyBar()
    qtbot.addWidget(bar)
    bar.show_need(Need(416, 420, 18, fits=False))
    assert bar.accessibleName() == "needs 18 tokens, 4 of 420 left"
    bar.show_need(Need(0, 0, 0, fits=True))
    assert not bar.grab().isNull()


def test_the_arithmetic_of_a_score_is_spoken(qtbot):
    cells = ScoreCells()
    qtbot.addWidget(cells)
    cells.show_values("0.95", "1/40", "0.0238")
    assert cells.accessibleName() == "importance 0.95, age weight 1/40, score 0.0238"
    assert not cells.grab().isNull()
