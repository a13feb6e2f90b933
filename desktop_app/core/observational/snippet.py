"""The text that observational memory adds to a turn, exactly as the engine builds it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from desktop_app.core.engine_config import DEFAULTS
from desktop_app.core.engine_text import TRIMMED, estimate_tokens, trim
from desktop_app.core.observational.record import Record
from desktop_app.core.observational.reflection import (
    Contradiction,
    Reflection,
    Supersession,
    parse_reflection,
)
from desktop_app.core.observational.selection import select

OPENING = "<observational-memory>\n"
CLOSING = "\n</observational-memory>"
_CHANGES = "⚠️ Preference changes (most recent wins):"
_CONFLICTS = "⚠️ Unresolved contradictions:"


class PieceKind(Enum):
    """What a stretch of the snippet comes from."""

    FRAME = "frame"
    HEADING = "heading"
    REFLECTION = "reflection"
    LINE_START = "line start"
    OBSERVATION = "observation"
    SUPERSESSION = "supersession"
    CONTRADICTION = "contradiction"


@dataclass(frozen=True, slots=True)
class Piece:
    """A stretch of the snippet.

    Attributes:
        start, end: Characters of the snippet's engine text, end excluded.
        index: Which observation, supersession or contradiction it is, in stored order;
            ``None`` for frame, headings and the reflection.
        seqs: Sequence numbers that it belongs to or mentions.
    """

    kind: PieceKind
    start: int
    end: int
    index: int | None = None
    seqs: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Snippet:
    """The injected text and how it came to be.

    Attributes:
        text: Engine text; empty when nothing is injected.
        pieces: In order, without gaps, covering the text.
        budget: Tokens that the engine lets itself count.
        counted: Tokens it has counted; can exceed the budget through the reflection alone.
        reflection_tokens: The part of ``counted`` that is the reflection.
        chosen: Indexes of the observations that got in, best score first.
    """

    text: str
    pieces: tuple[Piece, ...]
    budget: int
    counted: int
    reflection_tokens: int
    chosen: tuple[int, ...]

    @property
    def measured(self) -> int:
        """Tokens of the text that is really injected, by the engine's own estimate."""
        return estimate_tokens(self.text)


def snippet_budget(record: Record) -> int:
    """Return the tokens that the engine allows itself to count for this record."""
    stored = record.config.snippet_max_tokens
    return stored if stored > 0 else DEFAULTS.snippet_max_tokens


def build_snippet(record: Record, reflection: Reflection | None = None) -> Snippet:
    """Return the snippet of the next turn.

    Args:
        record: What the engine reads from the row.
        reflection: ``parse_reflection(record.reflection)`` if the caller has it already.
    """
    budget = snippet_budget(record)
    observations = record.observations or ()
    if not record.enabled or (not record.reflection and not observations):
        return Snippet("", (), budget, 0, 0, ())
    reflection = reflection or parse_reflection(record.reflection)
    reflection_tokens = estimate_tokens(reflection.summary) if reflection.summary else 0
    superseded = frozenset(entry.older_seq for entry in reflection.supersessions)
    chosen, counted = select(observations, superseded, budget, reflection_tokens)
    writer = _Writer()
    if reflection.summary:
        writer.section("Reflection:\n")
        writer.put(PieceKind.REFLECTION, reflection.summary)
    _put_observations(writer, record, chosen)
    _put_warnings(writer, reflection)
    text, pieces = writer.finished()
    return Snippet(text, pieces, budget, counted, reflection_tokens, tuple(chosen))


def _put_observations(writer: _Writer, record: Record, chosen: list[int]) -> None:
    if not chosen:
        return
    observations = record.observations or ()
    writer.section("Observations:")
    # Equal numbers stay in order of score: the engine sorts what it picked, stably.
    for index in sorted(chosen, key=lambda index: observations[index].seq):
        observation = observations[index]
        seqs = (observation.seq,)
        writer.put(PieceKind.LINE_START, f"\n- [{observation.seq}] ", index, seqs)
        writer.put(PieceKind.OBSERVATION, trim(observation.content), index, seqs)
    writer.trim_end()


def _put_warnings(writer: _Writer, reflection: Reflection) -> None:
    if reflection.supersessions:
        writer.section(_CHANGES, PieceKind.SUPERSESSION)
    for index, change in enumerate(reflection.supersessions):
        seqs = (change.newer_seq, change.older_seq)
        writer.put(PieceKind.SUPERSESSION, f"\n{_change_line(change)}", index, seqs)
    if reflection.contradictions:
        writer.section(_CONFLICTS, PieceKind.CONTRADICTION)
    for index, conflict in enumerate(reflection.contradictions):
        seqs = (conflict.seq_a, conflict.seq_b)
        writer.put(PieceKind.CONTRADICTION, f"\n{_conflict_line(conflict)}", index, seqs)


def _change_line(change: Supersession) -> str:
    if change.reason:
        return f"- {change.reason} [step {change.newer_seq}]"
    return f"- observation [{change.newer_seq}] supersedes [{change.older_seq}]"


def _conflict_line(conflict: Contradiction) -> str:
    a, b = conflict.seq_a, conflict.seq_b
    if conflict.detail:
        return f"- {conflict.detail} (step {a}) vs (step {b}) — confirm which applies"
    return f"- observations [{a}] and [{b}] conflict"


class _Writer:
    """Collects text and, in step with it, where each stretch comes from."""

    def __init__(self) -> None:
        self._parts: list[str] = []
        self._pieces: list[Piece] = []
        self._length = 0

    def section(self, heading: str, kind: PieceKind = PieceKind.HEADING) -> None:
        """Begin a section: the opening tag or a blank line, then its heading."""
        self.put(PieceKind.FRAME, "\n\n" if self._parts else OPENING)
        self.put(kind, heading)

    def put(
        self, kind: PieceKind, text: str, index: int | None = None, seqs: tuple[int, ...] = ()
    ) -> None:
        """Append ``text``."""
        self._parts.append(text)
        end = self._length + len(text)
        self._pieces.append(Piece(kind, self._length, end, index, seqs))
        self._length = end

    def trim_end(self) -> None:
        """Drop white space at the end, as the engine does behind its list of observations."""
        while self._parts:
            part, last = self._parts.pop(), self._pieces.pop()
            self._length = last.start
            if kept := part.rstrip(TRIMMED):
                self.put(last.kind, kept, last.index, last.seqs)
                return

    def finished(self) -> tuple[str, tuple[Piece, ...]]:
        """Close the frame; nothing at all if nothing was put in."""
        if not self._parts:
            return "", ()
        self.put(PieceKind.FRAME, CLOSING)
        return "".join(self._parts), tuple(self._pieces)
