"""Opens the layers of notes that the command line names."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from desktop_app.cli.reading import Reader, engine_argument, given_values
from desktop_app.core.errors import NotFoundError, RefusedError
from desktop_app.services.notes.reading import choices, read_layers, read_note, read_notes
from desktop_app.services.workspace_files import open_files

if TYPE_CHECKING:
    from argparse import Namespace

    from desktop_app.cli.terminal import Terminal
    from desktop_app.core.notes.layer import Layer
    from desktop_app.core.notes.note import Note, NoteFolder

MOST_NAMED = 12


class NotesDesk:
    """The layers of a workspace.

    Args:
        options: What the person typed.
        reader: Has opened the workspace.
        terminal: Hears what is wrong with the settings.
    """

    def __init__(self, options: Namespace, reader: Reader, terminal: Terminal) -> None:
        self._options = options
        self._reader = reader
        self.files = open_files(reader.workspace.root)
        self.by_hand, _ = self.files.layers_by_hand()
        values = given_values(options)
        self.layers = reader.read(partial(read_layers, self.files, values=values))
        self._terminal = terminal
        for words in self.layers.problems:
            terminal.say(words)

    def role(self) -> str | None:
        """Return the role that was named; one that no layer knows is told."""
        if self._options.role is None:
            return None
        role, named = engine_argument(self._options.role), self.layers.roles
        if role not in named:
            known = ", ".join(f"“{one}”" for one in named[:MOST_NAMED])
            hint = f" The layers name {known}." if known else " The layers name none at all."
            self._terminal.say(f"No layer names the role “{role}”.{hint}")
        return role

    def layer(self, mount: str | None = None) -> Layer:
        """Return the layer with this mount, the one that was named, or the only one.

        Raises:
            NotFoundError: there is none.
            RefusedError: there are several, or its folder is not known.
        """
        wanted = self._options.layer if mount is None else mount
        found = self._only() if wanted is None else self.layers.at(engine_argument(wanted))
        if found is None:
            raise NotFoundError(f"There is no layer “{engine_argument(wanted)}”.", self._mounts())
        if found.missing:
            names = " and ".join(f"--value {name}=…" for name in found.missing)
            known = ", ".join(choices(self.files, found)[:MOST_NAMED])
            hint = f" There are folders for {known}." if known else ""
            raise RefusedError(
                f"It is not known whose {found.mount} is meant.", f"Add {names}.{hint}"
            )
        return found

    def folder(self, layer: Layer) -> NoteFolder:
        """Return the notes of a layer.

        Raises:
            RefusedError: it is not usable.
        """
        found = self._reader.read(partial(read_notes, self.files, layer))
        if not layer.is_usable:
            raise RefusedError(f"{layer.mount} can't be read. {found.problem}")
        return found

    def note(self, layer: Layer, path: str) -> Note:
        """Return a note with all its bytes.

        Raises:
            NotFoundError: there is none.
            StoreError, RefusedError: it can't be read, or is a link.
        """
        found = self._reader.read(partial(read_note, self.files, layer, engine_argument(path)))
        if found is None:
            raise NotFoundError(
                f"There is no note “{engine_argument(path)}” in {layer.mount}.",
                "memloupe notes list shows those that are there.",
            )
        return found

    def _only(self) -> Layer:
        if not self.layers.layers:
            why = f"“{self.files.root}” has no layers.json, and no layer was named by hand."
            if self.layers.problems:
                why = "No layer is known, because the settings can't be used as they are."
            advice = "memloupe notes layers --add FOLDER --mount PATH names one."
            raise NotFoundError(why, advice)
        if len(self.layers.layers) > 1:
            raise RefusedError("There are several layers.", f"Name one: --layer. {self._mounts()}")
        return self.layers.layers[0]

    def _mounts(self) -> str:
        names = ", ".join(layer.mount for layer in self.layers.layers[:MOST_NAMED])
        return f"There are {names}." if names else "There is none at all."
