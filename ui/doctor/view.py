"""The page of the doctor: what was found, what is ticked, and how looking and repairing go."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QApplication, QHBoxLayout, QStackedLayout, QVBoxLayout, QWidget

from ui.doctor import told
from ui.doctor.commands import doctor_commands
from ui.doctor.foot import DoctorFoot
from ui.doctor.head import DoctorHead, DoctorTools
from ui.doctor.items import groups, ignored_groups
from ui.doctor.listing import FindingList
from ui.doctor.presenter import DoctorPresenter
from ui.doctor.preview import PreviewDialog
from ui.doctor.states import DoctorStates
from ui.doctor.words import tr
from ui.icons import Icon
from ui.theme import tokens
from ui.tokens import Meaning
from ui.widgets import counting
from ui.widgets.banner import Banner
from ui.widgets.question import Asked, ask

if TYPE_CHECKING:
    from PySide6.QtGui import QHideEvent, QPaintEvent, QShowEvent

    from ui.doctor.items import Item
    from ui.doctor.repairs import Results
    from ui.session import Session
    from ui.view_protocols import ViewCommand


class DoctorView(QWidget):
    """Heading, filter, list; ``foot`` stands below the whole window."""

    inspector_requested = Signal()
    commands_changed = Signal()

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(tr("Doctor"))
        self.presenter = DoctorPresenter.of(session)
        self.head, self.tools, self.foot = DoctorHead(self), DoctorTools(self), DoctorFoot()
        self._around = QWidget(self)
        self.banner = Banner(self._around)
        self.list = FindingList(self)
        self.states = DoctorStates(self)
        self._is_filling = False
        self._lay_out()
        self._connect()
        self.setFocusProxy(self.list)
        self._show_list()
        self._show_state()

    def commands(self) -> list[ViewCommand]:
        """Return what can be done here."""
        return doctor_commands(self)

    @Slot()
    def read_again(self) -> None:
        """Look at everything again, as F5 does."""
        self.presenter.examiner.look()

    @Slot()
    def find_here(self) -> None:
        """Go to the filter."""
        self.tools.filter.select_all()

    @Slot()
    def preview(self) -> None:
        """Show what the chosen repairs write, before they are."""
        wanted = self.presenter.wanted_of(self.presenter.chosen)
        if wanted:
            dialog = PreviewDialog(self, wanted)
            dialog.repair_wanted.connect(self.presenter.repair_chosen)
            dialog.open(dialog.safe_button)

    @Slot()
    def undo(self) -> None:
        """Take back the last repairs."""
        self.presenter.undo_repairs()
        self.banner.hide()

    @Slot()
    def ask_to_ignore(self) -> None:
        """Ask whether what is ticked is no problem here."""
        count = len(self.presenter.chosen)
        if not count:
            return
        forms = (
            tr("Ignore {0} finding in this workspace?"),
            tr("Ignore {0} findings in this workspace?"),
        )
        asked = Asked(
            title=counting.counted(count, *forms),
            text=tr(
                "Nothing is written to the workspace. They are kept in a list behind “ignored”, "
                "from where each comes back with one click."
            ),
            primary=tr("Ignore"),
            safe=tr("Keep looking"),
            icon=Icon.INFO,
        )
        ask(self, asked).agreed.connect(self.presenter.ignore_chosen)

    def take_focus(self) -> None:
        """Give the focus to the list, or to a button while there is none."""
        button = self.head.check if self.head.check.isVisible() else self.head.stop
        place = self.list if self.presenter.visible else button
        place.setFocus(Qt.FocusReason.OtherFocusReason)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        examiner = self.presenter.examiner
        examiner.set_in_sight(True)
        if self.presenter.report is None and not examiner.is_looking:
            examiner.look()

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self.presenter.examiner.set_in_sight(False)

    def paintEvent(self, _event: QPaintEvent) -> None:
        QPainter(self).fillRect(self.rect(), tokens().surface)

    def _lay_out(self) -> None:
        around = QHBoxLayout(self._around)
        around.setContentsMargins(16, 12, 16, 0)
        around.addWidget(self.banner)
        self._pages = QStackedLayout()
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(self.head)
        layout.addWidget(self.tools)
        self._around.hide()
        layout.addWidget(self._around)
        layout.addSpacing(4)
        layout.addLayout(self._pages, 1)
        # Only now: a page of a layout without a parent would show as a window of its own.
        self._pages.addWidget(self.list)
        self._pages.addWidget(self.states)

    def _connect(self) -> None:
        presenter, foot = self.presenter, self.foot
        self.head.check.clicked.connect(self.read_again)
        self.head.stop.clicked.connect(self._stop)
        self.states.check.clicked.connect(self.read_again)
        self.tools.narrowed.connect(presenter.narrow)
        self.tools.ignored_wanted.connect(self._show_ignored)
        self.tools.filter.left.connect(self.list.setFocus)
        self.tools.filter.went_down.connect(self.list.setFocus)
        self.tools.filter.submitted.connect(self.list.setFocus)
        self.list.current_changed.connect(self._select)
        self.list.ticks_changed.connect(self._take_ticks)
        self.list.entered.connect(self._enter)
        self.list.activated_row.connect(self.inspector_requested)
        self.list.link_clicked.connect(self._offer_repair)
        foot.ignore.clicked.connect(self.ask_to_ignore)
        foot.preview.clicked.connect(self.preview)
        foot.repair.clicked.connect(presenter.repair_chosen)
        self.banner.activated.connect(self._try_again)
        self.banner.closed.connect(self._around.hide)
        presenter.list_changed.connect(self._show_list)
        presenter.ticks_changed.connect(self._show_foot)
        presenter.selected_changed.connect(self._follow)
        presenter.refused.connect(self._show_problem)
        presenter.repaired.connect(self._tell)
        presenter.examiner.state_changed.connect(self._show_state)
        presenter.examiner.progressed.connect(self._show_progress)
        presenter.repairs.state_changed.connect(self._show_state)
        presenter.repairs.progressed.connect(self.tools.show_note)

    @Slot()
    def _show_list(self) -> None:
        presenter = self.presenter
        items = presenter.items
        self.head.show_counts(items)
        self.tools.show_counts(
            items, len(presenter.ignored_items), shows_ignored=presenter.shows_ignored
        )
        self.tools.show_narrowed(presenter.shown, presenter.text)
        visible = presenter.visible
        rows = (
            ignored_groups(visible)
            if presenter.shows_ignored
            else groups(visible, presenter.ticked)
        )
        self._is_filling = True
        self.list.set_groups(rows)
        self._is_filling = False
        presenter.select(self.list.current_id)
        self._show_state()

    @Slot()
    def _show_foot(self) -> None:
        presenter = self.presenter
        busy = tr("Repairs are being written.") if presenter.repairs.is_repairing else ""
        if presenter.shows_ignored:
            self.foot.show_ignored()
        else:
            self.foot.show_counts(len(presenter.chosen), presenter.repairable, busy)
        self.commands_changed.emit()

    @Slot()
    def _show_state(self) -> None:
        presenter = self.presenter
        busy = presenter.examiner.is_looking or presenter.repairs.is_repairing
        self.head.show_busy(busy=busy)
        if not busy:
            self.tools.show_note(self.states.note_of(presenter))
        self.states.show_presenter(presenter)
        was_listed = self._pages.currentWidget() is self.list
        self._pages.setCurrentWidget(self.list if presenter.visible else self.states)
        focus = QApplication.focusWidget()
        if presenter.visible and not was_listed and focus and self.head.isAncestorOf(focus):
            self.take_focus()  # whoever came here came for the list
        self._show_foot()

    @Slot(int, bool)
    def _show_progress(self, count: int, are_scopes: bool) -> None:  # noqa: FBT001 - as it is sent
        if not self.presenter.repairs.is_repairing:
            scopes = tr("{0} scope looked at"), tr("{0} scopes looked at")
            files = tr("{0} file looked at"), tr("{0} files looked at")
            self.tools.show_note(counting.counted(count, *(scopes if are_scopes else files)))

    @Slot(object)
    def _show_problem(self, error: Exception) -> None:
        self.states.show_problem(error)
        self._pages.setCurrentWidget(self.states)

    @Slot(bool)
    def _show_ignored(self, ignored: bool) -> None:  # noqa: FBT001 - the signal's own argument
        self.presenter.show_ignored(ignored=ignored)
        self.list.setFocus()

    @Slot(str)
    def _select(self, row_id: str) -> None:
        if not self._is_filling:
            self.presenter.select(row_id)

    @Slot(object)
    def _follow(self, item: Item | None) -> None:
        if item is not None and item.id != self.list.current_id:
            self.list.set_current(item.id)
        self.commands_changed.emit()

    @Slot()
    def _take_ticks(self) -> None:
        if not self._is_filling:
            self.presenter.set_ticked(self.list.rows.ticked)

    @Slot()
    def _enter(self) -> None:
        item, presenter = self.presenter.selected, self.presenter
        if item is None:
            return
        if not presenter.is_previewed:
            # Nobody repairs what was not seen: Enter first shows it.
            self.inspector_requested.emit()
        elif item.is_repairable and not presenter.shows_ignored:
            presenter.repair_selected()
        else:
            presenter.go_to_selected()

    @Slot()
    def _offer_repair(self) -> None:
        self.inspector_requested.emit()
        self.presenter.offered.emit()

    @Slot()
    def _stop(self) -> None:
        self.presenter.repairs.cancel()
        self.presenter.examiner.cancel()

    @Slot(object)
    def _tell(self, results: Results) -> None:
        title, sentence = told.trouble_words(results)
        self._around.setVisible(bool(title))
        if title:
            self.banner.show_banner(
                Meaning.CAUTION, title, sentence, tr("Try again"), closable=True
            )
        if QApplication.focusWidget() is None:
            self.list.setFocus(Qt.FocusReason.OtherFocusReason)

    @Slot()
    def _try_again(self) -> None:
        self._around.hide()
        self.presenter.repair_rest()
