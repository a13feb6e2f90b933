"""What the engine works with once it has read its configuration."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Slot

from desktop_app.core.harness_config.shown import shown_value
from ui.naming import shown_id
from ui.status.page import Page
from ui.status.settings_model import layer_word
from ui.widgets import counting
from ui.widgets.section import Facts, Section

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget

    from desktop_app.core.harness_config.harness_view import HarnessView
    from desktop_app.core.harness_config.reading import ConfigReading

_LABELS = 184


class InForcePage(Page):
    """The values in force, in words, and the files that they came from."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("", parent)
        self.setAccessibleName(self.tr("In force"))
        self._shown: ConfigReading | None = None
        self.memory, self.model, self.records, self.files = (
            Facts(label_width=_LABELS) for _ in range(4)
        )
        titles = (
            self.tr("Memory"),
            self.tr("Model of the memory"),
            self.tr("Rollouts"),
            self.tr("Files, the weakest first"),
        )
        parts = zip(titles, (self.memory, self.model, self.records, self.files), strict=True)
        for title, facts in parts:
            section = Section(title)
            section.body.addWidget(facts)
            self.column.addWidget(section)

    @Slot(object)
    def show_reading(self, reading: ConfigReading) -> None:
        """Show what the configuration comes to."""
        if reading is self._shown:
            return
        self._shown = reading
        for facts in (self.memory, self.model, self.records, self.files):
            facts.clear()
        if reading.view is not None:
            self._show_memory(reading.view)
            self._show_model(reading.view)
            self._show_rollouts(reading.view)
        self.memory.add(self.tr("state file"), str(reading.database))
        for file in reading.files:
            there = self.tr("{0}") if file.exists else self.tr("{0} (not there)")
            self.files.add(layer_word(file.layer), there.format(file.path))

    def _show_memory(self, view: HarnessView) -> None:
        starts = view.start_problem or self.tr("yes, as far as the configuration tells")
        self.memory.add(self.tr("engine starts"), starts)
        self.memory.add(self.tr("memory mode"), shown_id(view.mode))
        injects = self.tr("yes") if view.injects_observations else self.tr("no")
        self.memory.add(self.tr("injects observations"), injects)
        on = self.tr("on") if view.default_enabled else self.tr("off until the agent enables it")
        self.memory.add(self.tr("new scopes"), on)
        tokens = view.tokens
        self.memory.add(self.tr("observe from"), counting.tokens(tokens.observe_min_tokens))
        self.memory.add(self.tr("snippet up to"), counting.tokens(tokens.snippet_max_tokens))
        self.memory.add(self.tr("reflect from"), counting.tokens(tokens.reflect_threshold_tokens))
        self.memory.add(self.tr("database"), shown_id(view.database_driver))

    def _show_model(self, view: HarnessView) -> None:
        self.model.add(self.tr("calls go through"), shown_id(view.model_mode))
        if view.memory_provider:
            self.model.add(self.tr("provider"), shown_id(view.memory_provider))
        self.model.add(self.tr("model"), shown_id(view.memory_model))
        self.model.add(self.tr("address"), shown_id(shown_value(view.base_url)))
        key = view.api_key_source or self.tr("not set")
        self.model.add(self.tr("key is in"), key)
        self.model.add(self.tr("most steps of a run"), f"{view.max_steps:,}")

    def _show_rollouts(self, view: HarnessView) -> None:
        self.records.add(
            self.tr("folder"), shown_id(view.rollout_dir) if view.rollout_dir else self.tr("none")
        )
        recorded = self.tr("yes") if view.records_snippets else self.tr("no")
        self.records.add(self.tr("snippets recorded"), recorded)
