"""What the program remembers between starts, in its own folder and never in a workspace."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import QByteArray, QSettings

from ui.theme import Mode

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from pathlib import Path

MOST_RECENT = 12
_GEOMETRY, _PANES, _SCOPE = "geometry", "panes", "scope"
_NO_CONTRADICTIONS, _NO_PROBLEMS = "no_contradictions", "no_problems"


@dataclass(frozen=True, slots=True)
class Recent:
    """A workspace that was open: where, how many scopes it had, the day as YYYY-MM-DD."""

    path: str
    scopes: int
    day: str


class Preferences:
    """Settings in one file. Values that can't be read count as not set."""

    def __init__(self, file: Path) -> None:
        self._file = file
        self._store = QSettings(str(file), QSettings.Format.IniFormat)

    @property
    def mode(self) -> Mode:
        """Light, dark, or as the system says."""
        value = self._text("mode")
        return Mode(value) if value in set(Mode) else Mode.SYSTEM

    @mode.setter
    def mode(self, mode: Mode) -> None:
        self._store.setValue("mode", str(mode))

    @property
    def zoom(self) -> int:
        """Size of text in percent."""
        value = self._text("zoom")
        return int(value) if value.isdecimal() else 100

    @zoom.setter
    def zoom(self, percent: int) -> None:
        self._store.setValue("zoom", str(percent))

    @property
    def follow(self) -> bool:
        """Whether the window follows the engine."""
        return self._text("follow") != "off"

    @follow.setter
    def follow(self, on: bool) -> None:
        self._store.setValue("follow", "on" if on else "off")

    @property
    def export_folder(self) -> str:
        """The folder of the last export outside a workspace; empty if there was none."""
        return self._text("export_folder")

    @export_folder.setter
    def export_folder(self, folder: str) -> None:
        self._store.setValue("export_folder", folder)

    @property
    def lanes(self) -> bool | None:
        """Whether the budget shows two lanes everywhere; ``None`` for in the turn only."""
        return {"two": True, "one": False}.get(self._text("lanes"))

    @lanes.setter
    def lanes(self, two: bool | None) -> None:
        words = "" if two is None else "two" if two else "one"
        self._store.setValue("lanes", words)

    @property
    def recent(self) -> tuple[Recent, ...]:
        """The workspaces that were open before, the latest first."""
        try:
            return tuple(_recent(item) for item in json.loads(self._text("recent") or "[]"))
        except (ValueError, TypeError, KeyError):
            return ()

    def remember(self, workspace: Recent) -> None:
        """Put a workspace at the top of the list."""
        others = (one for one in self.recent if one.path != workspace.path)
        self._set_recent([workspace, *others])

    def forget(self, path: str) -> None:
        """Take a workspace out of the list."""
        self._set_recent(one for one in self.recent if one.path != path)

    def geometry(self, root: Path) -> QByteArray:
        """Return place and size of a workspace's window; empty if unknown."""
        value = self._store.value(_key(root, _GEOMETRY))
        return value if isinstance(value, QByteArray) else QByteArray()

    def pane_widths(self, root: Path) -> tuple[int, int] | None:
        """Return the widths of a workspace's tree and inspector, if known."""
        parts = self._text(_key(root, _PANES)).split(" ")
        known = len(parts) == 2 and all(part.isdecimal() for part in parts)  # noqa: PLR2004
        return (int(parts[0]), int(parts[1])) if known else None

    def set_layout(self, root: Path, geometry: QByteArray, widths: tuple[int, int]) -> None:
        """Remember the window of a workspace."""
        self._store.setValue(_key(root, _GEOMETRY), geometry)
        self._store.setValue(_key(root, _PANES), f"{widths[0]} {widths[1]}")

    def scope(self, root: Path) -> str:
        """Return the scope that was shown last in a workspace; empty if unknown."""
        value = self._store.value(_key(root, _SCOPE), "")
        try:
            return str(json.loads(value)) if isinstance(value, str) and value else ""
        except ValueError:
            return ""

    def set_scope(self, root: Path, memory_id: str) -> None:
        """Remember the scope that is shown."""
        self._store.setValue(_key(root, _SCOPE), json.dumps(memory_id))

    def no_contradictions(self, root: Path) -> dict[str, str]:
        """Return the pairs of a workspace that are no contradictions, each with the day."""
        try:
            kept = json.loads(self._text(_key(root, _NO_CONTRADICTIONS)) or "{}")
        except ValueError:
            return {}
        items = kept.items() if isinstance(kept, dict) else ()
        return {name: day for name, day in items if isinstance(day, str)}

    def set_no_contradictions(self, root: Path, pairs: Mapping[str, str]) -> None:
        """Remember which pairs of a workspace are no contradictions."""
        self._store.setValue(_key(root, _NO_CONTRADICTIONS), json.dumps(dict(pairs)))

    def no_problems(self, root: Path) -> tuple[str, ...]:
        """Return the doctor's findings in a workspace that are no problem there, by their keys."""
        try:
            kept = json.loads(self._text(_key(root, _NO_PROBLEMS)) or "[]")
        except ValueError:
            return ()
        return tuple(key for key in kept if isinstance(key, str)) if isinstance(kept, list) else ()

    def set_no_problems(self, root: Path, keys: Iterable[str]) -> None:
        """Remember which findings of a workspace are no problem."""
        self._store.setValue(_key(root, _NO_PROBLEMS), json.dumps(sorted(keys)))

    def save(self) -> None:
        """Write the file."""
        self._store.sync()

    def _set_recent(self, workspaces: Iterable[Recent]) -> None:
        kept = [asdict(one) for one in workspaces][:MOST_RECENT]
        self._store.setValue("recent", json.dumps(kept))

    def _text(self, key: str) -> str:
        value = self._store.value(key, "")
        return value if isinstance(value, str) else ""


def default_file() -> Path:
    """Return where the settings lie on this system."""
    from platformdirs import user_config_path  # noqa: PLC0415 - only a started window needs it

    return user_config_path("memloupe", appauthor=False) / "window.ini"


def _recent(item: dict[str, object]) -> Recent:
    return Recent(str(item["path"]), int(str(item["scopes"])), str(item["day"]))


def _key(root: Path, name: str) -> str:
    from hashlib import sha256  # noqa: PLC0415 - only an open workspace needs it

    # A path may hold what the file format can't; its digest never does.
    return (
        f"workspaces/{sha256(str(root).encode(errors='surrogateescape')).hexdigest()[:16]}/{name}"
    )
