"""What is typed is never lost: it stays with its observation until it is saved or given up."""

from __future__ import annotations

import pytest
from golden_scopes import rewrite
from observation_keys import (
    CONTROL,
    INTENT,
    RICH,
    begin,
    choose,
    inspector_of,
    items,
    press,
    reload,
    save,
    show_all,
    show_rich,
    spoken,
    stored,
    view_of,
    write,
)
from observation_views import edit as edit_file
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication

from desktop_app.core.editing.journal import EntryState
from desktop_app.services.editing.observation_actions import edit_observation
from desktop_app.services.workspace import open_editor
from ui.observations.damaged import DamagedView
from ui.observations.edit_menu import edit_menu

OTHER = "acme|conv-42|coder"


@pytest.fixture
def rich(driver, golden_workspace):
    show_rich(driver, golden_workspace)
    return driver


def test_a_text_waits_for_its_observation_to_be_selected_again(rich):
    begin(rich, 17, " More.")
    whole = inspector_of(rich).text.text
    choose(rich, 5)
    assert inspector_of(rich).text.text.startswith("Money is stored")
    assert not inspector_of(rich).text.bar.isVisible()
    show_all(rich)
    assert spoken(rich, 17).endswith("with an edit that is not saved")
    assert "not saved" not in spoken(rich, 5)
    choose(rich, 17)
    assert inspector_of(rich).text.text == whole
    assert inspector_of(rich).text.bar.isVisible()


def test_a_text_waits_while_another_scope_is_shown(rich):
    begin(rich, 17, " More.")
    whole = inspector_of(rich).text.text
    rich.show(OTHER)
    assert view_of(rich).unsaved() == "the text of observation 17"
    rich.show(RICH)
    choose(rich, 17)
    assert inspector_of(rich).text.text == whole
    save(rich)
    assert items(rich)[16]["content"] == whole
    assert view_of(rich).unsaved() == ""


def test_esc_gives_up_and_the_text_can_be_brought_back(rich):
    begin(rich, 17, " More.")
    inspector = inspector_of(rich)
    whole = inspector.text.text
    press(rich, Qt.Key.Key_Escape)
    assert view_of(rich).table.hasFocus()
    assert inspector.text.text != whole
    assert view_of(rich).unsaved() == ""
    rich.qtbot.mouseClick(inspector.text.back, Qt.MouseButton.LeftButton)
    assert inspector.text.text == whole
    assert view_of(rich).unsaved() == "the text of observation 17"


def test_an_empty_text_can_not_be_saved_and_says_why(rich):
    choose(rich, 17)
    press(rich, Qt.Key.Key_E)
    before = stored(rich)
    press(rich, Qt.Key.Key_A, CONTROL)
    press(rich, Qt.Key.Key_Backspace)
    bar = inspector_of(rich).text.bar
    rich.qtbot.waitUntil(lambda: not bar.save_button.isEnabled())
    assert bar.effect.text().startswith("An observation needs text. ")
    assert stored(rich) == before


def test_the_list_saves_every_edit_at_once(rich):
    for seq in (3, 17):
        begin(rich, seq, " More.")
    rich.do("pane.middle")
    press(rich, Qt.Key.Key_S, CONTROL)
    rich.qtbot.waitUntil(lambda: not view_of(rich).unsaved())
    rich.settle()
    edited = [one["seq"] for one in items(rich) if one["content"].endswith(" More.")]
    assert edited == [3, 17]


def test_what_saving_does_is_told_while_somebody_types(rich):
    choose(rich, 26)
    press(rich, Qt.Key.Key_I)
    press(rich, Qt.Key.Key_1)
    bar = inspector_of(rich).text.bar
    rich.qtbot.waitUntil(lambda: "goes out" in bar.effect.text())
    first, second, *_ = bar.effect.text().splitlines()
    plan = edit_observation(rich.session.snapshot, 25, INTENT, importance=0.1)
    rank = plan.after.explanation.standings[25].rank
    assert first == f"score 0.0633 → 0.00667 · rank 9 → {rank} · goes out"
    assert second.startswith("next turn 416 → ")


