"""Contradictions settled from the keyboard in the whole window; the file has what services give."""

from __future__ import annotations

import pytest
from golden_scopes import observation, rewrite
from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QApplication
from reflection_keys import (
    CONTROL,
    INTENT,
    RICH,
    engine_writes,
    press,
    saved,
    stored,
    wanted,
    workbench_of,
    write,
)
from window_driver import Driver

from desktop_app.core.observational.reflection import Contradiction, Supersession
from desktop_app.services.editing.observation_actions import merge_observations
from desktop_app.services.editing.reflection_actions import (
    drop_entry,
    keep_observation,
    put_entry,
    supersede,
)
from ui.navigation import Place
from ui.reflection.sides import PairKind


@pytest.fixture
def bench(driver, golden_workspace):
    return workbench_of(driver, golden_workspace("rich-coding-agent"))


@pytest.fixture
def found(driver, golden_workspace):
    """Two observations that the reflection does not name."""
    workspace = golden_workspace("rich-coding-agent")
    items = [
        observation(1, "The port of the shop is 8080 now"),
        observation(2, "The port of the shop is 9090 now"),
    ]
    rewrite(workspace, RICH, active_observations_json=items, active_reflection="SUMMARY:\nfine")
    return workbench_of(driver, workspace)


def settled(view):
    return [
        (pair.a.seq, pair.b.seq, pair.words)
        for pair in view.presenter.pairs
        if pair.kind is PairKind.SETTLED
    ]


def test_b_is_kept_with_a_reason_and_the_next_pair_follows(driver, bench):
    before = driver.session.snapshot
    press(driver, Qt.Key.Key_2)
    press(driver, Qt.Key.Key_E)
    write(driver, "16 in staging")
    saved(driver, lambda: press(driver, Qt.Key.Key_Return))
    assert stored(driver) == wanted(keep_observation(before, 0, 33, INTENT, "16 in staging"))
    assert (bench.pair.a.seq, bench.pair.b.seq) == (12, 29)
    assert settled(bench) == [(14, 33, "kept 33")]
    assert (17, 10) in [(p.a.seq, p.b.seq) for p in bench.presenter.pairs]


def test_keys_alone_settle_everything_and_the_focus_stays_in_the_list(driver, bench):
    before = driver.session.snapshot
    press(driver, Qt.Key.Key_1)
    saved(driver, lambda: press(driver, Qt.Key.Key_Return))
    assert stored(driver) == wanted(keep_observation(before, 0, 14, INTENT))
    assert bench.list.hasFocus()
    between = driver.session.snapshot
    press(driver, Qt.Key.Key_4)
    saved(driver, lambda: press(driver, Qt.Key.Key_Return))
    assert stored(driver) == wanted(drop_entry(between, Contradiction, 0, INTENT))
    assert settled(bench) == [(12, 29, "kept both"), (14, 33, "kept 14")]
    assert bench.presenter.open_pairs == ()
    assert (bench.pair.a.seq, bench.pair.b.seq) == (12, 29)
    assert bench.page.settled.words.text() == "Settled: kept both"
    assert bench.bar.words.text() == "All settled"
    assert bench.bar.save.isHidden()


def test_merging_starts_from_both_texts_and_saves_what_was_made_of_them(driver, bench):
    before = driver.session.snapshot
    press(driver, Qt.Key.Key_3)
    assert bench.decide.text.text == "\n".join(card.side.text for card in bench.cards)
    press(driver, Qt.Key.Key_A, CONTROL)
    write(driver, "PostgreSQL 16 in staging, 15 in prod.")
    saved(driver, lambda: press(driver, Qt.Key.Key_Return, CONTROL))
    plan = merge_observations(before, [13, 32], "PostgreSQL 16 in staging, 15 in prod.", INTENT)
    assert stored(driver) == wanted(plan)
    assert settled(bench) == [(14, 33, "merged")]
    assert (bench.pair.a.seq, bench.pair.b.seq) == (12, 28)


