"""How a compaction preview is set up: which conversation, which agent, and the sums."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QPoint, Qt, Signal, Slot
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QHBoxLayout, QMenu, QSizePolicy, QVBoxLayout, QWidget

from ui.agent_tools.compaction_sums import sums_of
from ui.agent_tools.settings_form import SettingsForm
from ui.agent_tools.words import tr
from ui.fonts import Role, Weight
from ui.icons import Icon
from ui.naming import shown_id
from ui.widgets.button import Button
from ui.widgets.labels import ELIDE_MIDDLE, ElidedLabel, TextLabel
from ui.widgets.scrolled import Scrolled
from ui.widgets.section import Facts, Section

if TYPE_CHECKING:
    from collections.abc import Sequence

    from desktop_app.core.ledger.sessions import Session as Conversation
    from ui.agent_tools.compaction_report import Report

_MOST_IN_MENU, _LABELS = 40, 68


class SetupPane(QWidget):
    """Which conversation, how the agent is set up, and the sums."""

    chosen = Signal(str)  # path of a conversation
    file_wanted = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._offered: tuple[Conversation, ...] = ()
        self._area = Scrolled(self)
        self._inside = QWidget(self._area.viewport())
        self._area.setWidget(self._inside)
        self._what = Section(tr("Conversation"), self._inside)
        self._how = Section(tr("How the agent is set up"), self._inside)
        self._sums = Section(tr("The sums"), self._inside)
        self.source = ElidedLabel(mode=ELIDE_MIDDLE, weight=Weight.STRONG)
        self.choose = Button(tr("Conversation…"), self._what, icon=Icon.CONVERSATION)
        self.file = Button(tr("File…"), self._what, icon=Icon.FILE, key="O")
        self.form = SettingsForm(self._how)
        self.facts = Facts(self._sums, label_width=_LABELS)
        # Not Maximum: that would be the height at the width that they would like.
        policy = QSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Minimum)
        policy.setHeightForWidth(True)
        self.facts.setSizePolicy(policy)
        rows = self.facts.layout()
        if rows is not None:
            rows.setSpacing(4)
        self._lay_out()
        self.choose.clicked.connect(self._open_menu)
        self.file.clicked.connect(self.file_wanted)

    def name(self, source: str) -> None:
        """Say which conversation it is."""
        self.source.set_text(source)

    def offer(self, conversations: tuple[Conversation, ...]) -> None:
        """Let people choose among these."""
        self._offered = conversations
        self.choose.set_unavailable("" if conversations else tr("There is no session history."))

    def show_sums_of(self, report: Report) -> None:
        """Show the arithmetic of a preview."""
        self.show_sums(sums_of(report))

    def show_sums(self, sums: Sequence[tuple[str, str]]) -> None:
        """Show numbers with where they come from."""
        self.facts.clear()
        for label, words in sums:
            self.facts.add(label, TextLabel(words, Role.SECONDARY, wrap=True))
        self.facts.setAccessibleName("\n".join(f"{label}: {words}" for label, words in sums))

    def _lay_out(self) -> None:
        buttons = QHBoxLayout()
        buttons.setSpacing(8)
        buttons.addWidget(self.choose)
        buttons.addWidget(self.file)
        buttons.addStretch(1)
        self._what.body.addWidget(self.source)
        self._what.body.addLayout(buttons)
        self._how.body.addWidget(self.form)
        self._sums.body.addWidget(self.facts)
        column = QVBoxLayout(self._inside)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        for section in (self._what, self._how, self._sums):
            column.addWidget(section)
        column.addStretch(1)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self._area)

    @Slot()
    def _open_menu(self) -> None:
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        for one in self._offered[:_MOST_IN_MENU]:
            words = f"{shown_id(one.agent)} / {shown_id(one.id)}".replace("&", "&&")
            action = QAction(words, menu)
            action.setData(one.shown.path)
            menu.addAction(action)
        menu.triggered.connect(self._choose)
        menu.popup(self.choose.mapToGlobal(QPoint(0, self.choose.height())))

    @Slot(QAction)
    def _choose(self, action: QAction) -> None:
        self.chosen.emit(str(action.data()))
