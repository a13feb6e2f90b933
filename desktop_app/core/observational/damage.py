"""What keeps the engine from reading a record."""

from __future__ import annotations

from dataclasses import dataclass

from desktop_app.core.errors import DamagedError


@dataclass(frozen=True, slots=True, kw_only=True)
class Damage:
    """One value that the engine refuses.

    Attributes:
        column: Column of ``om_memory_records``.
        reason: What is wrong, in words for the reader.
        offset: Character in the column's engine text where it stands, if it stands in JSON.
        length: How many characters the refused value takes; 0 if unknown.
        item: Index of the observation it belongs to, from 0.
        key: Key inside the JSON object.
    """

    column: str
    reason: str
    offset: int | None = None
    length: int = 0
    item: int | None = None
    key: str = ""


class DamagedRecordError(DamagedError):
    """The engine can't read the record; ``damages`` has every reason, in column order."""

    def __init__(self, damages: tuple[Damage, ...]) -> None:
        first = damages[0]
        where = first.column if first.item is None else f"{first.column}[{first.item}]"
        super().__init__(
            f"{where}: {first.reason}",
            "The engine runs every turn of this scope without its memory. Nothing is lost: the "
            "stored text is shown as it is.",
        )
        self.damages = damages
