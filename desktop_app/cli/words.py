"""What the command line says about itself."""

from __future__ import annotations

from desktop_app.cli import files_words, notes_words, tools_words
from desktop_app.cli.command import Command
from desktop_app.cli.editing_words import CHANGING

DESCRIPTION = """\
Look into what an AI agent remembers, byte for byte, and why, and mend it.

With a WORKSPACE or nothing at all, the window opens. With a COMMAND, the same is done on the
terminal. WORKSPACE is the folder that the agent works in, or a database file. Looking changes
nothing in it. Every change is compared before it is written, and can be undone."""

EPILOG = """\
Results go to the standard output, messages to the standard error.
Exit status: 0 done, 1 refused or found wrong, 2 wrong usage, 3 the workspace or the scope
can't be read.

A folder that is named like a command is reached as ./scopes, a text or an id that begins with
a dash as --memory-id=-x, or behind --."""

LOOKING = (
    Command(
        "scopes",
        "list the scopes that have memory",
        """\
List the scopes of a workspace, one a line: whether memory is on, observations, their tokens as
stored, entries of working memory, the key, and what is wrong.

States: on, off (disabled), damaged (the engine can't read the record), working (no record,
working memory only), busy (the engine is in the middle of a call).""",
    ),
    Command(
        "snippet",
        "print what memory adds to the next turn",
        """\
Print the text that memory adds to a scope's next turn: the exact bytes and nothing else, not
even a newline at the end. On a terminal, characters that would do something to it are written
as escapes, and a message says so.

--all --json prints one object for every scope: memory_id, observational, working, counted,
measured, error. Text that is not valid UTF-8 stands under its name with _b64 behind it.

--part turn ends with the blocks that memory files add: kind agents, memory, knowledge or notes,
with the file as source and the reasons. Where there is no state file, these are all of it.""",
    ),
    Command(
        "show",
        "print everything about one scope",
        """\
Print a scope's record, observations, reflection and working memory. Of a damaged record, every
reason is printed, and its columns as they are stored.""",
    ),
    Command(
        "log",
        "print what the engine did, newest first",
        """\
Print the engine's operations and markers, newest first, of one scope or of the whole file.""",
    ),
    Command(
        "export",
        "write a scope's memory to a file",
        """\
Write a scope's memory as the engine's own tool does, byte for byte. Nothing that exists is
replaced without --force. The path of the file is printed.""",
    ),
    Command(
        "search",
        "find a text in all memory",
        """\
Find a text in the observations, reflections and working memory of every scope, then in what is
kept as files: MEMORY.md, daily logs and their archive, knowledge, session history, offloaded tool
results, and notes. A hit in a file is printed with the number of its line.""",
    ),
    Command(
        "config",
        "print the engine's configuration and its traps",
        """\
Print the values that the engine works with, the layer that each comes from, and what does not
do what it seems to. Logins and passwords are left out.""",
    ),
    Command(
        "demo",
        "write a copy of the demo workspace",
        """\
Write a copy of the demo workspace and print its path.""",
    ),
)
COMMANDS = (
    *LOOKING,
    *CHANGING,
    *files_words.COMMANDS,
    *notes_words.COMMANDS,
    *tools_words.COMMANDS,
)
GROUPS = {
    "edit": "change an observation, a reflection, a scope or what is stored",
    "working": "read and change working memory",
    "files": "daily logs and curated memory: look, edit, consolidate, archive",
    "notes": "folders of notes: look, edit, and see them as a role does",
    "tools": "the agent's own memory tools, with the agent's own results",
}
"""First words of commands that have two."""
COMMAND_NAMES = frozenset(command.name.split()[0] for command in COMMANDS)
"""First words by which a command is told from a workspace."""
