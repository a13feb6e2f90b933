"""How wide a column has to be for what stands in it, measured once for each text."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ui import fonts
from ui.widgets.list_table import text_width

if TYPE_CHECKING:
    from collections.abc import Iterable


class TextColumn:
    """As wide as the widest text, within bounds.

    Args:
        least: The least width, before the interface is scaled.
        most: The most: once a text reaches it, no further one is measured.
    """

    def __init__(self, least: int, most: int) -> None:
        self._least, self._most = least, most
        self._measured: set[str] = set()
        self._widest = 0

    def forget(self) -> None:
        """Begin anew, for other texts or another font."""
        self._measured.clear()
        self._widest = 0

    def width_with(self, texts: Iterable[str]) -> int:
        """Return how wide it is with these texts beside those of earlier calls."""
        most = fonts.px(self._most)
        for text in texts:
            if self._widest >= most:
                break
            if text not in self._measured:
                self._measured.add(text)
                self._widest = max(self._widest, text_width(text))
        return min(max(self._widest, fonts.px(self._least)), most)
