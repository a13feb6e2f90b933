"""Options of the changing commands that don't go together."""

from __future__ import annotations

from typing import TYPE_CHECKING

from desktop_app.cli.editing_parser import ALL
from desktop_app.cli.parser import names_scope

if TYPE_CHECKING:
    from argparse import Namespace
    from collections.abc import Callable

_SEVERAL = 2


def _observation(options: Namespace) -> str:
    text = options.text is not None or options.text_file is not None
    if options.text is not None and options.text_file is not None:
        return "--text and --text-file are two texts"
    if options.seq and options.at:
        return "SEQ and --at both name observations"
    named = len(options.seq) + len(options.at or ())
    if options.add or options.renumber:
        return _without_names(options, named, text=text)
    return _with_names(options, named, text=text)


def _with_names(options: Namespace, named: int, *, text: bool) -> str:
    if options.merge:
        return "" if named >= _SEVERAL and text else "--merge needs two observations and --text"
    if options.remove:
        return "" if named else "--remove needs the number of an observation"
    if named != 1:
        return "one observation has to be named, by SEQ or --at"
    if options.move_to is None and not text and options.importance is None:
        return "nothing to do: --text, --importance, --remove, --merge or --move-to"
    return ""


def _without_names(options: Namespace, named: int, *, text: bool) -> str:
    if named:
        return "--add and --renumber go without SEQ"
    if options.add and not text:
        return "--add needs --text"
    return ""


def _scope(options: Namespace) -> str:
    limits = (
        options.observe_min_tokens,
        options.snippet_max_tokens,
        options.reflect_threshold_tokens,
    )
    limited = any(limit is not None for limit in limits)
    switched = options.enable or options.disable
    if options.enable and options.disable:
        return "--enable and --disable exclude each other"
    if options.create:
        return "--create takes ids, not --memory-id" if options.memory_id is not None else ""
    doings = [options.delete, options.rename is not None, switched, limited]
    if sum(map(bool, doings)) != 1:
        return "exactly one of --enable, --disable, limits, --create, --rename, --delete is needed"
    return ""


def _reflection(options: Namespace) -> str:
    adds = options.supersede or options.contradict
    if (options.at is not None or options.because is not None) and not adds:
        return "--at and --because go with --supersede or --contradict"
    return ""


def _resolve(options: Namespace) -> str:
    if options.pair is None:
        chosen = options.keep is not None or options.merge is not None
        return "--keep and --merge need --pair" if chosen else ""
    if options.keep is None and options.merge is None:
        return "--pair needs --keep or --merge"
    allowed = {"both", *map(str, options.pair)}
    if options.keep is not None and options.keep not in allowed:
        return "--keep takes one of the two numbers, or both"
    return ""


def _history(options: Namespace) -> str:
    entry = options.show or options.restore
    return "an ENTRY already names the scope" if entry and names_scope(options) else ""


def _proposal(options: Namespace) -> str:
    if options.scope is not None and names_scope(options):
        return "SCOPE already names the scope"
    if options.built_in and (options.model or options.base_url):
        return "--built-in asks no model"
    if (options.only or options.override or options.dry_run) and not options.accept:
        return "--only, --override and --dry-run go with --accept"
    return ""


def _doctor(options: Namespace) -> str:
    from desktop_app.core.doctor.rules import RULES  # noqa: PLC0415 - of one command only

    named = [*(options.rule or ()), *(options.repair or ())]
    unknown = [name for name in named if name not in {*RULES, ALL}]
    return f"there is no rule {unknown[0]!r}; rules: {', '.join(RULES)}" if unknown else ""


CHECKS: dict[str, Callable[[Namespace], str]] = {
    "edit observation": _observation,
    "edit reflection": _reflection,
    "edit scope": _scope,
    "resolve": _resolve,
    "history": _history,
    "doctor": _doctor,
    "reflect": _proposal,
    "observe": _proposal,
}
"""What finds misuse, by the name of the command."""
