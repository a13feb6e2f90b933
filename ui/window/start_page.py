"""What the window shows without a workspace: open one, look at the demo, recent ones."""

from __future__ import annotations

from datetime import date, timedelta
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QDate, QLocale, QPointF, Qt, Signal, Slot
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from ui import fonts
from ui.fonts import Role
from ui.icons import Icon
from ui.naming import shown_id, shown_path
from ui.theme import tokens
from ui.widgets import painting
from ui.widgets.badge import KeyCap
from ui.widgets.button import Button, ButtonKind
from ui.widgets.empty_state import DropArea, EmptyState
from ui.widgets.labels import TextLabel
from ui.widgets.recent import RecentEntry, RecentList

if TYPE_CHECKING:
    from ui.jobs import JobRunner
    from ui.window.preferences import Recent

_WIDE = 620
_FOOT = 40


class StartPage(QWidget):
    """The first page; ``chosen`` gives the path of a recent workspace."""

    open_wanted = Signal()
    demo_wanted = Signal()
    chosen = Signal(str)

    def __init__(self, jobs: JobRunner, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._jobs = jobs
        self._recent: tuple[Recent, ...] = ()
        self.open_button = Button(
            self.tr("Open folder…"),
            kind=ButtonKind.PRIMARY,
            icon=Icon.FOLDER,
            key="Ctrl O",
            large=True,
        )
        self.demo_button = Button(self.tr("Look at the demo"), icon=Icon.LOUPE, large=True)
        self.recent = RecentList(self.tr("Recent"))
        self.drop = DropArea(self.tr("or drop a folder or a state.db here"))
        state = EmptyState(
            self.tr("See what your agent remembers"),
            self.tr("Open the folder an agent works in. Looking changes nothing in it."),
            (self.open_button, self.demo_button),
            picture="empty",
        )
        state.below.addSpacing(20)
        for widget in (self.recent, self.drop):
            widget.setFixedWidth(_WIDE)
            state.below.addWidget(widget, 0, Qt.AlignmentFlag.AlignHCenter)
        state.below.setSpacing(8)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(state, 1)
        layout.addWidget(Foot())
        self.open_button.clicked.connect(self.open_wanted)
        self.demo_button.clicked.connect(self.demo_wanted)
        self.recent.chosen.connect(self._choose)

    def show_recent(self, recent: tuple[Recent, ...]) -> None:
        """List these; a reader thread looks which of them are still there."""
        self._recent = recent
        self._list({})
        if recent:
            paths = [one.path for one in recent]
            job = self._jobs.read(lambda _context: {path: _is_there(path) for path in paths})
            job.succeeded.connect(self._list)

    @Slot(object)
    def _list(self, there: dict[str, bool]) -> None:
        entries = [_entry(one, there=there.get(one.path, True)) for one in self._recent]
        self.recent.set_entries(tuple(entries))
        self.recent.setVisible(bool(entries))

    @Slot(int)
    def _choose(self, index: int) -> None:
        self.chosen.emit(self._recent[index].path)


class Foot(QWidget):
    """The promise of the program, and where to find everything."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        promise = self.tr("Nothing leaves this computer unless you press a button that says so.")
        layout = QHBoxLayout(self)
        layout.setContentsMargins(38, 0, 16, 0)
        layout.setSpacing(6)
        layout.addWidget(TextLabel(promise, Role.SECONDARY, tone="text2"))
        layout.addStretch(1)
        for key, words in (("Ctrl K", self.tr("all commands")), ("F1", self.tr("help"))):
            layout.addWidget(KeyCap(key))
            layout.addWidget(TextLabel(words, Role.SECONDARY, tone="text2"))
            layout.addSpacing(8)
        layout.takeAt(layout.count() - 1)
        self.setFixedHeight(fonts.px(_FOOT))

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        painting.hairline(painter, QPointF(0, 0), self.width())
        place = QPointF(16, self.height() / 2 - 7)
        painting.draw_icon(painter, Icon.LOCK, place, 14, tokens().text2)


def when(day: str, today: date) -> str:
    """Return a day as people say it: today, yesterday, 12 June."""
    try:
        then = date.fromisoformat(day)
    except ValueError:
        return ""
    if then == today:
        return QCoreApplication.translate("StartPage", "today")
    if then == today - timedelta(days=1):
        return QCoreApplication.translate("StartPage", "yesterday")
    pattern = "d MMMM" if then.year == today.year else "d MMMM yyyy"
    return QLocale().toString(QDate(then.year, then.month, then.day), pattern)


def _entry(recent: Recent, *, there: bool) -> RecentEntry:
    path = Path(recent.path)
    if there:
        detail = _scopes(recent.scopes)
    else:
        detail = QCoreApplication.translate("StartPage", "not there any more")
    return RecentEntry(
        title=shown_id(path.name or recent.path),
        path=shown_path(path, Path.home()),
        detail=detail,
        when=when(recent.day, date.today()),  # noqa: DTZ011 - the person's own calendar
        missing=not there,
    )


def _scopes(count: int) -> str:
    if count == 1:
        return QCoreApplication.translate("StartPage", "1 scope")
    return QCoreApplication.translate("StartPage", "{0} scopes").format(f"{count:,}")


def _is_there(path: str) -> bool:
    try:
        return Path(path).exists()
    except OSError:
        return False
