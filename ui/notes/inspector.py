"""Beside the notes: the chosen one, to read and to edit, and what the agent gets of it."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF, Signal, Slot
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QStackedLayout, QVBoxLayout, QWidget

from ui.fonts import Role, Weight
from ui.naming import shown_id
from ui.notes.about_section import AboutSection
from ui.notes.agent_section import AgentSection
from ui.notes.fields import NoteFields
from ui.notes.notice import NoteNotice
from ui.notes.open_note import preview
from ui.notes.presenter import NotesPresenter
from ui.notes.words import tr
from ui.planning import PlanReader
from ui.theme import tokens
from ui.widgets import painting
from ui.widgets.empty_state import EmptyState
from ui.widgets.labels import ELIDE_MIDDLE, ElidedLabel
from ui.widgets.outdated_banner import OutdatedBanner
from ui.widgets.scrolled import Scrolled
from ui.widgets.unlisted import Unlisted

if TYPE_CHECKING:
    from PySide6.QtGui import QPaintEvent

    from desktop_app.core.notes.access import Editing
    from desktop_app.services.editing.plans import Intent
    from ui.notes.open_note import Draft, OpenNote, Preview
    from ui.session import Session


class NotesInspector(QWidget):
    """Follows the note that is chosen."""

    close_requested = Signal()

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(tr("Note"))
        self.presenter = NotesPresenter.of(session)
        self._page = page = QWidget(self)
        self.title = ElidedLabel("", ELIDE_MIDDLE, page, role=Role.TITLE, weight=Weight.STRONG)
        self.place = ElidedLabel("", ELIDE_MIDDLE, page, role=Role.SECONDARY, tone="text2")
        self.unlisted = Unlisted(page)
        self._scroll = Scrolled(page, name=tr("Note"))
        self._inner = inner = QWidget(self._scroll.viewport())
        self.outdated = OutdatedBanner(inner)
        self.notice = NoteNotice(self.presenter, inner)
        self.fields = NoteFields(self.presenter, inner)
        self.agent = AgentSection(inner)
        self.about = AboutSection(inner)
        self.empty = EmptyState(
            tr("No note is chosen"),
            tr("Choose one to see its line, and to edit description and text together."),
            parent=self,
        )
        self._planner = PlanReader(session, self)
        self._lay_out()
        self._connect()
        self._show()

    @property
    def is_working_out(self) -> bool:
        """Whether what the agent gets is still to come."""
        return self._planner.is_busy

    @Slot()
    def save(self) -> None:
        """Save the shown note, as Ctrl S does."""
        self.fields.save_shown()

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.fillRect(self.rect(), tokens().window)
        if self._pages.currentWidget() is not self.empty:
            top = self._scroll.geometry().top() - 1
            painting.hairline(painter, QPointF(0, top), self.width())

    def _lay_out(self) -> None:
        head = QVBoxLayout()
        head.setContentsMargins(16, 14, 16, 12)
        head.setSpacing(2)
        head.addWidget(self.title)
        head.addWidget(self.place)
        self._scroll.setWidget(self._inner)
        column = QVBoxLayout(self._inner)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        banners = QVBoxLayout()
        banners.setContentsMargins(16, 10, 16, 0)
        banners.setSpacing(0)
        for banner in (self.outdated, self.notice):
            banners.addWidget(banner)
        column.addLayout(banners)
        for part in (self.fields, self.agent, self.about):
            column.addWidget(part)
        column.addStretch(1)
        layout = QVBoxLayout(self._page)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addLayout(head)
        layout.addWidget(self.unlisted)
        layout.addWidget(self._scroll, 1)
        self._pages = QStackedLayout(self)
        for one in (self._page, self.empty):
            self._pages.addWidget(one)

    def _connect(self) -> None:
        presenter = self.presenter
        presenter.note_changed.connect(self._show)
        presenter.order.changed.connect(self._show_unlisted)
        presenter.drafts.changed.connect(self._follow)
        presenter.place_wanted.connect(self.fields.find_text)
        presenter.edit_wanted.connect(self.fields.begin)
        self.unlisted.link.clicked.connect(presenter.order.show_all)
        self.fields.left.connect(presenter.left)
        self.fields.diff_wanted.connect(presenter.diff_wanted)
        self.notice.wanted.connect(presenter.offered)
        self.about.note_wanted.connect(presenter.choose)
        self._planner.ready.connect(self._take_preview)

    @Slot()
    def _show(self) -> None:
        opened = self.presenter.note
        self.fields.show_note(opened)
        self._pages.setCurrentWidget(self.empty if opened is None else self._page)
        if opened is None:
            self._planner.cancel()
            return
        self.title.set_text(shown_id(opened.row.path))
        self.place.set_text(tr("in {0}").format(shown_id(opened.folder.layer.mount)))
        self.notice.show_note(opened)
        self.about.show_note(opened)
        self._show_unlisted()
        self._show_outdated()
        self._work_out(at_once=True)

    @Slot()
    def _show_unlisted(self) -> None:
        presenter = self.presenter
        self.unlisted.setVisible(presenter.order.hides(presenter.path))

    @Slot()
    def _follow(self) -> None:
        self._show_outdated()
        self._work_out()

    def _show_outdated(self) -> None:
        opened = self.presenter.note
        draft = self.presenter.drafts.of(opened.key) if opened else None
        self.outdated.show_outdated(outdated=draft is not None and draft.is_outdated)

    def _work_out(self, *, at_once: bool = False) -> None:
        opened, editing = self.presenter.note, self.presenter.editing
        if opened is not None and editing is not None:
            draft = self.presenter.drafts.of(opened.key)
            work = partial(_preview, opened, draft, editing)
            self._planner.request(work, at_once=at_once)

    @Slot(object)
    def _take_preview(self, found: Preview) -> None:
        self.fields.show_preview(found)
        self.agent.show_preview(found)


def _preview(opened: OpenNote, draft: Draft | None, editing: Editing, _intent: Intent) -> Preview:
    return preview(opened, draft, editing)
