"""What can be done with the selected change."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ui.actions import ActionSpec
from ui.changes.rows import tr
from ui.clipboard import copy
from ui.icons import Icon
from ui.view_protocols import ViewCommand

if TYPE_CHECKING:
    from collections.abc import Callable

    from ui.changes.details import Detail
    from ui.changes.presenter import ChangesPresenter


def change_commands(
    presenter: ChangesPresenter, copy_change: Callable[[], object]
) -> list[ViewCommand]:
    """Return the commands of the page, with why they can't be used now."""
    row = presenter.selected
    none = "" if row else tr("No change is selected.")
    draft = none or ("" if row and row.is_draft else tr("This is not a draft."))
    written = tr("This was never in the file.")
    restore = none or ("" if row and row.can_restore else written)
    undo = none or ("" if row and row.can_undo else tr("There is nothing of it to take back."))
    redo = none or ("" if row and row.can_redo else tr("It was not undone."))
    return [
        _command("undo", tr("Undo this"), "U", Icon.UNDO, presenter.undo, undo),
        _command("redo", tr("Redo this"), "R", Icon.REDO, presenter.redo, redo),
        _command(
            "restore_before",
            tr("Restore the version before"),
            "B",
            Icon.HISTORY,
            presenter.restore_before,
            restore,
        ),
        _command(
            "restore_after",
            tr("Restore the version after"),
            "F",
            Icon.HISTORY,
            presenter.restore_after,
            restore,
        ),
        _command("apply", tr("Apply the draft"), "A", Icon.CHECK, presenter.apply, draft),
        _command("discard", tr("Discard the draft"), "Del", Icon.REMOVE, presenter.discard, draft),
        _command("copy", tr("Copy the change"), "Ctrl+Shift+C", Icon.COPY, copy_change, none),
    ]


def copy_detail(detail: Detail) -> None:
    """Put a change on the clipboard: what it is called, and every row before and after."""
    parts = [detail.row.what]
    for text in detail.texts:
        parts += [text.title, tr("before:"), text.before, tr("after:"), text.after]
    copy("\n".join(parts))


def _command(  # noqa: PLR0913, PLR0917 - a row of a table
    name: str, text: str, keys: str, icon: Icon, run: Callable[[], object], reason: str
) -> ViewCommand:
    spec = ActionSpec(id=f"changes.{name}", text=text, keys=(keys,), icon=icon, place=tr("Changes"))
    return ViewCommand(spec=spec, run=run, reason=reason)
