"""Forgets a text in every file that has it, and looks again afterwards."""

from __future__ import annotations

import unicodedata
from collections import Counter
from functools import partial
from typing import TYPE_CHECKING, Any

from desktop_app.cli.changing import Changer
from desktop_app.cli.files_opening import Ledgers
from desktop_app.cli.reading import Reader, engine_argument
from desktop_app.cli.text import shortened, visible
from desktop_app.core.counting import counted
from desktop_app.core.errors import NotFoundError, RefusedError
from desktop_app.core.files.pieces import lines_of
from desktop_app.core.ledger.facts import fact_key
from desktop_app.core.ledger.forgetting import Unit
from desktop_app.core.ledger.places import Place, PlaceKind
from desktop_app.core.search.json_text import unescaped
from desktop_app.core.search.matching import LONGEST_EXCERPT, Needle
from desktop_app.services.ledger.forgetting import Sighting, find_everywhere

if TYPE_CHECKING:
    from argparse import Namespace

    from desktop_app.cli.terminal import Terminal

DONE = 0


def run(options: Namespace, terminal: Terminal) -> int:
    """List where a text stands, or forget it there."""
    if options.action == "where":
        reader = Reader(options, terminal)
        seen = _look(options, reader, Ledgers(options, reader), must_be_there=False)
        if not seen.places:
            terminal.say(f"“{visible(seen.text)}” stands nowhere that was searched.")
        _print(seen, options, terminal)
        return DONE
    changer = Changer(options, terminal)
    ledgers = Ledgers(options, changer.reader)
    seen = _look(options, changer.reader, ledgers)
    places = [place for place in seen.places if _is_wanted(place, options)]
    staying = _of_knowledge([place for place in seen.places if place not in set(places)])
    if staying and all(place.kept for place in places):
        raise RefusedError("Nothing was forgotten.", staying)
    unit = Unit.SECTION if options.sections else Unit.LINE
    plan = seen.forget(places, unit=unit, keep_time=options.keep_time)
    status = changer.carry_out_files(ledgers.files, plan)
    if staying:
        terminal.say(staying)
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
    if place.kind is PlaceKind.KNOWLEDGE:
        return bool(options.knowledge)
    return place.kind is not PlaceKind.OFFLOADED or bool(options.offloaded)


def _of_knowledge(places: list[Place]) -> str:
    count = sum(place.kind is PlaceKind.KNOWLEDGE for place in places)
    if not count:
        return ""
    stays = "stays: it is" if count == 1 else "stay: they are"
    return (
        f"{counted(count, 'line')} of AGENTS.md or knowledge {stays} what people tell the agent, "
        "not its memory. --knowledge takes them out too."
    )


def _print(seen: Sighting, options: Namespace, terminal: Terminal) -> None:
    needles = [Needle(key) for key in map(_read, lines_of(seen.text)) if key]
    for place in seen.places:
        excerpt = _excerpt(place, needles)
        if options.json:
            terminal.record(_fields(place, excerpt))
        else:
            kind = f"{place.kind.value}{' (stays)' * bool(place.kept)}"
            terminal.line(visible(f"{place.path}:{place.line}  {kind}  {excerpt}"))
    staying = Counter((place.kind, place.kept) for place in seen.places if place.kept)
    for (kept_in, why), count in staying.items():
        lines = f"{counted(count, 'line')} in {kept_in.value} {'stays' if count == 1 else 'stay'}"
        terminal.say(f"{lines} if this is forgotten. {why}")
    for sentence in seen.unseen:
        terminal.say(sentence)


def _fields(place: Place, excerpt: str) -> dict[str, Any]:
    return {
        "path": place.path,
        "line": place.line,
        "kind": place.kind.value,
        "text": place.text,
        "excerpt": excerpt,
        "kept": place.kept,
    }


def _excerpt(place: Place, needles: list[Needle]) -> str:
    """Return a line, or the part of it that has what was looked for, as people read it."""
    is_session = place.kind is PlaceKind.SESSION
    if len(place.text) <= LONGEST_EXCERPT and not is_session:
        return place.text.strip()
    # White space, list marks and escapes play no part in what is found.
    line = " ".join((unescaped(place.text) if is_session else place.text).split())
    line = unicodedata.normalize("NFC", line)
    found = (needle.excerpt(line) for needle in needles)
    excerpt = next((one.text for one in found if one is not None), None)
    return excerpt or shortened(line, LONGEST_EXCERPT)


def _read(line: str) -> str:
    return fact_key(unicodedata.normalize("NFC", line))


def _prove(seen: Sighting, terminal: Terminal) -> None:
    if not seen.places:
        terminal.say("Searched again: it is in none of these files any more.")
    for path in dict.fromkeys(place.path for place in seen.places):
        count = sum(place.path == path for place in seen.places)
        lines, verb = counted(count, "line"), "has" if count == 1 else "have"
        terminal.say(f"Searched again: {lines} of “{path}” still {verb} it.")
    for sentence in seen.unseen:
        terminal.say(sentence)
