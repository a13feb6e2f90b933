"""The next turn: exact text, what each character comes from, and why nothing may be there."""

from __future__ import annotations

import pytest
from golden_scopes import RICH, observation, rewrite, sessions, show
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QLabel, QWidget

from desktop_app.core.turn.context import BlockKind
from ui.clipboard import BYTES_FORMAT
from ui.navigation import Place
from ui.tokens import Meaning
from ui.turn.inspector import TurnInspector
from ui.turn.items import ACCESSIBLE
from ui.turn.model import REFLECTION_KEY, turn_text
from ui.turn.view import TurnView

CTRL_SHIFT = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier


@pytest.fixture
def session(qtbot):
    yield from sessions()


@pytest.fixture
def rich(qtbot, session, golden_workspace):
    show(qtbot, session, golden_workspace("rich-coding-agent"), RICH)
    return session


def window(qtbot, session):
    host = QWidget()
    qtbot.addWidget(host)
    host.resize(1060, 620)
    view, inspector = TurnView(session, host), TurnInspector(session, host)
    view.host = host  # qtbot itself keeps no reference
    view.setGeometry(0, 0, 736, 620)
    inspector.setGeometry(736, 0, 324, 620)
    with qtbot.waitExposed(host):
        host.show()
    return view, inspector


def text_of(view, kind=BlockKind.OBSERVATIONAL):
    return next(block.text for block in view.blocks if block.block.kind is kind)


def point_at(text, offset):
    cursor = text.textCursor()
    cursor.setPosition(text.map.to_position(offset))
    return text.cursorRect(cursor).center() + QPoint(2, 0)


def clipboard():
    return QGuiApplication.clipboard().mimeData().data(BYTES_FORMAT).data()


def test_blocks_stand_in_order_and_only_memory_can_be_opened(qtbot, rich):
    view, _ = window(qtbot, rich)
    assert [block.block.kind for block in view.blocks] == [
        kind for kind in BlockKind if not kind.is_of_files
    ]
    assert [block.head.isEnabled() for block in view.blocks] == [True, True] + [False] * 4
    assert "unknown" in view.blocks[2].head.accessibleName()
    assert view.blocks[2].head.note == "the engine does not store it"
    assert "11 entries" in view.blocks[0].head.note


def test_the_shown_text_is_the_injected_text(qtbot, rich):
    view, _ = window(qtbot, rich)
    assert text_of(view).text == rich.snapshot.observational_text
    assert text_of(view, BlockKind.WORKING).text == rich.snapshot.working_text
    assert view.size_label.text() == "2,244 characters, 2,291 bytes"


@pytest.mark.parametrize("how", ["button", "key in the text", "key in the view"])
def test_copying_gives_every_byte(qtbot, rich, how):
    view, _ = window(qtbot, rich)
    if how == "button":
        qtbot.mouseClick(view.copy_button, Qt.MouseButton.LeftButton)
    else:
        target = text_of(view) if how == "key in the text" else view
        qtbot.keyClick(target, Qt.Key.Key_C, CTRL_SHIFT)
    assert clipboard() == rich.snapshot.observational_text.encode("utf-8", "surrogateescape")


def test_opening_another_message_copies_that_one(qtbot, rich):
    view, _ = window(qtbot, rich)
    qtbot.mouseClick(view.blocks[0].head, Qt.MouseButton.LeftButton)
    assert text_of(view, BlockKind.WORKING).isVisible()
    assert not text_of(view).isVisible()
    view.copy_text()
    assert clipboard() == rich.snapshot.working_text.encode()
    qtbot.mouseClick(view.blocks[0].head, Qt.MouseButton.LeftButton)
    assert view.open_block is None
    assert not view.copy_button.isEnabled()


