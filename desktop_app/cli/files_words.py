"""What the command line says about daily logs and curated memory."""

from __future__ import annotations

from desktop_app.cli.command import Command
from desktop_app.cli.files_proposals import PROPOSING

COMMANDS: tuple[Command, ...] = (
    Command(
        "files list",
        "list logs, where MEMORY.md is from, what is consolidated next",
        """\
List every bucket: which folder supplies MEMORY.md, the watermark, and each log with its sections
and whether the next consolidation takes it, and why: next, or agent where only a run of the
agent's own does (a link, or a file with nothing in it, for which it sends a fixed sentence). A
link is shown with where it leads and is not followed. Facts that stand more than once are named,
a few of them; --json names all.""",
    ),
    Command(
        "files show",
        "print a log or MEMORY.md",
        """\
Print a file of a bucket, exactly as it is stored. Where the bucket has no MEMORY.md of its own,
the one that the agent reads in its place is printed. What the agent makes of a file that is empty
or not UTF-8 is told beside it; tools memory_get prints what it reads.""",
    ),
    Command(
        "files where",
        "list every place of a text",
        """\
List every line that has a text: MEMORY.md, logs, the archive, knowledge, the history of
conversations and offloaded results. Links are not followed.""",
    ),
    Command(
        "files edit",
        "give a log, a section or MEMORY.md another text",
        """\
Give a file another text, or one section of a log another body. Line endings and a byte order mark
stay. A text of nothing deletes the file, for the agent does not take an empty one for empty.""",
    ),
    Command(
        "files correct",
        "append a correction to today's log",
        """\
Append a section to today's log. What was noted before stays as it is. With --old the history names
the old fact, and a correction of a bullet becomes a bullet.""",
    ),
    Command(
        "files forget",
        "take a text out of every file that has it",
        """\
Take the lines that have a text out of MEMORY.md, logs and archive, of all buckets or one, and of
AGENTS.md and knowledge on wish: those are no memory. Sections and files that are left empty go.
Then it is searched for again, and what still has it is told: the history of conversations is not
changed.""",
    ),
    Command(
        "files archive",
        "move old logs to the archive",
        """\
Move logs to memory/archive whose day is before today minus the days that logs are kept. A name
that the archive has already is left alone; the engine itself would replace that file.""",
    ),
    Command(
        "files convert",
        "write a file as UTF-8",
        """\
Write a file as UTF-8 that the agent can't read. Its bytes as they are stay in the history.""",
    ),
    Command(
        "files clean",
        "take out the sentence for an empty file",
        """\
Take out the first line of a file if it is the sentence that the agent reads for an empty file and
an earlier save wrote into it.""",
    ),
    Command(
        "files delete",
        "delete a log or MEMORY.md",
        """\
Delete a file of a bucket. It can be undone.""",
    ),
    Command(
        "files rebuild",
        "let the next consolidation take all logs",
        """\
Delete the watermark of a bucket, so that the next consolidation takes every log.""",
    ),
    *PROPOSING,
)
