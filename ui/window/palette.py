"""Makes the palette and gives it what it can find."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ui.palette.palette import Palette
from ui.search.sources import FoundSource, ScopeSource

if TYPE_CHECKING:
    from ui.main_window import MainWindow


def make_palette(window: MainWindow) -> Palette:
    """Return a palette over the window with its commands, scopes and memory."""
    palette = Palette(window)
    palette.add_source(window.registry.source())
    scopes, found = ScopeSource(window.session, palette), FoundSource(window.session, palette)
    for source in (scopes, found):
        palette.add_source(source)
        source.arrived.connect(palette.set_results)
    found.all_wanted.connect(window.commands.show_search)
    return palette
