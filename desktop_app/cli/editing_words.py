"""What the command line says about changing memory."""

from __future__ import annotations

from desktop_app.cli.command import Command

CHANGING = (
    Command(
        "edit observation",
        "edit, add, remove, merge or move observations",
        """\
Change observations of a scope: give one another text or importance, add one, remove, merge or
move some. Removing closes the gap in the numbers; references in the reflection follow.""",
    ),
    Command(
        "edit reflection",
        "edit the summary, supersessions and contradictions",
        """\
Change the reflection of a scope. What is written is read back by the engine as it was meant.""",
    ),
    Command(
        "edit scope",
        "switch, limit, rename, create or delete a scope",
        """\
Change a whole scope: switch its memory on or off, set its limits, rename its ids in all tables
together, create it, or delete it with everything that belongs to it.""",
    ),
    Command(
        "edit stored",
        "mend a column of a record as it is stored",
        """\
Store a text in a column of a record exactly as it is given; for records that the engine can't
read. Nothing else in the row changes. memloupe show prints what is stored.""",
    ),
    Command(
        "working get",
        "print a value of working memory",
        """\
Print the value of an entry, exactly as it is stored.""",
    ),
    Command(
        "working set",
        "set a value of working memory",
        """\
Set the value of an entry as the agent's own tool does. Numbers that lose digits are named.""",
    ),
    Command(
        "working delete",
        "delete an entry of working memory",
        """\
Delete an entry.""",
    ),
    Command(
        "working rename",
        "rename an entry of working memory",
        """\
Give an entry another key; its value keeps its bytes.""",
    ),
    Command(
        "working list",
        "list working memory",
        """\
List the entries of a scope in the engine's order.""",
    ),
    Command(
        "working trim",
        "repair keys with white space at an end",
        """\
Trim the keys that the agent's tool can't find, because it looks for the trimmed ones.""",
    ),
    Command(
        "resolve",
        "list contradictions and settle one",
        """\
Without --pair, list what contradicts: what the reflection says, then pairs of observations that
say the same with another value. With it, keep one, keep both, or merge them.""",
    ),
    Command(
        "reflect",
        "propose a new reflection, and accept it",
        """\
Propose a new reflection: by your own model, by that of the harness, or by built-in rules that
ask no model. Nothing is written without --accept, and nothing is sent to another machine
without --send. The key comes from the system's keyring, else from the environment.""",
    ),
    Command(
        "observe",
        "propose observations of a transcript, and accept them",
        """\
Propose scored observations of what is unobserved in a conversation. Nothing is written without
--accept, and nothing is sent to another machine without --send.""",
    ),
    Command(
        "doctor",
        "find what is wrong, and repair it",
        """\
Look through state files, daily logs, MEMORY.md and notes for what stops memory, what changes what
the model sees, and what is worth knowing. Exit status 1 if anything is found. Each repair is shown
with --dry-run and can be undone alone.""",
    ),
    Command(
        "undo",
        "take a change back",
        """\
Take back the newest change, or the one that is named, also after a restart. Where the engine
has changed the same meanwhile, nothing is written and both versions are shown.""",
    ),
    Command(
        "redo",
        "do a change again",
        """\
Do again what was undone last, or the change that is named.""",
    ),
    Command(
        "history",
        "list what was changed with memloupe",
        """\
List the changes of a workspace, newest first; show what one changed, or restore a version.""",
    ),
)
