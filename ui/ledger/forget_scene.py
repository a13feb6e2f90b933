"""Where a text is forgotten, and what is beside that."""

from __future__ import annotations

from dataclasses import dataclass

from desktop_app.core.ledger.book import Bucket
from ui.ledger.room import Room


@dataclass(frozen=True, slots=True, kw_only=True)
class Scene:
    """Where a text shall be forgotten.

    Attributes:
        here: The bucket that is shown.
        buckets: Every bucket of the workspace.
        room: What a turn of the shown bucket has room for.
        unsaved: Paths of files with text in the editor that is not saved.
        apart: What else remembers things and is not searched, in sentences.
    """

    here: Bucket
    buckets: tuple[Bucket, ...]
    room: Room | None = None
    unsaved: frozenset[str] = frozenset()
    apart: tuple[str, ...] = ()

    @property
    def in_order(self) -> tuple[Bucket, ...]:
        """The shown bucket, then the others."""
        return (self.here, *(one for one in self.buckets if one != self.here))
