"""Edits, makes, moves, deletes and converts notes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from desktop_app.cli.changing import Changer
from desktop_app.cli.given import standard_input
from desktop_app.cli.notes_opening import NotesDesk
from desktop_app.cli.reading import engine_argument
from desktop_app.core.errors import RefusedError
from desktop_app.core.notes.access import Editing
from desktop_app.core.notes.edits import (
    NoteEdit,
    convert_note,
    edit_note,
    edit_raw,
    quote_description,
)
from desktop_app.core.notes.places import delete_note, move_note, new_note

if TYPE_CHECKING:
    from argparse import Namespace

    from desktop_app.cli.terminal import Terminal
    from desktop_app.core.files.plan import FilePlan

STANDARD_INPUT = "-"


def run(options: Namespace, terminal: Terminal) -> int:
    """Do what was asked for."""
    changer = Changer(options, terminal)
    desk = NotesDesk(options, changer.reader, terminal)
    editing = Editing(
        read=desk.files.read_front_matter,
        role=desk.role(),
        anyway=options.anyway,
    )
    plan = _PLANS[options.action](desk, options, editing)
    return changer.carry_out_files(desk.files, plan)


def _edit(desk: NotesDesk, options: Namespace, editing: Editing) -> FilePlan:
    layer = desk.layer()
    folder, note = desk.folder(layer), desk.note(layer, options.path)
    if options.quote or options.text is not None:
        if options.description is not None:
            raise RefusedError("The description is written as well then.", "Leave it out.")
        if options.quote:
            return quote_description(folder, note, editing)
        return edit_raw(folder, note, _given(options.text), editing)
    if options.description is None and options.body is None:
        raise RefusedError("Nothing was given to edit.", "Add --description, --body or --text.")
    edit = NoteEdit(
        description=None if options.description is None else engine_argument(options.description),
        body=None if options.body is None else _given(options.body),
        add_block=options.add_metadata,
    )
    return edit_note(folder, note, edit, editing)


def _new(desk: NotesDesk, options: Namespace, editing: Editing) -> FilePlan:
    folder = desk.folder(desk.layer())
    return new_note(
        folder,
        engine_argument(options.path),
        editing,
        description=engine_argument(options.description),
        body=_given(options.body),
    )


def _move(desk: NotesDesk, options: Namespace, editing: Editing) -> FilePlan:
    layer = desk.layer()
    folder, note = desk.folder(layer), desk.note(layer, options.path)
    other = options.to_layer
    target = folder if other is None else desk.folder(desk.layer(other))
    return move_note(folder, note, target, engine_argument(options.name), editing)


def _delete(desk: NotesDesk, options: Namespace, editing: Editing) -> FilePlan:
    layer = desk.layer()
    return delete_note(desk.folder(layer), desk.note(layer, options.path), editing)


def _convert(desk: NotesDesk, options: Namespace, editing: Editing) -> FilePlan:
    layer = desk.layer()
    note = desk.note(layer, options.path)
    return convert_note(desk.folder(layer), note, options.encoding, editing)


def _given(text: str) -> str:
    return standard_input() if text == STANDARD_INPUT else engine_argument(text)


_PLANS = {"edit": _edit, "new": _new, "move": _move, "delete": _delete, "convert": _convert}
