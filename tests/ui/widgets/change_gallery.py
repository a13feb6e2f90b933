"""The widgets for changing memory, filled as the pictures of the design are.

Run from the checkout: ``QT_SCALE_FACTOR=2 python tests/ui/widgets/change_gallery.py FOLDER``.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
sys.path.insert(0, str(Path(__file__).resolve().parents[3]))

from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QHBoxLayout, QVBoxLayout, QWidget

from desktop_app.core.editing.conflict import ConflictItem, MergedPart
from ui.conflict.view import ConflictDialog
from ui.icons import Icon
from ui.theme import Mode, theme
from ui.tokens import Meaning
from ui.widgets.check_list import CheckList, Group, Row, RowBadge
from ui.widgets.choice_cards import CardChoice, ChoiceCards
from ui.widgets.diff_view import DiffView
from ui.widgets.line_edit import LineField
from ui.widgets.question import Asked, ask

CAUTION, IN, SUPERSEDED = Meaning.CAUTION, Meaning.IN, Meaning.SUPERSEDED
BEFORE = """Observations:
- [17] Decision: discount is applied before tax (finance confirmed, ticket BILL-311).
- [19] Function signature agreed: func Round(c Cents, mode Mode) Cents.
- a
- b
- c
- d
- e

⚠️ Preference changes (most recent wins):
- spaces in *.go.tmpl, tabs elsewhere [step 25]

