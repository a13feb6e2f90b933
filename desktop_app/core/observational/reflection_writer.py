"""Writing a structured reflection so that the engine reads back what was meant."""

from __future__ import annotations

from dataclasses import replace
from difflib import SequenceMatcher
from typing import TYPE_CHECKING, TypeVar

from desktop_app.core.engine_text import trim
from desktop_app.core.errors import RefusedError
from desktop_app.core.observational.reflection import (
    CONTRADICTIONS,
    SUMMARY,
    SUPERSESSIONS,
    Contradiction,
    LineRole,
    Reflection,
    Supersession,
    parse_reflection,
    reflection_lines,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from desktop_app.core.observational.reflection import ReflectionLine

HEADERS = (SUMMARY, SUPERSESSIONS, CONTRADICTIONS)
Entry = TypeVar("Entry", Supersession, Contradiction)


def write_supersession(entry: Supersession) -> str:
    """Return the line that the engine reads as ``entry``."""
    return _entry_line(entry.newer_seq, "replaces", entry.older_seq, entry.reason)


def write_contradiction(entry: Contradiction) -> str:
    """Return the line that the engine reads as ``entry``."""
    return _entry_line(entry.seq_a, "vs", entry.seq_b, entry.detail)


def write_reflection(reflection: Reflection) -> str:
    """Return the text in the engine's own form, all three sections.

    White space goes at the ends of the summary, and around lines in it that look like a heading.

    Raises:
        RefusedError: no text in this form is read as ``reflection``.
    """
    reflection = _settled(reflection)
    sections = [
        _summary_section(reflection.summary),
        "\n".join([SUPERSESSIONS, *map(write_supersession, reflection.supersessions)]),
        "\n".join([CONTRADICTIONS, *map(write_contradiction, reflection.contradictions)]),
    ]
    text = trim("\n\n".join(sections))
    if not reads_as(text, reflection):
        raise _refusal(reflection)
    return text


def reads_as(text: str, meant: Reflection) -> bool:
    """Return whether the engine reads ``text`` as the summary and entries that are meant."""
    read = parse_reflection(text)
    return (read.summary, read.supersessions, read.contradictions) == (
        trim(meant.summary),
        meant.supersessions,
        meant.contradictions,
    )


def rewrite_reflection(raw: str, meant: Reflection) -> str:
    """Return ``raw`` changed as little as possible so that it is read as ``meant``.

    Lines that stand for the same stay as they are, those that the engine ignores too. Where
    that does not work, as in a legacy text that gets entries, the engine's own form is written.

    Raises:
        RefusedError: no text in the engine's form is read as ``meant``.
    """
    if reads_as(raw, meant):
        return raw
    meant = _settled(meant)
    text = _changed(raw, meant)
    return text if text is not None and reads_as(text, meant) else write_reflection(meant)


def _changed(raw: str, meant: Reflection) -> str | None:
    old = parse_reflection(raw)
    if not old.is_structured:
        only_summary = not meant.supersessions and not meant.contradictions
        return meant.summary if only_summary else None
    if old.summary != meant.summary:
        raw = _with_summary(raw, meant.summary)
    raw = _with_entries(
        raw, LineRole.SUPERSESSION, old.supersessions, meant.supersessions, write_supersession
    )
    return _with_entries(
        raw, LineRole.CONTRADICTION, old.contradictions, meant.contradictions, write_contradiction
    )


def _with_summary(raw: str, summary: str) -> str:
    lines = _lines(raw)
    texts: list[str | None] = [text for text, _ in lines]
    section, place = "", None
    for index, (text, line) in enumerate(lines):
        header = header_of(text)
        section = header or section
        if section == SUMMARY:
            place = index if place is None else place
            texts[index] = SUMMARY if header else (text if line.role is LineRole.BLANK else None)
    if place is not None:
        texts[place] = _summary_section(summary)
    return _joined(texts)


def _settled(reflection: Reflection) -> Reflection:
    lines = trim(reflection.summary).split("\n")
    summary = "\n".join(trim(line) if header_of(line) else line for line in lines)
    return replace(reflection, summary=summary)


def _summary_section(summary: str) -> str:
    # Right behind a heading of the summary, what looks like a heading is read as text.
    lines = [f"{SUMMARY} {line}" if header_of(line) else line for line in summary.split("\n")]
    return "\n".join(lines if header_of(lines[0]) else [SUMMARY, *lines])


def _with_entries(
    raw: str,
    role: LineRole,
    old: Sequence[Entry],
    new: Sequence[Entry],
    write: Callable[[Entry], str],
) -> str:
    lines = _lines(raw)
    texts: list[str | None] = [text for text, _ in lines]
    places = [index for index, (_, line) in enumerate(lines) if line.role is role]
    header = SUPERSESSIONS if role is LineRole.SUPERSESSION else CONTRADICTIONS
    headers = [index for index, (text, _) in enumerate(lines) if header_of(text) == header]
    if not headers:
        return f"{raw}\n\n{header}\n" + "\n".join(map(write, new)) if new else raw
    matcher = SequenceMatcher(None, old, new, autojunk=False)
    for kind, first, last, new_first, new_last in reversed(matcher.get_opcodes()):
        if kind == "equal":
            continue
        for place in places[first:last]:
            texts[place] = header_of(texts[place] or "") or None
        added = [write(entry) for entry in new[new_first:new_last]]
        before = places[first - 1] if first else headers[0]
        texts[before + 1 : before + 1] = added
    return _joined(texts)


def _lines(raw: str) -> list[tuple[str, ReflectionLine]]:
    return [(raw[line.start : line.end], line) for line in reflection_lines(raw)]


def _joined(texts: Sequence[str | None]) -> str:
    return trim("\n".join(text for text in texts if text is not None))


def header_of(line: str) -> str:
    """Return the header that the engine sees at the start of ``line``, or nothing."""
    trimmed = trim(line)
    return next((header for header in HEADERS if trimmed.startswith(header)), "")


def _entry_line(first: int, word: str, second: int, text: str) -> str:
    line = f"- [seq:{first}] {word} [seq:{second}]"
    return f"{line}: {trim(text)}" if trim(text) else line


def _refusal(reflection: Reflection) -> RefusedError:
    texts = [entry.reason for entry in reflection.supersessions]
    texts += [entry.detail for entry in reflection.contradictions]
    if any("\n" in text for text in texts):
        return RefusedError("A reason takes one line.", "Write it without line breaks.")
    return RefusedError(
        "The engine would read this reflection differently from what is meant.",
        "Look for white space around a reason, and for numbers with more than 19 digits.",
    )
