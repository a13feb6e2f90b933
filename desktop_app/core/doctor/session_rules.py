"""The session history and moved tool results: read only, so that nothing here has a repair."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING

from desktop_app.core.counting import counted
from desktop_app.core.doctor.finding import Finding, Part, Severity
from desktop_app.core.doctor.unread import BY_HAND
from desktop_app.core.doctor.words import named

if TYPE_CHECKING:
    from collections.abc import Iterator

    from desktop_app.core.doctor.file_cases import BookCase, FileBench, SessionCase, Torn

SESSION_RULES = ("session-line-torn", "session-without-context", "session-log-behind")
UNREADABLE = "file-unreadable"


def check_sessions(case: BookCase, bench: FileBench) -> Iterator[Finding]:
    """Find lines that are torn, logs without a context file, and logs that are behind it."""
    del bench
    for session in case.sessions:
        by_path: dict[str, list[Torn]] = defaultdict(list)
        for one in session.torn:
            by_path[one.path].append(one)
        for path, torn in by_path.items():
            yield _torn(case, path, torn)
        if session.lacks_context:
            yield _without_context(case, session)
        if session.behind:
            yield _behind(case, session)


def check_session_files(case: BookCase, bench: FileBench) -> Iterator[Finding]:
    """Find files of the history, and moved results, that can't be read or were left out."""
    del bench
    for session in case.sessions:
        for path, problem in session.problems:
            yield Finding(
                rule=UNREADABLE,
                severity=Severity.WORTH_KNOWING,
                title="File can't be read",
                detail=problem,
                place=case.at_path(path, part=Part.SESSIONS),
                why="What was said in this conversation can't be looked at or searched.",
                by_hand=BY_HAND,
            )
    offloaded = {facts.path for facts in case.book.offloaded}
    for facts in case.too_large:
        part = Part.OFFLOADED if facts.path in offloaded else Part.SESSIONS
        yield Finding(
            rule=UNREADABLE,
            severity=Severity.WORTH_KNOWING,
            title="File is too large to be looked through",
            detail=f"{facts.size / 2**20:,.0f} MB; files over 64 MB are left out here",
            place=case.at_path(facts.path, part=part),
            why="Whether its lines are whole, and whether it holds what its name says, was not "
            "looked at.",
            by_hand="Nothing has to be done.",
        )


def check_offloaded(case: BookCase, bench: FileBench) -> Iterator[Finding]:
    """Find moved tool results that do not hold what their names say."""
    del bench
    for facts in case.misnamed:
        yield Finding(
            rule="offloaded-name-differs",
            severity=Severity.WORTH_KNOWING,
            title="Moved tool result was changed",
            detail=f"{facts.name} does not end in the hash of its text",
            place=case.at_path(facts.path, part=Part.OFFLOADED),
            why="The agent names such a file after its text and never writes it again. Somebody "
            "else has changed it, or it was not written to its end.",
            by_hand="Nothing has to be done if the change was meant.",
        )


def _torn(case: BookCase, path: str, torn: list[Torn]) -> Finding:
    lines = named(f"{one.number:,}" for one in torn)
    return Finding(
        rule="session-line-torn",
        severity=Severity.WORTH_KNOWING,
        title="Lines of a conversation can't be read",
        detail=f"{counted(len(torn), 'line')}: {lines}. {torn[0].problem}",
        place=case.at_path(path, torn[0].number, Part.SESSIONS),
        why="The agent skips them when it reads or searches the conversation, often because it "
        "was stopped while it wrote. Memloupe never rewrites this file.",
        by_hand="Nothing has to be done.",
    )


def _without_context(case: BookCase, session: SessionCase) -> Finding:
    return Finding(
        rule="session-without-context",
        severity=Severity.CHANGES_TURN,
        title="Conversation that the agent can't find",
        detail="there is a full history and no context file",
        place=case.at_path(session.path, part=Part.SESSIONS),
        why="session_search finds the history and then reads the context file beside it, which is "
        "missing: the agent finds nothing of this conversation. Memloupe shows the history.",
        by_hand="Bring the context file back from a backup.",
    )


def _behind(case: BookCase, session: SessionCase) -> Finding:
    return Finding(
        rule="session-log-behind",
        severity=Severity.WORTH_KNOWING,
        title="Full history is behind the context",
        detail=f"{counted(session.behind, 'entry', 'entries')} missing in it",
        place=case.at_path(session.log_path, part=Part.SESSIONS),
        why="The agent writes both together. It was stopped in between, or one was edited.",
        by_hand="Nothing has to be done: what is missing stands in the context file.",
    )
