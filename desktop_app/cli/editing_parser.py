"""The part of the grammar that is about changing memory."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from desktop_app.cli.model_options import add_model, add_override

if TYPE_CHECKING:
    from collections.abc import Callable

    Subparser = argparse.ArgumentParser


ALL = "all"
"""Stands for every rule."""


def edit_observation(parser: Subparser) -> None:
    """Add what ``edit observation`` takes."""
    parser.add_argument(
        "seq", nargs="*", type=_whole, metavar="SEQ", help="number of the observation"
    )
    parser.add_argument(
        "--at",
        type=_place,
        action="append",
        metavar="PLACE",
        help="place in the list from 1, where numbers are used twice; may be repeated",
    )
    what = parser.add_mutually_exclusive_group()
    what.add_argument("--add", action="store_true", help="add an observation with --text")
    what.add_argument("--remove", action="store_true", help="remove the named ones")
    what.add_argument("--merge", action="store_true", help="make one of the named ones")
    what.add_argument("--move-to", metavar="KEY", help="move it to the scope with this key")
    what.add_argument(
        "--renumber", action="store_true", help="number all of them 1, 2, 3, …, references too"
    )
    _text(parser)
    parser.add_argument(
        "--importance",
        type=_importance,
        metavar="X",
        help="0 to 1; 0 means unscored and counts as 0.5",
    )


def edit_reflection(parser: Subparser) -> None:
    """Add what ``edit reflection`` takes."""
    what = parser.add_mutually_exclusive_group(required=True)
    what.add_argument("--summary", metavar="TEXT", help="the summary; entries stay")
    _text(what)
    what.add_argument("--clear", action="store_true", help="leave no reflection")
    what.add_argument(
        "--convert", action="store_true", help="write it in the form that the engine reads whole"
    )
    for name, names, text in (
        ("supersede", ("NEWER", "OLDER"), "NEWER replaces OLDER"),
        ("contradict", ("A", "B"), "A and B contradict each other"),
    ):
        what.add_argument(f"--{name}", nargs=2, type=_whole, metavar=names, help=f"add that {text}")
    for kind in ("supersession", "contradiction"):
        what.add_argument(
            f"--drop-{kind}", type=_place, metavar="N", help=f"drop {kind} number N, from 1"
        )
    parser.add_argument(
        "--at", type=_place, metavar="N", help="put the entry in the place of number N, from 1"
    )
    parser.add_argument("--because", metavar="TEXT", help="what the engine tells the model of it")


def edit_scope(parser: Subparser) -> None:
    """Add what ``edit scope`` takes."""
    parser.add_argument("--enable", action="store_true", help="let the engine use this memory")
    parser.add_argument("--disable", action="store_true", help="keep it and don't use it")
    for name, text in (
        ("observe-min-tokens", "unobserved tokens before the engine observes"),
        ("snippet-max-tokens", "budget of the snippet"),
        ("reflect-threshold-tokens", "tokens of observations before the engine reflects"),
    ):
        parser.add_argument(
            f"--{name}",
            type=_whole,
            metavar="N",
            help=f"{text}; not above 0 means the engine's default",
        )
    what = parser.add_mutually_exclusive_group()
    what.add_argument("--create", action="store_true", help="make the scope, as the engine does")
    what.add_argument(
        "--delete", action="store_true", help="delete it with everything that belongs to it"
    )
    what.add_argument(
        "--rename",
        nargs=3,
        metavar=("TENANT", "CONVERSATION", "AGENT"),
        help="give it other ids, in all tables together",
    )


def edit_stored(parser: Subparser) -> None:
    """Add what ``edit stored`` takes."""
    parser.add_argument(
        "--column", required=True, metavar="NAME", help="such as active_observations_json"
    )
    _text(parser.add_mutually_exclusive_group(required=True))


def resolve(parser: Subparser) -> None:
    """Add what ``resolve`` takes."""
    parser.add_argument(
        "--pair",
        nargs=2,
        type=_whole,
        metavar=("A", "B"),
        help="numbers of the two observations; left out: list what contradicts",
    )
    what = parser.add_mutually_exclusive_group()
    what.add_argument("--keep", metavar="WHICH", help="A, B (their numbers), or both")
    what.add_argument("--merge", metavar="TEXT", help="make one observation of both")
    parser.add_argument("--because", metavar="TEXT", help="what the engine tells the model of it")


def working_key(parser: Subparser) -> None:
    """Add the key of an entry."""
    parser.add_argument("key", metavar="KEY", help="key of the entry")


def working_set(parser: Subparser) -> None:
    """Add what ``working set`` takes."""
    working_key(parser)
    parser.add_argument(
        "value", nargs="?", metavar="JSON", help="the value; - or left out: standard input"
    )


def working_rename(parser: Subparser) -> None:
    """Add what ``working rename`` takes."""
    working_key(parser)
    parser.add_argument("name", metavar="NAME", help="the new key")


def entry(parser: Subparser) -> None:
    """Add what ``undo`` and ``redo`` take."""
    parser.add_argument(
        "entry", nargs="?", metavar="ENTRY", help="entry of the history; the newest if left out"
    )


def history(parser: Subparser) -> None:
    """Add what ``history`` takes."""
    what = parser.add_mutually_exclusive_group()
    what.add_argument("--show", metavar="ENTRY", help="print what an entry changed")
    what.add_argument("--restore", metavar="ENTRY", help="bring a version of an entry back")
    parser.add_argument(
        "--version",
        choices=("before", "after"),
        default="before",
        help="which version to restore (default: before)",
    )
    parser.add_argument("--limit", type=_place, metavar="N", help="stop after N entries")


def reflect(parser: Subparser) -> None:
    """Add what ``reflect`` takes."""
    parser.add_argument(
        "scope", nargs="?", metavar="SCOPE", help="key of the scope, like --memory-id"
    )
    _proposal(parser)


def observe(parser: Subparser) -> None:
    """Add what ``observe`` takes."""
    reflect(parser)
    parser.add_argument(
        "--transcript",
        metavar="PATH",
        help="a JSON or JSONL file of messages; left out: the stored conversation",
    )


def _proposal(parser: Subparser) -> None:
    parser.add_argument("--accept", action="store_true", help="write what is ticked")
    parser.add_argument(
        "--only", action="append", metavar="ID", help="accept this part alone; may be repeated"
    )
    add_override(parser)
    add_model(parser)


def doctor(parser: Subparser) -> None:
    """Add what ``doctor`` takes."""
    parser.add_argument(
        "--rule", action="append", metavar="RULE", help="look for this only; may be repeated"
    )
    parser.add_argument(
        "--repair",
        nargs="+",
        action="extend",
        metavar="RULE",
        help=f"repair what these rules find; {ALL} for everything that can be repaired",
    )
    parser.add_argument(
        "--other-way",
        action="store_true",
        help="where there are two opposite repairs, do the one that is not proposed first",
    )


def changing(parser: Subparser) -> None:
    """Add what every command takes that changes something."""
    parser.add_argument(
        "--dry-run", action="store_true", help="print what would change and write nothing"
    )
    parser.add_argument("--reason", metavar="TEXT", help="why, for the history")


def conflicting(parser: Subparser) -> None:
    """Add what every command takes that can meet a change of the engine."""
    parser.add_argument(
        "--take",
        choices=("mine", "theirs"),
        help="which version to take where the engine has changed the same meanwhile;"
        " left out: stop with exit status 1",
    )


def _text(parser: argparse._ActionsContainer) -> None:
    parser.add_argument("--text", metavar="TEXT", help="the text")
    parser.add_argument(
        "--text-file", metavar="PATH", help="read the text from a file; - for standard input"
    )


def _whole(text: str) -> int:
    sign, digits = (text[:1], text[1:]) if text[:1] in {"-", "+"} else ("", text)
    if not digits.isascii() or not digits.isdigit():
        raise argparse.ArgumentTypeError(f"{text!r} is not a whole number")
    number = int(sign + digits)
    if not -(2**63) <= number < 2**63:
        raise argparse.ArgumentTypeError(f"{text!r} is too large")
    return number


def _place(text: str) -> int:
    number = _whole(text)
    if number < 1:
        raise argparse.ArgumentTypeError(f"{text!r} is not a whole number above 0")
    return number


def _importance(text: str) -> float:
    try:
        value = float(text)
    except ValueError:
        value = -1.0
    if not 0 <= value <= 1:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number from 0 to 1")
    return value


ADD: dict[str, Callable[[Subparser], None]] = {
    "edit observation": edit_observation,
    "edit reflection": edit_reflection,
    "edit scope": edit_scope,
    "edit stored": edit_stored,
    "resolve": resolve,
    "working get": working_key,
    "working set": working_set,
    "working rename": working_rename,
    "working delete": working_key,
    "working list": lambda _parser: None,
    "working trim": lambda _parser: None,
    "undo": entry,
    "redo": entry,
    "history": history,
    "doctor": doctor,
    "reflect": reflect,
    "observe": observe,
}
"""What each command takes besides the workspace, the scope and ``changing``."""
TAKES_NO_SIDE = frozenset({"working get", "working list", "doctor"})
LOOKS_ONLY = frozenset({"working get", "working list"})
NEEDS_NO_SCOPE = frozenset({"undo", "redo", "doctor"})
