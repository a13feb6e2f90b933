"""Finds the function of a command; the modules of the others are not loaded."""

# ruff: noqa: PLC0415 - each command starts with what it needs and no more

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from argparse import Namespace
    from collections.abc import Callable

    from desktop_app.cli.terminal import Terminal

    Run = Callable[[Namespace, Terminal], int]


def runner(name: str) -> Run:
    """Return what carries out the command called ``name``."""
    if name == "snippet":
        from desktop_app.cli import snippet

        return snippet.run
    if name in {"scopes", "show", "search"}:
        return _looking(name)
    if name in {"config", "demo", "export", "log"}:
        return _others(name)
    return _of_family(name) or _editing(name)


def _of_family(name: str) -> Run | None:
    from desktop_app.cli.parser import FAMILIES

    module = next((one.modules[name] for one in FAMILIES if name in one.modules), None)
    if module is None:
        return None
    run: Run = import_module(f"desktop_app.cli.{module}").run
    return run


def _editing(name: str) -> Run:
    if name in {"undo", "redo", "history"}:
        from desktop_app.cli import undoing

        return {"undo": undoing.undo, "redo": undoing.redo, "history": undoing.history}[name]
    if name == "doctor":
        from desktop_app.cli import doctor

        return doctor.run
    if name in {"reflect", "observe"}:
        from desktop_app.cli import reflecting

        return {"reflect": reflecting.reflect, "observe": reflecting.observe}[name]
    if name.startswith("working "):
        from desktop_app.cli import working

        return working.run
    from desktop_app.cli import edit_observation, edit_reflection, edit_scope, edit_stored, resolve

    return {
        "edit observation": edit_observation.run,
        "edit reflection": edit_reflection.run,
        "edit scope": edit_scope.run,
        "edit stored": edit_stored.run,
        "resolve": resolve.run,
    }[name]


def _looking(name: str) -> Run:
    from desktop_app.cli import scopes, search, show

    return {"scopes": scopes.run, "search": search.run, "show": show.run}[name]


def _others(name: str) -> Run:
    from desktop_app.cli import config, demo, export, log

    return {"config": config.run, "demo": demo.run, "export": export.run, "log": log.run}[name]
