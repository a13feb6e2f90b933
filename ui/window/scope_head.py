"""The line over the tabs: which scope is shown, how it stands, and export."""

from __future__ import annotations

from time import monotonic
from typing import TYPE_CHECKING

from PySide6.QtCore import QTimer, Signal, Slot
from PySide6.QtGui import QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QMenu, QWidget

from ui import fonts
from ui.icons import Icon
from ui.naming import shown_id
from ui.theme import tokens
from ui.tokens import Meaning
from ui.widgets.badge import Badge
from ui.widgets.button import Button, IconButton
from ui.widgets.labels import Breadcrumb

if TYPE_CHECKING:
    from desktop_app.core.outline import ScopeEntry
    from desktop_app.services.harness_source import HarnessSource
    from desktop_app.services.snapshot import ScopeSnapshot
    from ui.session import Session

_HEIGHT = 44
_ROOM_FOR_KEYS = 640
_TICK_MS = 1000


class ScopeHead(QWidget):
    """Breadcrumb, badges and the export button."""

    step_chosen = Signal(int)
    raw_wanted = Signal()  # the record as stored, which no format of the engine's can hold

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self._crumbs = Breadcrumb()
        self._state = Badge()
        self._engine = Badge()
        self.reflect = Button(self.tr("Reflect now"), icon=Icon.REFLECT, key="R")
        self.export = Button(self.tr("Export"), icon=Icon.EXPORT)
        self.export_menu = QMenu(self)
        self.more = IconButton(Icon.MORE, self.tr("Change this scope"), key="F9")
        self.scope_menu = QMenu(self)
        self.scope_menu.setToolTipsVisible(True)
        self._only_raw = False
        self._busy_at = 0.0
        self._tick = QTimer(self, interval=_TICK_MS)
        self._tick.timeout.connect(self._show_busy)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(16, 0, 12, 0)
        layout.setSpacing(8)
        layout.addWidget(self._crumbs, 0)
        for widget in (self._state, self._engine):
            widget.hide()
            layout.addWidget(widget)
        layout.addStretch(1)
        layout.addWidget(self.reflect)
        layout.addWidget(self.export)
        layout.addWidget(self.more)
        self.show_zoom()
        self._crumbs.chosen.connect(self.step_chosen)
        self.export.clicked.connect(self.open_export)
        session.snapshot_changed.connect(self._show)

    @property
    def badges(self) -> list[str]:
        """The words of the badges in sight."""
        return [badge.text() for badge in (self._state, self._engine) if not badge.isHidden()]

    def show_zoom(self) -> None:
        """Take over another size of text."""
        self.setFixedHeight(fonts.px(_HEIGHT))

    @Slot()
    def open_export(self) -> None:
        """Open the menu of export formats below the button, if there is more than one."""
        if self._only_raw:
            self.raw_wanted.emit()
        elif self.export.isEnabled():
            corner = self.export.rect().bottomLeft()
            self.export_menu.popup(self.export.mapToGlobal(corner))

    def resizeEvent(self, event: QResizeEvent) -> None:
        self.reflect.set_key_visible(self.width() >= fonts.px(_ROOM_FOR_KEYS))
        super().resizeEvent(event)

    def paintEvent(self, _event: QPaintEvent) -> None:
        QPainter(self).fillRect(self.rect(), tokens().surface)

    @Slot(object)
    def _show(self, snapshot: ScopeSnapshot | None) -> None:
        self._tick.stop()
        self._engine.hide()
        if snapshot is None:
            self._crumbs.set_steps([])
            self._state.hide()
            self._show_export(None)
            return
        self._crumbs.set_steps([shown_id(part) for part in _ids(snapshot)])
        self._show_state(snapshot)
        self._ask_busy(snapshot.memory_id)

    def _show_state(self, snapshot: ScopeSnapshot) -> None:
        if snapshot.damages or snapshot.problem:
            self._state.show_badge(self.tr("damaged"), Meaning.DAMAGED, Icon.DAMAGED)
        elif snapshot.record is None:
            self._state.show_badge(self.tr("working memory only"), Meaning.OUT)
        elif snapshot.mode == "off":
            self._state.show_badge(self.tr("memory off"), Meaning.OUT, Icon.DASH)
        elif not snapshot.record.enabled:
            self._state.show_badge(self.tr("disabled"), Meaning.OUT, Icon.DASH)
        else:
            self._state.show_badge(self.tr("enabled"), Meaning.IN, Icon.CHECK)
        self._state.show()
        self._show_export(snapshot)

    def _show_export(self, snapshot: ScopeSnapshot | None) -> None:
        row = snapshot.row if snapshot else None
        self._only_raw = snapshot is not None and row is not None and snapshot.record is None
        self.export.setText(self.tr("Export raw") if self._only_raw else self.tr("Export"))
        self.export.set_unavailable("" if row else self.tr("No record is stored here."))
        if self._only_raw:
            tip = self.tr("The engine can't export this record. This writes what is stored.")
            self.export.setToolTip(tip)

    def _ask_busy(self, memory_id: str) -> None:
        source = self._session.source
        if source is not None:
            job = self._session.jobs.read(lambda _context: _busy_seconds(source, memory_id))
            job.succeeded.connect(self._take_busy)

    @Slot(object)
    def _take_busy(self, found: tuple[str, int | None]) -> None:
        memory_id, seconds = found
        if memory_id != self._session.memory_id or seconds is None:
            return
        self._busy_at = monotonic() - seconds
        self._show_busy()
        self._engine.show()
        self._tick.start()

    @Slot()
    def _show_busy(self) -> None:
        seconds = int(monotonic() - self._busy_at)
        words = self.tr("engine at work, {0} s").format(f"{seconds:,}")
        self._engine.show_badge(words, Meaning.ENGINE, Icon.ENGINE)


def _ids(snapshot: ScopeSnapshot) -> tuple[str, str, str]:
    from desktop_app.core.outline import scope_of_key  # noqa: PLC0415 - a store is open by now

    row = snapshot.row
    if row is not None and snapshot.record is None:
        # As the list of scopes names it: by the ids of the row, where they can be read.
        stored = (row.tenant_id, row.conversation_id, row.agent_id)
        tenant, conversation, agent = (one if isinstance(one, str) else None for one in stored)
        if tenant is not None and conversation is not None and agent is not None:
            return tenant, conversation, agent
    scope = snapshot.record.scope if snapshot.record else scope_of_key(snapshot.memory_id)
    return scope.tenant, scope.conversation, scope.agent


def _busy_seconds(source: HarnessSource, memory_id: str) -> tuple[str, int | None]:
    entry: ScopeEntry = source.entry(memory_id)
    if entry.busy_since is None or not source.is_busy(entry):
        return memory_id, None
    return memory_id, max(source.now().unix_seconds - entry.busy_since.unix_seconds, 0)