def test_every_character_belongs_to_the_item_it_comes_from(rich):
    explanation = rich.snapshot.explanation
    text = turn_text(explanation)
    for item in text.items:
        assert {text.key_at(at) for at in range(item.span.start, item.span.end)} == {item.key}
        if item.standing is not None:
            shown = text.text[item.span.start : item.span.end]
            assert shown == f"- [{item.seq}] {item.standing.observation.content}"
    assert text.key_at(0) == ""
    assert text.key_at(len(text.text)) == ""
    assert text.items[0].key == REFLECTION_KEY
    assert len(text.items) == 21


def test_a_mention_belongs_to_the_observation_it_names(rich):
    text = turn_text(rich.snapshot.explanation)
    at = text.text.index("(step 33)")
    assert text.key_at(at) == text.key_at(at + 8) == "32"
    assert text.key_at(at - 1) == ""


def test_hovering_the_text_marks_the_list_and_the_other_way_round(qtbot, rich):
    view, inspector = window(qtbot, rich)
    text = text_of(view)
    item = inspector.presenter.text.items[3]
    qtbot.mouseMove(text.viewport(), point_at(text, item.span.start + 4))
    assert inspector.presenter.hovered == item.key
    row = inspector.list.visualRect(inspector.list.model().index(5, 0))
    qtbot.mouseMove(inspector.list.viewport(), row.center())
    assert inspector.presenter.hovered == inspector.presenter.text.items[5].key
    assert [colour.name() for _area, colour in text.visible_grounds()] == ["#f2f2f5"]


def test_clicking_the_text_selects_the_observation_everywhere(qtbot, rich):
    view, inspector = window(qtbot, rich)
    text = text_of(view)
    item = inspector.presenter.text.items[2]
    place = point_at(text, item.span.start + 3)
    qtbot.mouseClick(text.viewport(), Qt.MouseButton.LeftButton, pos=place)
    assert rich.selected_observation == item.index
    assert inspector.list.currentIndex().row() == 2
    assert inspector.facts.section.accessibleName() == "Observation 19"


def test_the_keyboard_moves_through_the_items_and_shows_their_characters(qtbot, rich):
    view, inspector = window(qtbot, rich)
    text = text_of(view)
    qtbot.keyClick(inspector.list, Qt.Key.Key_Home)
    assert inspector.presenter.selected == REFLECTION_KEY
    for _ in range(20):
        qtbot.keyClick(inspector.list, Qt.Key.Key_Down)
    assert inspector.presenter.item.seq == "40"
    assert rich.selected_observation == 39
    strips = [meaning for _area, meaning in text.visible_strips()]
    assert strips.count(Meaning.ACCENT) == 1
    qtbot.keyClick(inspector.list, Qt.Key.Key_Return)
    assert text.map.to_offset(text.textCursor().position()) == inspector.presenter.item.span.start


def test_a_selected_observation_is_marked_where_warnings_name_it(qtbot, rich):
    view, inspector = window(qtbot, rich)
    rich.select_observation(32)
    text = text_of(view)
    [mark] = text.extraSelections()
    assert mark.cursor.selectedText() == "(step 33)"
    labels = [
        row.accessibleName() for row in inspector.facts.facts.findChildren(type(view).__base__)
    ]
    assert "characters: 1,270 – 1,354" in labels
    assert "tokens: 20 stored · 22 measured" in labels
    assert "why in: rank 6 of 40, 265 left before it" in labels


def test_an_observation_that_is_out_says_why(qtbot, rich):
    _, inspector = window(qtbot, rich)
    rich.select_observation(0)
    labels = " ".join(label.text() for label in inspector.facts.findChildren(QLabel))
    assert "not in this text" in labels
    assert "rank 24 of 40, needs 18, 4 left" in labels
    assert not inspector.facts.copy_button.isVisible()


@pytest.mark.parametrize("where", ["list", "button", "text"])
def test_the_table_is_one_key_away(qtbot, rich, where):
    view, inspector = window(qtbot, rich)
    rich.select_observation(32)
    with qtbot.waitSignal(rich.target_requested) as went:
        if where == "button":
            qtbot.mouseClick(inspector.facts.jump, Qt.MouseButton.LeftButton)
        else:
            qtbot.keyClick(inspector.list if where == "list" else text_of(view), Qt.Key.Key_T)
    assert (went.args[0].place, went.args[0].index) == (Place.OBSERVATIONS, 32)


