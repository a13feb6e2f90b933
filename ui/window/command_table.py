"""The names, keys and icons of the window's commands."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication

from ui.actions import ActionSpec
from ui.icons import Icon


def _tr(text: str) -> str:
    return QCoreApplication.translate("Commands", text)


def _spec(
    action_id: str,
    text: str,
    *keys: str,
    icon: Icon | None = None,
    hidden: bool = False,
    words: str = "",
) -> ActionSpec:
    return ActionSpec(
        id=action_id, text=text, keys=keys, icon=icon, in_palette=not hidden, words=words
    )


def specs() -> list[ActionSpec]:
    """Return all commands in the order in which the list of keys shows them."""
    return [*_files(), *_edits(), *_scope(), *_tabs(), *_view(), *_panes(), *_help()]


def _files() -> list[ActionSpec]:
    return [
        _spec("palette.open", _tr("Search and commands"), "Ctrl+K", hidden=True),
        _spec("palette.commands", _tr("All commands"), "Ctrl+Shift+P", hidden=True),
        _spec(
            "search.page",
            _tr("All hits of a search…"),
            "Ctrl+Shift+K",
            icon=Icon.SEARCH,
            words=_tr("find search everywhere"),
        ),
        _spec(
            "file.open",
            _tr("Open folder…"),
            "Ctrl+O",
            icon=Icon.FOLDER,
            words=_tr("workspace directory"),
        ),
        _spec(
            "file.open_file",
            _tr("Open file…"),
            "Ctrl+Shift+O",
            icon=Icon.FOLDER,
            words=_tr("database state.db"),
        ),
        _spec("file.demo", _tr("Look at the demo"), icon=Icon.LOUPE),
        _spec("file.quit", _tr("Quit"), "Ctrl+Q", icon=Icon.CLOSE),
    ]


def _edits() -> list[ActionSpec]:
    return [
        _spec("edit.undo", _tr("Undo"), "Ctrl+Z", icon=Icon.UNDO, words=_tr("take back revert")),
        _spec("edit.redo", _tr("Redo"), "Ctrl+Shift+Z", icon=Icon.REDO, words=_tr("do again")),
        _spec("edit.save", _tr("Save"), "Ctrl+S", icon=Icon.CHECK, words=_tr("write store")),
        _spec(
            "go.changes",
            _tr("Go to the changes"),
            icon=Icon.HISTORY,
            words=_tr("journal log undo restore drafts"),
        ),
        _spec(
            "go.review",
            _tr("Review what changed"),
            "Alt+R",
            icon=Icon.CHECK,
            words=_tr("accept new many items progress"),
        ),
        _spec(
            "go.doctor",
            _tr("Go to the doctor"),
            icon=Icon.DOCTOR,
            words=_tr("repair problems wrong damaged check health findings"),
        ),
    ]


def _scope() -> list[ActionSpec]:
    return [
        _spec("scope.export", _tr("Export…"), "Ctrl+E", icon=Icon.EXPORT, hidden=True),
        _spec("scope.export_json", _tr("Export as JSON…"), icon=Icon.EXPORT, words=_tr("save")),
        _spec(
            "scope.export_markdown", _tr("Export as Markdown…"), icon=Icon.EXPORT, words=_tr("save")
        ),
        _spec(
            "scope.export_raw",
            _tr("Export the record as stored…"),
            icon=Icon.EXPORT,
            words=_tr("save bytes"),
        ),
        _spec(
            "scope.copy_memory_id",
            _tr("Copy memory id"),
            icon=Icon.COPY,
            words=_tr("key clipboard"),
        ),
        *_scope_edits(),
        _spec("find.here", _tr("Find here"), icon=Icon.SEARCH),
        _spec("tree.filter", _tr("Filter scopes"), "Ctrl+L", icon=Icon.FILTER),
    ]


def _scope_edits() -> list[ActionSpec]:
    return [
        _spec(
            "scope.switch",
            _tr("Enable or disable memory…"),
            icon=Icon.CHECK,
            words=_tr("scope turn on off switch"),
        ),
        _spec(
            "scope.limits",
            _tr("Token limits…"),
            icon=Icon.SLIDERS,
            words=_tr("scope thresholds budget settings"),
        ),
        _spec(
            "scope.rename",
            _tr("Rename the scope…"),
            icon=Icon.EDIT,
            words=_tr("ids tenant conversation agent move"),
        ),
        _spec(
            "scope.delete", _tr("Delete the scope…"), icon=Icon.REMOVE, words=_tr("remove forget")
        ),
        _spec("scope.create", _tr("New scope…"), icon=Icon.PLUS, words=_tr("add make create")),
        _spec("scope.menu", _tr("Menu of the scope"), "F9", icon=Icon.MORE, hidden=True),
    ]


def _tabs() -> list[ActionSpec]:
    return [
        _spec("tab.observations", _tr("Go to observations"), "Alt+1", icon=Icon.CHECK),
        _spec("tab.reflection", _tr("Go to the reflection"), "Alt+2", icon=Icon.REFLECT),
        _spec("tab.working", _tr("Go to working memory"), "Alt+3", icon=Icon.LAYERS),
        _spec("tab.turn", _tr("Go to the turn"), "Alt+4", icon=Icon.TURN),
        _spec("tab.history", _tr("Go to the history"), "Alt+5", icon=Icon.HISTORY),
        _spec("tab.contradictions", _tr("Go to contradictions"), "Alt+6", icon=Icon.CONTRADICTION),
        _spec(
            "go.status",
            _tr("Go to the status"),
            icon=Icon.INFO,
            words=_tr("counts thresholds"),
        ),
        _spec(
            "go.configuration",
            _tr("Go to the configuration"),
            icon=Icon.SLIDERS,
            words=_tr("settings config"),
        ),
    ]


def _view() -> list[ActionSpec]:
    return [
        _spec("view.back", _tr("Back"), "Alt+Left", icon=Icon.CHEVRON_LEFT),
        _spec("view.forward", _tr("Forward"), "Alt+Right", icon=Icon.CHEVRON_RIGHT),
        _spec("view.reload", _tr("Reload"), "F5", icon=Icon.REDO, words=_tr("refresh read again")),
        _spec(
            "view.follow",
            _tr("Follow the engine"),
            "Ctrl+Shift+F",
            icon=Icon.ENGINE,
            words=_tr("live watch refresh"),
        ),
        _spec(
            "view.tree",
            _tr("Show or hide the tree"),
            "Ctrl+B",
            icon=Icon.LAYERS,
            words=_tr("sidebar pane"),
        ),
        _spec(
            "view.inspector",
            _tr("Show or hide the inspector"),
            "Ctrl+I",
            icon=Icon.INFO,
            words=_tr("sidebar pane details"),
        ),
        _spec("view.lanes", _tr("Counted and measured in two lanes"), "Ctrl+J", icon=Icon.TURN),
        _spec(
            "zoom.in",
            _tr("Larger text"),
            "Ctrl++",
            "Ctrl+=",
            icon=Icon.PLUS,
            words=_tr("zoom font size bigger smaller"),
        ),
        _spec(
            "zoom.out",
            _tr("Smaller text"),
            "Ctrl+-",
            icon=Icon.DASH,
            words=_tr("zoom font size bigger smaller"),
        ),
        _spec(
            "zoom.reset",
            _tr("Usual size of text"),
            "Ctrl+0",
            icon=Icon.SEARCH,
            words=_tr("zoom font size bigger smaller"),
        ),
        _spec(
            "look.light",
            _tr("Light look"),
            icon=Icon.THEME,
            words=_tr("theme mode dark light colours appearance"),
        ),
        _spec(
            "look.dark",
            _tr("Dark look"),
            icon=Icon.THEME,
            words=_tr("theme mode dark light colours appearance"),
        ),
        _spec(
            "look.system",
            _tr("Look as the system says"),
            icon=Icon.THEME,
            words=_tr("theme mode dark light colours appearance"),
        ),
    ]


def _panes() -> list[ActionSpec]:
    return [
        _spec("pane.next", _tr("Next pane"), "F6", hidden=True),
        _spec("pane.previous", _tr("Previous pane"), "Shift+F6", hidden=True),
        _spec("pane.tree", _tr("Go to the tree"), "Ctrl+1", hidden=True),
        _spec("pane.middle", _tr("Go to the middle"), "Ctrl+2", hidden=True),
        _spec("pane.inspector", _tr("Go to the inspector"), "Ctrl+3", hidden=True),
    ]


def _help() -> list[ActionSpec]:
    return [
        _spec(
            "help.keys", _tr("Keys"), "F1", "?", icon=Icon.KEY, words=_tr("shortcuts keyboard help")
        ),
        _spec("help.about", _tr("About Memloupe"), icon=Icon.INFO),
    ]
