"""The middle of the window: scope head, tabs and the view of the chosen place."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, QSize, Signal, Slot
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QStackedWidget, QVBoxLayout, QWidget

from ui.fonts import Role, Weight
from ui.naming import shown_count
from ui.navigation import Place
from ui.theme import tokens
from ui.tokens import Meaning
from ui.view_protocols import TakesFocus
from ui.widgets.labels import TextLabel
from ui.widgets.tabs import TabBar
from ui.window import features, page_modules
from ui.window.focus import focus_inside
from ui.window.scope_head import ScopeHead

if TYPE_CHECKING:
    from desktop_app.services.harness_source import HarnessSource
    from desktop_app.services.snapshot import ScopeSnapshot
    from ui.session import Session
    from ui.window.features import Parts

Pair = tuple[QWidget, QWidget | None]
"""A view and its inspector."""
TABS = (
    Place.OBSERVATIONS,
    Place.REFLECTION,
    Place.WORKING,
    Place.TURN,
    Place.HISTORY,
    Place.CONTRADICTIONS,
)


class _Pages(QStackedWidget):
    """Needs no more room than what is shown: else a page that was left pushed the panes out."""

    def minimumSizeHint(self) -> QSize:
        shown = self.currentWidget()
        return shown.minimumSizeHint() if shown is not None else super().minimumSizeHint()


class Middle(QWidget):
    """Shows one place at a time; views are made when they are first shown."""

    place_changed = Signal(object)  # Place
    inspector_changed = Signal(object)  # QWidget | None
    built = Signal(object, object)  # a view and its inspector, made just now

    def __init__(
        self, session: Session, inspectors: QWidget, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._session = session
        self._inspectors = inspectors
        self._views: dict[str, Pair] = {}
        self._coming: dict[str, tuple[Parts, list[QWidget]]] = {}
        self._place = Place.OBSERVATIONS
        self.head = ScopeHead(session)
        self.tabs = TabBar(self.tr("Views of the scope"))
        self._stack = _Pages()
        self._title = TextLabel(self.tr("Status"), Role.TITLE, Weight.STRONG)
        self._title.setContentsMargins(16, 14, 16, 4)
        for place, words in zip(TABS, self._tab_words(), strict=True):
            self.tabs.add_tab(place, words)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(self._title)
        layout.addWidget(self.head)
        layout.addWidget(self.tabs)
        layout.addWidget(self._stack, 1)
        self.tabs.current_changed.connect(self._on_tab)
        session.snapshot_changed.connect(self._on_snapshot)

    def paintEvent(self, _event: QPaintEvent) -> None:
        QPainter(self).fillRect(self.rect(), tokens().surface)

    @property
    def place(self) -> Place:
        """The place that is shown."""
        return self._place

    @property
    def view(self) -> QWidget | None:
        """The view that is shown."""
        return self._stack.currentWidget()

    @property
    def parts(self) -> list[QWidget]:
        """Every view and inspector that was made."""
        return [part for pair in self._views.values() for part in pair if part is not None]

    def show_place(self, place: Place) -> None:
        """Show a place, and its tab."""
        changed, self._place = place is not self._place, place
        in_scope = place in TABS and self._session.source is not None
        self.head.setVisible(in_scope)
        self.tabs.setVisible(in_scope)
        self._title.setVisible(place is Place.STATUS)
        if in_scope:
            self.tabs.show_tab(place)
        self._show_view()
        if changed:
            self.place_changed.emit(place)

    def prepare(self, key: str) -> QWidget:
        """Return the view of a place, made now unless it was made before; it is not shown."""
        while not self.has(key):
            self.make_part(key)
        return self._views[key][0]

    def has(self, key: str) -> bool:
        """Return whether a view and its inspector were made."""
        return key in self._views

    def parts_of(self, key: str) -> list[QWidget]:
        """Return the view and the inspector that were made."""
        return [part for part in self._views[key] if part is not None]

    def make_part(self, key: str) -> None:
        """Make the next part of a view: each takes a moment, and the window may go on between."""
        is_new = key not in self._coming
        parts, made = (self._build(key), []) if is_new else self._coming.pop(key)
        part = next(parts, None)
        if part is None:
            pair = self._views[key] = (made[0], made[1] if len(made) > 1 else None)
            self.built.emit(*pair)
            return
        if not made:
            self._stack.addWidget(part)
        made.append(part)
        self._coming[key] = parts, made

    def _build(self, key: str) -> Parts:
        return features.build(key, self._session, (self._stack, self._inspectors))

    def keep_page(self, page: QWidget) -> None:
        """Take in a page for ``show_page``."""
        self._stack.addWidget(page)

    def show_page(self, page: QWidget) -> None:
        """Show something else in place of the view, until the next ``show_place``."""
        has_scopes = self._session.source is not None
        self._title.hide()
        self.head.setVisible(has_scopes)
        self.tabs.setVisible(has_scopes)
        self._stack.setCurrentWidget(page)
        self.inspector_changed.emit(None)

    def focus_view(self) -> None:
        """Give the focus to the view."""
        view = self.view
        if isinstance(view, TakesFocus):
            view.take_focus()
        elif view is not None and not focus_inside(view):
            self.tabs.setFocus()

    def enter_view(self) -> None:
        """Give the focus to the view unless it is somewhere inside already."""
        view, focus = self.view, self.window().focusWidget()
        if view is not None and not (focus and focus.isVisible() and view.isAncestorOf(focus)):
            self.arrive()

    def arrive(self) -> None:
        """Give the focus to the view, also if it is still to be filled."""
        self.focus_view()
        view = self.view
        if view is not None and self.tabs.hasFocus():
            view.setFocus()
            view.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        is_filled = event.type() == QEvent.Type.LayoutRequest
        view = watched if is_filled and isinstance(watched, QWidget) else None
        if view is not None and (not view.hasFocus() or focus_inside(view)):
            view.removeEventFilter(self)
        return super().eventFilter(watched, event)

    def _tab_words(self) -> tuple[str, ...]:
        return (
            self.tr("Observations"),
            self.tr("Reflection"),
            self.tr("Working"),
            self.tr("Turn"),
            self.tr("History"),
            self.tr("Contradictions"),
        )

    @Slot(str)
    def _on_tab(self, key: str) -> None:
        if self._place in TABS and key != self._place:
            self.show_place(Place(key))

    @Slot(object)
    def _on_snapshot(self, snapshot: ScopeSnapshot | None) -> None:
        self._show_counts(snapshot)
        if snapshot is not None:
            self._show_view()
            self._count_history(snapshot.memory_id)

    def _show_view(self) -> None:
        key = self._key()
        self.prepare(key)
        view, inspector = self._views[key]
        if self._stack.currentWidget() is not view:
            self._stack.setCurrentWidget(view)
        self.inspector_changed.emit(inspector)

    def _key(self) -> str:
        snapshot = self._session.snapshot
        if self._place is Place.OBSERVATIONS and snapshot is not None and snapshot.damages:
            return page_modules.DAMAGED
        return self._place

    def _show_counts(self, snapshot: ScopeSnapshot | None) -> None:
        self.tabs.set_count(Place.OBSERVATIONS, _observation_count(snapshot))
        self.tabs.set_count(Place.WORKING, _number(len(snapshot.working) if snapshot else 0))
        pairs = _contradictions(snapshot)
        self.tabs.set_count(Place.CONTRADICTIONS, _number(pairs), Meaning.CAUTION)
        damaged = snapshot is not None and bool(snapshot.damages)
        self.tabs.set_tab_visible(Place.CONTRADICTIONS, visible=not damaged)

    def _count_history(self, memory_id: str) -> None:
        source = self._session.source
        if source is not None:
            job = self._session.jobs.read(lambda _c: (memory_id, _history_size(source, memory_id)))
            job.succeeded.connect(self._take_history)

    @Slot(object)
    def _take_history(self, found: tuple[str, str]) -> None:
        memory_id, words = found
        if memory_id == self._session.memory_id:
            self.tabs.set_count(Place.HISTORY, words)


def _history_size(source: HarnessSource, memory_id: str) -> str:
    from desktop_app.core.history.entry import MOST_COUNTED  # noqa: PLC0415 - on a reader's thread

    size = source.history_size(memory_id, MOST_COUNTED)
    return shown_count(size, MOST_COUNTED) if size else ""


def _contradictions(snapshot: ScopeSnapshot | None) -> int:
    explanation = snapshot.explanation if snapshot else None
    return len(explanation.reflection.contradictions) if explanation else 0


def _observation_count(snapshot: ScopeSnapshot | None) -> str:
    if snapshot is None or snapshot.row is None:
        return ""
    if not snapshot.damages:
        return _number(snapshot.observation_count, zero="0")
    broken = {damage.item for damage in snapshot.damages if damage.item is not None}
    return f"{snapshot.observation_count:,} + {len(broken)}" if broken else "?"


def _number(count: int, zero: str = "") -> str:
    return f"{count:,}" if count else zero
