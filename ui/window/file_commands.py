"""Commands that lead to the pages of memory files, and when they can be used."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Slot

from ui.actions import ActionSpec
from ui.icons import Icon
from ui.navigation import NAME_A_LAYER, Place, Target
from ui.view_protocols import KnowsItsPlace

if TYPE_CHECKING:
    from desktop_app.services.file_outline import FileOutline
    from ui.main_window import MainWindow

LEDGER, NOTES, TOOLS = "go.ledger", "go.notes", "go.tools"
CONSOLIDATE, FLUSH = "logs.consolidate", "logs.flush"
_PLACES = {
    LEDGER: Place.LEDGER,
    NOTES: Place.NOTES,
    TOOLS: Place.TOOLS,
    CONSOLIDATE: Place.CONSOLIDATION,
    FLUSH: Place.FLUSH,
}
_OF_BUCKETS = frozenset({Place.LEDGER, Place.TOOLS, Place.CONSOLIDATION, Place.FLUSH})


class FileCommands(QObject):
    """Daily logs, notes and memory tools by key and from the palette."""

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window)
        self._window = window
        for spec in self._specs():
            window.registry.add(spec, partial(self._go, _PLACES[spec.id]), window)
        window.session.outline_changed.connect(self.judge)
        window.frame.name_notes.clicked.connect(self.name_notes)
        self.judge(None)

    @Slot()
    def name_notes(self) -> None:
        """Let the person name a folder of notes that no file names."""
        self._window.frame.show_page(self._window.frame.panes)
        self._window.session.go(Target(Place.NOTES, key=NAME_A_LAYER))

    @Slot(object)
    def judge(self, outline: FileOutline | None) -> None:
        """Say which commands can't be used now, and why."""
        registry = self._window.registry
        has_logs = outline is not None and bool(outline.buckets)
        no_logs = "" if has_logs else self.tr("There are no daily logs here.")
        no_tools = "" if has_logs else self.tr("The memory tools need daily logs or a MEMORY.md.")
        reasons = {
            LEDGER: no_logs,
            CONSOLIDATE: no_logs,
            FLUSH: no_logs,
            # Where there are none yet, the page says how to name a folder of them.
            NOTES: self.tr("No workspace is open.") if outline is None else "",
            TOOLS: no_tools,
        }
        for action_id, reason in reasons.items():
            registry.set_unavailable(action_id, reason)

    def _go(self, place: Place) -> None:
        # Also from the page that says that nothing is here yet.
        self._window.frame.show_page(self._window.frame.panes)
        if place in {Place.CONSOLIDATION, Place.FLUSH}:
            # What is done with logs is done with those that are shown; the page has to hear of it.
            self._window.session.go(Target(place, bucket=self._bucket))
        else:
            self._window.navigator.go(Target(place))
        self._window.frame.middle.enter_view()

    @property
    def _bucket(self) -> str | None:
        middle = self._window.frame.middle
        view = middle.view if middle.place in _OF_BUCKETS else None
        return view.target().bucket if isinstance(view, KnowsItsPlace) else None

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
            ActionSpec(
                id=CONSOLIDATE,
                text=self.tr("Consolidate the daily logs…"),
                icon=Icon.REFLECT,
                words=self.tr("merge curated memory.md model rules watermark"),
            ),
            ActionSpec(
                id=FLUSH,
                text=self.tr("Extract facts from a conversation…"),
                icon=Icon.CONVERSATION,
                words=self.tr("flush session transcript log model"),
            ),
        )
