"""One memory of the harness: a folder of notes, where the agent finds it, and who may change it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

DEFAULT_MOUNT = "/persistent/memory"
DEFAULT_INDEX_BYTES = 8000


class Commit(Enum):
    """When what a turn changed is stored."""

    AFTER_TURN = "after-turn"
    MANUAL = "manual"
    READ_ONLY = "read-only"


@dataclass(frozen=True, slots=True, kw_only=True)
class Layer:
    """One memory, as the application that runs the harness sets it up.

    Attributes:
        source: The folder with the notes, below the workspace; placeholders are filled in.
        mount: Where the agent sees it.
        template: The folder as the settings name it, for instance ``memory/users/{userId}``.
        description: What the note in the system prompt says about it.
        instructions: What is said after that.
        max_index_bytes: Where the list of its files stops.
        roles: Roles that the settings name, each with whether it may change the notes; ``None``
            if everybody may.
        commit: When changes are stored.
        skill: Whether the agent has the skill that tells how to keep memories.
        values: What stands for each of its placeholders that have a value.
        missing: Placeholders without a value.
        problem: Why the harness would not mount it, in words; ``""`` if it would.
        is_by_hand: Whether the person has named it, and no file of the workspace.
    """

    source: str
    mount: str = DEFAULT_MOUNT
    template: str = ""
    description: str = ""
    instructions: str = ""
    max_index_bytes: int = DEFAULT_INDEX_BYTES
    roles: tuple[tuple[str, bool], ...] | None = None
    commit: Commit = Commit.AFTER_TURN
    skill: bool = True
    values: tuple[tuple[str, str], ...] = ()
    missing: tuple[str, ...] = ()
    problem: str = ""
    is_by_hand: bool = False

    @property
    def is_usable(self) -> bool:
        """Whether there is a folder to read: nothing is missing and nothing is wrong."""
        return not self.missing and not self.problem

    @property
    def name(self) -> str:
        """Its mount, and whose it is where every person has one."""
        whose = ", ".join(value for _, value in self.values)
        return f"{self.mount} ({whose})" if whose else self.mount

    def may_write(self, role: str | None) -> bool:
        """Whether a turn of somebody with this role may change the notes.

        A role that the settings do not name may not, and neither may nobody in particular, as
        soon as the settings name roles at all.
        """
        if self.commit is Commit.READ_ONLY:
            return False
        return self.roles is None or dict(self.roles).get(role or "", False)

    @property
    def writers(self) -> tuple[str, ...]:
        """The named roles that may change the notes."""
        return tuple(role for role, may in self.roles or () if may)


@dataclass(frozen=True, slots=True)
class Layers:
    """All memories of one workspace, in the order in which the agent gets them.

    Attributes:
        layers: Usable or not.
        problems: What is wrong with the settings, in words.
    """

    layers: tuple[Layer, ...] = ()
    problems: tuple[str, ...] = ()

    @property
    def roles(self) -> tuple[str, ...]:
        """Every role that a layer names, each once, in order."""
        return tuple(dict.fromkeys(role for one in self.layers for role, _ in one.roles or ()))

    @property
    def placeholders(self) -> tuple[str, ...]:
        """Every placeholder of a folder's name, each once, in order."""
        from_names = (name for one in self.layers for name in placeholders(one.template))
        return tuple(dict.fromkeys(from_names))

    def at(self, mount: str) -> Layer | None:
        """Return the layer with this mount, however its path is written."""
        wanted = normal_mount(mount)
        return next((one for one in self.layers if normal_mount(one.mount) == wanted), None)


def normal_mount(mount: str) -> str:
    """Return the path of a mount without what changes nothing about it.

    >>> normal_mount("/persistent//company/./")
    '/persistent/company'
    """
    return "/" + "/".join(_segments(mount))


def placeholders(template: str) -> tuple[str, ...]:
    """Return the names in braces.

    >>> placeholders("memory/users/{userId}")
    ('userId',)
    """
    pieces = template.split("{")[1:]
    return tuple(piece.partition("}")[0] for piece in pieces if "}" in piece)


def _segments(mount: str) -> list[str]:
    kept: list[str] = []
    for part in mount.split("/"):
        if part == "..":
            kept = kept[:-1]
        elif part not in {"", "."}:
            kept.append(part)
    return kept
