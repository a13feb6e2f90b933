"""Configuration: effective values, where each comes from, and what does not do what it seems to."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Slot
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QStackedLayout, QVBoxLayout, QWidget

from ui import fonts
from ui.fonts import Role, Weight
from ui.problems import explain
from ui.status.about import workspace_words
from ui.status.in_force import InForcePage
from ui.status.page import Page
from ui.status.settings_model import SettingsModel
from ui.status.settings_table import SettingsTable
from ui.theme import tokens
from ui.tokens import Meaning
from ui.widgets import counting
from ui.widgets.banner import Banner
from ui.widgets.empty_state import EmptyState
from ui.widgets.fields import FilterField
from ui.widgets.labels import ELIDE_MIDDLE, ElidedLabel, TextLabel
from ui.widgets.segments import Segments

if TYPE_CHECKING:
    from desktop_app.core.harness_config.reading import ConfigReading
    from desktop_app.core.harness_config.traps import Trap
    from ui.session import Session

SETTINGS, TRAPS, IN_FORCE = "settings", "traps", "in force"
_STOPPING = frozenset({"start", "broken"})


class ConfigurationView(QWidget):
    """Segments choose between the settings, the traps in them and what is in force."""

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(self.tr("Configuration"))
        self._session = session
        self.model = SettingsModel(self)
        self.filter = FilterField(self.tr("Filter settings"), self, key="/")
        self.segments = Segments(
            self.tr("Show"),
            [
                (SETTINGS, self.tr("Settings")),
                (TRAPS, self.tr("Traps")),
                (IN_FORCE, self.tr("In force")),
            ],
            self,
        )
        self.banner = Banner(self)
        self.table = SettingsTable(self.model, self)
        self.traps = Page(self.tr("Traps"), self)
        self.in_force = InForcePage(self)
        self.nothing = EmptyState(self.tr("No setting matches"), parent=self)
        self.about = ElidedLabel(mode=ELIDE_MIDDLE, tone="text2")
        self.cards: list[Banner] = []
        self._lay_out()
        self._connect()
        self._show()

    def paintEvent(self, _event: QPaintEvent) -> None:
        QPainter(self).fillRect(self.rect(), tokens().surface)

    def _lay_out(self) -> None:
        head = QHBoxLayout()
        head.setContentsMargins(16, 10, 16, 10)
        head.setSpacing(10)
        head.addWidget(TextLabel(self.tr("Configuration"), Role.TITLE, Weight.STRONG))
        head.addWidget(self.about, 1)
        tools = QHBoxLayout()
        tools.setContentsMargins(16, 0, 16, 8)
        tools.setSpacing(8)
        self.filter.setMaximumWidth(fonts.px(260))
        tools.addWidget(self.filter, 1)
        tools.addWidget(self.segments)
        tools.addStretch(1)
        around = QVBoxLayout()
        around.setContentsMargins(16, 0, 16, 8)
        around.addWidget(self.banner)
        self._stack = QStackedLayout()
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addLayout(head)
        layout.addLayout(tools)
        layout.addLayout(around)
        layout.addLayout(self._stack, 1)
        # Only now: a page of a layout without a parent would show as a window of its own.
        for page in (self.table, self.traps, self.in_force, self.nothing):
            self._stack.addWidget(page)

    def _connect(self) -> None:
        self.filter.text_changed.connect(self._on_filter)
        self.filter.left.connect(self.table.setFocus)
        self.filter.submitted.connect(self.table.setFocus)
        self.table.filter_wanted.connect(self.filter.select_all)
        self.segments.changed.connect(self._show_page)
        self.banner.activated.connect(self._show_traps)
        self._session.source_changed.connect(self._show)
        self._session.workspace_changed.connect(self._show)

    @Slot()
    def _show(self, _value: object = None) -> None:
        reading = self._reading()
        place = workspace_words(self._session)
        self.about.set_text(self.tr("of {0}").format(place) if place else "")
        self.model.show_config(reading.config if reading else None)
        self._show_cards(reading.traps if reading else ())
        self._show_banner(reading)
        count = sum(not isinstance(row, str) for row in self.model.rows)
        self.segments.set_text(SETTINGS, self.tr("Settings {0}").format(count))
        self.segments.set_text(TRAPS, self.tr("Traps {0}").format(len(self.cards)))
        self._show_page(self.segments.current)

    def _reading(self) -> ConfigReading | None:
        source, workspace = self._session.source, self._session.workspace
        if source is not None:
            return source.config
        return workspace.config if workspace is not None else None

    def _show_banner(self, reading: ConfigReading | None) -> None:
        traps = reading.traps if reading else ()
        if reading is not None and reading.problems:
            self.banner.show_banner(Meaning.DAMAGED, *explain(reading.problems[0]))
        elif traps:
            forms = (
                self.tr("{0} setting does not do what it seems to"),
                self.tr("{0} settings do not do what they seem to"),
            )
            title = counting.counted(len(traps), *forms)
            loud = any(trap.code in _STOPPING for trap in traps)
            meaning = Meaning.DAMAGED if loud else Meaning.CAUTION
            self.banner.show_banner(meaning, title, traps[0].title, self.tr("Show"))
        else:
            self.banner.hide()

    def _show_cards(self, traps: tuple[Trap, ...]) -> None:
        column = self.traps.column
        while (item := column.takeAt(0)) is not None:
            if (widget := item.widget()) is not None:
                widget.hide()
                widget.deleteLater()
        column.setContentsMargins(16, 0, 16, 16)
        column.setSpacing(8)
        self.cards = [Banner() for _ in traps]
        for card, trap in zip(self.cards, traps, strict=True):
            meaning = Meaning.DAMAGED if trap.code in _STOPPING else Meaning.CAUTION
            column.addWidget(card)
            card.show_banner(meaning, trap.title, trap.explanation)
        if not traps:
            column.addWidget(EmptyState(self.tr("No traps: every setting does what it says")))

    @Slot(str)
    def _on_filter(self, text: str) -> None:
        self.model.set_text(text)
        if self.segments.current != SETTINGS:
            self.segments.choose(SETTINGS)
        self._show_page(SETTINGS)

    @Slot()
    def _show_traps(self) -> None:
        self.segments.choose(TRAPS)

    @Slot(str)
    def _show_page(self, key: str) -> None:
        settings = self.table if self.model.rows else self.nothing
        pages: dict[str, QWidget] = {
            SETTINGS: settings, TRAPS: self.traps, IN_FORCE: self.in_force,
        }  # fmt: skip
        reading = self._reading()
        if key == IN_FORCE and reading is not None:
            self.in_force.show_reading(reading)
        self._stack.setCurrentWidget(pages[key])
        self.banner.setVisible(bool(self.banner.accessibleName()) and key == SETTINGS)
