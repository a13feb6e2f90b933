"""What is known of a log: when it was written, whether it is consolidated, its chosen section."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

from PySide6.QtCore import Slot
from PySide6.QtWidgets import QVBoxLayout, QWidget

from ui.file_words import size_words
from ui.fonts import Role
from ui.ledger.section_rows import utc_words
from ui.ledger.words import layer_words, reason_words, tr
from ui.widgets.labels import TextLabel
from ui.widgets.section import Facts, Section

if TYPE_CHECKING:
    from desktop_app.core.ledger.book import Watermark
    from ui.ledger.open_file import OpenFile
    from ui.ledger.presenter import LedgerPresenter
    from ui.ledger.section_rows import SectionRow

_LABELS = 92
_LONGEST_TIME = 40
_NANO = 1_000_000_000
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


class LogInspector(QWidget):
    """Facts of the file, its place in the next consolidation, facts of a section."""

    def __init__(self, presenter: LedgerPresenter, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._presenter = presenter
        self._row: SectionRow | None = None
        self.consolidation = Section(tr("Next consolidation"), self)
        self.verdict = TextLabel("", Role.BODY, parent=self.consolidation, wrap=True)
        self.times = Facts(self.consolidation, label_width=_LABELS)
        self.consolidation.body.addWidget(self.verdict)
        self.consolidation.body.addWidget(self.times)
        self.file = Section(tr("File"), self)
        self.facts = Facts(self.file, label_width=_LABELS)
        self.file.body.addWidget(self.facts)
        self.section = Section(tr("Section"), self)
        self.section_facts = Facts(self.section, label_width=_LABELS)
        self.doubt = TextLabel("", Role.SECONDARY, parent=self.section, tone="text2", wrap=True)
        self.section.body.addWidget(self.section_facts)
        self.section.body.addWidget(self.doubt)
        self.elsewhere = Section(tr("Where else it stands"), self)
        self.elsewhere_facts = TextLabel("", Role.SECONDARY, tone="text2", wrap=True)
        self.elsewhere.body.addWidget(self.elsewhere_facts)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        for part in (self.consolidation, self.section, self.elsewhere, self.file):
            layout.addWidget(part)
        layout.addStretch(1)
        presenter.file_changed.connect(self._show_file)
        presenter.section_changed.connect(self._show_section)
        self.section.hide()
        self.elsewhere.hide()
        self._show_file()

    @Slot()
    def _show_file(self) -> None:
        file = self._presenter.file
        if file is None or file.log is None:
            return
        log = file.log
        eligible = next((one for one in file.book.eligible if one.name == log.name), None)
        taken = eligible is not None and eligible.is_taken
        self.verdict.setText(tr("It is taken.") if taken else tr("It is not taken."))
        mark = file.book.watermark
        self.times.clear()
        if eligible is not None:
            reason = TextLabel(reason_words(eligible.reason), Role.SECONDARY, wrap=True)
            self.times.add(tr("because"), reason)
        self.times.add(tr("written"), _time_words(log.facts.mtime_ns))
        self.times.add(tr("watermark"), utc_words(mark.at) if mark.at else _no_mark(mark))
        self._show_facts(file)

    def _show_facts(self, file: OpenFile) -> None:
        log = file.log
        assert log is not None
        self.facts.clear()
        self.facts.add(tr("path"), file.path)
        self.facts.add(tr("size"), size_words(log.facts.size))
        self.facts.add(tr("sections"), f"{len(log.sections):,}")
        self.facts.add(tr("folder"), layer_words(log.layer))
        if log.is_archived:
            self.facts.add(tr("archived"), tr("yes; it is still searched"))
        if log.facts.target:
            self.facts.add(tr("leads to"), log.facts.target)

    @Slot(object)
    def _show_section(self, row: SectionRow | None) -> None:
        if row == self._row:
            return  # what others wrote elsewhere changes nothing of it
        self._row = row
        self.section.setVisible(row is not None and row.section is not None)
        self.elsewhere.hide()
        if row is None or row.section is None:
            return
        self.section_facts.clear()
        self.section_facts.add(tr("as written"), _written(row.written))
        self.section_facts.add(tr("UTC"), row.utc)
        if row.day is not None:
            self.section_facts.add(tr("day here"), row.day.isoformat())
        self.section_facts.add(tr("appended by"), row.by)
        words = tr(
            "A line in it looks like the marker of a section, and has no time or stands inside a "
            "code fence: it may be quoted text."
        )
        self.doubt.setText(words if row.is_ambiguous else "")
        self.doubt.setVisible(row.is_ambiguous)
        self.elsewhere_facts.setText("\n".join(row.elsewhere))
        self.elsewhere.setVisible(bool(row.elsewhere))


def _written(text: str) -> str | TextLabel:
    """Return a time to be shown whole: with nine decimals it takes two lines."""
    if len(text) > _LONGEST_TIME:
        return text
    label = TextLabel(text.replace("T", "T\u200b", 1), Role.SECONDARY, wrap=True)
    label.setAccessibleName(text)
    return label


def _time_words(mtime_ns: int) -> str:
    try:
        at = _EPOCH + timedelta(microseconds=mtime_ns // 1_000)
    except OverflowError:
        return "–"
    return f"{at:%Y-%m-%d %H:%M:%S}.{mtime_ns % _NANO // 1_000_000:03d} UTC"


def _no_mark(mark: Watermark) -> str:
    """Return what stands where there is no time to show."""
    return tr("none") if mark.row is None else tr("not readable")
