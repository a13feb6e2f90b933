"""The command palette and the registry of actions."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QLineEdit, QWidget

from ui.actions import Actions, ActionSpec, key_caps, key_text
from ui.icons import Icon
from ui.palette.delegate import runs
from ui.palette.items import Findings, ListSource, PaletteItem, Prefix, split
from ui.palette.matching import Fit, match
from ui.palette.palette import Palette
from ui.widgets.labels import TextLabel

DONE = []


def item(title, **more) -> PaletteItem:
    return PaletteItem(title=title, run=lambda: DONE.append(title), **more)


COMMANDS = [
    item("Export as Markdown…", icon=Icon.EXPORT, keys=("Ctrl", "E")),
    item("Reflect now", detail="propose a new reflection", icon=Icon.REFLECT, keys=("R",)),
    item("Reflect with built-in rules", reason="The engine is at work"),
]
SCOPES = [item("coder", detail="acme / conv-42"), item("reviewer")]


class LateSource:
    """A source that answers later, as the search does."""

    group = "Found in memory"
    prefixes = frozenset({Prefix.ALL})
    counted = "in memory"
    answers_later = True

    def __init__(self) -> None:
        self.asked = []

    def query(self, text, _prefix):
        self.asked.append(text)
        return []


@pytest.fixture
def window(qtbot):
    DONE.clear()
    window = QWidget()
    qtbot.addWidget(window)
    QLineEdit(window).setObjectName("before")
    window.resize(1280, 800)
    with qtbot.waitExposed(window):
        window.show()
    return window


@pytest.fixture
def palette(window, qtmodeltester):
    palette = Palette(window)
    both = frozenset({Prefix.ALL, Prefix.COMMANDS})
    palette.add_source(ListSource("Do", lambda: COMMANDS, both, counted="in commands"))
    palette.add_source(ListSource("Go to", lambda: SCOPES, frozenset({Prefix.ALL, Prefix.SCOPES})))
    qtmodeltester.check(palette.model)
    palette.open_with()
    return palette


def titles(palette) -> list[str]:
    model = palette.model
    return [model.index(row, 0).data() for row in range(model.rowCount())]


def test_the_best_match_stands_first_in_its_group(palette, qtbot):
    qtbot.keyClicks(palette.field, "refl")
    assert titles(palette) == ["Do", "Reflect now", "Reflect with built-in rules"]
    assert palette.current.title == "Reflect now"
    assert palette.current.hits == (0, 1, 2, 3)


def test_a_prefix_limits_the_groups(palette):
    palette.open_with("@")
    assert titles(palette) == ["Go to", "coder", "reviewer"]
    palette.open_with("> mark")
    assert titles(palette) == ["Do", "Export as Markdown…"]


def test_enter_closes_first_and_then_runs(palette, qtbot):
    qtbot.keyClicks(palette.field, "export")
    with qtbot.waitSignal(palette.closed):
        qtbot.keyClick(palette.field, Qt.Key.Key_Return)
    assert DONE == ["Export as Markdown…"]
    assert palette.isHidden()


def test_what_cannot_be_done_now_is_shown_with_its_reason_and_not_run(palette, qtbot):
    qtbot.keyClicks(palette.field, "built-in")
    qtbot.keyClick(palette.field, Qt.Key.Key_Return)
    assert DONE == []
    assert palette.isVisible()
    spoken = palette.model.index(1, 0).data(Qt.ItemDataRole.AccessibleTextRole)
    assert spoken == "Reflect with built-in rules, The engine is at work"


def test_arrow_keys_skip_heads_and_go_round(palette, qtbot):
    seen = [palette.current.title]
    for _ in range(5):
        qtbot.keyClick(palette.field, Qt.Key.Key_Down)
        seen.append(palette.current.title)
    assert seen[3] == "coder"
    assert seen[5] == seen[0]
    qtbot.keyClick(palette.field, Qt.Key.Key_Up)
    assert palette.current.title == "reviewer"
    assert palette.field.accessibleDescription() == "reviewer"


def test_late_results_keep_the_choice(palette, qtbot):
    late = LateSource()
    palette.add_source(late)
    qtbot.keyClicks(palette.field, "re")
    assert late.asked == ["r", "re"]
    qtbot.keyClick(palette.field, Qt.Key.Key_Down)
    before = palette.current
    palette.set_results(late.group, Findings([item("… re …")]))
    assert palette.current == before
    assert titles(palette)[-1] == "… re …"


def test_escape_and_a_click_beside_it_close_and_give_the_focus_back(window, palette, qtbot):
    before = window.findChild(QLineEdit, "before")
    palette.close_palette()
    before.setFocus()
    palette.open_with()
    qtbot.keyClick(palette.field, Qt.Key.Key_Escape)
    assert palette.isHidden()
    assert window.focusWidget() is before
    palette.open_with()
    qtbot.mouseClick(palette, Qt.MouseButton.LeftButton, pos=QPoint(10, 700))
    assert palette.isHidden()


def test_the_palette_fits_a_small_window_and_follows_its_size(window, palette):
    window.resize(600, 400)
    panel = palette.field.parentWidget()
    assert panel.geometry().left() >= 0
    assert panel.geometry().right() <= 600
    assert panel.geometry().bottom() <= 400


def test_an_empty_result_leaves_nothing_to_run(palette, qtbot):
    qtbot.keyClicks(palette.field, "zzz")
    assert palette.current is None
    assert titles(palette) == ["Nothing found", "Try fewer letters, or another word for it."]
    qtbot.keyClick(palette.field, Qt.Key.Key_Down)
    qtbot.keyClick(palette.field, Qt.Key.Key_Return)
    assert DONE == []


def test_a_command_that_fits_in_the_middle_of_a_word_stands_below_memory_that_fits(palette, qtbot):
    late = LateSource()
    palette.add_source(late)
    qtbot.keyClicks(palette.field, "port")
    assert palette.current.title == "Export as Markdown…"
    palette.set_results(late.group, Findings([item("the port moved")], 9))
    assert palette.current.title == "the port moved"
    assert titles(palette)[:2] == ["Found in memory", "the port moved"]
    assert palette.counted == "1 in commands, 1 of 9 in memory"


def test_enter_waits_for_what_is_being_looked_for_while_nothing_fits_well(palette, qtbot):
    late = LateSource()
    palette.add_source(late)
    qtbot.keyClicks(palette.field, "port")
    qtbot.keyClick(palette.field, Qt.Key.Key_Return)
    assert DONE == []
    palette.set_results(late.group, Findings([item("the port moved")]))
    assert DONE == ["the port moved"]
    assert palette.isHidden()


def test_answers_to_an_older_question_are_not_shown(palette, qtbot):
    late = LateSource()
    palette.add_source(late)
    qtbot.keyClicks(palette.field, "port")
    palette.field.setText("> port")
    palette.set_results(late.group, Findings([item("the port moved")]))
    assert titles(palette) == ["Do", "Export as Markdown…"]


def test_a_prefix_lists_everything_and_says_how_much_more_there_is(window):
    palette = Palette(window)
    many = [item(f"command {number}") for number in range(25)]
    both = frozenset({Prefix.ALL, Prefix.COMMANDS})
    palette.add_source(ListSource("Do", lambda: many, both, counted="in commands"))
    late = LateSource()
    late.prefixes, late.counted = frozenset({Prefix.SCOPES}), "in scopes"
    palette.add_source(late)
    palette.open_with(">")
    assert len(titles(palette)) == 26
    palette.open_with("@")
    palette.set_results(late.group, Findings([item("coder")], 1_301))
    assert titles(palette)[-1] == "1,300 more; type to narrow the list"


def test_other_words_for_a_command_find_it(window):
    palette = Palette(window)
    looks = [item("Larger text", words="zoom bigger"), item("Light look", words="theme")]
    palette.add_source(ListSource("Do", lambda: looks))
    palette.open_with("zoo")
    assert titles(palette) == ["Do", "Larger text"]


def test_the_foot_does_not_name_a_prefix_for_all_memory(palette):
    label = palette.findChild(TextLabel, "without prefix")
    assert label is not None
    assert label.text() == "no prefix: all memory"


@pytest.mark.parametrize(
    ("query", "better", "worse"),
    [
        ("refl", "Reflect now", "Export reflection as Markdown"),
        ("rn", "Reflect now", "Return"),
        ("doc", "Doctor", "Daily logs of conv"),
        ("expmd", "Export md", "Explain a memory of today"),
    ],
)
def test_beginnings_of_words_win(query, better, worse):
    first, second = match(query, better), match(query, worse)
    assert first is not None
    assert second is None or first.score > second.score


@pytest.mark.parametrize(
    ("query", "title", "fit"),
    [
        ("port", "Export", Fit.INSIDE),
        ("exp", "Export", Fit.START),
        ("rn", "Reflect now", Fit.START),
        ("ert", "Export", Fit.SCATTERED),
    ],
)
def test_a_match_says_where_it_stands(query, title, fit):
    found = match(query, title)
    assert found is not None
    assert found.fit is fit


@given(st.text(max_size=12), st.text(max_size=30))
def test_hits_spell_what_was_typed(query, title):
    found = match(query, title)
    if found is not None:
        assert all(0 <= index < len(title) for index in found.hits)
        assert "".join(text for text, _hit in runs(title, found.hits)) == title


def test_prefixes_are_split_off():
    assert split("#12") == (Prefix.OBSERVATIONS, "12")
    assert split("text") == (Prefix.ALL, "text")
    assert split("") == (Prefix.ALL, "")


def test_actions_have_keys_reasons_and_a_place_in_the_palette(window, qtbot):
    actions, done = Actions(), []
    spec = ActionSpec(id="scope.export", text="Export…", keys=("Ctrl+E",), icon=Icon.EXPORT)
    action = actions.add(spec, lambda: done.append(1), window)
    actions.add(ActionSpec(id="row.next", text="Next", in_palette=False), done.clear, window)
    [found] = actions.source().query("exp")
    assert found.keys == ("Ctrl", "E")
    found.run()
    assert done == [1]
    with qtbot.waitSignal(actions.changed):
        actions.set_unavailable("scope.export", "Nothing is open")
    assert not action.isEnabled()
    assert actions.palette_items()[0].reason == "Nothing is open"
    actions.set_keys("scope.export", ("Ctrl+Shift+E",))
    assert actions.keys("scope.export") == ("Ctrl+Shift+E",)
    assert [one.id for one in actions.specs()] == ["scope.export", "row.next"]


def test_key_names_are_split_into_caps(qapp):
    assert key_caps("Ctrl+Shift+P") == ("Ctrl", "Shift", "P")
    assert key_caps("Ctrl++") == ("Ctrl", "+")
    assert key_text("F6") == "F6"
    assert key_text("") == ""
