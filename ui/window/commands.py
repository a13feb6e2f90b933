"""Everything the window can do: menus, keys and the palette are made from it."""

from __future__ import annotations

from functools import cached_property, partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Slot
from PySide6.QtGui import QActionGroup, QGuiApplication
from PySide6.QtWidgets import QMenu

from ui.actions import key_text
from ui.navigation import Place, Target
from ui.theme import Mode
from ui.window import closed_reasons
from ui.window.command_table import specs
from ui.window.edit_commands import EditCommands
from ui.window.file_commands import FileCommands
from ui.window.focus import PaneFocus
from ui.window.looks import Looks
from ui.window.menu_table import Submenu, menu
from ui.window.middle import TABS
from ui.window.scope_commands import ScopeCommands

if TYPE_CHECKING:
    from collections.abc import Callable

    from ui.main_window import MainWindow
    from ui.search.view import SearchPage
    from ui.window.export import Exporter


class Commands(QObject):
    """Adds the commands to the registry and does what they say."""

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window)
        self._window = window
        self._specs = {spec.id: spec for spec in specs()}
        self._menu, self._view_menu = QMenu(window), QMenu(window)
        self._workspaces = QMenu(window)

    def key(self, action_id: str) -> str:
        """Return the first key of a command as one cap."""
        return key_text(self._specs[action_id].keys[0])

    def connect_all(self) -> None:
        """Add every command; the window's parts must exist."""
        window = self._window
        self.focus = PaneFocus(window)
        self.looks = Looks(window)
        self.edits = EditCommands(window)
        self.scopes = ScopeCommands(window)
        doings = self._doings()
        for action_id, spec in self._specs.items():
            window.registry.add(spec, doings[action_id], window)
        looks = [f"look.{mode}" for mode in Mode]
        one_look = QActionGroup(window)
        for action_id in ("view.follow", "view.lanes", *looks):
            action = window.registry.action(action_id)
            action.setCheckable(True)
            if action_id in looks:
                one_look.addAction(action)
        self.files = FileCommands(window)
        self._fill_menus()
        self._connect_header()
        self.edits.connect_all()
        self.scopes.connect_all()
        window.session.snapshot_changed.connect(self._judge)
        window.navigator.trail_changed.connect(self._judge)
        window.session.source_changed.connect(self._judge)
        window.session.outline_changed.connect(self._judge)
        window.session.source_changed.connect(self.edits.judge)
        window.next_turn.lanes_shown.connect(window.registry.action("view.lanes").setChecked)
        self._judge()

    def _doings(self) -> dict[str, Callable[[], object]]:
        window, navigator = self._window, self._window.navigator
        tabs = {f"tab.{place}": partial(self._go, place) for place in TABS}
        looks = {f"look.{mode}": partial(self.looks.set_mode, mode) for mode in Mode}
        return {
            "palette.open": self._open_palette,
            "palette.commands": partial(self._open_palette, ">"),
            "file.open": window.opening.ask,
            "file.open_file": window.opening.ask_file,
            "file.demo": window.opening.open_demo,
            "file.quit": window.close,
            "scope.export": window.frame.middle.head.open_export,
            "scope.export_json": partial(self._export, "json"),
            "scope.export_markdown": partial(self._export, "markdown"),
            "scope.export_raw": self._export_raw,
            "scope.copy_memory_id": self._copy_memory_id,
            "search.page": self.show_search,
            "find.here": self.focus.find_here,
            "tree.filter": self.focus.filter_tree,
            "view.back": navigator.back,
            "view.forward": navigator.forward,
            "view.reload": window.reload,
            "view.follow": self.toggle_follow,
            "view.tree": window.frame.panes.toggle_tree,
            "view.inspector": window.frame.panes.toggle_inspector,
            "view.lanes": window.next_turn.toggle_lanes,
            "pane.next": self.focus.next_pane,
            "pane.previous": self.focus.previous_pane,
            "pane.tree": self.focus.go_tree,
            "pane.middle": self.focus.go_middle,
            "pane.inspector": self.focus.go_inspector,
            "go.changes": partial(self._go, Place.CHANGES),
            "go.review": partial(self._go, Place.REVIEW),
            "go.doctor": partial(self._go, Place.DOCTOR),
            "go.status": partial(self._go, Place.STATUS),
            "go.configuration": partial(self._go, Place.CONFIGURATION),
            "zoom.in": partial(self.looks.step_zoom, 1),
            "zoom.out": partial(self.looks.step_zoom, -1),
            "zoom.reset": partial(self.looks.set_zoom, 100),
            "help.keys": self._show_keys,
            "help.about": self._show_about,
            **tabs,
            **looks,
            **self.edits.doings(),
            **self.scopes.doings(),
        }

    @Slot()
    def toggle_follow(self) -> None:
        """Follow the engine, or stop doing so."""
        self._set_follow(not self._window.preferences.follow)

    def _set_follow(self, on: bool) -> None:  # noqa: FBT001 - a signal gives the bare value
        window = self._window
        window.preferences.follow = on
        window.set_follow(on)
        window.frame.header.follow.setChecked(on)
        window.registry.action("view.follow").setChecked(on)

    def _connect_header(self) -> None:
        window, header = self._window, self._window.frame.header
        window.frame.middle.head.raw_wanted.connect(self._export_raw)
        header.search.clicked.connect(self._press_search)
        header.theme.clicked.connect(self.looks.turn_over)
        self.looks.show_look()
        header.follow.clicked.connect(self._set_follow)
        header.menu.clicked.connect(self._open_menu)
        header.workspace.clicked.connect(self._open_workspaces)
        self._set_follow(window.preferences.follow)

    @property
    def search_page(self) -> SearchPage:
        """The page with every hit of a search; made when it is first asked for."""
        from ui.search.view import SearchPage  # noqa: PLC0415 - not for the first paint

        page = self._window.frame.middle.prepare(Place.SEARCH)
        assert isinstance(page, SearchPage)
        return page

    @Slot(str)
    def show_search(self, text: str = "") -> None:
        """Show the page with every hit of ``text``."""
        page = self.search_page
        self._window.navigator.go(Target(Place.SEARCH, text=text or page.text))
        page.start()

    def _fill_menus(self) -> None:
        registry, head = self._window.registry, self._window.frame.middle.head
        self._view_menu.setTitle(self.tr("In this view"))
        self._menu.addMenu(self._view_menu)
        for entry in menu():
            if isinstance(entry, Submenu):
                inside = self._menu.addMenu(entry.title)
                inside.setToolTipsVisible(True)  # they say why something can't be done now
                inside.addActions([registry.action(name) for name in entry.names])
            elif entry:
                self._menu.addAction(registry.action(entry))
            else:
                self._menu.addSeparator()
        for action_id in ("scope.export_json", "scope.export_markdown", "scope.export_raw"):
            head.export_menu.addAction(registry.action(action_id))

    @Slot()
    def _press_search(self) -> None:
        self._open_palette()

    def _open_palette(self, prefix: str = "") -> None:
        self._window.command_palette.open_with(prefix)

    @cached_property
    def exporter(self) -> Exporter:
        """Writes exports."""
        from ui.window.export import Exporter  # noqa: PLC0415 - few people export

        return Exporter(self._window.session, self._window)

    @Slot()
    def _export_raw(self) -> None:
        self.exporter.export_raw()

    def _export(self, name: str) -> None:
        self.exporter.export(name)

    @Slot()
    def _open_menu(self) -> None:
        button = self._window.frame.header.menu
        self.edits.views.fill(self._view_menu)
        self._view_menu.menuAction().setVisible(not self.edits.views.is_empty)
        corner = button.rect().bottomRight()
        corner.setX(corner.x() - self._menu.sizeHint().width())
        self._menu.popup(button.mapToGlobal(corner))

    @Slot()
    def _open_workspaces(self) -> None:
        registry, button = self._window.registry, self._window.frame.header.workspace
        names = ("file.open", "file.open_file", "file.demo")
        actions = [registry.action(name) for name in names]
        self._window.opening.fill_menu(self._workspaces, actions)
        self._workspaces.popup(button.mapToGlobal(button.rect().bottomLeft()))

    def _judge(self, _change: object = None) -> None:
        """Say which commands can't be used now, and why."""
        window, registry = self._window, self._window.registry
        session, snapshot = window.session, window.session.snapshot
        no_source = closed_reasons.no_state_file(session)
        no_scope = closed_reasons.no_scope_to_export(session)
        unreadable = self.tr("The engine's export needs a readable record.")
        no_export = no_scope or ("" if snapshot and snapshot.record else unreadable)
        for action_id in ("scope.export_json", "scope.export_markdown"):
            registry.set_unavailable(action_id, no_export)
        no_record = no_scope or (
            "" if snapshot and snapshot.row else self.tr("No record is stored.")
        )
        for action_id in ("scope.export", "scope.export_raw"):
            registry.set_unavailable(action_id, no_record)
        registry.set_unavailable("scope.copy_memory_id", closed_reasons.no_scope(session))
        for action_id in ("go.review", "go.status", "go.configuration"):
            registry.set_unavailable(action_id, no_source)
        outline = session.outline
        nothing = "" if outline is not None and not outline.is_empty else no_source
        for action_id in ("go.doctor", "tree.filter", "find.here", "search.page"):
            registry.set_unavailable(action_id, nothing)
        for place in TABS:
            reason = nothing if place is Place.TURN else no_source
            registry.set_unavailable(f"tab.{place}", reason)
        back, forward = window.navigator.can_go_back, window.navigator.can_go_forward
        registry.set_unavailable("view.back", "" if back else self.tr("There is no way back."))
        registry.set_unavailable("view.forward", "" if forward else self.tr("This is the last."))

    def _go(self, place: Place) -> None:
        self._window.navigator.go(Target(place))
        self._window.frame.middle.enter_view()

    def _copy_memory_id(self) -> None:
        QGuiApplication.clipboard().setText(self._window.session.memory_id or "")

    def _show_keys(self) -> None:
        from ui.window.keys_sheet import KeysSheet  # noqa: PLC0415 - not for the first paint

        shown = self._window.frame.middle.place
        KeysSheet(self._window.registry, self._window, shown=shown).open()

    def _show_about(self) -> None:
        from ui.window.about import AboutBox  # noqa: PLC0415 - not for the first paint

        AboutBox(self._window).open()