def test_two_that_did_not_stand_against_each_other_are_not_called_settled(driver, bench):
    session = driver.session
    plan = merge_observations(session.snapshot, [0, 1], "Both of them.", INTENT)
    saved(driver, lambda: session.editing.save(plan.change))
    assert settled(bench) == []


def test_the_focus_stays_on_the_page_when_the_button_is_pressed(driver, bench):
    press(driver, Qt.Key.Key_1)
    bench.bar.save.setFocus()
    saved(driver, lambda: press(driver, Qt.Key.Key_Space))
    assert bench.list.hasFocus()


def test_a_title_takes_one_line_where_there_is_room(driver, bench):
    assert bench.page.title.width() > bench.page.title.fontMetrics().horizontalAdvance("PostgreSQL")
    assert bench.page.title.height() < 2 * bench.page.title.fontMetrics().lineSpacing()


def test_the_next_turn_is_shown_before_saving(driver, bench):
    press(driver, Qt.Key.Key_2)
    driver.settle()
    plan = keep_observation(driver.session.snapshot, 0, 33, INTENT)
    shown = bench.decide.turn
    lines = [line.text for line in shown.diff.text.lines if line.kind.value == "removed"]
    assert len(lines) == 1
    assert lines[0] in driver.session.snapshot.observational_text
    after = plan.after.explanation.snippet
    assert shown.measured.text().endswith(f"→ {after.measured:,}")
    assert shown.counted.text().endswith(f"→ {after.counted:,}")
    assert bench.bar.words.text() == "33 replaces 14 is written to the reflection; undo with Ctrl Z"


def test_a_found_pair_is_settled_by_a_supersession(driver, found):
    before = driver.session.snapshot
    press(driver, Qt.Key.Key_2)
    saved(driver, lambda: press(driver, Qt.Key.Key_Return))
    assert stored(driver) == wanted(supersede(before, Supersession(2, 1, ""), INTENT))
    assert settled(found) == [(1, 2, "kept 2")]


def test_a_supersession_is_turned_around_in_its_place(driver, bench):
    before = driver.session.snapshot
    pair = next(pair for pair in bench.presenter.pairs if pair.kind is PairKind.FOUND)
    assert pair.superseded
    bench.choose(pair)
    press(driver, Qt.Key.Key_1)
    press(driver, Qt.Key.Key_E)
    press(driver, Qt.Key.Key_A, CONTROL)
    write(driver, "back again")
    saved(driver, lambda: press(driver, Qt.Key.Key_Return))
    entry = Supersession(13, 21, "back again")
    assert stored(driver) == wanted(put_entry(before, entry, INTENT, 1))


def test_keeping_both_of_a_found_pair_writes_nothing_and_is_remembered(
    driver, found, qtbot, tmp_path
):
    before = stored(driver)
    press(driver, Qt.Key.Key_4)
    press(driver, Qt.Key.Key_Return)
    assert stored(driver) == before
    assert settled(found) == [(1, 2, "kept both")]
    assert found.presenter.open_pairs == ()
    root = driver.session.workspace.root
    driver.window.close()
    again = Driver(qtbot, tmp_path)
    view = workbench_of(again, root)
    assert settled(view) == [(1, 2, "kept both")]
    view.page.settled.again.click()
    assert [(pair.a.seq, pair.b.seq) for pair in view.presenter.open_pairs] == [(1, 2)]
    again.close()


def test_nothing_is_written_before_something_is_chosen(driver, bench):
    before = stored(driver)
    press(driver, Qt.Key.Key_Return)
    assert bench.bar.save.toolTip() == "Choose what becomes of the two: 1, 2, 3 or 4."
    press(driver, Qt.Key.Key_S)
    driver.settle()
    assert (bench.pair.a.seq, bench.pair.b.seq) == (12, 29)
    assert stored(driver) == before


