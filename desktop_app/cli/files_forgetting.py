"""Forgets a text in every file that has it, and looks again afterwards."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from desktop_app.cli.changing import Changer
from desktop_app.cli.files_opening import Ledgers
from desktop_app.cli.reading import Reader, engine_argument
from desktop_app.cli.text import visible
from desktop_app.core.counting import counted
from desktop_app.core.errors import NotFoundError
from desktop_app.core.ledger.forgetting import Unit
from desktop_app.core.ledger.places import Place, PlaceKind
from desktop_app.services.ledger.forgetting import Sighting, find_everywhere

if TYPE_CHECKING:
    from argparse import Namespace

    from desktop_app.cli.terminal import Terminal

DONE = 0


def run(options: Namespace, terminal: Terminal) -> int:
    """List where a text stands, or forget it there."""
    if options.action == "where":
        reader = Reader(options, terminal)
        _print(_look(options, reader, Ledgers(options, reader)), options, terminal)
        return DONE
    changer = Changer(options, terminal)
    ledgers = Ledgers(options, changer.reader)
    seen = _look(options, changer.reader, ledgers)
    places = [place for place in seen.places if _is_wanted(place, options)]
    unit = Unit.SECTION if options.sections else Unit.LINE
    plan = seen.forget(places, unit=unit, keep_time=options.keep_time)
    status = changer.carry_out_files(ledgers.files, plan)
    if status == DONE and not options.dry_run:
        _prove(_look(options, changer.reader, ledgers, must_be_there=False), terminal)
    return status


def _look(
    options: Namespace, reader: Reader, ledgers: Ledgers, *, must_be_there: bool = True
) -> Sighting:
    text = engine_argument(options.text)
    seen = reader.read(partial(find_everywhere, ledgers.files, ledgers.buckets, text))
    if must_be_there and not seen.places:
        said = " ".join(("It stands nowhere that was searched.", *seen.unseen))
        raise NotFoundError(f"“{text}” was not found.", said)
    return seen


def _is_wanted(place: Place, options: Namespace) -> bool:
    return place.kind is not PlaceKind.OFFLOADED or bool(options.offloaded)


def _print(seen: Sighting, options: Namespace, terminal: Terminal) -> None:
    for place in seen.places:
        if options.json:
            terminal.record(
                {
                    "path": place.path,
                    "line": place.line,
                    "kind": place.kind.value,
                    "text": place.text,
                    "kept": place.kept,
                }
            )
        else:
            kept = f" ({place.kept})" if place.kept else ""
            terminal.line(visible(f"{place.path}:{place.line}: {place.text.strip()[:200]}{kept}"))
    for sentence in seen.unseen:
        terminal.say(sentence)


def _prove(seen: Sighting, terminal: Terminal) -> None:
    if not seen.places:
        terminal.say("Searched again: it is in none of these files any more.")
    for path in dict.fromkeys(place.path for place in seen.places):
        count = sum(place.path == path for place in seen.places)
        terminal.say(f"Searched again: {counted(count, 'line')} of “{path}” still has it.")
    for sentence in seen.unseen:
        terminal.say(sentence)
