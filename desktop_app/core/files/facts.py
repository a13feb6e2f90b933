"""What a folder says about a file without opening it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum


class FileKind(Enum):
    """What stands under a name."""

    FILE = "file"
    LINK = "link"
    FOLDER = "folder"
    OTHER = "pipe, socket or device"


@dataclass(frozen=True, slots=True)
class FileFacts:
    """One entry of a folder; a link is described itself and never followed.

    Attributes:
        path: Below the workspace, with ``/``, as engine text.
        size: Bytes; of a link, those of its target's name.
        mtime_ns: When it was last written, in nanoseconds since 1970.
        mode: Permission bits.
        inode: Tells a file from another one that took its name.
        target: Where a link leads, as it says; ``""`` for anything else.
        leads_out: Whether a link leads out of the workspace, or nowhere.
        end: Where a link leads after all other links on the way, below the workspace; the link
            itself if it goes round in a circle; ``""`` out of the workspace, and for anything else.
        changed_ns: When it was last changed in any way, times included.
    """

    path: str
    kind: FileKind
    size: int
    mtime_ns: int
    mode: int
    inode: int
    target: str = ""
    leads_out: bool = False
    end: str = ""
    changed_ns: int = 0

    @property
    def name(self) -> str:
        """The last part of the path."""
        return self.path.rpartition("/")[2]
