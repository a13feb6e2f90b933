"""The strip below the header that says what is the matter with changes, one thing at a time."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal, Slot
from PySide6.QtWidgets import QApplication

from ui.tokens import Meaning

if TYPE_CHECKING:
    from ui.widgets.banner import Banner

Choice = tuple[str, Callable[[], object]]


@dataclass(frozen=True, slots=True)
class Pinned:
    """Something that stays until it is settled.

    Attributes:
        title: What happened.
        sentence: What is safe, what to do.
        first: What most people want to do about it, with the words of the button.
        second: Something else to do about it.
        is_open_after_second: Whether the second choice only looks, and settles nothing.
    """

    meaning: Meaning
    title: str
    sentence: str = ""
    first: Choice | None = None
    second: Choice | None = None
    is_open_after_second: bool = False


class NoticeBoard(QObject):
    """Shows who is waited for, else what was pinned last; the others wait below it."""

    left = Signal()  # the strip went with the focus in it

    def __init__(self, banner: Banner) -> None:
        super().__init__(banner)
        self._banner = banner
        self._pinned: dict[str, Pinned] = {}
        self._waiting: Pinned | None = None
        banner.activated.connect(self._do_first)
        banner.other_activated.connect(self._do_second)
        banner.closed.connect(self._close)

    @property
    def shown(self) -> Pinned | None:
        """What can be read now."""
        return self._waiting or next(reversed(self._pinned.values()), None)

    def wait(self, pinned: Pinned | None) -> None:
        """Show who is waited for, over everything else; ``None`` ends it."""
        self._waiting = pinned
        self._show()

    def pin(self, key: str, pinned: Pinned) -> None:
        """Show something until it is settled."""
        self._pinned.pop(key, None)
        self._pinned[key] = pinned
        self._show()

    def is_pinned(self, key: str) -> bool:
        """Whether something is not settled yet."""
        return key in self._pinned

    def unpin(self, key: str) -> None:
        """Take something away that is settled."""
        self._pinned.pop(key, None)
        self._show()

    def clear(self) -> None:
        """Forget everything, for another file."""
        self._pinned.clear()
        self._show()

    def _show(self) -> None:
        shown = self.shown
        if shown is None:
            focus = QApplication.focusWidget()
            had_focus = focus is not None and self._banner.isAncestorOf(focus)
            self._banner.hide()
            if had_focus:
                self.left.emit()
            return
        self._banner.show_banner(
            shown.meaning,
            shown.title,
            shown.sentence,
            shown.first[0] if shown.first else "",
            shown.second[0] if shown.second else "",
            closable=shown is not self._waiting,
        )

    @Slot()
    def _do_first(self) -> None:
        shown = self.shown
        if shown is not None and shown.first is not None:
            self._close()
            shown.first[1]()

    @Slot()
    def _do_second(self) -> None:
        shown = self.shown
        if shown is not None and shown.second is not None:
            if not shown.is_open_after_second:
                self._close()
            shown.second[1]()

    @Slot()
    def _close(self) -> None:
        if self._waiting is None and self._pinned:
            self._pinned.popitem()
            self._show()
