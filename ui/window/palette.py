"""Makes the palette and gives it what it can find."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from ui.palette.items import Prefix
from ui.palette.palette import Palette
from ui.search.presenter import Stores
from ui.search.sources import FoundSource, ScopeSource
from ui.window.file_places import file_places

if TYPE_CHECKING:
    from ui.main_window import MainWindow
    from ui.session import Session


def make_palette(window: MainWindow) -> Palette:
    """Return a palette over the window with its commands, scopes and memory."""
    palette = Palette(window)
    palette.add_source(window.registry.source())
    session = window.session
    found = FoundSource(session, palette), FoundSource(session, palette, Stores.FILES)
    palette.add_source(file_places(session))
    for source in (ScopeSource(session, palette), *found):
        palette.add_source(source)
        source.arrived.connect(palette.set_results)
    for one in found:
        one.all_wanted.connect(window.commands.show_search)
    show_prefixes = partial(_show_prefixes, palette, session)
    session.source_changed.connect(show_prefixes)
    session.outline_changed.connect(show_prefixes)
    show_prefixes()
    return palette


def _show_prefixes(palette: Palette, session: Session, _changed: object = None) -> None:
    """Name what there is: a workspace of files has no scopes and no observations."""
    has_state, outline = session.source is not None, session.outline
    has_files = outline is not None and not outline.is_empty
    scopes, files, both = palette.tr("scopes"), palette.tr("daily logs and notes"), ""
    if has_state and has_files:
        both = palette.tr("scopes and files")
    at = both or (files if has_files else scopes)
    observations = "" if has_files and not has_state else palette.tr("observations")
    palette.show_prefixes({Prefix.SCOPES: at, Prefix.OBSERVATIONS: observations})
