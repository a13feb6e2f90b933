"""Turning a reflection that the engine half understands into its structured form (H24)."""

from __future__ import annotations

import re

from desktop_app.core.engine_text import trim
from desktop_app.core.observational.reflection import (
    CONTRADICTIONS,
    SUMMARY,
    SUPERSESSIONS,
    Contradiction,
    Reflection,
    Supersession,
    parse_reflection,
    reflection_lines,
)
from desktop_app.core.observational.reflection_writer import HEADERS, header_of

_HEADING = re.compile(
    r"[\W_]*(?P<name>summary|supersessions|contradictions)[*_`\s]*(?::[*_`\s]*(?P<rest>.*)|)",
    re.IGNORECASE | re.DOTALL,
)
_BULLET = re.compile(r"\s*(?:[-*•+]|\d+[.)])\s+")
_NONE = re.compile(r"\W*(?:none|no|nothing|n/a)(?:\s+\w+)?\W*", re.IGNORECASE)


def structured_form(raw: str) -> Reflection:
    """Return what a reader sees in ``raw``, however its headings and lists are marked.

    Headings in bold, with ``#`` or in lower case count, other bullets and bold numbers too;
    what the engine reads as an entry already stays one. Lines that stand under a list and are
    no entries go to the end of the summary, except those that only say that there are none.
    Text without any heading is the summary.

    Example:
        >>> structured_form("**SUMMARY:** all is well").summary
        'all is well'
    """
    section = SUMMARY
    summary: list[str] = []
    left_over: list[str] = []
    entries: list[Supersession | Contradiction] = []
    for line in reflection_lines(raw):
        text = raw[line.start : line.end]
        section, content = _heading(text) or (section, text)
        entry = line.entry or (None if section == SUMMARY else _entry(content))
        if entry is not None:
            entries.append(entry)
        elif section == SUMMARY:
            summary.append(content)
        elif trim(content) and not _NONE.fullmatch(_BULLET.sub("", content, count=1)):
            left_over.append(content)
    return Reflection(
        trim("\n".join([trim("\n".join(summary)), *left_over])),
        tuple(entry for entry in entries if isinstance(entry, Supersession)),
        tuple(entry for entry in entries if isinstance(entry, Contradiction)),
        is_structured=True,
    )


def _heading(line: str) -> tuple[str, str] | None:
    """Return the section that a heading starts and what follows the heading."""
    header = header_of(line)
    if header:
        return header, trim(trim(line).removeprefix(header))
    match = _HEADING.fullmatch(line)
    if match is None:
        return None
    name = f"{match['name'].upper()}:"
    return next(header for header in HEADERS if header == name), match["rest"] or ""


def _entry(content: str) -> Supersession | Contradiction | None:
    """Return the entry in a line under either list; the word in it says which kind it is."""
    plain = _BULLET.sub("", content, count=1).replace("**", "")
    for line in (content, plain):
        if header_of(line):
            continue
        read = parse_reflection(f"{SUMMARY}\n{SUPERSESSIONS}\n{line}\n{CONTRADICTIONS}\n{line}")
        if read.supersessions or read.contradictions:
            return read.supersessions[0] if read.supersessions else read.contradictions[0]
    return None
