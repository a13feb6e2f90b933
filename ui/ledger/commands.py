"""What can be done in the window of daily logs, with its keys."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ui.actions import ActionSpec
from ui.icons import Icon
from ui.ledger.upkeep import Upkeep
from ui.ledger.words import tr
from ui.view_protocols import ViewCommand

if TYPE_CHECKING:
    from collections.abc import Callable

    from ui.ledger.view import LedgerView

_EVERYWHERE = frozenset({"consolidate", "flush"})
"""What the window offers on every page; here it has a key."""
_MENU = "menu"


def ledger_commands(view: LedgerView) -> list[ViewCommand]:
    """Return the commands, with why they can't be used now."""
    presenter, actions = view.presenter, view.actions_of_file
    file = presenter.file
    none = "" if file else tr("No file is shown.")
    locked = none or (file.locked if file else "")
    edited = file is not None and presenter.drafts.of(file.path) is not None
    unchanged = none or ("" if edited else tr("Nothing is changed in this file."))
    is_read = file is not None and file.is_memory and view.pages.editor.edit.reading_end is not None
    no_line = locked or ("" if is_read else tr("The model reads all of it."))
    has_line = file is not None and view.pages.editor.line_offset is not None
    no_place = none or ("" if has_line else tr("There is no line: nothing of it is cut."))
    section = view.pages.sections.current if view.pages.shows_sections else None
    no_section = "" if section and section.section else tr("No section is chosen.")
    editing = no_section if view.pages.shows_sections else ""
    rows = (
        ("add", tr("Add an entry"), "N", Icon.PLUS, actions.add_entry, none),
        ("correct", tr("Correct an old fact"), "C", Icon.EDIT, actions.correct, none),
        ("edit", tr("Edit"), "E", Icon.EDIT, view.start_edit, locked or editing),
        ("above", tr("Move above the line"), "Alt+Up", Icon.WATERLINE, view.move_above, no_line),
        ("line", tr("Go to the line"), "Ctrl+G", Icon.WATERLINE, view.go_to_line, no_place),
        ("diff", tr("Show what saving writes"), "Ctrl+D", Icon.COMPARE, view.show_diff, unchanged),
        ("discard", tr("Discard the edit"), "", Icon.UNDO, view.discard_shown, unchanged),
        ("convert", tr("Convert to UTF-8"), "", Icon.FILE, actions.convert, _no_convert(view)),
        ("delete", tr("Delete the file"), "Del", Icon.REMOVE, actions.delete, _no_delete(view)),
        ("consolidate", tr("Consolidate the logs…"), "R", Icon.REFLECT, view.left.consolidate, ""),
        ("flush", tr("Extract facts…"), "X", Icon.CONVERSATION, view.left.extract_facts, ""),
        (_MENU, tr("Menu of actions"), "M", Icon.MENU, view.open_actions, ""),
        ("calendar", tr("Go to the calendar"), "G", Icon.CALENDAR, view.focus_calendar, ""),
    )
    return [*(_command(*row) for row in rows), *Upkeep.of(view).commands]


def menu_commands(view: LedgerView) -> list[ViewCommand]:
    """Return what a menu of the page offers: all but itself."""
    return [one for one in ledger_commands(view) if one.spec.id != f"ledger.{_MENU}"]


def _no_convert(view: LedgerView) -> str:
    file = view.presenter.file
    return "" if file and file.is_convertible else tr("It is UTF-8 already.")


def _no_delete(view: LedgerView) -> str:
    file = view.presenter.file
    if file is None or file.row is None:
        return tr("There is no file.")
    return file.locked if file.is_foreign else ""


def _command(  # noqa: PLR0913, PLR0917 - a row of a table
    name: str, text: str, keys: str, icon: Icon, run: Callable[[], object], reason: str
) -> ViewCommand:
    spec = ActionSpec(
        id=f"ledger.{name}",
        text=text,
        keys=(keys,) if keys else (),
        icon=icon,
        place=tr("Daily logs"),
        in_palette=name not in {*_EVERYWHERE, _MENU},
    )
    return ViewCommand(spec=spec, run=run, reason=reason, tells_reason=True)
