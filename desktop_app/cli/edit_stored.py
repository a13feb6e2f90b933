"""Mends a column of a record as it is stored."""

from __future__ import annotations

from typing import TYPE_CHECKING

from desktop_app.cli.changing import Changer
from desktop_app.cli.edit_observation import given_text
from desktop_app.services.editing.stored_actions import set_stored

if TYPE_CHECKING:
    from argparse import Namespace

    from desktop_app.cli.terminal import Terminal


def run(options: Namespace, terminal: Terminal) -> int:
    """Change what was asked for."""
    changer = Changer(options, terminal)
    source, snapshot = changer.scope()
    text = given_text(options) or ""
    plan = set_stored(snapshot, options.column, text, changer.intent(source))
    return changer.carry_out(source, plan)
