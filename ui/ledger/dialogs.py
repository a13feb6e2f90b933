"""Dialogs that change files: a new entry, a correction, a section, an encoding, a deletion."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import Slot

from desktop_app.core.ledger.book import MEMORY_FILE
from desktop_app.core.ledger.edits import ENCODINGS, convert, delete_file, edit_section
from desktop_app.core.ledger.entries import correct, log_name, save_entry
from ui.change_dialog import ChangeDialog, Wording
from ui.file_plans import planned_of
from ui.fonts import Role
from ui.icons import Icon
from ui.ledger.plans import plan_of
from ui.ledger.words import file_words, tr
from ui.widgets.labels import TextLabel
from ui.widgets.segments import Segments
from ui.widgets.text_area import TextArea
from ui.widgets.tick_box import TickBox

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget

    from desktop_app.core.ledger.section import Section
    from desktop_app.services.editing.plans import Intent
    from ui.change_preview import Planned
    from ui.ledger.open_file import Draft, OpenFile
    from ui.session import Session

_LINES = 3


def _label(text: str) -> TextLabel:
    return TextLabel(text, Role.SECONDARY, tone="text2")


def _keep_time_words(file: OpenFile) -> str:
    judged = file.book.judged(file.name)
    if judged is not None and judged.is_taken:
        return tr("Keep the file's time (the next consolidation takes it anyway)")
    return tr("Keep the file's time, so that no consolidation sees the edit")


class EntryDialog(ChangeDialog):
    """Appends what somebody writes: to both layers, or as a correction to today's log."""

    def __init__(
        self,
        session: Session,
        parent: QWidget,
        file: OpenFile,
        *,
        is_correction: bool,
        old: str = "",
    ) -> None:
        files = session.files
        assert files is not None
        name = log_name(files.now(), files.zone) if is_correction else MEMORY_FILE
        both = tr("It goes to the end of {0} and of today's log, as the agent saves it.")
        only = tr("Logs are only appended to: the correction goes to the end of {0}.")
        wording = Wording(
            title=tr("Correct an old fact") if is_correction else tr("Add an entry"),
            primary=tr("Append it") if is_correction else tr("Save it"),
            sentence=(only if is_correction else both).format(file_words(file.book, name)),
            icon=Icon.EDIT if is_correction else Icon.PLUS,
        )
        super().__init__(session, parent, wording)
        self._file, self._is_correction, self._old = file, is_correction, old
        label = tr("What is right now") if is_correction else tr("What to remember")
        self.content = TextArea(label, lines=_LINES)
        self.put(*(self._shown_old(old, label) if old else ()), self.content)
        self.content.edited.connect(self._work_out)
        self.wait(tr("Say what to remember; a list of lines with “-” is the usual form."))

    @staticmethod
    def _shown_old(old: str, label: str) -> tuple[QWidget, ...]:
        title = tr("The old fact; it stays as it is")
        area = TextArea(title)
        area.set_text(old)
        area.set_read_only(True)
        return _label(title), area, _label(label)

    @property
    def has_typed(self) -> bool:
        """Whether closing it would lose a text."""
        return bool(self.content.text.strip())

    @Slot()
    def _work_out(self) -> None:
        if not self.content.text.strip():
            self.wait(tr("Nothing is written yet."))
            return
        self.plan(partial(self._make, self.content.text))

    def _make(self, content: str, intent: Intent) -> Planned:
        files = self._session.files
        assert files is not None
        book, now, zone = self._file.book, intent.now, files.zone
        if self._is_correction:
            return planned_of(correct(book, content, now, zone, old=self._old))
        return planned_of(save_entry(book, content, now, zone))


