"""Buttons, tabs, segments, badges, fields, labels: what they say and do."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QLabel, QListWidget, QTabBar, QVBoxLayout, QWidget

from ui.icons import Icon
from ui.theme import Mode
from ui.tokens import Meaning
from ui.widgets.badge import Badge, KeyCap, LinkBadge
from ui.widgets.banner import Banner
from ui.widgets.button import Button, ButtonKind, IconButton
from ui.widgets.empty_state import DropArea, EmptyState
from ui.widgets.fields import FilterField, SearchField
from ui.widgets.key_hints import KeyHints
from ui.widgets.labels import ELIDE_MIDDLE, Breadcrumb, ElidedLabel, TextLabel, plain_tip
from ui.widgets.link import Link
from ui.widgets.recent import RecentEntry, RecentList
from ui.widgets.section import Facts, Section
from ui.widgets.segments import Segments
from ui.widgets.tabs import TabBar
from ui.widgets.toast import Toast


@pytest.fixture
def show(qtbot):
    """Show a widget and wait until it is there."""

    def show(widget, width=400, height=200):
        qtbot.addWidget(widget)
        widget.resize(width, height)
        with qtbot.waitExposed(widget):
            widget.show()
        return widget

    return show


def test_a_button_makes_room_for_icon_and_key_and_takes_the_space_bar(show, qtbot):
    plain, full = Button("Export"), Button("Export", icon=Icon.EXPORT, key="Ctrl E")
    assert full.sizeHint().width() > plain.sizeHint().width() + 50
    full.set_key_visible(False)
    assert full.sizeHint().width() < plain.sizeHint().width() + 50
    show(full)
    with qtbot.waitSignal(full.clicked):
        qtbot.keyClick(full, Qt.Key.Key_Space)
    assert full.accessibleName() == "Export"


def test_an_unavailable_button_says_why(show):
    button = show(Button("Save", kind=ButtonKind.PRIMARY))
    button.set_unavailable("This folder is read-only")
    assert not button.isEnabled()
    assert button.toolTip() == button.accessibleDescription() == "This folder is read-only"
    button.set_unavailable("")
    assert button.isEnabled()


@pytest.mark.parametrize("mode", [Mode.LIGHT, Mode.DARK])
def test_every_state_of_every_button_paints_differently(show, look, mode):
    look.set_mode(mode)
    for kind in ButtonKind:
        button = show(Button("Save", kind=kind), 80, 28)
        calm = button.grab().toImage()
        button.setDown(True)
        pressed = button.grab().toImage()
        button.setDown(False)
        button.setEnabled(False)
        disabled = button.grab().toImage()
        assert calm != pressed != disabled != calm


def test_tabs_tell_their_key_and_name_their_counts(show, qtbot):
    tabs = TabBar("Views")
    for key, text in (("observations", "Observations"), ("turn", "Turn"), ("history", "History")):
        tabs.add_tab(key, text)
    show(tabs)
    with qtbot.waitSignal(tabs.current_changed, check_params_cb=lambda key: key == "turn"):
        tabs.show_index(1)
    tabs.set_count("observations", "40", Meaning.CAUTION)
    bar = tabs.findChild(QTabBar)
    assert bar.accessibleTabName(0) == "Observations 40"
    tabs.set_tab_visible("turn", visible=False)
    tabs.show_index(1)
    assert tabs.current == "history"
    tabs.show_index(7)
    assert tabs.current == "history"


def test_a_longer_count_gives_the_tab_more_room(show):
    tabs = TabBar("Views")
    tabs.add_tab("observations", "Observations", "4")
    bar = show(tabs).findChild(QTabBar)
    before = bar.tabRect(0).width()
    tabs.set_count("observations", "40,000")
    assert bar.tabRect(0).width() > before


def test_arrow_keys_move_between_tabs(show, qtbot):
    tabs = TabBar("Views")
    tabs.add_tab("one", "One")
    tabs.add_tab("two", "Two")
    show(tabs)
    qtbot.keyClick(tabs.focusProxy(), Qt.Key.Key_Right)
    assert tabs.current == "two"


def test_segments_keep_exactly_one_choice(show, qtbot):
    segments = show(Segments("Show", [("all", "All 40"), ("in", "In 20"), ("out", "Out 20")]))
    assert segments.current == "all"
    with qtbot.waitSignal(segments.changed, check_params_cb=lambda key: key == "out"):
        segments.choose("out")
    segments.setFocus()
    qtbot.keyClick(segments.focusProxy(), Qt.Key.Key_Left)
    assert segments.current == "in"
    wide = segments.sizeHint().width()
    segments.set_text("in", "In 20,000")
    assert segments.sizeHint().width() > wide


def test_badges_are_labels_for_screen_readers_and_links_are_buttons(show, qtbot):
    badge = Badge("out", Meaning.OUT, Icon.DASH)
    assert isinstance(badge, QLabel)
    assert badge.accessibleName() == "out"
    link = show(LinkBadge("by 21", Meaning.SUPERSEDED, Icon.SUPERSEDED))
    with qtbot.waitSignal(link.clicked):
        qtbot.mouseClick(link, Qt.MouseButton.LeftButton)
    assert KeyCap("Ctrl K").sizeHint().width() > KeyCap("K").sizeHint().width() == 18


def test_escape_clears_a_field_first_and_leaves_it_then(show, qtbot):
    field = show(SearchField("Search all memory", key="Ctrl K"))
    field.select_all()
    qtbot.keyClicks(field.line, "refund")
    assert field.text == "refund"
    with qtbot.waitSignal(field.text_changed):
        qtbot.keyClick(field.line, Qt.Key.Key_Escape)
    with qtbot.waitSignal(field.left):
        qtbot.keyClick(field.line, Qt.Key.Key_Escape)
    with qtbot.waitSignal(field.submitted):
        qtbot.keyClick(field.line, Qt.Key.Key_Return)


def test_a_click_anywhere_on_a_field_puts_the_cursor_in(show, qtbot):
    field = show(FilterField("Filter", key="/"), 200, 28)
    qtbot.mouseClick(field, Qt.MouseButton.LeftButton, pos=QPoint(6, 14))
    assert field.line.hasFocus() or field.focusProxy() is field.line
    assert field.line.accessibleName() == "Filter"


def test_a_cut_label_keeps_all_of_its_text(show):
    label = show(ElidedLabel("conversation-with-a-long-id-4711", ELIDE_MIDDLE), 90, 20)
    assert "…" in label.shown
    assert label.accessibleName() == "conversation-with-a-long-id-4711"
    assert "conversation-with-a-long-id-4711" in label.toolTip()
    label.resize(400, 20)
    assert label.shown == label.text()
    assert not label.toolTip()


def test_a_tooltip_never_becomes_html():
    assert "&lt;img" in plain_tip("<img src=x> & more")


def test_every_step_of_a_breadcrumb_but_the_last_leads_there(show, qtbot):
    crumbs = Breadcrumb()
    crumbs.set_steps(["acme", "conv-42", "coder"])
    show(crumbs)
    links = crumbs.findChildren(Link)
    assert [link.text() for link in links] == ["acme", "conv-42"]
    with qtbot.waitSignal(crumbs.chosen, check_params_cb=lambda index: index == 1):
        links[1].click()
    assert crumbs.accessibleName() == "acme / conv-42 / coder"


def test_a_banner_speaks_and_offers_one_button(show, qtbot):
    page = show(QWidget())
    banner = Banner(page)
    banner.show_banner(Meaning.DAMAGED, "The engine can't read this", "Look.", "Show")
    assert banner.isVisible()
    assert banner.accessibleName() == "The engine can't read this. Look."
    with qtbot.waitSignal(banner.activated):
        banner.findChild(Button).click()


def test_a_toast_runs_its_action_once_and_goes(show):
    page, done = show(QWidget(), 600, 300), []
    toast = Toast(page)
    toast.show_message("Observation 14 removed.", action="Undo", run=lambda: done.append(1))
    assert toast.isVisible()
    toast.findChild(Button).click()
    toast.findChild(Button).click()
    assert done == [1]
    assert toast.isHidden()


def test_a_toast_stays_above_the_bar_when_the_window_grows(show, qtbot):
    page = show(QWidget(), 600, 300)
    toast = Toast(page)
    toast.set_bottom(60)
    toast.show_message("The disk is full.", lasting=True)
    page.resize(600, 500)
    qtbot.waitUntil(lambda: toast.geometry().bottom() > 400)
    assert toast.geometry().bottom() < 440


def test_a_toast_covers_nothing_that_can_be_pressed(show, qtbot):
    page = show(QWidget(), 900, 400)
    button, rows = Button("Consolidate…", page), QListWidget(page)
    button.setGeometry(60, 352, 120, 28)
    rows.setGeometry(300, 0, 300, 400)
    rows.addItems([f"row {number}" for number in range(40)])
    button.show()
    rows.show()
    toast = Toast(page)
    toast.show_message("MEMORY.md is saved.", action="Undo")
    place = toast.geometry()
    assert place.left() > 600
    assert page.rect().contains(place)
    qtbot.mouseClick(toast.findChild(Button), Qt.MouseButton.LeftButton)
    button.hide()
    toast.show_message("MEMORY.md is saved.")
    assert toast.geometry().left() < 60


def test_an_empty_state_says_what_to_do(show):
    state = show(EmptyState("No memory here yet", "It appears soon.", (Button("Open…"),)))
    assert state.accessibleName() == "No memory here yet. It appears soon."
    state.set_words("Nothing found")
    assert state.accessibleName() == "Nothing found."
    DropArea("or drop a folder here").set_over(True)


def test_a_recent_workspace_is_chosen_by_key_and_click(show, qtbot):
    recent = RecentList("Recent")
    entry = RecentEntry("support-bot", "~/agents/support-bot", "7 scopes", "today")
    recent.set_entries(
        (entry, RecentEntry("old", "/media/usb", "not there", "3 May", missing=True))
    )
    view = show(recent).focusProxy()
    view.setCurrentIndex(view.model().index(1, 0))
    with qtbot.waitSignal(recent.chosen, check_params_cb=lambda index: index == 1):
        qtbot.keyClick(view, Qt.Key.Key_Return)
    spoken = view.model().index(0, 0).data(Qt.ItemDataRole.AccessibleTextRole)
    assert spoken == "support-bot, ~/agents/support-bot, 7 scopes, today"


def test_facts_and_sections_are_named(show):
    section = Section("Score")
    section.set_note("rank 24 of 40")
    facts = Facts()
    facts.add("created", "2026-04-20")
    facts.add("messages", Link("0 – 3"))
    section.body.addWidget(facts)
    show(section)
    assert section.accessibleName() == "Score"
    assert any(
        child.accessibleName() == "created: 2026-04-20" for child in facts.findChildren(QWidget)
    )
    facts.clear()
    assert facts.layout().count() == 0


def test_the_label_of_a_fact_stands_beside_the_first_line_of_it(show):
    facts = Facts()
    facts.setFixedWidth(200)
    value = TextLabel("so many words that one line is not enough for them", wrap=True)
    facts.add("because", value)
    facts.add("one", TextLabel("line", wrap=True))
    show(facts)
    label = next(one for one in facts.findChildren(TextLabel) if one.text() == "because")
    row = value.parentWidget()
    assert value.height() > 2 * value.fontMetrics().height()
    first_line = value.contentsRect().top() + value.fontMetrics().height() / 2
    assert abs(label.geometry().center().y() - (value.y() + first_line)) <= 3
    assert row.height() >= value.heightForWidth(value.width())


def test_all_lines_of_a_long_fact_are_shown_beside_others(show):
    host, facts = QWidget(), Facts()
    value = TextLabel("so many words that many lines are needed for them " * 12, wrap=True)
    facts.add("because", value)
    facts.add("one", TextLabel("line", wrap=True))
    layout = QVBoxLayout(host)
    layout.addWidget(facts)
    layout.addStretch(1)
    host.setFixedSize(320, 900)
    show(host)
    assert value.height() >= value.heightForWidth(value.width())


def test_key_hints_name_all_keys(qtbot):
    hints = KeyHints([("E", "edit"), ("Del", "remove")])
    qtbot.addWidget(hints)
    assert hints.accessibleName() == "E: edit, Del: remove"
    assert IconButton(Icon.MENU, "Menu").accessibleName() == "Menu"
