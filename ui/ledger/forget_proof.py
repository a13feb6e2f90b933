"""The proof after forgetting: everything is searched again, and what keeps the text is named."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Signal, Slot

from desktop_app.core.ledger.places import PlaceKind
from ui import fonts
from ui.fonts import Role
from ui.icons import Icon
from ui.ledger.forget_search import ForgetSearch
from ui.ledger.words import tr
from ui.naming import shown_line
from ui.tokens import Meaning
from ui.widgets import counting
from ui.widgets.banner import Banner
from ui.widgets.check_list import CheckList
from ui.widgets.dialog import Dialog
from ui.widgets.labels import TextLabel
from ui.widgets.section import Facts

if TYPE_CHECKING:
    from collections.abc import Iterator

    from PySide6.QtWidgets import QWidget

    from ui.ledger.forget_rows import Found
    from ui.ledger.forget_scene import Scene
    from ui.session import Session

_LABELS, _ROW, _HEAD, _MOST = 130, 44, 32, 230


class ProofDialog(Dialog):
    """Looks again at once; Ctrl Enter looks once more."""

    undo_wanted = Signal()

    def __init__(self, session: Session, parent: QWidget, scene: Scene, text: str) -> None:
        super().__init__(
            parent,
            tr("Searched again after forgetting"),
            primary=tr("Search again"),
            safe=tr("Close"),
            sentence=tr("“{0}”").format(shown_line(text.strip())[:200]),
            icon=Icon.SEARCH,
            meaning=Meaning.NEUTRAL,
            width=720,
            stays=True,
        )
        self._text, self._apart = text, scene.apart
        self.found: Found | None = None
        self.search = ForgetSearch(session, scene.here, scene.in_order, self, with_ticks=False)
        self.banner = Banner()
        self.list = CheckList(tr("Places that still have it"))
        self.facts = Facts(label_width=_LABELS)
        for part in (self.banner, self.list, self.facts):
            self.body.addWidget(part)
        self.undo = self.add_wide_choice(tr("Undo"))
        self.undo.clicked.connect(self._undo)
        self.confirmed.connect(self.look)
        self.dismissed.connect(self.finish)
        self.closed.connect(self.search.cancel)
        self.search.started.connect(self._show_searching)
        self.search.found.connect(self._take)
        self.search.refused.connect(self._refuse)
        self.look()

    @property
    def is_busy(self) -> bool:
        """Whether it is still being searched."""
        return self.search.is_busy

    @Slot()
    def look(self) -> None:
        """Search everything again."""
        self.search.look(self._text, {}, at_once=True)

    @Slot()
    def _show_searching(self) -> None:
        self.banner.show_banner(
            Meaning.ENGINE, tr("Everything is searched again"), tr("This is the proof.")
        )
        self.list.hide()
        self.facts.hide()
        self.primary_button.set_unavailable(tr("It is being searched."))

    @Slot(str)
    def _refuse(self, why: str) -> None:
        self.banner.show_banner(
            Meaning.DAMAGED, tr("There is no proof: the search did not end"), shown_line(why)
        )
        self.primary_button.set_unavailable("")

    @Slot(object)
    def _take(self, found: Found) -> None:
        self.found = found
        self.primary_button.set_unavailable("")
        places = found.sighting.places
        read = [place for place in places if place.kind is not PlaceKind.SESSION]
        buckets = len(found.sighting.books)
        if read:
            forms = tr("It still stands in {0} line"), tr("It still stands in {0} lines")
            self.banner.show_banner(
                Meaning.CAUTION,
                counting.counted(len(read), *forms),
                tr("These were not ticked, or can't be changed here. The agent can read them."),
            )
        else:
            words = tr("MEMORY.md, logs, archive, knowledge and results of {0} were searched.")
            forms = tr("{0} bucket"), tr("{0} buckets")
            self.banner.show_banner(
                Meaning.IN,
                _gone_words(has_sessions=bool(places)),
                words.format(counting.counted(buckets, *forms)),
            )
        self._show_places(found)
        self._show_facts(found)

    def _show_places(self, found: Found) -> None:
        self.list.set_groups(found.groups)
        rows = sum(len(group.rows) for group in found.groups)
        high = rows * _ROW + len(found.groups) * _HEAD + 4
        self.list.setFixedHeight(fonts.px(min(high, _MOST)))
        self.list.setVisible(bool(rows))

    def _show_facts(self, found: Found) -> None:
        self.facts.clear()
        said = list(_remains(found, self._apart))
        for label, words in said:
            self.facts.add(label, TextLabel(words, Role.SECONDARY, wrap=True))
        self.facts.setAccessibleName("\n".join(f"{label}: {words}" for label, words in said))
        self.facts.show()

    @Slot()
    def _undo(self) -> None:
        self.finish()
        self.undo_wanted.emit()


def _gone_words(*, has_sessions: bool) -> str:
    if has_sessions:
        return tr("Nothing is left in memory that is searched or injected; conversations have it")
    return tr("Nothing is left in memory that is searched or injected")


def _remains(found: Found, apart: tuple[str, ...]) -> Iterator[tuple[str, str]]:
    sessions = [one for one in found.sighting.places if one.kind is PlaceKind.SESSION]
    if sessions:
        count = counting.counted(len(sessions), tr("{0} line"), tr("{0} lines"))
        yield (
            tr("Conversations"),
            tr(
                "{0} of their history stay. The agent finds them with session_search, not with "
                "memory_search. Delete the conversation in the agent if they must go."
            ).format(count),
        )
    for sentence in (*apart, *found.sighting.unseen):
        yield tr("Not searched"), shown_line(sentence)
    yield (
        tr("Memloupe itself"),
        tr(
            "Its history and its backups in .memloupe/backups keep the text, so that undo works. "
            "Whoever may not have it may not get the .memloupe folder; deleting that folder makes "
            "this final."
        ),
    )
