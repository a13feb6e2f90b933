"""What the command line says about folders of notes."""

from __future__ import annotations

from desktop_app.cli.command import Command

COMMANDS: tuple[Command, ...] = (
    Command(
        "notes layers",
        "list the layers of notes, or name one by hand",
        """\
List the folders of notes that the agent gets, in order: mount, folder, who may change it, bytes
of its list. They come from layers.json, and from what was named by hand with --add, which is
kept with your own settings and not in the workspace.""",
    ),
    Command(
        "notes list",
        "list the notes of a layer",
        """\
List the notes of a layer as the agent sees them, with what is odd about each, and what is in the
folder and not listed: links, hidden files, pipes. --find shows the lines that have a text.""",
    ),
    Command(
        "notes note",
        "print what the system prompt says about memory",
        """\
Print the part of the system prompt that is about memory, exactly as a turn of this role gets it,
and nothing else, not even a newline at the end. That a list was cut is said beside it.""",
    ),
    Command(
        "notes show",
        "print a note",
        """\
Print the exact bytes of a note. With --json: its metadata, its text, the line that the agent
sees with the rule behind it, and what is odd.""",
    ),
    Command(
        "notes edit",
        "edit a note's description and text",
        """\
Give a note another description, another text, or both. Only the bytes of what changes are
written; metadata keeps its order, quotes and comments. Metadata that does not parse is never
repaired by that: --text writes the whole note.""",
    ),
    Command(
        "notes new",
        "write a new note",
        """\
Write a note that is not there yet. --description becomes its metadata.""",
    ),
    Command(
        "notes move",
        "rename a note, or move it to another layer",
        """\
Give a note another path, in its layer or in another one. Its bytes and its time stay.""",
    ),
    Command(
        "notes delete",
        "delete a note",
        """\
Delete a note. memloupe undo brings it back, with its time.""",
    ),
    Command(
        "notes convert",
        "make a note UTF-8",
        """\
Write a note in another encoding as UTF-8, so that it can be edited. Its bytes as they were stay
in the history.""",
    ),
    Command(
        "notes diff",
        "tell what a turn changed in a layer",
        """\
Compare a layer with what it was: a folder, or a file that notes snapshot wrote. What is created,
updated and deleted is what the harness would store after the turn.""",
    ),
    Command(
        "notes snapshot",
        "remember how the files of a layer are",
        """\
Write a mark of the bytes of every file of a layer, for notes diff. It holds names and hashes,
and no text.""",
    ),
)
