"""Runs one command and turns every outcome into an exit status."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from desktop_app.cli import misuse
from desktop_app.cli.parser import build_parser, command_name, names_scope, wanted_format
from desktop_app.core.errors import MemloupeError, RefusedError

if TYPE_CHECKING:
    from argparse import Namespace
    from collections.abc import Sequence

    from desktop_app.cli.terminal import Terminal

DONE, REFUSED, WRONG_USAGE, UNREADABLE = range(4)
INTERRUPTED = 130


def main(arguments: Sequence[str]) -> int:
    """Run the command in ``arguments`` and return the exit status."""
    try:
        return _run(arguments)
    except BrokenPipeError:
        _give_up_on_output()
        return DONE
    except KeyboardInterrupt:
        return INTERRUPTED


def _run(arguments: Sequence[str]) -> int:
    parser = build_parser()
    try:
        options, unknown = parser.parse_known_args(arguments)
        complaint = _misuse(options)
        if unknown:
            complaint = f"unrecognized arguments: {' '.join(unknown)}"
        if complaint:
            options.complain(complaint)
    except SystemExit as stop:
        sys.stdout.flush()
        return stop.code if isinstance(stop.code, int) else DONE
    return _carry_out(options)


def _misuse(options: Namespace) -> str:
    """Return what is wrong with options that don't go together."""
    if options.command == "export" and not wanted_format(options):
        return "--format is needed, or an --output that ends in .json or .md"
    if "memory_id" in options and options.memory_id is not None:
        ids = (options.tenant, options.conversation, options.agent)
        if any(name is not None for name in ids):
            return "--memory-id already names the whole scope"
    check = _CHECKS.get(command_name(options))
    return check(options) if check else ""


def _misuse_of_snippet(options: Namespace) -> str:
    if options.all and not options.json:
        return "--all needs --json"
    if options.all and (names_scope(options) or options.part or options.explain):
        return "--all goes with neither a scope nor --part nor --explain"
    if options.explain and options.part not in {None, "observational"}:
        return "--explain is about the observational part"
    return ""


_CHECKS = {"snippet": _misuse_of_snippet, **misuse.CHECKS}


def _carry_out(options: Namespace) -> int:
    from desktop_app.cli.commands import runner  # noqa: PLC0415 - help starts without the services
    from desktop_app.cli.terminal import Terminal  # noqa: PLC0415

    terminal = Terminal()
    try:
        status = runner(command_name(options))(options, terminal)
        terminal.flush()
    except RefusedError as error:
        terminal.complain(error)
        return REFUSED
    except MemloupeError as error:
        terminal.complain(error)
        return UNREADABLE
    except BrokenPipeError:
        raise
    except OSError as error:
        return _not_handed_over(terminal, error)
    except MemoryError:
        terminal.say("There is not enough memory for this. Nothing was half written.")
        return UNREADABLE
    except Exception as error:  # noqa: BLE001 - nobody should have to read a trace
        terminal.say(_mistake(error))
        return UNREADABLE
    return status


def _mistake(error: Exception) -> str:
    """Say where a mistake of ours shows; the words of the error may be those of a memory."""
    trace = error.__traceback__
    while trace and trace.tb_next:
        trace = trace.tb_next
    place = f"{Path(trace.tb_frame.f_code.co_filename).name}:{trace.tb_lineno}" if trace else "?"
    return (
        f"This is a mistake in Memloupe ({type(error).__name__} in {place}). A change is written "
        "whole or not at all, so no memory is damaged. Please report it with the command."
    )


def _not_handed_over(terminal: Terminal, error: OSError) -> int:
    """The disk that the results go to is full, or the like."""
    _give_up_on_output()
    terminal.say(f"The result can't be written: {error.strerror or error}.")
    return REFUSED


def _give_up_on_output() -> None:
    # Python would try again to write what is buffered when it ends, and complain.
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, sys.stdout.fileno())
    os.close(nowhere)
