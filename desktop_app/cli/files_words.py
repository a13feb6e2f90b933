"""What the command line says about daily logs and curated memory."""

from __future__ import annotations

from desktop_app.cli.command import Command

COMMANDS: tuple[Command, ...] = ()
