"""What the command line says about the agent's own memory tools."""

from __future__ import annotations

from desktop_app.cli.command import Command

COMMANDS: tuple[Command, ...] = (
    Command(
        "tools memory_search",
        "search memory as the agent's tool does",
        """\
Print exactly what memory_search answers: MEMORY.md, then every file below memory/, line by line.
A phrase is taken as it is, and only A to Z are equal in upper and lower case. What the agent reads
in another way than it stands in the files is told beside it. An answer that is an error is printed
too and exits with status 1.""",
    ),
    Command(
        "tools memory_get",
        "print lines of a file as the agent's tool does",
        """\
Print exactly what memory_get answers. It reads any file of the workspace, not only memory.
An answer that is an error is printed too and exits with status 1.""",
    ),
    Command(
        "tools memory_save",
        "save a memory as the agent's tool does",
        """\
Add to MEMORY.md and to the log of today in one change, which undo takes back. The agent's own
tool tells of success even if nothing was written; this one answers with an error then, and exits
with status 1.""",
    ),
    Command(
        "tools session_search",
        "search the session history as the agent's tool does",
        """\
Print exactly what session_search answers. It finds nothing in a log without its context file.
An answer that is an error exits with status 1.""",
    ),
    Command(
        "tools session_list",
        "list conversations as the agent's tool does",
        """\
Print exactly what session_list answers. An answer that is an error exits with status 1.""",
    ),
    Command(
        "tools session_history",
        "print a conversation as the agent's tool does",
        """\
Print exactly what session_history answers. Lines that can't be read are left out and reported.
An answer that is an error exits with status 1.""",
    ),
    Command(
        "tools injected",
        "print what of MEMORY.md reaches the model",
        """\
Print the exact block that a turn gets from MEMORY.md; the arithmetic is told beside it: the limit,
what the other parts take, what is left, and where the text is cut.""",
    ),
    Command(
        "tools compaction",
        "preview the compaction of a conversation",
        """\
Print whether a conversation would be compacted, with every number: what starts it, what is summed
up and kept, and which long results are cut or moved into files. No model is asked.""",
    ),
)
