"""What can be done on the page of the doctor, with its keys."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ui.actions import ActionSpec
from ui.doctor.words import target_of, tr
from ui.icons import Icon
from ui.view_protocols import ViewCommand

if TYPE_CHECKING:
    from collections.abc import Callable

    from ui.doctor.view import DoctorView


def doctor_commands(view: DoctorView) -> list[ViewCommand]:
    """Return the commands of the page, with why they can't be used now."""
    presenter = view.presenter
    item = presenter.selected
    busy = tr("Repairs are being written.") if presenter.repairs.is_repairing else ""
    none = "" if item else tr("No finding is selected.")
    repairable = item is not None and item.is_repairable and not presenter.shows_ignored
    no_repair = none or busy or ("" if repairable else tr("This is repaired by hand."))
    leads = item is not None and target_of(item.finding.place) is not None
    no_place = none or ("" if leads else tr("It is about the whole file."))
    chosen = busy or ("" if presenter.chosen else tr("No repair is ticked."))
    no_undo = "" if presenter.results.entries else tr("Nothing was repaired just now.")
    ignore = tr("Look at it again") if presenter.shows_ignored else tr("Not a problem")
    return [
        _command("repair", tr("Repair this"), "", Icon.CHECK, presenter.repair_selected, no_repair),
        _command(
            "repair_ticked",
            tr("Repair what is ticked"),
            "Ctrl+Return",
            Icon.CHECK,
            presenter.repair_chosen,
            chosen,
        ),
        _command("preview", tr("Preview all repairs"), "P", Icon.COMPARE, view.preview, chosen),
        _command("undo", tr("Undo the last repairs"), "U", Icon.UNDO, view.undo, busy or no_undo),
        _command("all", tr("Tick all"), "A", Icon.CHECK, view.list.tick_all, ""),
        _command("none", tr("Tick none"), "Shift+A", Icon.DASH, view.list.tick_none, ""),
        _command("go", tr("Go there"), "G", Icon.JUMP, presenter.go_to_selected, no_place),
        _command("ignore", ignore, "I", Icon.DASH, presenter.turn_selected, none),
        _command("filter", tr("Filter findings"), "/", Icon.FILTER, view.find_here, ""),
        _command("check", tr("Check again"), "", Icon.DOCTOR, view.read_again, ""),
    ]


def _command(  # noqa: PLR0913, PLR0917 - a row of a table
    name: str, text: str, keys: str, icon: Icon, run: Callable[[], object], reason: str
) -> ViewCommand:
    spec = ActionSpec(
        id=f"doctor.{name}",
        text=text,
        keys=(keys,) if keys else (),
        icon=icon,
        place=tr("Doctor"),
    )
    return ViewCommand(spec=spec, run=run, reason=reason)
