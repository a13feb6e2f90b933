"""A banner over an edit: what is edited was changed by somebody else meanwhile."""

from __future__ import annotations

from ui.tokens import Meaning
from ui.widgets.banner import Banner


class OutdatedBanner(Banner):
    """Says that nothing typed is lost, and that saving will ask."""

    def show_outdated(self, *, outdated: bool) -> None:
        """Show it, or hide it."""
        if outdated:
            self.show_banner(
                Meaning.ENGINE,
                self.tr("It was changed underneath"),
                self.tr("Your text is kept. Saving shows both versions to choose from."),
            )
        else:
            self.hide()
