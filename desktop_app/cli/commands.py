"""Every command by name."""

from __future__ import annotations

from typing import TYPE_CHECKING

from desktop_app.cli import config, demo, export, log, scopes, search, show, snippet

if TYPE_CHECKING:
    from argparse import Namespace
    from collections.abc import Callable

    from desktop_app.cli.terminal import Terminal

RUN: dict[str, Callable[[Namespace, Terminal], int]] = {
    "scopes": scopes.run,
    "snippet": snippet.run,
    "show": show.run,
    "log": log.run,
    "export": export.run,
    "search": search.run,
    "config": config.run,
    "demo": demo.run,
}