def test_w_wraps_long_lines_or_not(qtbot, rich):
    view, _ = window(qtbot, rich)
    qtbot.keyClick(text_of(view), Qt.Key.Key_W)
    assert view.lines.current == "exact"
    assert text_of(view).lineWrapMode() == text_of(view).LineWrapMode.NoWrap


def test_a_reload_keeps_the_open_message_and_the_place(qtbot, rich):
    view, inspector = window(qtbot, rich)
    rich.select_observation(39)
    bar = text_of(view).verticalScrollBar()
    before = bar.value()
    with qtbot.waitSignal(rich.snapshot_changed):
        rich.reload()
    assert before > 0
    assert bar.value() == before
    assert inspector.presenter.item.seq == "40"


def test_a_commit_of_the_engine_leaves_the_text_where_it_was_scrolled_to(
    qtbot, session, golden_workspace
):
    workspace = golden_workspace("rich-coding-agent")
    show(qtbot, session, workspace, RICH)
    view, inspector = window(qtbot, session)
    session.select_observation(39)
    text = text_of(view)
    before = text.verticalScrollBar().value()
    reflection = session.snapshot.record.reflection + "\n- [seq:1] vs [seq:40]: new"
    rewrite(workspace, RICH, active_reflection=reflection)
    with qtbot.waitSignal(session.snapshot_changed):
        session.reload()
    assert text.text == session.snapshot.observational_text
    assert "(step 40)" in text.text
    assert text.verticalScrollBar().value() == before > 0
    assert inspector.presenter.item.seq == "40"
    assert [mark.cursor.selectedText() for mark in text.extraSelections()] == ["(step 40)"]


ODD = (
    observation(1, "👨‍👩‍👧 family, 客户 and \x1b[0m escape"),
    observation(2, "שלום\nsecond line <b>not bold</b> \u200b"),
    observation(3, "plain 😀"),
)


def test_offsets_survive_emoji_cjk_and_invisible_characters(qtbot, session, golden_workspace):
    workspace = golden_workspace("rich-coding-agent")
    rewrite(workspace, RICH, active_observations_json=list(ODD), active_reflection="")
    show(qtbot, session, workspace, RICH)
    view, inspector = window(qtbot, session)
    text = text_of(view)
    assert text.text == session.snapshot.observational_text
    for item in inspector.presenter.text.items:
        seen = []
        for offset in (item.span.start + 2, item.span.end - 1):
            qtbot.mouseMove(text.viewport(), QPoint(2, 2))
            qtbot.mouseMove(text.viewport(), point_at(text, offset))
            seen.append(inspector.presenter.hovered)
        assert seen[0] == item.key
        rich_text = text.text[item.span.start : item.span.end]
        assert rich_text.endswith(item.standing.observation.content)
    rows = inspector.list.model()
    assert rows.index(0, 0).data() == "👨‍👩‍👧 family, 客户 and ‹ESC›[0m escape"
    assert "‹LF›" in rows.index(1, 0).data(ACCESSIBLE)


def test_ten_thousand_items_are_taken_apart_and_listed(qtbot, session, golden_workspace):
    workspace = golden_workspace("rich-coding-agent")
    items = [observation(n, f"fact number {n} 😀", token_count=1) for n in range(1, 10_001)]
    config = (
        '{"observe_min_tokens":1200,"snippet_max_tokens":20000,"reflect_threshold_tokens":4000}'
    )
    rewrite(workspace, RICH, active_observations_json=items, config_json=config)
    show(qtbot, session, workspace, RICH)
    view, inspector = window(qtbot, session)
    qtbot.waitUntil(lambda: inspector.list.model().rowCount() == 10_001)
    session.select_observation(9_999)
    text, item = text_of(view), inspector.presenter.item
    assert text.map.to_offset(text.textCursor().position()) == item.span.start
    session.select_observation(0)
    assert inspector.presenter.item.seq == "1"
