"""What can be done on the page of notes, with its keys."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ui.actions import ActionSpec
from ui.icons import Icon
from ui.notes.words import tr
from ui.view_protocols import ViewCommand

if TYPE_CHECKING:
    from collections.abc import Callable

    from ui.notes.view import NotesView


def note_commands(view: NotesView) -> list[ViewCommand]:
    """Return the commands, with why they can't be used now."""
    presenter, actions = view.presenter, view.actions_of_note
    opened = presenter.note
    none = "" if opened and opened.note else tr("No note is chosen.")
    layer_locked = presenter.locked
    locked = none or layer_locked
    text_locked = locked or (opened.locked if opened else "")
    draft = presenter.drafts.of(opened.key) if opened else None
    unchanged = none or ("" if draft else tr("Nothing is changed in this note."))
    layer = presenter.layer
    no_hand = "" if layer and layer.is_by_hand else tr("This layer was not named by hand.")
    rows = (
        ("new", tr("New note"), "N", Icon.PLUS, actions.new, layer_locked),
        ("edit", tr("Edit"), "E", Icon.EDIT, view.start_edit, text_locked),
        ("move", tr("Rename or move"), "F2", Icon.JUMP, actions.move, locked),
        ("delete", tr("Delete the note"), "Del", Icon.REMOVE, actions.delete, locked),
        (
            "diff",
            tr("Show what saving writes"),
            "Ctrl+D",
            Icon.COMPARE,
            actions.show_diff,
            unchanged,
        ),
        ("discard", tr("Discard the edit"), "", Icon.UNDO, view.discard_shown, unchanged),
        ("convert", tr("Convert to UTF-8"), "", Icon.FILE, actions.convert, _no_convert(view)),
        ("filter", tr("Filter the notes"), "F", Icon.FILTER, view.start_filter, ""),
        ("sort", tr("Sort by name or by size"), "S", Icon.SLIDERS, view.sort_next, ""),
        ("role", tr("See as another role"), "A", Icon.TENANT, view.head.choose_role, ""),
        ("layer", tr("Show another layer"), "G", Icon.LAYERS, view.head.choose_layer, ""),
        ("list", tr("Show the notes"), "1", Icon.LAYERS, view.show_list, ""),
        ("section", tr("Show what a turn gets"), "2", Icon.TURN, view.show_section, ""),
        ("turn", tr("Show what a turn changed"), "3", Icon.COMPARE, view.show_turn, ""),
        ("snapshot", tr("Take a snapshot of the layer"), "", Icon.CLOCK, view.take_snapshot, ""),
        ("name", tr("Name a layer of notes…"), "", Icon.PLUS, actions.name_layer, ""),
        ("forget", tr("Forget this layer"), "", Icon.REMOVE, actions.forget_layer, no_hand),
    )
    return [_command(*row) for row in rows]


def _no_convert(view: NotesView) -> str:
    opened = view.presenter.note
    is_other = opened is not None and opened.note is not None and opened.note.is_convertible
    return view.presenter.locked if is_other else tr("It is UTF-8 already, or no text.")


def _command(  # noqa: PLR0913, PLR0917 - a row of a table
    name: str, text: str, keys: str, icon: Icon, run: Callable[[], object], reason: str
) -> ViewCommand:
    spec = ActionSpec(
        id=f"notes.{name}", text=text, keys=(keys,) if keys else (), icon=icon, place=tr("Notes")
    )
    return ViewCommand(spec=spec, run=run, reason=reason, tells_reason=True)
