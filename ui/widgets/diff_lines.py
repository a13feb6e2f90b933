"""A difference as one text to lay out: where its lines are, and what they really say."""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from dataclasses import dataclass
from itertools import accumulate, islice
from typing import TYPE_CHECKING

from desktop_app.core.text_diff import DiffLine, LineKind
from ui.widgets.display_map import Span
from ui.widgets.exact_parts import WordMark

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence


SIGNS = {LineKind.ADDED: "+", LineKind.REMOVED: "-"}
_WORD_COLOURS = {LineKind.ADDED: "added_word", LineKind.REMOVED: "removed_word"}
_MOST_MARKS = 1_000
"""More marks than these would hold up the window."""


@dataclass(frozen=True, slots=True)
class DiffLayout:
    """What a view of a difference shows.

    Attributes:
        lines: The lines that were given.
        shown: What stands in each line.
        starts: Where each line starts in ``text``.
    """

    lines: tuple[DiffLine, ...] = ()
    shown: tuple[str, ...] = ()
    starts: tuple[int, ...] = ()

    @property
    def text(self) -> str:
        """All that is shown."""
        return "\n".join(self.shown)

    @property
    def after(self) -> str:
        """The new text, exactly."""
        kept = (line.text for line in self.lines if line.kind is not LineKind.REMOVED)
        return "\n".join(kept)

    def kind(self, number: int) -> LineKind:
        """Return what a line is, counted from 0."""
        return self.lines[number].kind if number < len(self.lines) else LineKind.SAME

    def counts(self) -> Counter[LineKind]:
        """Return how many lines are of each kind; folded ones count as what they hide."""
        counts: Counter[LineKind] = Counter()
        for line in self.lines:
            counts[line.kind] += line.count
        return counts

    def words(self) -> tuple[WordMark, ...]:
        """Return the marks of words, as many as a person may look at."""
        marks = (
            WordMark(Span(start + first, start + last), _WORD_COLOURS[line.kind])
            for line, start in zip(self.lines, self.starts, strict=True)
            for first, last in line.marks
        )
        return tuple(islice(marks, _MOST_MARKS))

    def folds(self) -> tuple[Span, ...]:
        """Return where words stand for lines."""
        places = zip(self.lines, self.starts, self.shown, strict=True)
        return tuple(
            Span(start, start + len(words)) for line, start, words in places if line.is_run
        )

    def real_text(self, start: int, end: int) -> str:
        """Return the text of a range, with what a fold hides in the place of its words."""
        first = max(bisect_right(self.starts, start) - 1, 0)
        parts = []
        for number in range(first, len(self.lines)):
            at = self.starts[number]
            if at > end or (at == end and number > first):
                break
            line = self.lines[number]
            parts.append(line.text if line.is_run else line.text[max(start - at, 0) : end - at])
        # A selection that ends at the start of a line has the line feed before it.
        ends_line = first < len(self.starts) and end in self.starts[first + 1 :]
        return "\n".join(parts) + ("\n" if ends_line else "")


def lay_out(lines: Sequence[DiffLine], run_words: Mapping[LineKind, str]) -> DiffLayout:
    """Return the layout of lines; ``run_words`` have ``{0}`` for the number of lines of a run."""
    shown = tuple(
        run_words[line.kind].format(f"{line.count:,}") if line.is_run else line.text
        for line in lines
    )
    starts = tuple(accumulate((len(words) + 1 for words in shown), initial=0))[: len(shown)]
    return DiffLayout(tuple(lines), shown, starts)
