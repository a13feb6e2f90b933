"""The look of the application: light, dark, as the system says, or the system's high contrast."""

from __future__ import annotations

from enum import StrEnum
from functools import cache

from PySide6.QtCore import QObject, Qt, Signal, Slot
from PySide6.QtGui import QPalette
from PySide6.QtWidgets import QApplication, QStyleFactory

from ui import fonts, icons
from ui.style import build_palette, build_style_sheet
from ui.tokens import DARK, LIGHT, Tokens, high_contrast


class Mode(StrEnum):
    """Which look the person chose."""

    LIGHT = "light"
    DARK = "dark"
    SYSTEM = "system"


class Theme(QObject):
    """Holds the tokens of now and puts them on the application.

    Painted widgets ask ``tokens()`` in ``paintEvent``; a new palette repaints them, so only
    what keeps colours of its own needs ``changed``.
    """

    changed = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._mode = Mode.SYSTEM
        self._system_palette = QApplication.palette()
        self._tokens = LIGHT
        hints = QApplication.styleHints()
        hints.colorSchemeChanged.connect(self._refresh)
        hints.accessibility().contrastPreferenceChanged.connect(self._refresh)

    @property
    def mode(self) -> Mode:
        """The look that was chosen, which may be the system's."""
        return self._mode

    @property
    def tokens(self) -> Tokens:
        """The colours of now."""
        return self._tokens

    @property
    def is_dark(self) -> bool:
        """Whether text is lighter than its ground."""
        return self._tokens.text.lightness() > self._tokens.surface.lightness()

    def install(self, mode: Mode = Mode.SYSTEM) -> None:
        """Put Fusion, the fonts and the palette on the application; call once at start."""
        QApplication.setStyle(QStyleFactory.create("Fusion"))
        self.set_mode(mode)

    def set_mode(self, mode: Mode) -> None:
        """Choose a look; takes effect at once."""
        self._mode = mode
        self._refresh()

    def set_zoom(self, percent: int) -> None:
        """Set the size of text and rows, 80 to 200 percent."""
        fonts.set_zoom(percent)
        self._refresh()

    def turn_over(self) -> None:
        """Go to the opposite of what is shown now, whoever chose that."""
        self.set_mode(Mode.LIGHT if self.is_dark else Mode.DARK)

    @Slot()
    def _refresh(self) -> None:
        self._tokens = self._choose()
        icons.clear()
        application = QApplication.instance()
        if isinstance(application, QApplication):
            application.setFont(fonts.font())
            application.setPalette(build_palette(self._tokens))
            application.setStyleSheet(build_style_sheet(self._tokens))
        self.changed.emit()

    def _choose(self) -> Tokens:
        hints = QApplication.styleHints()
        if hints.accessibility().contrastPreference() == Qt.ContrastPreference.HighContrast:
            return high_contrast(QPalette(self._system_palette))
        if self._mode is Mode.SYSTEM:
            return DARK if hints.colorScheme() == Qt.ColorScheme.Dark else LIGHT
        return DARK if self._mode is Mode.DARK else LIGHT


@cache
def theme() -> Theme:
    """Return the application's theme; needs a ``QApplication``."""
    return Theme()


def tokens() -> Tokens:
    """Return the colours of now."""
    return theme().tokens
