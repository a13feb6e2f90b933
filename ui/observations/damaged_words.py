"""What is said about a damaged record."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ui.observations.damaged_record import OBSERVATIONS, item_name
from ui.observations.words import tr

if TYPE_CHECKING:
    from ui.observations.damaged_record import DamagedRecord

_MOST_NAMED = 3


def banner_sentence(record: DamagedRecord, readable: int) -> str:
    """Return what stops the engine, and what is fine."""
    count = len(record.snapshot.damages)
    where = _where(record)
    stops = (
        tr("One value in {0} stops it.").format(where)
        if count == 1
        else tr("{0} values in {1} stop it.").format(f"{count:,}", where)
    )
    return f"{stops} {_fine(record, readable)}".strip()


def _where(record: DamagedRecord) -> str:
    places: dict[str, None] = {}
    for damage in record.snapshot.damages:
        if damage.item is None:
            places[column_words(damage.column)] = None
        else:
            places[item_name(record.columns[damage.column].layout, damage.item)] = None
        if len(places) > _MOST_NAMED:
            return tr("several places")
    return ", ".join(places)


def _fine(record: DamagedRecord, readable: int) -> str:
    if not readable:
        return tr("Nothing is lost: “Bytes” shows what is stored, exactly as it is.")
    in_list = any(one.column == OBSERVATIONS for one in record.snapshot.damages)
    if readable == 1:
        return (
            tr("The other observation is fine and listed.")
            if in_list
            else tr("Its observation is fine and listed.")
        )
    fine = (
        tr("The other {0} observations are fine and listed.")
        if in_list
        else tr("Its {0} observations are fine and listed.")
    )
    return fine.format(f"{readable:,}")


def column_words(column: str) -> str:
    """Return how people call a column."""
    names = {
        OBSERVATIONS: tr("observations"),
        "active_reflection": tr("reflection"),
        "config_json": tr("configuration"),
    }
    return names.get(column, column)
