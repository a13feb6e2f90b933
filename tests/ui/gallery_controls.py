"""Pages of the gallery: buttons, fields, tabs, messages, and the window without a workspace."""

from __future__ import annotations

from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from ui.fonts import Role
from ui.icons import Icon
from ui.tokens import Meaning
from ui.widgets.badge import Badge, KeyCap, LinkBadge
from ui.widgets.banner import Banner
from ui.widgets.button import Button, ButtonKind, IconButton
from ui.widgets.empty_state import DropArea, EmptyState
from ui.widgets.fields import FilterField, SearchField
from ui.widgets.key_hints import KeyHints
from ui.widgets.labels import Breadcrumb
from ui.widgets.link import Link
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
