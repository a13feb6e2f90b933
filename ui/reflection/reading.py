"""What there is to show of a reflection, worked out on a reader thread: some are very long."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from desktop_app.core.engine_text import estimate_tokens, trim
from desktop_app.core.observational.reflection import (
    LineRole,
    Reflection,
    ReflectionLine,
    parse_reflection,
    reflection_lines,
)
from desktop_app.core.observational.silence import Silence, Why, ignored_lines, silence
from desktop_app.services.snapshot import ScopeSnapshot
from ui.notices import Notice
from ui.reflection.preview import Preview, preview_of
from ui.reflection.sides import Pair, observations, stored_pairs
from ui.reflection.stored import notice, stored_reflection
from ui.tokens import Meaning
from ui.widgets.display_map import Span
from ui.widgets.exact_parts import Strip

if TYPE_CHECKING:
    from desktop_app.services.editing.plans import Plan
    from desktop_app.services.jobs import JobContext

_MEANINGS = {
    LineRole.SUMMARY: Meaning.REFLECTION,
    LineRole.SUPERSESSION: Meaning.SUPERSEDED,
    LineRole.CONTRADICTION: Meaning.CAUTION,
    LineRole.IGNORED: Meaning.OUT,
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Reading:
    """A stored text with what the engine makes of it.

    Attributes:
        lines: Every line with its role.
        starts: Where they begin.
        strips: The lines that mean something, for the gutter of the raw text.
        ignored: Why lines are ignored, by their numbers from 0.
        silence: Why nothing of it is injected.
        texts: The observations that numbers stand for.
    """

    snapshot: ScopeSnapshot
    raw: str
    parts: Reflection
    pairs: tuple[Pair, ...]
    lines: tuple[ReflectionLine, ...]
    starts: tuple[int, ...]
    strips: tuple[Strip, ...]
    ignored: dict[int, Why]
    silence: Silence | None
    notice: Notice | None
    texts: Mapping[int, str]

    @property
    def is_stored(self) -> bool:
        """Whether there is anything but white space."""
        return bool(trim(self.raw))


@dataclass(frozen=True, slots=True, kw_only=True)
class Check:
    """What the engine will read of an edit, and what that does.

    Attributes:
        read: Summary and entries.
        ignored: Numbers from 0 of the lines that are ignored, with the reasons.
    """

    preview: Preview
    read: Reflection
    summary_tokens: int
    ignored: tuple[tuple[int, Why], ...]


def read_reflection(snapshot: ScopeSnapshot, _context: JobContext) -> Reading:
    """Read the reflection of a scope."""
    raw = stored_reflection(snapshot)
    lines = reflection_lines(raw)
    return Reading(
        snapshot=snapshot,
        raw=raw,
        parts=parse_reflection(raw),
        pairs=stored_pairs(snapshot),
        lines=lines,
        starts=tuple(line.start for line in lines),
        strips=tuple(
            Strip(Span(line.start, line.end), _MEANINGS[line.role])
            for line in lines
            if line.role in _MEANINGS and line.end > line.start
        ),
        ignored={found.number: found.why for found in ignored_lines(raw)},
        silence=silence(raw),
        notice=notice(snapshot),
        texts={one.seq: one.content for one in reversed(observations(snapshot))},
    )


def check_of(plan: Plan) -> Check:
    """Read what a plan stores as the engine will."""
    preview = preview_of(plan)
    text = preview.texts[1]
    read = parse_reflection(text)
    return Check(
        preview=preview,
        read=read,
        summary_tokens=estimate_tokens(read.summary),
        ignored=tuple((found.number, found.why) for found in ignored_lines(text)),
    )
