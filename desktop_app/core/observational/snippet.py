"""The text that observational memory adds to a turn, exactly as the engine builds it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from functools import cached_property
from itertools import accumulate
from typing import TYPE_CHECKING

import msgspec

from desktop_app.core.engine_config import DEFAULTS
from desktop_app.core.engine_text import TRIMMED, estimate_tokens
from desktop_app.core.observational.reflection import (
    Contradiction,
    Reflection,
    Supersession,
    parse_reflection,
)
from desktop_app.core.observational.selection import select

if TYPE_CHECKING:
    from desktop_app.core.observational.record import Record

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


Part = tuple[PieceKind, str, int | None, tuple[int, ...]]


class Snippet(msgspec.Struct, frozen=True, dict=True):
    """The injected text and how it came to be.

    Attributes:
        text: Engine text; empty when nothing is injected.
        parts: Kind, text, index and sequence numbers of each stretch; together the text.
        budget: Tokens that the engine lets itself count.
        counted: Tokens it has counted; can exceed the budget through the reflection alone.
        reflection_tokens: The part of ``counted`` that is the reflection.
        chosen: Indexes of the observations that got in, best score first.
    """

    text: str
    parts: tuple[Part, ...]
    budget: int
    counted: int
    reflection_tokens: int
    chosen: tuple[int, ...]

    @cached_property
    def pieces(self) -> tuple[Piece, ...]:
        """Where each stretch of the text comes from: in order, without gaps."""
        ends = accumulate(len(text) for _, text, _, _ in self.parts)
        return tuple(
            Piece(kind, end - len(text), end, index, seqs)
            for end, (kind, text, index, seqs) in zip(ends, self.parts, strict=True)
        )

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
    parts = _parts(record, reflection, chosen)
    text = "".join([part[1] for part in parts])
    return Snippet(text, tuple(parts), budget, counted, reflection_tokens, tuple(chosen))


def _parts(record: Record, reflection: Reflection, chosen: list[int]) -> list[Part]:
    sections = []
    if reflection.summary:
        heading: Part = (PieceKind.HEADING, "Reflection:\n", None, ())
        sections.append([heading, (PieceKind.REFLECTION, reflection.summary, None, ())])
    sections += [
        section
        for section in (
            _observation_section(record, chosen),
            _change_section(reflection),
            _conflict_section(reflection),
        )
        if section
    ]
    parts: list[Part] = []
    for section in sections:
        parts.append((PieceKind.FRAME, "\n\n" if parts else OPENING, None, ()))
        parts += section
    if parts:
        parts.append((PieceKind.FRAME, CLOSING, None, ()))
    return parts


def _observation_section(record: Record, chosen: list[int]) -> list[Part]:
    if not chosen:
        return []
    observations = record.observations or ()
    parts: list[Part] = [(PieceKind.HEADING, "Observations:", None, ())]
    line_start, observation = PieceKind.LINE_START, PieceKind.OBSERVATION
    # Equal numbers stay in order of score: the engine sorts what it picked, stably.
    for index in sorted(chosen, key=lambda index: observations[index].seq):
        item = observations[index]
        seq = item.seq
        parts.append((line_start, f"\n- [{seq}] ", index, (seq,)))
        parts.append((observation, item.content.strip(TRIMMED), index, (seq,)))
    return _without_trailing_space(parts)


def _without_trailing_space(parts: list[Part]) -> list[Part]:
    """Drop white space at the end, as the engine does; the heading itself always stays."""
    while not (kept := parts[-1][1].rstrip(TRIMMED)):
        parts.pop()
    kind, _, index, seqs = parts.pop()
    return [*parts, (kind, kept, index, seqs)]


def _change_section(reflection: Reflection) -> list[Part]:
    lines = [
        (_change_line(change), (change.newer_seq, change.older_seq))
        for change in reflection.supersessions
    ]
    return _listed(PieceKind.SUPERSESSION, _CHANGES, lines)


def _conflict_section(reflection: Reflection) -> list[Part]:
    lines = [
        (_conflict_line(conflict), (conflict.seq_a, conflict.seq_b))
        for conflict in reflection.contradictions
    ]
    return _listed(PieceKind.CONTRADICTION, _CONFLICTS, lines)


def _listed(kind: PieceKind, heading: str, lines: list[tuple[str, tuple[int, int]]]) -> list[Part]:
    parts: list[Part] = [
        (kind, f"\n{line}", index, seqs) for index, (line, seqs) in enumerate(lines)
    ]
    return [(kind, heading, None, ()), *parts] if parts else []


def _change_line(change: Supersession) -> str:
    if change.reason:
        return f"- {change.reason} [step {change.newer_seq}]"
    return f"- observation [{change.newer_seq}] supersedes [{change.older_seq}]"


def _conflict_line(conflict: Contradiction) -> str:
    a, b = conflict.seq_a, conflict.seq_b
    if conflict.detail:
        return f"- {conflict.detail} (step {a}) vs (step {b}) — confirm which applies"
    return f"- observations [{a}] and [{b}] conflict"
