"""Makes the palette and gives it what it can find."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ui.palette.palette import Palette
from ui.search.presenter import Stores
from ui.search.sources import FoundSource, ScopeSource

if TYPE_CHECKING:
    from ui.main_window import MainWindow


def make_palette(window: MainWindow) -> Palette:
    """Return a palette over the window with its commands, scopes and memory."""
    palette = Palette(window)
    palette.add_source(window.registry.source())
    session = window.session
    found = FoundSource(session, palette), FoundSource(session, palette, Stores.FILES)
    for source in (ScopeSource(session, palette), *found):
        palette.add_source(source)
        source.arrived.connect(palette.set_results)
    for one in found:
        one.all_wanted.connect(window.commands.show_search)
    return palette
