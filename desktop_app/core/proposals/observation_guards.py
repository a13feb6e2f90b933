"""Signs that an observer's output is no good."""

from __future__ import annotations

import math
import re
from typing import TYPE_CHECKING

from desktop_app.core.engine_text import trim
from desktop_app.core.proposals.guards import Guard, GuardKind, Origin, is_looping, output_guards
from desktop_app.core.proposals.statements import key_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from desktop_app.core.observational.chunks import Chunk

_SCORE = re.compile(r"^\s*IMPORTANCE:[^\n]*$", re.MULTILINE)


def observation_guards(output: str, chunks: Sequence[Chunk], origin: Origin) -> tuple[Guard, ...]:
    """Return what is wrong with an observer's output."""
    if not trim(output):
        return (Guard(GuardKind.EMPTY, "The answer is empty; the engine would refuse it."),)
    return tuple(_guards(output, chunks, origin))


def _guards(output: str, chunks: Sequence[Chunk], origin: Origin) -> Iterator[Guard]:
    if any(math.isnan(chunk.importance) for chunk in chunks):
        sentence = "An importance is not a number; the engine would store nothing of the answer."
        yield Guard(GuardKind.NOT_A_NUMBER, sentence)
    if is_looping(_SCORE.sub("", output), [key_of(chunk.content) for chunk in chunks]):
        yield Guard(GuardKind.LOOPING, "The answer says the same again and again.")
    yield from output_guards(output, origin)
    unscored = sum(chunk.importance == 0 for chunk in chunks)
    if unscored:
        what = "one observation" if unscored == 1 else f"{unscored} observations"
        sentence = f"No importance is read for {what}; the engine counts 0.5 then."
        yield Guard(GuardKind.UNSCORED, sentence)