def test_the_importance_says_what_counts(rich):
    choose(rich, 13)
    section = inspector_of(rich).text
    assert section.counts_as.text() == (
        "Superseded by 21: the engine counts exactly 0.1, whatever stands here."
    )
    choose(rich, 5)
    assert not section.counts_as.isVisible()
    press(rich, Qt.Key.Key_I)
    press(rich, Qt.Key.Key_0)
    assert section.counts_as.text() == (
        "0 means that it was never scored: the engine counts it as 0.5."
    )


def test_a_new_text_that_was_given_up_can_be_brought_back(rich):
    press(rich, Qt.Key.Key_N)
    write(rich, "User wants")
    press(rich, Qt.Key.Key_Escape)
    assert view_of(rich).unsaved() == ""
    press(rich, Qt.Key.Key_N)
    form = inspector_of(rich).form
    assert form.area.text == ""
    rich.qtbot.mouseClick(form.back, Qt.MouseButton.LeftButton)
    assert form.area.text == "User wants"
    assert view_of(rich).unsaved() == "a new observation"


def test_a_long_text_is_laid_out_for_editing_only_when_it_is_edited(rich):
    text = "word " * 6_000 + "end"
    edit_file(rich.session, RICH, lambda found: [{**found[0], "content": text}, *found[1:]])
    reload(rich)
    choose(rich, 1)
    section = inspector_of(rich).text
    assert section.box.isVisible()
    assert section.text == text
    press(rich, Qt.Key.Key_E)
    write(rich, "!")
    save(rich)
    assert items(rich)[0]["content"] == text + "!"


def test_everything_can_be_kept_as_drafts(rich):
    begin(rich, 17, " More.")
    show_all(rich)
    press(rich, Qt.Key.Key_N)
    write(rich, "A new one.")
    view = view_of(rich)
    assert view.unsaved() == "2 edits of observations"
    before = stored(rich)
    view.keep_draft()
    rich.qtbot.waitUntil(lambda: not view.unsaved())
    rich.settle()
    editor = open_editor(rich.session.source)
    entries = editor.journal.entries(editor.file)
    assert {entry.state for entry in entries} == {EntryState.DRAFT}
    assert {entry.label for entry in entries} == {"Edit observation 17", "Add observation 41"}
    assert stored(rich) == before


def test_leaving_needs_no_wait_for_edits_that_were_worked_out(rich):
    begin(rich, 17, " More.")
    editor = view_of(rich).editor
    rich.qtbot.waitUntil(lambda: editor.prepared.change(editor.draft) is not None)
    view_of(rich).save()
    assert rich.session.editing.is_saving
    rich.settle()
    assert items(rich)[16]["content"].endswith(" More.")


def test_a_damaged_record_refuses_every_command_with_the_reason(driver, golden_workspace):
    driver.open(golden_workspace("hand-edited"))
    driver.show("default|unreadable-json|default")
    view = driver.frame.middle.view
    assert isinstance(view, DamagedView)
    about_observations = [
        command for command in view.commands() if command.spec.id.startswith("observation.")
    ]
    assert len(about_observations) == 7  # the eighth edits the stored text instead
    assert {command.reason for command in about_observations} == {
        "The engine can’t read this record; repair it first."
    }


def test_the_menu_of_the_list_offers_everything(rich):
    choose(rich, 17)
    menu = edit_menu(view_of(rich), view_of(rich).commands())
    offered = {action.objectName(): action.isEnabled() for action in menu.actions()}
    assert offered.pop("observation.merge") is False
    assert all(offered.values())
    assert len(offered) == 7
    menu.deleteLater()


def test_an_empty_scope_takes_a_first_observation(driver, golden_workspace):
    folder = golden_workspace("rich-coding-agent")
    rewrite(folder, RICH, active_observations_json="[]", active_reflection="")
    driver.open(folder)
    driver.show(RICH)
    view = view_of(driver)
    driver.qtbot.mouseClick(view.nothing.add_button, Qt.MouseButton.LeftButton)
    assert QApplication.focusWidget() is inspector_of(driver).form.area.edit
    write(driver, "The first one.")
    save(driver)
    assert [one["content"] for one in items(driver)] == ["The first one."]
    assert view.presenter.selected_row.observation.seq == 1
