"""What the command line says about the agent's own memory tools."""

from __future__ import annotations

from desktop_app.cli.command import Command

COMMANDS: tuple[Command, ...] = ()
