"""Editing while the engine writes: nothing of either side is lost."""

from __future__ import annotations

import pytest
from golden_scopes import observation
from observation_keys import (
    CONTROL,
    RICH,
    begin,
    inspector_of,
    items,
    press,
    reload,
    save,
    saved,
    show_rich,
    stored,
    view_of,
    write,
)
from observation_views import edit as edit_file
from PySide6.QtCore import Qt

from desktop_app.core.editing.conflict import Choice


@pytest.fixture
def rich(driver, golden_workspace):
    show_rich(driver, golden_workspace)
    return driver


def conflict(rich):
    """Save the edited observation, which the engine has changed meanwhile; give the conflict."""
    edit_file(
        rich.session,
        RICH,
        lambda found: [{**one, "content": "Theirs."} if one["seq"] == 17 else one for one in found],
    )
    reload(rich)
    with rich.qtbot.waitSignal(rich.session.editing.conflicted) as told:
        inspector_of(rich).save()
    (conflicted,) = told.args
    return conflicted


def test_what_the_engine_adds_meanwhile_is_merged(rich):
    begin(rich, 17, " More.")
    whole = inspector_of(rich).text.text
    edit_file(rich.session, RICH, lambda found: [*found, observation(41, "Added by the engine")])
    reload(rich)
    assert inspector_of(rich).text.text == whole
    assert not inspector_of(rich).text.bar.note.isVisible()
    inspector_of(rich).text.area.edit.setFocus()
    save(rich)
    assert items(rich)[16]["content"] == whole
    assert items(rich)[40]["content"] == "Added by the engine"


def test_a_record_that_changes_underneath_is_told_and_ends_in_a_conflict(rich):
    begin(rich, 17, " Mine.")
    whole = inspector_of(rich).text.text
    edit_file(
        rich.session,
        RICH,
        lambda found: [{**one, "content": "Theirs."} if one["seq"] == 17 else one for one in found],
    )
    reload(rich)
    bar = inspector_of(rich).text.bar
    assert inspector_of(rich).text.text == whole
    assert bar.note.accessibleName().startswith("It was changed underneath.")
    with rich.qtbot.waitSignal(rich.session.editing.conflicted):
        inspector_of(rich).save()
    rich.settle()
    assert items(rich)[16]["content"] == "Theirs."
    assert view_of(rich).unsaved() == "the text of observation 17"


def test_a_text_whose_observation_is_gone_can_become_a_new_one(rich):
    begin(rich, 40, " Kept.")
    whole = inspector_of(rich).text.text
    edit_file(rich.session, RICH, lambda found: found[:39])
    reload(rich)
    note = view_of(rich).homeless
    assert note.banner.accessibleName().startswith("Observation 40 is gone")
    note.banner.activated.emit()
    assert inspector_of(rich).form.area.text == whole
    save(rich)
    assert items(rich)[39]["content"] == whole
    assert not note.isVisible()


def test_characters_that_a_text_field_loses_stay_what_they_are(rich, golden_workspace):
    odd = "one\r\ntwo\u2028three\u00a0four\x1b[31m\ufdd0 \u200b end"
    edit_file(rich.session, RICH, lambda found: [{**found[0], "content": odd}, *found[1:]])
    reload(rich)
    begin(rich, 1, "!")
    save(rich)
    assert items(rich)[0]["content"] == odd + "!"


def test_a_form_stays_open_while_the_engine_writes(rich):
    press(rich, Qt.Key.Key_N)
    write(rich, "User wants")
    edit_file(rich.session, RICH, lambda found: [*found, observation(41, "Added by the engine")])
    reload(rich)
    form = inspector_of(rich).form
    assert form.isVisible()
    write(rich, " French invoices.")
    save(rich)
    assert [one["content"] for one in items(rich)[40:]] == [
        "Added by the engine",
        "User wants French invoices.",
    ]


def test_keys_that_the_engine_drops_are_named_before_saving(rich):
    edit_file(rich.session, RICH, lambda found: [{**found[0], "mood": "fine"}, *found[1:]])
    reload(rich)
    begin(rich, 17, " More.")
    bar = inspector_of(rich).text.bar
    rich.qtbot.waitUntil(lambda: "“mood”" in bar.effect.text())


def test_a_conflict_that_is_settled_leaves_nothing_unsaved(rich):
    begin(rich, 17, " Mine.")
    whole = inspector_of(rich).text.text
    conflicted = conflict(rich)
    editing = rich.session.editing
    choices = [Choice.MINE for _ in conflicted.rebase.items]
    with rich.qtbot.waitSignal(editing.saved):
        editing.resolve(conflicted, choices)
    rich.settle()
    assert items(rich)[16]["content"] == whole
    assert view_of(rich).unsaved() == ""
    assert not inspector_of(rich).text.bar.isVisible()


@pytest.mark.parametrize("keeps", [True, False])
def test_a_conflict_that_is_left_or_lost_takes_the_text_out_of_the_list(rich, keeps):
    begin(rich, 17, " Mine.")
    conflicted = conflict(rich)
    editing = rich.session.editing
    if keeps:
        with rich.qtbot.waitSignal(editing.drafted):
            editing.keep_draft(conflicted.wish.change)
    else:
        with rich.qtbot.waitSignal(editing.unchanged):
            editing.resolve(conflicted, [Choice.THEIRS for _ in conflicted.rebase.items])
    rich.settle()
    assert view_of(rich).unsaved() == ""
    assert inspector_of(rich).text.text == "Theirs."


def test_undo_in_the_list_takes_an_edit_back_to_the_byte(rich):
    before = stored(rich)
    begin(rich, 17, " More.")
    save(rich)
    assert view_of(rich).table.hasFocus()
    saved(rich, lambda: press(rich, Qt.Key.Key_Z, CONTROL))
    assert stored(rich)[:5] == before[:5]
    assert stored(rich)[7:12] == before[7:12]
    assert not inspector_of(rich).text.text.endswith("More.")
    assert view_of(rich).unsaved() == ""