class SectionDialog(ChangeDialog):
    """Edits the text of one section; everything else of the file keeps its bytes."""

    def __init__(self, session: Session, parent: QWidget, file: OpenFile, section: Section) -> None:
        wording = Wording(
            title=tr("Edit a section of {0}").format(file_words(file.book, file.name)),
            primary=tr("Save"),
            sentence=tr("{0}; an empty text removes the section.").format(section.written),
            icon=Icon.EDIT,
        )
        super().__init__(session, parent, wording)
        self._file, self._section = file, section
        self._before = file.text.text[section.body_start : section.end]
        self.content = TextArea(tr("Text of the section"), lines=_LINES)
        self.content.set_text(self._before)
        self.keep_time = TickBox(_keep_time_words(file))
        self.put(self.content, self.keep_time)
        self.content.edited.connect(self._work_out)
        self.keep_time.toggled.connect(self._work_out)
        self.wait(tr("Nothing is changed yet."))

    @property
    def has_typed(self) -> bool:
        """Whether closing it would lose an edit."""
        return self.content.text != self._before

    @Slot()
    def _work_out(self) -> None:
        self.plan(partial(self._make, self.content.text, self.keep_time.isChecked()))

    def _make(self, body: str, keep_time: bool, _intent: Intent) -> Planned:  # noqa: FBT001 - bound
        plan = edit_section(
            self._file.book, self._file.name, self._section, body, keep_time=keep_time
        )
        return planned_of(plan)


class ConvertDialog(ChangeDialog):
    """Writes a file as UTF-8; its bytes stay in the history."""

    def __init__(self, session: Session, parent: QWidget, file: OpenFile) -> None:
        wording = Wording(
            title=tr("Convert {0} to UTF-8").format(file_words(file.book, file.name)),
            primary=tr("Convert"),
            sentence=tr("The agent reads nothing else. Choose how the file reads right."),
            icon=Icon.FILE,
        )
        super().__init__(session, parent, wording)
        self._file = file
        choices = [(name, name) for name in ENCODINGS if name != "utf-8-sig"]
        self.encoding = Segments(tr("Encoding of now"), choices)
        self.put(self.encoding)
        self.encoding.changed.connect(self._work_out)
        if file.row is not None and file.row.data[:2] in {b"\xff\xfe", b"\xfe\xff"}:
            self.encoding.choose("utf-16")
        self._work_out()

    @Slot()
    def _work_out(self) -> None:
        self.plan(partial(self._make, self.encoding.current), at_once=True)

    def _make(self, encoding: str, _intent: Intent) -> Planned:
        return planned_of(convert(self._file.book, self._file.name, encoding))


class DiffDialog(ChangeDialog):
    """Shows what saving the text in the editor writes, and saves it."""

    def __init__(self, session: Session, parent: QWidget, draft: Draft) -> None:
        file = draft.seen
        wording = Wording(
            title=tr("What saving {0} writes").format(file_words(file.book, file.name)),
            primary=tr("Save"),
            sentence=tr("Saving keeps line endings and the final newline as they are."),
            icon=Icon.COMPARE,
        )
        super().__init__(session, parent, wording, width=760)
        self._draft = draft
        self.keep_time = TickBox(_keep_time_words(file))
        self.keep_time.setVisible(not file.is_memory and file.row is not None)
        self.keep_time.toggled.connect(self._work_out)
        self.put(self.keep_time)
        self._work_out()

    @Slot()
    def _work_out(self) -> None:
        self.plan(partial(self._make, self.keep_time.isChecked()), at_once=True)

    def _make(self, keep_time: bool, _intent: Intent) -> Planned:  # noqa: FBT001 - bound
        return planned_of(plan_of(self._draft.seen, self._draft.text, keep_time=keep_time))


class DeleteDialog(ChangeDialog):
    """Deletes a file that is better gone than empty."""

    def __init__(self, session: Session, parent: QWidget, file: OpenFile) -> None:
        wording = Wording(
            title=tr("Delete {0}?").format(file_words(file.book, file.name)),
            primary=tr("Delete it"),
            sentence=tr("It stays in the history and comes back with undo."),
            icon=Icon.REMOVE,
        )
        super().__init__(session, parent, wording)
        self._file = file
        self.watermark = TickBox(tr("Delete the watermark too: the next run takes every log"))
        self.watermark.setVisible(file.is_memory and file.book.watermark.row is not None)
        self.watermark.toggled.connect(self._work_out)
        self.put(self.watermark)
        self._work_out()

    @Slot()
    def _work_out(self) -> None:
        self.plan(partial(self._make, self.watermark.isChecked()), at_once=True)

    def _make(self, with_watermark: bool, _intent: Intent) -> Planned:  # noqa: FBT001 - bound
        plan = delete_file(self._file.book, self._file.name, with_watermark=with_watermark)
        return planned_of(plan)
