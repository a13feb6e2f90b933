"""Walking along the links of an observation: to each other side in turn, and back."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from desktop_app.core.observational.explain import Standing
    from ui.observations.rows import Row

    Rows = Sequence[Row] | Sequence[Standing]


class LinkRing:
    """The observations that one command visits, by their positions in the stored list."""

    def __init__(self) -> None:
        self._places: tuple[int, ...] = ()

    def start(self, rows: Rows, seqs: Sequence[int], origin: int) -> int | None:
        """Begin at ``origin``; returns the first place to go, ``None`` if there is none.

        Numbers can repeat, so every observation with one of ``seqs`` is visited, in the order
        of the numbers; ``origin`` comes last.
        """
        order = {seq: place for place, seq in reversed(list(enumerate(seqs)))}
        found = [row for row in rows if row.observation.seq in order and row.index != origin]
        found.sort(key=lambda row: order[row.observation.seq])
        self._places = (*(row.index for row in found), origin) if found else ()
        return self._places[0] if found else None

    def after(self, index: int | None) -> int | None:
        """Return where to go from ``index``; ``None`` if the walk does not lead through it."""
        if index not in self._places:
            return None
        at = self._places.index(index)
        return self._places[(at + 1) % len(self._places)]

    def leave(self, index: int | None) -> None:
        """End the walk if the person has gone somewhere else."""
        if index not in self._places:
            self._places = ()
