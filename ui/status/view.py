"""Status: what the scope and its file hold, and how far the next reflection is."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Signal, Slot
from PySide6.QtWidgets import QVBoxLayout, QWidget

from desktop_app.core.engine_config import normalize
from desktop_app.core.engine_time import format_seconds
from ui.icons import Icon
from ui.naming import shown_id
from ui.problems import explain
from ui.status.about import scope_words
from ui.status.figures import FileFigures, own_values_trap, reflect_threshold
from ui.status.page import Page
from ui.status.presenter import StatusPresenter
from ui.status.threshold_bar import ThresholdBar
from ui.tokens import Meaning
from ui.widgets import counting
from ui.widgets.banner import Banner
from ui.widgets.button import Button
from ui.widgets.labels import ELIDE_MIDDLE, ElidedLabel, TextLabel
from ui.widgets.section import Facts, Section
from ui.widgets.when_shown import WhenShown

if TYPE_CHECKING:
    from PySide6.QtGui import QHideEvent, QShowEvent

    from desktop_app.core.engine_time import EngineTime
    from desktop_app.core.observational.record import Record
    from desktop_app.services.snapshot import ScopeSnapshot
    from ui.session import Session

_LABELS = 168
_STATUSES = ("applied", "processing", "queued", "failed")


class StatusView(QWidget):
    """Thresholds as two bars, then the figures of the scope and of the file."""

    limits_wanted = Signal()  # the dialog about the limits of the scope

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(self.tr("Status"))
        self._session = session
        self.presenter = StatusPresenter(session, self)
        self.about = ElidedLabel(mode=ELIDE_MIDDLE, tone="text2")
        self._page = Page(self.tr("Status"), self)
        self.banner = Banner(self._page.body)
        self.observe_bar = ThresholdBar(self.tr("New messages on their way to an observe"))
        self.reflect_bar = ThresholdBar(self.tr("All observations on their way to a reflection"))
        self.limits_button = Button(self.tr("Change the limits…"), icon=Icon.SLIDERS)
        self.limits_button.clicked.connect(self.limits_wanted)
        self.observe_words = TextLabel(tone="text2", wrap=True)
        self.reflect_words = TextLabel(tone="text2", wrap=True)
        self.scope_facts, self.file_facts = (Facts(label_width=_LABELS) for _ in range(2))
        self._sections = self._make_sections()
        self._figures: FileFigures | None = None
        self._lay_out()
        self.presenter.figures_changed.connect(self._take_figures)
        self.presenter.refused.connect(self._show_problem)
        self._later = WhenShown(self, self._show_scope)
        session.snapshot_changed.connect(self._later.offer)
        session.source_changed.connect(self._show_about)
        self._show_scope()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.presenter.set_active(True)

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self.presenter.set_active(False)

    def _make_sections(self) -> dict[str, Section]:
        parts: dict[str, tuple[str, list[QWidget]]] = {
            "observe": (
                self.tr("Messages to observations"),
                [self.observe_bar, self.observe_words],
            ),
            "reflect": (
                self.tr("All observations to a reflection"),
                [self.reflect_bar, self.reflect_words, self.limits_button],
            ),
            "scope": (self.tr("This scope"), [self.scope_facts]),
            "file": (self.tr("This file"), [self.file_facts]),
        }
        body = self._page.body
        sections = {key: Section(title, body) for key, (title, _) in parts.items()}
        for key, (_, widgets) in parts.items():
            for widget in widgets:
                sections[key].body.addWidget(widget)
        return sections

    def _lay_out(self) -> None:
        page = self._page
        around = QVBoxLayout()
        around.setContentsMargins(16, 4, 16, 0)
        around.setSpacing(8)
        around.addWidget(self.about)
        around.addWidget(self.banner)
        page.column.addLayout(around)
        for section in self._sections.values():
            page.column.addWidget(section)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(page)

    @Slot()
    def _show_scope(self, _snapshot: object = None) -> None:
        self._show_about()
        snapshot = self._session.snapshot
        record = snapshot.record if snapshot else None
        for key in ("observe", "reflect"):
            self._sections[key].setVisible(record is not None)
        self._sections["scope"].setVisible(snapshot is not None)
        if record is not None:
            self._show_thresholds(record)
        self._show_banner(snapshot)
        self._show_scope_facts(snapshot)

    @Slot()
    def _show_about(self, _source: object = None) -> None:
        self.about.set_text(scope_words(self._session))

    def _show_thresholds(self, record: Record) -> None:
        limits = normalize(record.config)
        self._sections["observe"].set_note(self.tr("unknown"))
        self.observe_bar.show_unknown()
        self.observe_words.setText(
            self.tr(
                "The engine observes when new messages of {0} or more have come since message {1}. "
                "How many there are now is only in its own process, not in the file."
            ).format(counting.tokens(limits.observe_min_tokens), record.last_observed_message_index)
        )
        state = reflect_threshold(record)
        note = self.tr("{0} of {1} tokens").format(f"{state.stored:,}", f"{state.threshold:,}")
        self._sections["reflect"].set_note(note)
        self.reflect_bar.show_share(state.stored, state.threshold)
        self.reflect_words.setText(" ".join(self._reflect_words(record)))

    def _reflect_words(self, record: Record) -> list[str]:
        state = reflect_threshold(record)
        left = max(state.threshold - state.stored, 0)
        if state.is_reached:
            words = [
                self.tr(
                    "The threshold is reached: the next observe reflects, and so does every one "
                    "after it, because reflecting removes no observation."
                )
            ]
        else:
            form = self.tr(
                "All observations together: {0} of {1}. {2} more and the engine reflects at every "
                "observe after that."
            )
            threshold = counting.tokens(state.threshold)
            words = [form.format(f"{state.stored:,}", threshold, f"{left:,}")]
            if record.last_reflected_seq:
                words.append(self.tr("Those that are reflected already count as well."))
        if state.summed != state.stored:
            odd = self.tr(
                "The observations add up to {0}; the engine goes by the stored {1} and never "
                "counts again."
            )
            words.append(odd.format(f"{state.summed:,}", f"{state.stored:,}"))
        return words

    def _show_banner(self, snapshot: ScopeSnapshot | None) -> None:
        source, problems = self._session.source, self._figures.problems if self._figures else ()
        record = snapshot.record if snapshot else None
        trap = own_values_trap(source, record) if source and record else None
        if problems:
            title = self.tr("The tables are not as the engine makes them")
            self.banner.show_banner(Meaning.CAUTION, title, " ".join(problems))
        elif snapshot is not None and snapshot.error:
            title = self.tr("The engine can't use this record")
            self.banner.show_banner(Meaning.DAMAGED, title, snapshot.error)
        elif trap is not None:
            self.banner.show_banner(Meaning.CAUTION, trap.title, trap.explanation)
        else:
            self.banner.hide()

    def _show_scope_facts(self, snapshot: ScopeSnapshot | None) -> None:
        facts = self.scope_facts
        facts.clear()
        if snapshot is None:
            return
        self._sections["scope"].set_note(shown_id(snapshot.memory_id))
        if snapshot.record is not None:
            self._add_record(snapshot.record)
        facts.add(self.tr("working memory"), counting.entries(len(snapshot.working)))
        figures = self._figures
        if figures is not None and figures.memory_id == snapshot.memory_id:
            self._add_operations(facts, figures.scope_operations)

    def _add_record(self, record: Record) -> None:
        facts, observations = self.scope_facts, record.observations or ()
        last = observations[-1].seq if observations else 0
        facts.add(self.tr("memory"), self.tr("on") if record.enabled else self.tr("off"))
        facts.add(
            self.tr("observations"),
            f"{len(observations):,}, {counting.tokens(record.observation_tokens)}",
        )
        reflection = counting.tokens(record.reflection_tokens)
        facts.add(self.tr("reflection"), reflection if record.reflection else self.tr("none"))
        reflected = self.tr("observation {0}; the last one is {1}")
        done = record.last_reflected_seq
        words = reflected.format(done, last) if done else self.tr("not yet")
        facts.add(self.tr("reflected up to"), words)
        facts.add(self.tr("observed up to"), self._message(record.last_observed_message_index))
        facts.add(self.tr("state version"), f"{record.state_version:,}")
        facts.add(self.tr("created"), _moment(record.created_at))
        facts.add(self.tr("last written"), _moment(record.updated_at))

    def _message(self, index: int) -> str:
        return self.tr("no message yet") if index < 0 else self.tr("message {0}").format(index)

    def _add_operations(self, facts: Facts, counts: object) -> None:
        if not isinstance(counts, dict) or not counts:
            facts.add(self.tr("operations"), self.tr("none"))
            return
        known = [name for name in _STATUSES if name in counts]
        others = sorted(set(counts) - set(_STATUSES))
        parts = [f"{counts[name]:,} {shown_id(name)}" for name in (*known, *others)]
        facts.add(self.tr("operations"), ", ".join(parts))

    @Slot(object)
    def _take_figures(self, figures: FileFigures | None) -> None:
        self._figures = figures
        self._show_file()
        self._show_banner(self._session.snapshot)
        self._show_scope_facts(self._session.snapshot)

    def _show_file(self) -> None:
        source, figures, facts = self._session.source, self._figures, self.file_facts
        facts.clear()
        if source is None or figures is None:
            return
        self._sections["file"].set_note(source.path.name)
        facts.add(self.tr("path"), str(source.path))
        facts.add(self.tr("memory mode"), source.mode)
        words = {
            "om_memory_records": self.tr("records"),
            "om_operation_log": self.tr("operations in all"),
            "om_markers": self.tr("markers"),
            "working_memory_entries": self.tr("working memory entries"),
        }
        for table, name in words.items():
            rows = figures.rows.get(table)
            facts.add(name, self.tr("no such table") if rows is None else f"{rows:,}")
        self._add_operations(facts, figures.operations)

    @Slot(object)
    def _show_problem(self, error: Exception) -> None:
        self.banner.show_banner(Meaning.DAMAGED, *explain(error))


def _moment(time: EngineTime) -> str:
    return f"{format_seconds(time).replace('T', ' ').rstrip('Z')} UTC"
