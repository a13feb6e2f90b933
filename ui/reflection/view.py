"""The reflection of a scope: as a reader wants it, as it is stored, and being edited."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QSize, Signal, Slot
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QStackedWidget, QVBoxLayout, QWidget

from desktop_app.core.observational.silence import Silence
from ui import fonts
from ui.naming import shown_id
from ui.navigation import Place, Target
from ui.reflection.commands import reflection_commands
from ui.reflection.drafts import EditForm
from ui.reflection.edit_desk import EditDesk
from ui.reflection.raw import RawReflection
from ui.reflection.readable import ReadablePage
from ui.reflection.reader import ReflectionReader
from ui.reflection.stored import facts
from ui.reflection.tools import RAW, READABLE, ReflectionTools
from ui.reflection.whole import WholeActions
from ui.theme import tokens
from ui.tokens import Meaning
from ui.widgets.banner import Banner
from ui.widgets.empty_state import EmptyState
from ui.widgets.when_shown import WhenShown

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ui.reflection.reading import Reading
    from ui.session import Session
    from ui.view_protocols import ViewCommand

__all__ = ["RAW", "READABLE", "ReflectionView"]
_CONVERTIBLE = {Silence.BOLD_HEADING, Silence.NO_HEADING}


class ReflectionView(QWidget):
    """Three sections to read, the raw text, or an editor."""

    commands_changed = Signal()

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(self.tr("Reflection"))
        self._session = session
        self._wanted = ""
        self.reader = ReflectionReader(session, self)
        self.whole = WholeActions(session, self)
        self.tools = ReflectionTools(self)
        self.form, self.facts = self.tools.form, self.tools.facts
        self.banner = Banner(self)
        self._stack = QStackedWidget(self)
        self._blank = QWidget(self._stack)
        self.page, self.raw = ReadablePage(self._stack), RawReflection(self._stack)
        self.nothing, self.summary = self.page.nothing, self.page.summary
        self.supersessions = self.page.supersessions
        self.contradictions = self.page.contradictions
        self.empty = EmptyState(
            self.tr("No reflection yet"),
            self.tr("The engine writes one when there are enough observations."),
            parent=self._stack,
        )
        self.desk = EditDesk(session, self._stack, self)
        self.editor = self.desk.editor
        for part in (self._blank, self.page, self.raw, self.empty):
            self._stack.addWidget(part)
        self._lay_out()
        self._connect()
        self._show_state()
        self.reader.read(session.snapshot)

    @property
    def reading(self) -> Reading | None:
        """What is shown."""
        return self.reader.reading

    def commands(self) -> Sequence[ViewCommand]:
        """Return what can be done here."""
        return reflection_commands(self)

    def unsaved(self) -> str:
        """Return whose reflections are edited and not saved."""
        keys = self.desk.unsaved
        if not keys:
            return ""
        named = ", ".join(shown_id(key) for key in keys[:4])
        return self.tr("the reflection of {0}").format(named)

    def save(self) -> None:
        """Save every edited reflection."""
        self.desk.save()

    def keep_draft(self) -> None:
        """Keep every edited reflection among the changes."""
        self.desk.keep_drafts()

    def discard(self) -> None:
        """Give up what was edited and not saved."""
        self.editor.discard_all()

    def sizeHint(self) -> QSize:
        return QSize(fonts.px(720), fonts.px(560))

    def paintEvent(self, _event: QPaintEvent) -> None:
        QPainter(self).fillRect(self.rect(), tokens().surface)

    @Slot()
    def edit(self) -> None:
        """Open the editor, in the way in which the reflection is shown."""
        as_text = self.form.current == RAW and self.reading is not None and self.reading.is_stored
        self.desk.begin(EditForm.TEXT if as_text else EditForm.FORM)

    @Slot()
    def convert(self) -> None:
        """Ask whether the reflection shall be written in structured form."""
        if self.reading is not None:
            self.whole.convert(self.reading.snapshot)

    @Slot()
    def clear(self) -> None:
        """Ask whether the reflection shall go."""
        if self.reading is not None:
            self.whole.clear(self.reading.snapshot)

    def _lay_out(self) -> None:
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(self.tools)
        banner = QHBoxLayout()
        banner.setContentsMargins(16, 0, 16, 8)
        banner.addWidget(self.banner)
        layout.addLayout(banner)
        layout.addWidget(self._stack, 1)

    def _connect(self) -> None:
        session, desk = self._session, self.desk
        self.form.changed.connect(self._show_page)
        self.tools.edit_form.changed.connect(desk.switch)
        self.tools.edit.clicked.connect(self.edit)
        self.tools.clear.clicked.connect(self.clear)
        self.banner.activated.connect(self.convert)
        self.page.jump_wanted.connect(self._jump)
        self._later = WhenShown(self, self.reader.read)
        self._raw_later = WhenShown(self.raw, self._show_raw)
        self.reader.changed.connect(self._take)
        session.snapshot_changed.connect(self._later.offer)
        session.target_requested.connect(self._go)
        self.whole.refused.connect(self._show_refusal)
        desk.changed.connect(self._show_editor)
        desk.left.connect(self.tools.edit.setFocus)

    @Slot(object)
    def _take(self, reading: Reading | None) -> None:
        if reading is None:
            self.desk.follow(None)
            return
        self.page.show_reading(reading)
        if not reading.parts.summary and not reading.pairs:
            self.form.choose(RAW)
        self._raw_later.offer(reading)
        self.facts.set_text(facts(reading.snapshot, reading.raw, reading.parts))
        self.desk.follow(reading)
        self._show_wanted()

    @Slot()
    def _show_editor(self) -> None:
        draft = self.editor.draft
        if draft is not None and draft.is_open:
            self.tools.show_form(draft.form)
        self._show_state()

    def _show_state(self) -> None:
        reading = self.reading
        can_edit = reading is not None and reading.snapshot.record is not None
        draft = self.editor.draft
        waits = draft is not None and draft.is_edited
        self.tools.show_state(
            stored=reading is not None and reading.is_stored,
            can_edit=can_edit,
            editing=self.editor.is_open,
            waits=waits,
        )
        self._show_notice()
        self._show_page()
        self.commands_changed.emit()

    def _show_notice(self) -> None:
        reading = self.reading
        if reading is None or reading.notice is None or self.editor.is_open:
            self.banner.hide()
            return
        converts = reading.silence in _CONVERTIBLE and reading.snapshot.record is not None
        button = self.tr("Convert it") if converts else ""
        found = reading.notice
        self.banner.show_banner(found.meaning, found.title, found.sentence, button)

    @Slot(str)
    def _show_refusal(self, words: str) -> None:
        self.banner.show_banner(Meaning.CAUTION, self.tr("This can't be done"), words)

    @Slot()
    def _show_page(self) -> None:
        if self.reading is None:
            snapshot = self._session.snapshot
            self._stack.setCurrentWidget(self._blank if snapshot else self.empty)
        elif self.editor.is_open:
            self._stack.setCurrentWidget(self.desk.page)
        elif not self.reading.is_stored:
            self._stack.setCurrentWidget(self.empty)
        else:
            self._stack.setCurrentWidget(self.raw if self.form.current == RAW else self.page)

    @Slot(int)
    def _jump(self, index: int) -> None:
        self._session.go(Target(Place.OBSERVATIONS, index=index))

    @Slot(object)
    def _go(self, target: Target) -> None:
        if target.place is Place.REFLECTION and target.text:
            self._wanted = target.text
            if target.memory_id in {None, self._session.memory_id} and not self.reader.is_busy:
                self._show_wanted()

    def _show_wanted(self) -> None:
        """Turn to the raw text if what was looked for is in it."""
        if not self._wanted or self.reading is None:
            return
        if self._wanted.casefold() in self.reading.raw.casefold():
            self.form.choose(RAW)
            if self.raw.isVisible():
                self._mark_wanted()
        else:
            self._wanted = ""

    @Slot(object)
    def _show_raw(self, reading: Reading) -> None:
        self.raw.show_reading(reading)
        self._mark_wanted()

    def _mark_wanted(self) -> None:
        if self._wanted:
            self.raw.mark(self._wanted)
            self._wanted = ""
