"""The part of the grammar that is about folders of notes."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from desktop_app.cli.file_family import Family

if TYPE_CHECKING:
    from collections.abc import Callable

    from desktop_app.cli.any_order import Parser


def _layers(parser: Parser) -> None:
    add_values(parser)
    what = parser.add_mutually_exclusive_group()
    what.add_argument("--add", metavar="FOLDER", help="name a layer by hand; needs --mount")
    what.add_argument("--drop", metavar="MOUNT", help="forget a layer that was named by hand")
    parser.add_argument("--mount", metavar="PATH", help="where the agent finds the added layer")
    for name, text in (
        ("description", "what the agent is told about it"),
        ("instructions", "what the agent is told after that"),
    ):
        parser.add_argument(f"--{name}", default="", metavar="TEXT", help=text)
    parser.add_argument(
        "--limit", type=_whole, metavar="BYTES", help="where the list of files ends (default: 8000)"
    )
    parser.add_argument(
        "--writer",
        action="append",
        metavar="ROLE",
        help="who may change it; may be repeated (default: everybody)",
    )


def _list(parser: Parser) -> None:
    _layer(parser)
    parser.add_argument("--find", metavar="TEXT", help="only what has this text in it, any case")


def _note(parser: Parser) -> None:
    _layer(parser, "only this layer")
    _role(parser, "for whom the turn is")


def _show(parser: Parser) -> None:
    _path(parser)
    _layer(parser)


def _edit(parser: Parser) -> None:
    _path(parser)
    _editing(parser)
    parser.add_argument(
        "--description", metavar="TEXT", help="the line that the agent sees and acts on"
    )
    what = parser.add_mutually_exclusive_group()
    what.add_argument("--body", metavar="TEXT", help="the text after the metadata; - reads it")
    what.add_argument("--text", metavar="TEXT", help="the whole note, as it is; - reads it")
    what.add_argument(
        "--quote", action="store_true", help="put the quotes that its description lacks"
    )
    parser.add_argument(
        "--add-metadata", action="store_true", help="a note without metadata gets some"
    )


def _new(parser: Parser) -> None:
    _path(parser)
    _editing(parser)
    parser.add_argument("--description", default="", metavar="TEXT", help="what the agent sees")
    parser.add_argument("--body", default="", metavar="TEXT", help="the text; - reads it")


def _move(parser: Parser) -> None:
    _path(parser)
    parser.add_argument("name", metavar="NEW", help="its new path below the mount")
    _editing(parser)
    parser.add_argument("--to-layer", metavar="MOUNT", help="another layer that it goes to")


def _delete(parser: Parser) -> None:
    _path(parser)
    _editing(parser)


def _convert(parser: Parser) -> None:
    _path(parser)
    _editing(parser)
    parser.add_argument(
        "--from",
        dest="encoding",
        default="cp1252",
        metavar="ENCODING",
        help="what its bytes are now (default: cp1252)",
    )


def _diff(parser: Parser) -> None:
    _layer(parser)
    parser.add_argument(
        "--against",
        required=True,
        metavar="PATH",
        help="a folder as it was, or a file that notes snapshot wrote",
    )


def _snapshot(parser: Parser) -> None:
    _layer(parser)
    parser.add_argument(
        "--output",
        default="-",
        metavar="PATH",
        help="where to write, outside the workspace; - for the standard output (the default)",
    )
    parser.add_argument("--force", action="store_true", help="replace a file that is there")


def _editing(parser: Parser) -> None:
    _layer(parser)
    _role(parser, "edit as somebody with this role")
    parser.add_argument(
        "--anyway", action="store_true", help="edit although the layer does not let this role"
    )


def _path(parser: Parser) -> None:
    parser.add_argument("path", metavar="NOTE", help="path of the note below the mount")


def _layer(parser: Parser, text: str = "the layer; may be left out if there is one") -> None:
    parser.add_argument("--layer", metavar="MOUNT", help=text)
    add_values(parser)


def _role(parser: Parser, text: str) -> None:
    parser.add_argument("--as", dest="role", metavar="ROLE", help=text)


def add_values(parser: Parser) -> None:
    """Add what stands for placeholders in the folders of layers."""
    parser.add_argument("--user", metavar="ID", help="the same as --value userId=ID")
    parser.add_argument(
        "--value",
        action="append",
        type=_pair,
        default=[],
        metavar="NAME=VALUE",
        help="what stands for {NAME} in the folder of a layer; may be repeated",
    )


def _pair(text: str) -> tuple[str, str]:
    name, equals, value = text.partition("=")
    if not name or not equals:
        raise argparse.ArgumentTypeError(f"{text!r} is not NAME=VALUE")
    return name, value


def _whole(text: str) -> int:
    if not text.isascii() or not text.isdigit():
        raise argparse.ArgumentTypeError(f"{text!r} is not a whole number")
    return int(text)


_ADD: dict[str, Callable[[Parser], None]] = {
    "notes layers": _layers,
    "notes list": _list,
    "notes note": _note,
    "notes show": _show,
    "notes edit": _edit,
    "notes new": _new,
    "notes move": _move,
    "notes delete": _delete,
    "notes convert": _convert,
    "notes diff": _diff,
    "notes snapshot": _snapshot,
}
_LOOKING = dict.fromkeys(("notes list", "notes note", "notes show"), "notes_looking")
_CHANGING = frozenset({"notes edit", "notes new", "notes move", "notes delete", "notes convert"})
_MODULES: dict[str, str] = {
    "notes layers": "notes_layers",
    **_LOOKING,
    **dict.fromkeys(_CHANGING, "notes_changing"),
    "notes diff": "notes_turns",
    "notes snapshot": "notes_turns",
}

FAMILY = Family(add=_ADD, modules=_MODULES, changing=_CHANGING)
