"""Where a link leads, found out without opening anything and without looking outside."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path

from desktop_app.core.engine_text import encode
from desktop_app.store.open_folder import engine_name

_MOST_LINKS = 40


@dataclass(frozen=True, slots=True)
class LinkTarget:
    """Where a link leads in the end.

    Attributes:
        path: Below the workspace, as engine text; the link itself if it goes round in a circle;
            ``""`` out of the workspace.
        is_there: Whether something stands there.
    """

    path: str = ""
    is_there: bool = False


def link_target(root: Path, path: str, target: str) -> LinkTarget:
    """Return where a link at ``path`` below ``root`` leads.

    Args:
        root: The workspace, every link in its path followed.
        path: The link, as engine text.
        target: What the link says.
    """
    place = (root / _native(path)).parent
    waiting = [*Path(_native(target)).parts]
    links = 0
    while waiting:
        # An absolute part replaces the whole place.
        place = place.parent if waiting[0] == ".." else place / waiting[0]
        del waiting[0]
        # Above the workspace there are no links on the way to it; beside it nobody looks.
        if not root.is_relative_to(place) and not place.is_relative_to(root):
            return LinkTarget()
        onward = _target(place) if place != root and place.is_relative_to(root) else None
        if onward is not None:
            links += 1
            waiting[:0] = onward.parts
            place = place.parent
        if links > _MOST_LINKS:
            return LinkTarget(path)
    if not place.is_relative_to(root):
        return LinkTarget()
    return LinkTarget(engine_name(place.relative_to(root).as_posix()), _is_there(place))


def _target(place: Path) -> Path | None:
    try:
        return place.readlink()
    except (OSError, ValueError):
        return None


def _is_there(place: Path) -> bool:
    try:
        place.lstat()
    except (OSError, ValueError):
        return False
    return True


def _native(text: str) -> str:
    return os.fsdecode(encode(text))
