"""Everything the program can do: one registry for menus, keys and the command palette."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QWidget

from ui.icons import Icon
from ui.palette.items import ListSource, PaletteItem, Prefix

if TYPE_CHECKING:
    from collections.abc import Callable


@dataclass(frozen=True, slots=True, kw_only=True)
class ActionSpec:
    """One thing the program can do.

    Attributes:
        id: Stable name, for settings; for instance ``scope.export``.
        text: What it does, as menus and the palette say it.
        keys: Default keys in Qt's portable form, for instance ``("Ctrl+E",)``.
        icon: Icon in the palette.
        hint: More words for the palette, in grey.
        words: Other words for it that people may type in the palette.
        place: Name of the view it belongs to, for the list of keys; empty for everywhere.
        in_palette: Whether the palette offers it; moves of the cursor it does not.
    """

    id: str
    text: str
    keys: tuple[str, ...] = ()
    icon: Icon | None = None
    hint: str = ""
    words: str = ""
    place: str = ""
    in_palette: bool = True


@dataclass(slots=True)
class _Entry:
    spec: ActionSpec
    action: QAction
    reason: str = field(default="")
    hint: str = field(default="")


class Actions(QObject):
    """The registry. Views add what they can do; keys can be changed by the person."""

    changed = Signal()  # keys or availability

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._entries: dict[str, _Entry] = {}
        self._chosen_keys: dict[str, tuple[str, ...]] = {}

    def add(
        self, spec: ActionSpec, run: Callable[[], object], where: QWidget, *, local: bool = False
    ) -> QAction:
        """Add an action.

        Args:
            spec: What it is.
            run: What it does; a bound method of something that lives as long as ``where``.
            where: The widget that owns it, usually the window.
            local: Keys work only with the focus in ``where``, as single letters must.
        """
        action = QAction(spec.text, where)
        action.setObjectName(spec.id)
        chosen = self._chosen_keys.get(spec.id, spec.keys)
        action.setShortcuts([QKeySequence(keys) for keys in chosen])
        context = Qt.ShortcutContext
        action.setShortcutContext(
            context.WidgetWithChildrenShortcut if local else context.WindowShortcut
        )
        action.triggered.connect(lambda _checked=False: run())
        where.addAction(action)
        self._entries[spec.id] = _Entry(spec, action, hint=spec.hint)
        return action

    def remove(self, action_id: str) -> None:
        """Take an action back, such as that of a view that is not shown any more."""
        action = self._entries.pop(action_id).action
        where = action.parent()
        if isinstance(where, QWidget):
            where.removeAction(action)
        action.deleteLater()

    def action(self, action_id: str) -> QAction:
        """Return the action, for menus."""
        return self._entries[action_id].action

    def specs(self) -> list[ActionSpec]:
        """Return what was added, in order, for the list of keys and the settings."""
        return [entry.spec for entry in self._entries.values()]

    def spec(self, action_id: str) -> ActionSpec:
        """Return what an action is."""
        return self._entries[action_id].spec

    def keys(self, action_id: str) -> tuple[str, ...]:
        """Return the keys of now in Qt's portable form."""
        shortcuts = self._entries[action_id].action.shortcuts()
        return tuple(shortcut.toString() for shortcut in shortcuts)

    def set_keys(self, action_id: str, keys: tuple[str, ...]) -> None:
        """Give an action other keys."""
        self._chosen_keys[action_id] = keys
        self._entries[action_id].action.setShortcuts([QKeySequence(one) for one in keys])
        self.changed.emit()

    def set_unavailable(self, action_id: str, reason: str) -> None:
        """Disable an action and say why; an empty reason enables it."""
        entry = self._entries[action_id]
        if entry.reason != reason:
            entry.reason = reason
            entry.action.setEnabled(not reason)
            entry.action.setToolTip(reason or entry.spec.text)
            self.changed.emit()

    def set_hint(self, action_id: str, hint: str) -> None:
        """Say what an action would do now, behind what it is called; empty for nothing."""
        entry = self._entries[action_id]
        if entry.hint != hint:
            entry.hint = hint
            words = f"{entry.spec.text}: {hint}" if hint else entry.spec.text
            entry.action.setText(words.replace("&", "&&"))
            self.changed.emit()

    def palette_items(self) -> list[PaletteItem]:
        """Return all actions for the palette, with the keys and reasons of now."""
        return [_item(entry) for entry in self._entries.values() if entry.spec.in_palette]

    def source(self) -> ListSource:
        """Return the palette's group “Do”."""
        return ListSource(
            self.tr("Do"),
            self.palette_items,
            frozenset({Prefix.ALL, Prefix.COMMANDS}),
            counted=self.tr("in commands"),
        )


def key_caps(keys: str) -> tuple[str, ...]:
    """Return the caps of a key combination as this system names them.

    Example:
        >>> key_caps("Ctrl+Shift+P")
        ('Ctrl', 'Shift', 'P')
    """
    native = QKeySequence(keys).toString(QKeySequence.SequenceFormat.NativeText)
    # “+” joins keys and is a key itself, then always the last one.
    plus = native.endswith("+")
    caps = [part for part in native.split("+") if part]
    return (*caps, "+") if plus else tuple(caps)


def key_text(keys: str) -> str:
    """Return a key combination for one cap.

    Example:
        >>> key_text("Ctrl+K")
        'Ctrl K'
    """
    return " ".join(key_caps(keys))


def _item(entry: _Entry) -> PaletteItem:
    shortcuts = entry.action.shortcuts()
    caps = key_caps(shortcuts[0].toString()) if shortcuts else ()
    return PaletteItem(
        title=entry.spec.text,
        run=entry.action.trigger,
        detail=entry.hint,
        words=entry.spec.words,
        icon=entry.spec.icon,
        keys=caps,
        reason=entry.reason,
    )
