"""The text that observational memory adds to a turn, exactly as the engine builds it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import Enum
from functools import cached_property
from itertools import accumulate
from typing import TYPE_CHECKING

import msgspec

from desktop_app.core.engine_config import DEFAULTS
from desktop_app.core.engine_text import TRIMMED, estimate_tokens
from desktop_app.core.observational.record import Record
from desktop_app.core.observational.reflection import (
    Contradiction,
    Reflection,
    Supersession,
    parse_reflection,
)
from desktop_app.core.observational.selection import select

if TYPE_CHECKING:
    from collections.abc import Iterator

    from desktop_app.core.observational.observation import Observation

OPENING = "<observational-memory>\n"
CLOSING = "\n</observational-memory>"
BETWEEN = "\n\n"
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


Label = tuple[PieceKind, int | None, tuple[int, ...]]
Section = tuple[list[str], Iterable[Label]]
"""Texts that are joined as they are, and where each of them comes from."""


class Snippet(msgspec.Struct, frozen=True, dict=True):
    """The injected text and how it came to be.

    Attributes:
        text: Engine text; empty when nothing is injected.
        budget: Tokens that the engine lets itself count.
        counted: Tokens it has counted; can exceed the budget through the reflection alone.
        reflection_tokens: The part of ``counted`` that is the reflection.
        chosen: Indexes of the observations that got in, best score first.
        made_from: Record and reflection, for ``pieces``.
    """

    text: str
    budget: int
    counted: int
    reflection_tokens: int
    chosen: list[int]
    made_from: tuple[Record, Reflection] | None = None

    @cached_property
    def pieces(self) -> tuple[Piece, ...]:
        """Where each stretch of the text comes from: in order, without gaps."""
        if self.made_from is None:
            return ()
        record, reflection = self.made_from
        framed = _framed(_sections(record, reflection, self.chosen))
        ends = list(accumulate(len(text) for text, _ in framed))
        return tuple(
            Piece(kind, end - len(text), end, index, seqs)
            for end, (text, (kind, index, seqs)) in zip(ends, framed, strict=True)
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
        return Snippet("", budget, 0, 0, [])
    reflection = reflection or parse_reflection(record.reflection)
    reflection_tokens = estimate_tokens(reflection.summary) if reflection.summary else 0
    superseded = frozenset(entry.older_seq for entry in reflection.supersessions)
    chosen, counted = select(observations, superseded, budget, reflection_tokens)
    sections = _sections(record, reflection, chosen)
    text = BETWEEN.join(["".join(texts) for texts, _ in sections])
    if sections:
        text = f"{OPENING}{text}{CLOSING}"
    return Snippet(text, budget, counted, reflection_tokens, chosen, (record, reflection))


def _framed(sections: list[Section]) -> list[tuple[str, Label]]:
    """Return every stretch of the text with its label, tags and blank lines included."""
    frame: Label = (PieceKind.FRAME, None, ())
    stretches: list[tuple[str, Label]] = []
    for texts, labels in sections:
        stretches.append((BETWEEN if stretches else OPENING, frame))
        stretches += zip(texts, labels, strict=False)  # trimming can leave labels over
    return [*stretches, (CLOSING, frame)] if stretches else []


def _sections(record: Record, reflection: Reflection, chosen: list[int]) -> list[Section]:
    sections: list[Section] = []
    if reflection.summary:
        kinds = (PieceKind.HEADING, PieceKind.REFLECTION)
        texts = ["Reflection:\n", reflection.summary]
        sections.append((texts, [(kind, None, ()) for kind in kinds]))
    if chosen:
        sections.append(_observation_section(record.observations or (), chosen))
    if reflection.supersessions:
        sections.append(_change_section(reflection.supersessions))
    if reflection.contradictions:
        sections.append(_conflict_section(reflection.contradictions))
    return sections


def _observation_section(observations: Sequence[Observation], chosen: list[int]) -> Section:
    # Equal numbers stay in order of score: the engine sorts what it picked, stably.
    order = sorted(chosen, key=lambda index: observations[index].seq)
    texts = ["Observations:"]
    for index in order:
        item = observations[index]
        texts += (f"\n- [{item.seq}] ", item.content.strip(TRIMMED))
    # The engine trims the end of its list; the heading itself always stays.
    while not (kept := texts[-1].rstrip(TRIMMED)):
        texts.pop()
    texts[-1] = kept
    return texts, _observation_labels(observations, order)


def _observation_labels(observations: Sequence[Observation], order: list[int]) -> Iterator[Label]:
    yield PieceKind.HEADING, None, ()
    for index in order:
        seqs = (observations[index].seq,)
        yield PieceKind.LINE_START, index, seqs
        yield PieceKind.OBSERVATION, index, seqs


def _change_section(changes: tuple[Supersession, ...]) -> Section:
    kind = PieceKind.SUPERSESSION
    texts = [_CHANGES, *(f"\n{_change_line(change)}" for change in changes)]
    seqs = [(change.newer_seq, change.older_seq) for change in changes]
    return texts, [(kind, None, ()), *((kind, index, pair) for index, pair in enumerate(seqs))]


def _conflict_section(conflicts: tuple[Contradiction, ...]) -> Section:
    kind = PieceKind.CONTRADICTION
    texts = [_CONFLICTS, *(f"\n{_conflict_line(conflict)}" for conflict in conflicts)]
    seqs = [(conflict.seq_a, conflict.seq_b) for conflict in conflicts]
    return texts, [(kind, None, ()), *((kind, index, pair) for index, pair in enumerate(seqs))]


def _change_line(change: Supersession) -> str:
    if change.reason:
        return f"- {change.reason} [step {change.newer_seq}]"
    return f"- observation [{change.newer_seq}] supersedes [{change.older_seq}]"


def _conflict_line(conflict: Contradiction) -> str:
    a, b = conflict.seq_a, conflict.seq_b
    if conflict.detail:
        return f"- {conflict.detail} (step {a}) vs (step {b}) — confirm which applies"
    return f"- observations [{a}] and [{b}] conflict"