def test_what_was_written_stays_while_looking_elsewhere(driver, bench):
    press(driver, Qt.Key.Key_3)
    write(driver, "One text. ")
    text = bench.decide.text.text
    press(driver, Qt.Key.Key_Escape)
    press(driver, Qt.Key.Key_S)
    driver.frame.middle.show_place(Place.REFLECTION)
    driver.frame.middle.show_place(Place.CONTRADICTIONS)
    bench.choose(bench.presenter.pairs[0])
    assert bench.decide.text.text == text
    assert bench.unsaved() == "what was written about 14 ↔ 33"
    bench.discard()
    assert bench.unsaved() == ""


def test_a_conflict_loses_nothing_that_was_written(driver, bench):
    press(driver, Qt.Key.Key_3)
    press(driver, Qt.Key.Key_A, CONTROL)
    write(driver, "mine")
    row = driver.session.snapshot.row
    theirs = row.active_observations_json.replace(b"PostgreSQL 15 via", b"PostgreSQL 17 via")
    assert theirs != row.active_observations_json
    engine_writes(driver, active_observations_json=theirs)
    with driver.qtbot.waitSignal(driver.session.editing.conflicted):
        press(driver, Qt.Key.Key_Return, CONTROL)
    driver.settle()
    assert bench.decide.text.text == "mine"
    assert bench.unsaved() == "what was written about 14 ↔ 33"


def test_a_merged_text_that_is_blank_is_refused_at_the_field(driver, bench):
    press(driver, Qt.Key.Key_3)
    press(driver, Qt.Key.Key_A, CONTROL)
    press(driver, Qt.Key.Key_Delete)
    driver.qtbot.waitUntil(
        lambda: bench.decide.turn.sentence.text().startswith("An observation needs text.")
    )
    assert not bench.bar.save.isEnabled()


def test_undo_brings_the_pair_back(driver, bench):
    before = stored(driver)
    press(driver, Qt.Key.Key_2)
    saved(driver, lambda: press(driver, Qt.Key.Key_Return))
    assert settled(bench) == [(14, 33, "kept 33")]
    press(driver, Qt.Key.Key_S)
    saved(driver, lambda: press(driver, Qt.Key.Key_Z, CONTROL))
    assert stored(driver) == before
    assert settled(bench) == []
    assert QApplication.focusWidget() is bench.list


def test_what_was_written_about_a_pair_that_is_gone_is_still_there(driver, bench):
    press(driver, Qt.Key.Key_3)
    write(driver, "One text. ")
    text = bench.decide.text.text
    engine_writes(driver, active_reflection="SUMMARY:\nAll new.")
    driver.session.notice_change()
    driver.settle()
    assert (bench.pair.a.seq, bench.pair.b.seq, bench.pair.is_gone) == (14, 33, True)
    assert bench.decide.text.text == text
    saved(driver, lambda: press(driver, Qt.Key.Key_Return, CONTROL))
    contents = [one.content for one in driver.session.snapshot.record.observations]
    assert text in contents
    assert driver.session.snapshot.record.reflection == "SUMMARY:\nAll new."
    assert bench.unsaved() == ""


def test_in_a_small_window_the_field_that_is_written_in_is_in_sight(driver, bench):
    driver.window.resize(900, 600)
    press(driver, Qt.Key.Key_3)
    field, foot = bench.decide.text, bench.bar
    driver.qtbot.waitUntil(lambda: bottom(field) < foot.mapTo(driver.window, QPoint(0, 0)).y())
    press(driver, Qt.Key.Key_Escape)
    press(driver, Qt.Key.Key_E)
    reason = bench.decide.reason
    driver.qtbot.waitUntil(lambda: bottom(reason) < foot.mapTo(driver.window, QPoint(0, 0)).y())


def bottom(widget):
    return widget.mapTo(widget.window(), QPoint(0, widget.height())).y()
