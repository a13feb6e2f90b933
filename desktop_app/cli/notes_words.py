"""What the command line says about folders of notes."""

from __future__ import annotations

from desktop_app.cli.command import Command

COMMANDS: tuple[Command, ...] = ()
