"""What can be done with the item that is looked at."""

from __future__ import annotations

from typing import TYPE_CHECKING

from desktop_app.core.review.differences import DifferenceKind
from desktop_app.core.review.item import ItemKind
from ui.actions import ActionSpec
from ui.icons import Icon
from ui.review.rows import State
from ui.review.translation import tr
from ui.view_protocols import ViewCommand

if TYPE_CHECKING:
    from collections.abc import Callable

    from ui.review.presenter import ReviewPresenter
    from ui.review.view import ReviewView


def review_commands(view: ReviewView, presenter: ReviewPresenter) -> list[ViewCommand]:
    """Return the commands of the page, with why they can't be used now."""
    row = presenter.board.current
    none = "" if row else tr("No item is shown.")
    decided = none or ("" if row and row.is_left else tr("This is decided. U takes the last back."))
    gone = row is not None and row.difference.kind is DifferenceKind.GONE
    here = decided or (tr("It is gone from the file.") if gone else "")
    is_reflection = row is not None and row.item.kind is ItemKind.REFLECTION
    failed = none or ("" if row and row.state is State.FAILED else tr("Nothing has failed here."))
    back = "" if presenter.board.trail else tr("Nothing was decided yet.")
    return [
        _command("accept", tr("Accept and next"), "A", Icon.CHECK, view.accept, decided),
        _command("edit", tr("Edit"), "E", Icon.EDIT, view.edit, here),
        _command(
            "importance",
            tr("Edit the importance"),
            "I",
            Icon.SLIDERS,
            view.edit_importance,
            here or (tr("A reflection has no importance.") if is_reflection else ""),
        ),
        _command("remove", tr("Remove with a reason"), "D", Icon.REMOVE, view.ask_reason, here),
        _command("back", tr("Back one: undo the last decision"), "U", Icon.UNDO, view.back, back),
        _command("next", tr("Next without deciding"), "", Icon.CHEVRON_RIGHT, view.go_next, none),
        _command("previous", tr("Previous"), "", Icon.CHEVRON_LEFT, view.go_previous, none),
        _command("again", tr("Try again to save it"), "R", Icon.REDO, view.try_again, failed),
    ]


def _command(  # noqa: PLR0913, PLR0917 - a row of a table
    name: str, text: str, key: str, icon: Icon, run: Callable[[], object], reason: str
) -> ViewCommand:
    keys = (key,) if key else ()
    spec = ActionSpec(id=f"review.{name}", text=text, keys=keys, icon=icon, place=tr("Review"))
    return ViewCommand(spec=spec, run=run, reason=reason)
