"""Commands that lead to the pages of memory files, and when they can be used."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Slot

from ui.actions import ActionSpec
from ui.icons import Icon
from ui.navigation import Place, Target

if TYPE_CHECKING:
    from desktop_app.services.file_outline import FileOutline
    from ui.main_window import MainWindow

LEDGER, NOTES, TOOLS = "go.ledger", "go.notes", "go.tools"
_PLACES = {LEDGER: Place.LEDGER, NOTES: Place.NOTES, TOOLS: Place.TOOLS}


class FileCommands(QObject):
    """Daily logs, notes and memory tools by key and from the palette."""

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window)
        self._window = window
        for spec in self._specs():
            window.registry.add(spec, partial(self._go, _PLACES[spec.id]), window)
        window.session.outline_changed.connect(self.judge)
        self.judge(None)

    @Slot(object)
    def judge(self, outline: FileOutline | None) -> None:
        """Say which commands can't be used now, and why."""
        registry = self._window.registry
        has_logs = outline is not None and bool(outline.buckets)
        has_notes = outline is not None and bool(outline.layers)
        reasons = {
            LEDGER: "" if has_logs else self.tr("There are no daily logs here."),
            # Where there are none yet, the page says how to name a folder of them.
            NOTES: self.tr("No workspace is open.") if outline is None else "",
            TOOLS: "" if has_logs or has_notes else self.tr("No memory is kept as files here."),
        }
        for action_id, reason in reasons.items():
            registry.set_unavailable(action_id, reason)

    def _go(self, place: Place) -> None:
        # Also from the page that says that nothing is here yet.
        self._window.frame.show_page(self._window.frame.panes)
        self._window.navigator.go(Target(place))
        self._window.frame.middle.enter_view()

    def _specs(self) -> tuple[ActionSpec, ...]:
        return (
            ActionSpec(
                id=LEDGER,
                text=self.tr("Go to the daily logs"),
                keys=("Alt+7",),
                icon=Icon.CALENDAR,
                words=self.tr("memory.md ledger days calendar curated consolidation"),
            ),
            ActionSpec(
                id=NOTES,
                text=self.tr("Go to the notes"),
                keys=("Alt+8",),
                icon=Icon.LAYERS,
                words=self.tr("front matter layers folders files"),
            ),
            ActionSpec(
                id=TOOLS,
                text=self.tr("Go to the memory tools"),
                keys=("Alt+9",),
                icon=Icon.AGENT,
                words=self.tr("memory_search memory_get memory_save session_search"),
            ),
        )
