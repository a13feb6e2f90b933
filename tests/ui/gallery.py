"""Draws every widget, light and dark, at 100 and 200 percent, into a folder of pictures.

Run from the checkout: ``QT_SCALE_FACTOR=2 python tests/ui/gallery.py OUTPUT_FOLDER``. Look at the
pictures beside the design; no test can tell whether something is beautiful.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from PySide6.QtCore import QPointF
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QApplication, QHBoxLayout, QVBoxLayout, QWidget

from ui.fonts import Role
from ui.icons import Icon
from ui.palette.items import ListSource, PaletteItem
from ui.palette.palette import Palette
from ui.theme import Mode, theme
from ui.tokens import Meaning
from ui.widgets import painting
from ui.widgets.badge import Badge, KeyCap, LinkBadge
from ui.widgets.banner import Banner
from ui.widgets.bars import draw_importance, draw_in_mark, draw_score
from ui.widgets.budget import Budget, BudgetLane, BudgetNote, BudgetSegment, LegendEntry
from ui.widgets.budget_bar import BudgetBar
from ui.widgets.button import Button, ButtonKind, IconButton
from ui.widgets.display_map import Span
from ui.widgets.empty_state import DropArea, EmptyState
from ui.widgets.exact_parts import Ground, Strip, WordMark
from ui.widgets.exact_text import ExactText
from ui.widgets.fields import FilterField, SearchField
from ui.widgets.json_view import JsonView
from ui.widgets.key_hints import KeyHints
from ui.widgets.labels import Breadcrumb
from ui.widgets.link import Link
from ui.widgets.rank_chart import Need, RankChart, ScoreCells, WhyBar
from ui.widgets.recent import RecentEntry, RecentList
from ui.widgets.section import Facts, Section
from ui.widgets.segments import Segments
from ui.widgets.tabs import TabBar
from ui.widgets.text_box import TextBox
from ui.widgets.toast import Toast


def row(*widgets: QWidget) -> QHBoxLayout:
    """Return widgets side by side."""
    layout = QHBoxLayout()
    layout.setSpacing(12)
    for widget in widgets:
        layout.addWidget(widget)
    layout.addStretch(1)
    return layout


def controls() -> QWidget:
    """Return buttons, fields, tabs, badges and messages."""
    page = QWidget()
    layout = QVBoxLayout(page)
    layout.setSpacing(12)
    disabled = Button("Save", icon=Icon.CHECK)
    disabled.set_unavailable("Nothing has changed")
    crumbs = Breadcrumb()
    crumbs.set_steps(["acme", "conv-billing-rounding", "coder"])
    engine = Badge("engine at work, 3 s", Meaning.ENGINE, Icon.ENGINE)
    reflect = Button("Reflect now", icon=Icon.REFLECT, key="R")
    layout.addLayout(row(crumbs, engine, reflect, Button("Export", icon=Icon.EXPORT)))
    tabs = TabBar("Views")
    for key, count in (("Observations", "40"), ("Reflection", ""), ("Working", "13"), ("Turn", "")):
        tabs.add_tab(key.lower(), key, count)
    tabs.add_tab("contradictions", "Contradictions", "5", Meaning.CAUTION)
    layout.addWidget(tabs)
    filter_field = FilterField("Filter observations", key="/")
    filter_field.setFixedWidth(210)
    segments = Segments("Show", [("all", "All 40"), ("in", "In 20"), ("out", "Out 20")])
    add = Button("Add", kind=ButtonKind.GHOST, icon=Icon.PLUS, key="N")
    layout.addLayout(row(filter_field, segments, add))
    primary = Button(
        "Open folder…", kind=ButtonKind.PRIMARY, icon=Icon.FOLDER, key="Ctrl O", large=True
    )
    demo = Button("Look at the demo", icon=Icon.LOUPE, large=True)
    layout.addLayout(row(primary, demo, disabled, Link("turn 29"), IconButton(Icon.MENU, "Menu")))
    search = SearchField("Search all memory", key="Ctrl K")
    search.setFixedWidth(420)
    layout.addLayout(row(search, KeyCap("Esc"), KeyCap("G")))
    layout.addLayout(
        row(
            Badge("out · does not fit", Meaning.OUT, Icon.DASH),
            Badge("enabled", Meaning.IN, Icon.CHECK),
            Badge("damaged", Meaning.DAMAGED, Icon.DAMAGED),
            Badge("off"),
            LinkBadge("by 21", Meaning.SUPERSEDED, Icon.SUPERSEDED),
            LinkBadge("14", Meaning.CAUTION, Icon.CONTRADICTION),
        )
    )
    banner = Banner()
    banner.show_banner(
        Meaning.DAMAGED,
        "The engine can't read this record, so every turn runs without it",
        "Two values in observation 26 stop it. The other 26 observations are fine and listed.",
        "Show the 26",
    )
    layout.addWidget(banner)
    section = Section("Where it comes from")
    section.set_note("rank 24 of 40")
    facts = Facts()
    facts.add("messages", Link("0 – 3", role=Role.SECONDARY))
    facts.add("created", "2026-04-20 08:15:30 UTC")
    box = TextBox("Text")
    box.show_text("User rule: never run `git commit` or `git push` without asking first.")
    section.body.addWidget(box)
    section.body.addWidget(facts)
    section.setFixedWidth(324)
    layout.addLayout(row(section, icons()))
    layout.addWidget(KeyHints([("E", "edit"), ("I", "importance"), ("Del", "remove")]))
    layout.addStretch(1)
    toast = Toast(page)
    toast.show_message("Observation 14 removed; 26 later ones renumbered.", action="Undo")
    primary.setFocus()
    return page


def icons() -> QWidget:
    """Return all icons in a grid."""
    page = QWidget()
    layout = QVBoxLayout(page)
    names = list(Icon)
    for start in range(0, len(names), 17):
        layout.addLayout(row(*(IconButton(name, name) for name in names[start : start + 17])))
    for line in layout.children():
        line.setSpacing(0)
    return page


def empty() -> QWidget:
    """Return the window without a workspace."""
    buttons = (
        Button("Open folder…", kind=ButtonKind.PRIMARY, icon=Icon.FOLDER, key="Ctrl O", large=True),
        Button("Look at the demo", icon=Icon.LOUPE, large=True),
    )
    page = EmptyState(
        "See what your agent remembers",
        "Open the folder an agent works in. Looking changes nothing in it.",
        buttons,
        picture="empty",
    )
    recent = RecentList("Recent")
    recent.set_entries(
        (
            RecentEntry("support-bot", "~/agents/support-bot", "7 scopes, 23 daily logs", "today"),
            RecentEntry(
                "old-laptop", "/media/usb/state.db", "not there any more", "3 May", missing=True
            ),
        )
    )
    recent.setFixedWidth(620)
    page.below.addSpacing(20)
    page.below.addWidget(recent)
    page.below.addWidget(DropArea("or drop a folder or a state.db here"))
    return page


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


SNIPPET = """- [29] README section "Rounding" must mention ISO 4217 exponent table.
- [30] Exponent table lives in internal/money/exponents_gen.go (generated by tools/gencur).
- [31] `go generate` needs network; run it with -mod=vendor offline.
- [33] Database was upgraded to PostgreSQL 16 in staging; prod stays on 15 until May.
- [35] Two TODOs left: metrics naming, changelog, not \x1b[0m done, zero\u200bwidth, byte \udcff.
- [36] שלום עולם, right to left
- [40] Emoji in customer names (👨‍👩‍👧) must survive CSV export. 日本語 and الخط العربي too.

⚠️ Unresolved contradictions:
- PostgreSQL 15 or 16 – staging is on 16, prod on 15 (step 14) vs (step 33) — confirm
</observational-memory>"""


def exact() -> QWidget:
    """Return exact text with strips, a selected line, mentions, and JSON below."""
    page = QWidget()
    layout = QVBoxLayout(page)
    layout.setContentsMargins(0, 0, 0, 0)
    text = ExactText("Observational memory")
    text.show_text(SNIPPET)
    lines = SNIPPET.split("\n")
    starts = [sum(len(line) + 1 for line in lines[:n]) for n in range(len(lines))]
    spans = [Span(start, start + len(line)) for start, line in zip(starts, lines, strict=True)]
    text.set_strips(
        (
            *(Strip(span, Meaning.IN) for span in spans[:7]),
            Strip(spans[3], Meaning.ACCENT),
            *(Strip(span, Meaning.CAUTION) for span in spans[8:10]),
        )
    )
    text.set_grounds((Ground(spans[3], "selected"), Ground(spans[9], "removed")))
    at = SNIPPET.index("(step 33)")
    text.set_words((WordMark(Span(at, at + 9)), WordMark(Span(at - 15, at - 6), "removed_word")))
    text.set_quiet((spans[10],))
    json = JsonView("Value")
    json.show_json(
        '{"seq":25,"content":"Customer 20417 asked.","tokens":13,"done":true,"list":[1.50,null]}'
    )
    layout.addWidget(text, 2)
    layout.addWidget(json, 1)
    return page


def palette() -> QWidget:
    """Return the palette over a view."""
    page = controls()

    def item(title: str, detail: str = "", icon: Icon | None = None, *keys: str) -> PaletteItem:
        return PaletteItem(title=title, run=page.update, detail=detail, icon=icon, keys=keys)

    over = Palette(page)
    over.add_source(
        ListSource(
            "Do",
            lambda: [
                item("Reflect now", "propose a new reflection for coder", Icon.REFLECT, "R"),
                item("Reflect with built-in rules", "no model, nothing is sent", Icon.REFLECT),
                item("Export reflection as Markdown…", "", Icon.EXPORT, "Ctrl", "E"),
            ],
        )
    )
    over.add_source(
        ListSource(
            "Go to",
            lambda: [
                item("Reflection of coder", "acme / conv-billing-rounding", Icon.TURN, "Alt", "2"),
                item("Last reflection", "2026-04-20 10:21:40, turn 29", Icon.HISTORY),
            ],
        )
    )
    over.add_source(
        ListSource(
            "Found in memory",
            lambda: [
                item(
                    "… short; no reflections on style …",
                    "observation 11 · globex / run_9c1b / default",
                    Icon.AGENT,
                ),
            ],
        )
    )
    page.resize(1280, 640)
    over.open_with("reflect")
    return page


PAGES = {"controls": controls, "empty": empty, "charts": charts, "exact": exact, "palette": palette}
WIDE = {"charts", "palette"}


def main(folder: Path) -> None:
    """Draw all pages into ``folder``."""
    application = QApplication([])
    folder.mkdir(parents=True, exist_ok=True)
    ratio = round(application.devicePixelRatio() * 100)
    for mode in (Mode.LIGHT, Mode.DARK):
        theme().install(mode)
        for name, build in PAGES.items():
            page = build()
            page.resize(1280 if name in WIDE else 940, 640)
            page.show()
            application.processEvents()
            page.grab().save(str(folder / f"{name}-{mode}-{ratio}.png"))
            page.close()


if __name__ == "__main__":
    main(Path(sys.argv[1]))
