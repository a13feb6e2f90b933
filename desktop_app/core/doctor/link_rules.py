"""Links, pipes and devices among memory files: shown, never followed or opened."""

from __future__ import annotations

from typing import TYPE_CHECKING

from desktop_app.core.doctor.finding import Finding, Severity
from desktop_app.core.files.facts import FileKind
from desktop_app.core.files.link_end import LinkEnd, link_end

if TYPE_CHECKING:
    from collections.abc import Iterator

    from desktop_app.core.doctor.file_cases import BookCase, FileBench, NotesCase
    from desktop_app.core.doctor.finding import Place
    from desktop_app.core.files.facts import FileFacts

OUT, NOWHERE, LOOP, INSIDE = "link-leads-out", "link-dangles", "link-loops", "link-inside"
IRREGULAR = "file-not-regular"
LINK_RULES = (OUT, NOWHERE, LOOP, INSIDE, IRREGULAR)

_RULES = {
    LinkEnd.OUT: OUT,
    LinkEnd.NOWHERE: NOWHERE,
    LinkEnd.LOOP: LOOP,
    LinkEnd.INSIDE: INSIDE,
}
_TITLES = {
    OUT: "Link leads out of the memory",
    NOWHERE: "Link leads nowhere",
    LOOP: "Link leads to itself",
    INSIDE: "Link to another memory file",
}
_BY_HAND = {
    OUT: "Put a copy of the file in its place, or remove the link.",
    NOWHERE: "Remove the link, or bring back what it led to.",
    LOOP: "Remove the link.",
    INSIDE: "Nothing has to be done if the same text may stand there twice.",
}
_AGENT_FOLLOWS = (
    "The agent follows links when it searches and consolidates: what is behind one counts as "
    "memory. Memloupe shows where it leads and never follows it."
)
_HARNESS = (
    "Memloupe shows where it leads and never follows it. The list of notes leaves it out here; "
    "what the agent makes of it is not documented."
)


def check_ledger_links(case: BookCase, bench: FileBench) -> Iterator[Finding]:
    """Find links in a bucket, and logs that are no files."""
    del bench
    book = case.book
    for one in book.links:
        yield _link(one, book.bucket.path, case.at_path(one.path), _AGENT_FOLLOWS)
    for file in book.logs:
        if file.facts.kind is FileKind.OTHER:
            yield _irregular(file.name, case.at_path(file.facts.path))


def check_note_links(case: NotesCase, bench: FileBench) -> Iterator[Finding]:
    """Find links in a layer, and what is no file."""
    del bench
    for one in case.folder.skipped:
        if one.facts.kind is FileKind.LINK:
            yield _link(one.facts, case.folder.layer.source, case.at(one.path), _HARNESS)
        elif one.facts.kind is FileKind.OTHER:
            yield _irregular(one.path, case.at(one.path))


def _link(facts: FileFacts, folder: str, place: Place, why: str) -> Finding:
    rule = _RULES[link_end(facts, folder)]
    return Finding(
        rule=rule,
        severity=Severity.CHANGES_TURN if rule == OUT else Severity.WORTH_KNOWING,
        title=_TITLES[rule],
        detail=f"{facts.name} leads to {facts.target}",
        place=place,
        why=why,
        by_hand=_BY_HAND[rule],
    )


def _irregular(name: str, place: Place) -> Finding:
    return Finding(
        rule=IRREGULAR,
        severity=Severity.CHANGES_TURN,
        title="Memory file is no file",
        detail=f"{name} is a pipe, a socket or a device",
        place=place,
        why="Whoever opens it may wait for ever. Memloupe never opens it; the agent may.",
        by_hand="Remove it.",
    )