⚠️ Unresolved contradictions:
- PostgreSQL 15 or 16 – staging is on 16, prod still on 15 (step 14) vs (step 33) — confirm which \
applies
- Hard rules: never commit or push unasked; internal/legacy/** is frozen; money is int64 cents, \
no floats."""
AFTER = """Observations:
- [9] User prefers table-driven tests with t.Run subtests.
- [17] Decision: discount is applied before tax (finance confirmed, ticket BILL-311).
- a
- b
- c
- d
- e

⚠️ Preference changes (most recent wins):
- spaces in *.go.tmpl, tabs elsewhere [step 25]
- PostgreSQL 16 in staging,\x1b 15 in prod until May [step 33]

⚠️ Unresolved contradictions:
- Hard rules: never commit or push unasked; internal/legacy/** is frozen until 2026-06-30; money \
is int64 cents."""

ITEMS = (
    ConflictItem(
        "Observation 33",
        "text",
        "Database was upgraded to PostgreSQL 16 in staging; prod stays on 15 until May.",
        "Database was upgraded to PostgreSQL 16 in staging; prod follows on 2026-06-30.",
        "Staging runs PostgreSQL 16; prod stays on 15 until the audit ends in May.",
        is_editable=True,
    ),
    ConflictItem("Observation 14", "importance", "0.65", None, "0.40"),
)
MERGED = (
    MergedPart("Observation 41", "new, from the engine"),
    MergedPart("Reflection", "summary, only yours"),
    MergedPart("Last reflected", "40 → 41, from the engine"),
)


def contradictions() -> QWidget:
    """Return what stands right of the list in the workbench."""
    page = QWidget()
    layout = QHBoxLayout(page)
    layout.setContentsMargins(0, 0, 16, 16)
    pairs = CheckList("Pairs")
    pairs.setFixedWidth(248)
    stored = [
        Row(
            id="1",
            title="14 ↔ 33",
            subtitle="PostgreSQL 15 or 16",
            icon=Icon.CONTRADICTION,
            meaning=CAUTION,
        ),
        Row(
            id="2",
            title="12 ↔ 29",
            subtitle="no detail given",
            icon=Icon.CONTRADICTION,
            meaning=CAUTION,
        ),
    ]
    badge = RowBadge("superseded", SUPERSEDED, Icon.SUPERSEDED)
    found = [
        Row(id="3", title="13 ↔ 21", subtitle="port 8080 / 9090", icon=Icon.COMPARE, badge=badge),
        Row(id="4", title="8 ↔ 20", subtitle="3 warnings / 0 issues", icon=Icon.COMPARE),
    ]
    settled = [
        Row(id="5", title="10 ↔ 17", subtitle="kept 17", icon=Icon.CHECK, meaning=IN, quiet=True)
    ]
    pairs.set_groups(
        [
            Group("Stored in the reflection", stored),
            Group("Found: same sentence, other value", found),
            Group("Settled today", settled),
        ]
    )
    choices = ChoiceCards(
        "What to keep",
        [
            CardChoice("a", "1", "Keep A", "14 replaces 33"),
            CardChoice("b", "2", "Keep B", "33 replaces 14"),
            CardChoice("merge", "3", "Merge…", "one text, two sources"),
            CardChoice("both", "4", "Keep both", "drop the contradiction"),
        ],
    )
    choices.choose("b")
    reason = LineField("Reason")
    reason.set_text("PostgreSQL 16 in staging, 15 in prod until May")
    diff = DiffView("The next turn, if you keep B")
    diff.show_texts(BEFORE, AFTER)
    right = QVBoxLayout()
    right.setContentsMargins(16, 16, 0, 0)
    right.setSpacing(12)
    for widget in (choices, reason, diff):
        right.addWidget(widget)
    right.addStretch(1)
    layout.addWidget(pairs)
    layout.addLayout(right, 1)
    pairs.setFocus()
    return page


def doctor() -> QWidget:
    """Return the list of findings, and the repair of one."""
    page = QWidget()
    layout = QHBoxLayout(page)
    layout.setContentsMargins(0, 0, 16, 0)
    findings = CheckList("Findings", row_height=48, centred_icons=True)

    def row(number: int, title: str, **more) -> Row:
        more.setdefault("right_bottom", "repair" if "tick" in more else "by hand")
        return Row(id=str(number), title=title, is_link="tick" in more, **more)

    damaged = {"icon": Icon.DAMAGED, "meaning": Meaning.DAMAGED, "tick": True}
    info = {"icon": Icon.INFO, "meaning": CAUTION}
    hits = "op_1 – op_37 · 3 failing observes so far"
    fields = "token_count and created_at of observation 26"
    ends = "</observational-memory> in observation 7"
    lost = {"subtitle": "headed **SUMMARY:**, 164 tokens lost", "tick": False}
    stops = [
        row(1, "Ids a restarted engine will use again", subtitle=hits, right_top="all", **damaged),
        row(2, "Record can't be read", subtitle=fields, right_top="triage", **damaged),
    ]
    changes = [
        row(3, "Reflection injects nothing", right_top="planner", **lost, **info),
        row(4, "Text closes its block early", subtitle=ends, right_top="default", **info),
    ]
    findings.set_groups(
        [Group("Stops memory", stops, "2"), Group("Changes what the model sees", changes, "2")]
    )
    findings.set_current("2")
    diff = DiffView("What the repair writes", fold_words="… {0} lines unchanged")
    before = '{"seq":26,\n"token_count":15.0,\n"created_at":"15/06/2026 09:05",\na\nb\nc\nd'
    after = '{"seq":26,\n"token_count":15,\n"created_at":"2026-06-15T09:05:00Z",\na\nb\nc\nd'
    diff.show_texts(before, after, context=1)
    diff.setFixedWidth(340)
    side = QVBoxLayout()
    side.setContentsMargins(0, 16, 0, 0)
    side.addWidget(diff)
    side.addStretch(1)
    layout.addWidget(findings, 1)
    layout.addLayout(side)
    findings.setFocus()
    return page


def conflict() -> QWidget:
    """Return a window with the dialog for a conflict."""
    page = contradictions()
    dialog = ConflictDialog(
        page,
        items=ITEMS,
        merged=MERGED,
        seen_note="12:01:40 · version 14",
        theirs_note="engine, 12:04:09 · version 15",
        mine_note="not saved yet",
    )
    page.opened = dialog
    dialog.list.set_current("1")
    dialog.cards.pick(2)
    dialog.list.set_current("0")
    dialog.cards.pick(2)
    return page


def question() -> QWidget:
    """Return a window with a question on it."""
    page = doctor()
    diff = DiffView("References that follow")
    diff.show_texts("[seq:15] replaces [seq:14]\n[seq:16]", "[seq:14]\n[seq:15]")
    asked = Asked(
        title="Remove observation 14?",
        text="26 later ones are renumbered, 3 references follow. Undo brings everything back.",
        primary="Remove",
        safe="Keep it",
        reason="Reason, goes into the log",
        icon=Icon.REMOVE,
        meaning=Meaning.DAMAGED,
    )
    page.opened = lambda: ask(page, asked, preview=diff)
    return page


PAGES = {
    "contradictions": contradictions,
    "doctor": doctor,
    "conflict": conflict,
    "question": question,
}


def show(page: QWidget) -> None:
    """Show a page and open what belongs on it."""
    page.resize(1280, 800)
    page.show()
    page.activateWindow()
    opened = getattr(page, "opened", None)
    if opened is not None:
        opened.open() if isinstance(opened, ConflictDialog) else opened()


def main(folder: Path) -> None:
    """Draw all pages into ``folder``."""
    application = QApplication([])
    folder.mkdir(parents=True, exist_ok=True)
    ratio = round(application.devicePixelRatio() * 100)
    for mode in (Mode.LIGHT, Mode.DARK):
        theme().install(mode)
        for name, build in PAGES.items():
            page = build()
            show(page)
            QTest.qWait(300)
            page.grab().save(str(folder / f"{name}-{mode}-{ratio}.png"))
            page.close()


if __name__ == "__main__":
    main(Path(sys.argv[1]))
