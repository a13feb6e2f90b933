"""What repairs write, as differences."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Signal, Slot

from desktop_app.core.text_diff import DiffLine, LineKind, diff_lines
from ui import fonts
from ui.doctor.words import rows_words, tr, where_words
from ui.icons import Icon
from ui.naming import shown_line
from ui.tokens import Meaning
from ui.widgets import counting
from ui.widgets.dialog import Dialog
from ui.widgets.diff_view import DiffView

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from PySide6.QtWidgets import QWidget

    from desktop_app.core.doctor.finding import Repair
    from ui.doctor.repair_jobs import Wanted

_MOST_CHARACTERS = 20_000
_MOST_REPAIRS = 200
_WIDE, _HIGH = 720, 420
FOLD_WORDS = "… {0} bytes unchanged"


def preview_lines(repair: Repair) -> tuple[DiffLine, ...]:
    """Return what a repair writes; very long texts are cut, and say so."""
    lines = diff_lines(_cut(repair.before), _cut(repair.after), context=None)
    if not repair.unchanged:
        return lines
    return (*lines, DiffLine(LineKind.FOLDED, "", count=repair.unchanged))


def difference_view(name: str, parent: QWidget | None = None) -> DiffView:
    """Return a view for what ``preview_lines`` returns."""
    return DiffView(name, parent, fold_words=tr(FOLD_WORDS))


class PreviewDialog(Dialog):
    """Everything that the chosen repairs write, one after the other."""

    repair_wanted = Signal()

    def __init__(self, parent: QWidget, wanted: Sequence[Wanted]) -> None:
        count = len(wanted)
        title = counting.counted(count, tr("What {0} repair writes"), tr("What {0} repairs write"))
        super().__init__(
            parent,
            title,
            primary=tr("Repair {0}").format(f"{count:,}"),
            safe=tr("Close"),
            sentence=tr("Nothing is written yet. Each one can be undone alone."),
            icon=Icon.DOCTOR,
            meaning=Meaning.ACCENT,
            width=_WIDE,
        )
        self.view = difference_view(title)
        self.view.show_lines(tuple(_all_lines(wanted)))
        high = min(self.view.sizeHint().height(), fonts.px(_HIGH))
        self.view.setMinimumHeight(high)
        self.body.addWidget(self.view, 1)
        self.confirmed.connect(self._agree)

    @Slot()
    def _agree(self) -> None:
        self.repair_wanted.emit()


def _all_lines(wanted: Sequence[Wanted]) -> Iterator[DiffLine]:
    for number, one in enumerate(wanted[:_MOST_REPAIRS]):
        if number:
            yield DiffLine(LineKind.SAME, "")
        place, rows = where_words(one.finding.place), rows_words(one.repair, one.finding.place)
        head = f"{shown_line(one.finding.title)} · {place} · {rows}"
        yield DiffLine(LineKind.SAME, head)
        yield from preview_lines(one.repair)
        for effect in one.repair.effects:
            sign = "!" if effect.needs_care else "✓"
            yield DiffLine(LineKind.SAME, f"{sign} {effect.name}: {shown_line(effect.value)}")
    more = len(wanted) - _MOST_REPAIRS
    if more > 0:
        yield DiffLine(LineKind.SAME, "")
        yield DiffLine(LineKind.SAME, tr("and {0} more").format(f"{more:,}"))


def _cut(text: str) -> str:
    if len(text) <= _MOST_CHARACTERS:
        return text
    rest = f"{len(text) - _MOST_CHARACTERS:,}"
    return f"{text[:_MOST_CHARACTERS]}\n{tr('… {0} more characters').format(rest)}"
