"""A copy of the demo workspace."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

from desktop_app.services.demo import copy_demo

if TYPE_CHECKING:
    from argparse import Namespace

    from desktop_app.cli.terminal import Terminal


def run(options: Namespace, terminal: Terminal) -> int:
    """Write the copy and print where it is."""
    folder = copy_demo(Path(options.output) if options.output else None)
    terminal.exact(os.fsencode(folder) + b"\n")
    return 0
