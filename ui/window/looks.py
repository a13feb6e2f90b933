"""Light or dark, and the size of text: chosen, remembered, and shown at the button and menu."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Slot

from ui import fonts
from ui.fonts import ZOOM_STEPS
from ui.theme import Mode, theme

if TYPE_CHECKING:
    from ui.main_window import MainWindow


class Looks(QObject):
    """Carries out the commands of look and size."""

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window)
        self._window = window
        theme().changed.connect(self.show_look)

    def set_mode(self, mode: Mode) -> None:
        """Choose a look and remember it."""
        self._window.preferences.mode = mode
        theme().set_mode(mode)

    @Slot()
    def turn_over(self) -> None:
        """Go to the opposite of what is shown now and remember it."""
        theme().turn_over()
        self._window.preferences.mode = theme().mode

    def set_zoom(self, percent: int) -> None:
        """Choose the size of text and remember it."""
        theme().set_zoom(percent)
        self._window.preferences.zoom = fonts.zoom()
        self._window.frame.show_zoom()

    def step_zoom(self, step: int) -> None:
        """Make text one step larger or smaller."""
        at = min(range(len(ZOOM_STEPS)), key=lambda n: abs(ZOOM_STEPS[n] - fonts.zoom()))
        self.set_zoom(ZOOM_STEPS[min(max(at + step, 0), len(ZOOM_STEPS) - 1)])

    @Slot()
    def show_look(self) -> None:
        """Say which look is chosen: in the menu, and at the button."""
        for mode in Mode:
            self._window.registry.action(f"look.{mode}").setChecked(mode is theme().mode)
        self._window.frame.header.show_look(theme().mode, dark=theme().is_dark)
