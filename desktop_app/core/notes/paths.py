"""Which folders and mounts the harness accepts."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from desktop_app.core.notes.layer import normal_mount, placeholders

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

IDENTIFIER = re.compile(r"[A-Za-z0-9_-]+")
_DRIVE = re.compile(r"[A-Za-z]:")


def source_problem(source: str) -> str:
    """Return why a folder is refused by its name alone, ``""`` if it is not.

    Links are a matter of the disk: whoever reads the folder refuses those.
    """
    if not source.strip():
        return "It names no folder."
    if source.startswith(("/", "\\")) or _DRIVE.match(source):
        return f"The folder “{source}” is not below the data folder: its path is absolute."
    if ".." in source.replace("\\", "/").split("/"):
        return f"The folder “{source}” is refused: “..” could lead out of the data folder."
    return "The folder's name holds a zero byte." if "\0" in source else ""


def joined(folder: str, source: str) -> str:
    """Return the path of a folder in another one, without dots that change nothing.

    >>> joined(".", "./memory//company/")
    'memory/company'
    """
    parts = [*folder.split("/"), *source.replace("\\", "/").split("/")]
    return "/".join(part for part in parts if part not in {"", "."})


def filled(template: str, values: Mapping[str, str]) -> tuple[str, tuple[str, ...], str]:
    """Put values in place of the names in braces.

    Returns:
        The path, the names without a value, and why a value is refused. A name without a value
        is never left out: everybody would share one folder.
    """
    path, missing = template, []
    for name in placeholders(template):
        value = values.get(name, "")
        if not value:
            missing.append(name)
        elif not IDENTIFIER.fullmatch(value):
            refused = f"“{value}” can't be a {name}: only letters, digits, “_” and “-” can."
            return template, (), refused
        else:
            path = path.replace(f"{{{name}}}", value)
    return path, tuple(missing), ""


def mount_problems(mounts: Sequence[str]) -> tuple[str, ...]:
    """Return for each mount why it is refused beside the ones before it, ``""`` if it is not."""
    return tuple(_beside(mount, mounts[:at]) for at, mount in enumerate(mounts))


def _beside(mount: str, others: Sequence[str]) -> str:
    if not mount.startswith("/"):
        return f"The mount “{mount}” is not absolute."
    own = normal_mount(mount)
    for other in others:
        theirs = normal_mount(other)
        if own == theirs:
            return f"The mount “{own}” is used twice."
        if own.startswith(f"{theirs.rstrip('/')}/") or theirs.startswith(f"{own.rstrip('/')}/"):
            return f"The mounts “{theirs}” and “{own}” are one inside the other."
    return ""
