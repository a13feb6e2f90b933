"""Three reflections become one: by parts where they have parts, else as a whole."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

from msgspec.structs import replace

from desktop_app.core.editing.ballot import Ballot, Question, Side, Versions
from desktop_app.core.editing.conflict import Choice
from desktop_app.core.editing.reference_numbering import References
from desktop_app.core.engine_text import estimate_tokens, trim
from desktop_app.core.errors import RefusedError
from desktop_app.core.observational.record import Record
from desktop_app.core.observational.reflection import (
    Contradiction,
    LineRole,
    Reflection,
    Supersession,
    parse_reflection,
    reflection_lines,
)
from desktop_app.core.observational.reflection_edits import set_parts, set_text
from desktop_app.core.observational.renumbering import Numbering, ends, follow

if TYPE_CHECKING:
    from collections.abc import Iterable


_TITLE = "Reflection"
_Texts = dict[tuple[int, int, int], str]


def merge_reflections(records: Versions[Record], references: References, ballot: Ballot) -> str:
    """Return the merged text.

    Raises:
        RefusedError: no text is read as what was chosen; says why.
    """
    return _Merger(records, references, ballot).merged()


def merged_tokens(records: Versions[Record], text: str, ballot: Ballot) -> int:
    """Return the token count that goes with the merged text."""
    texts = records.each(lambda record: record.reflection)
    counts = records.each(lambda record: record.reflection_tokens)
    if texts.seen == texts.theirs == texts.mine:
        ballot.note_count(_TITLE, "token count", counts)
        return counts.theirs if counts.mine == counts.seen else counts.mine
    if text == texts.theirs:
        return counts.theirs
    return counts.mine if text == texts.mine else estimate_tokens(text)


@dataclass(frozen=True, slots=True)
class _Merger:
    records: Versions[Record]
    references: References
    ballot: Ballot

    def merged(self) -> str:
        texts = self._common()
        mine, theirs = self._is_changed(Choice.MINE), self._is_changed(Choice.THEIRS)
        if mine and theirs:
            if texts.mine != texts.theirs:
                return self._both(texts)
            self._note(Choice.THEIRS, Side.BOTH)
        elif mine or theirs:
            side = Choice.MINE if mine else Choice.THEIRS
            self._note(side, Side.MINE if mine else Side.THEIRS)
            return self._result(side)
        return self._result(self._whose_numbers())

    def _whose_numbers(self) -> Choice:
        stand = self.references.stand
        if stand.theirs:
            return Choice.THEIRS
        return Choice.MINE if stand.mine else Choice.SEEN

    def _raw(self, choice: Choice) -> str:
        return self.records.of(choice).reflection

    def _common(self) -> Versions[str]:
        common = self.references.common
        return Versions(
            _followed(self._raw(Choice.SEEN), common.seen),
            _followed(self._raw(Choice.THEIRS), common.theirs),
            _followed(self._raw(Choice.MINE), common.mine),
        )

    def _result(self, choice: Choice) -> str:
        if self.references.stand.of(choice):
            return self._raw(choice)
        return _followed(self._common().of(choice), self.references.final)

    def _is_changed(self, choice: Choice) -> bool:
        seen = self._raw(Choice.SEEN)
        followed = _followed(seen, self.references.followed.of(choice))
        return self._raw(choice) not in {seen, followed}

    def _note(self, choice: Choice, side: Side) -> None:
        common = self._common()
        self.ballot.note(_TITLE, _differing(common.seen, common.of(choice)), side)

    def _both(self, texts: Versions[str]) -> str:
        read = texts.each(parse_reflection)
        asked = len(self.ballot.items)
        noted = len(self.ballot.parts)
        if _has_parts(texts, read):
            try:
                return self._by_parts(texts, read)
            except RefusedError:
                if len(self.ballot.items) > asked:
                    if self.ballot.is_open:
                        return texts.theirs
                    raise
                del self.ballot.parts[noted:]
        choice = self.ballot.ask(
            _TITLE, "text", Versions(texts.seen, texts.theirs, texts.mine), is_editable=True
        )
        if isinstance(choice, Choice):
            return self._result(choice)
        return set_text(self.records.theirs, choice).after.reflection

    def _by_parts(self, texts: Versions[str], read: Versions[Reflection]) -> str:
        summary: Question[str] = Question(_TITLE, "summary", str, trim)
        meant = Reflection(
            self.ballot.settle(summary, read.each(lambda one: one.summary)),
            tuple(
                Supersession(first, second, text)
                for (first, second, _), text in self._entries(
                    "supersession", read.each(lambda one: _by_ends(one.supersessions))
                ).items()
            ),
            tuple(
                Contradiction(first, second, text)
                for (first, second, _), text in self._entries(
                    "contradiction", read.each(lambda one: _by_ends(one.contradictions))
                ).items()
            ),
            is_structured=True,
        )
        if meant == read.theirs:
            return self._result(Choice.THEIRS)
        base = replace(self.records.theirs, reflection=texts.theirs)
        try:
            text = set_parts(base, meant).after.reflection
        except RefusedError:
            if meant == read.mine:
                return self._result(Choice.MINE)
            raise
        return _followed(text, self.references.final)

    def _entries(self, kind: str, entries: Versions[_Texts]) -> _Texts:
        merged: _Texts = {}
        for key in dict.fromkeys((*entries.theirs, *entries.mine, *entries.seen)):
            question: Question[str | None] = Question(
                _TITLE, f"{kind} {key[0]}, {key[1]}", _itself, trim
            )
            versions = Versions(
                entries.seen.get(key), entries.theirs.get(key), entries.mine.get(key)
            )
            text = self.ballot.settle(question, versions)
            if text is not None:
                merged[key] = text
        return merged


def _itself(text: str | None) -> str | None:
    return text


def _by_ends(entries: Iterable[Supersession | Contradiction]) -> _Texts:
    """Return the text of each entry by its numbers, and how many of the same came before."""
    count: Counter[tuple[int, int]] = Counter()
    texts: _Texts = {}
    for entry in entries:
        numbers = ends(entry)
        text = entry.reason if isinstance(entry, Supersession) else entry.detail
        texts[*numbers, count[numbers]] = text
        count[numbers] += 1
    return texts


def _followed(text: str, numbering: Numbering | None) -> str:
    return text if numbering is None else follow(text, numbering)[0]


def _has_parts(texts: Versions[str], read: Versions[Reflection]) -> bool:
    """Return whether the parts say all that each side has changed."""
    if not (read.mine.is_structured and read.theirs.is_structured) or read.mine == read.seen:
        return False
    ignored = texts.each(_ignored)
    return ignored.mine in (ignored.seen, ignored.theirs)


def _ignored(text: str) -> list[str]:
    return [
        text[line.start : line.end]
        for line in reflection_lines(text)
        if line.role is LineRole.IGNORED
    ]


def _differing(one: str, other: str) -> str:
    old, new = parse_reflection(one), parse_reflection(other)
    if not (old.is_structured and new.is_structured):
        return "text"
    parts = ("summary", "supersessions", "contradictions")
    return ", ".join(p for p in parts if getattr(old, p) != getattr(new, p)) or "text"
