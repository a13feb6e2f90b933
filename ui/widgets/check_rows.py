"""The model of a list with group heads and rows that can be ticked."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import (
    QAbstractListModel,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QSize,
    Qt,
    Signal,
)

from ui.icons import Icon
from ui.tokens import Meaning
from ui.widgets.labels import plain_tip

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator


Index = QModelIndex | QPersistentModelIndex
DISPLAY = Qt.ItemDataRole.DisplayRole
ACCESSIBLE = Qt.ItemDataRole.AccessibleTextRole
CHECK = Qt.ItemDataRole.CheckStateRole
TOOL_TIP = Qt.ItemDataRole.ToolTipRole
ROW = Qt.ItemDataRole.UserRole
SIZE = Qt.ItemDataRole.SizeHintRole


@dataclass(frozen=True, slots=True)
class RowBadge:
    """A badge at the right of a row's title."""

    text: str
    meaning: Meaning
    icon: Icon | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """One row.

    Attributes:
        id: What stays the same while the list changes.
        title: First line.
        subtitle: Second line.
        icon: Icon before both, in the foreground of ``meaning``.
        tick: Whether it is ticked; ``None`` where there is nothing to tick.
        right_top: At the right of the first line.
        right_bottom: At the right of the second line.
        is_link: Whether ``right_bottom`` can be clicked.
        struck: Whether the title is struck out.
        quiet: Whether the title is in the tone of labels.
        badge: What stands at the right of the title.
        tip: All of ``right_top``, which is then cut in the middle.
        is_fixed: Whether it only tells, so that it can't become the current row.
    """

    id: str
    title: str
    subtitle: str = ""
    icon: Icon | None = None
    meaning: Meaning = Meaning.NEUTRAL
    tick: bool | None = None
    right_top: str = ""
    right_bottom: str = ""
    is_link: bool = False
    struck: bool = False
    quiet: bool = False
    badge: RowBadge | None = None
    tip: str = ""
    is_fixed: bool = False


@dataclass(frozen=True, slots=True)
class Group:
    """A head and its rows; ``count`` stands after the title, ``right`` at the far side."""

    title: str
    rows: Sequence[Row]
    count: str = ""
    right: str = ""


class CheckListModel(QAbstractListModel):
    """Lines are heads and rows. Ticks change here; everything else comes from outside."""

    ticks_changed = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._lines: list[Group | Row] = []
        self._row_size, self._head_size = QSize(), QSize()

    def set_sizes(self, row: QSize, head: QSize) -> None:
        """Say how large lines are; the model answers the view, which may ask for thousands."""
        self._row_size, self._head_size = row, head

    def set_groups(self, groups: Sequence[Group]) -> None:
        """Show other groups; one without a title has no head."""
        lines: list[Group | Row] = []
        for group in groups:
            lines += [group, *group.rows] if group.title else group.rows
        if len(lines) == len(self._lines) and _same_places(lines, self._lines):
            changed = [place for place, line in enumerate(lines) if line != self._lines[place]]
            self._lines = lines
            self._tell(changed)
            return
        self.beginResetModel()
        self._lines = lines
        self.endResetModel()

    @property
    def rows(self) -> tuple[Row, ...]:
        """All rows, in order, with the ticks of now."""
        return tuple(row for _, row in self._numbered())

    @property
    def ticked(self) -> tuple[str, ...]:
        """The ids of the rows that are ticked, in order."""
        return tuple(row.id for row in self.rows if row.tick)

    @property
    def has_ticks(self) -> bool:
        """Whether any row can be ticked."""
        return any(row.tick is not None for row in self.rows)

    def row(self, line: int) -> Row | None:
        """Return the row in a line; ``None`` for a head."""
        item = self._lines[line] if 0 <= line < len(self._lines) else None
        return item if isinstance(item, Row) else None

    def line_of(self, row_id: str) -> int:
        """Return the line of a row; -1 if it is not there."""
        return next((line for line, row in self._numbered() if row.id == row_id), -1)

    @property
    def stops(self) -> list[int]:
        """The lines that can become the current one."""
        return [line for line, row in self._numbered() if not row.is_fixed]

    def set_ticked(self, row_ids: Collection[str]) -> None:
        """Tick these rows and no others."""
        changed = []
        for line, row in list(self._numbered()):
            wanted = row.id in row_ids
            if row.tick is not None and row.tick != wanted:
                self._lines[line] = replace(row, tick=wanted)
                changed.append(line)
        self._tell(changed)
        if changed:
            self.ticks_changed.emit()

    def tick_all(self) -> None:
        """Tick every row that can be."""
        self.set_ticked({row.id for row in self.rows})

    def tick_none(self) -> None:
        """Take all ticks away."""
        self.set_ticked(())

    def turn_tick(self, line: int) -> None:
        """Tick a row, or take its tick away."""
        row = self.row(line)
        if row is not None and row.tick is not None:
            self.set_ticked({*self.ticked} ^ {row.id})

    def rowCount(self, parent: Index = QModelIndex()) -> int:
        return 0 if parent.isValid() else len(self._lines)

    def data(self, index: Index, role: int = DISPLAY) -> Any:
        if not index.isValid():
            return None
        item = self._lines[index.row()]
        if role in {ROW, SIZE}:
            size = self._row_size if isinstance(item, Row) else self._head_size
            return item if role == ROW else size
        if isinstance(item, Group):
            return _head(item) if role in {DISPLAY, ACCESSIBLE} else None
        if role == CHECK and item.tick is not None:
            return Qt.CheckState.Checked if item.tick else Qt.CheckState.Unchecked
        if role == ACCESSIBLE:
            return self._spoken(item)
        tip = plain_tip(item.tip) if role == TOOL_TIP and item.tip else None
        return item.title if role == DISPLAY else tip

    def flags(self, index: Index) -> Qt.ItemFlag:
        row = self.row(index.row())
        if row is None or row.is_fixed:
            return Qt.ItemFlag.NoItemFlags
        flags = Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable
        return flags if row.tick is None else flags | Qt.ItemFlag.ItemIsUserCheckable

    def _spoken(self, row: Row) -> str:
        tick = {None: "", True: self.tr("ticked"), False: self.tr("not ticked")}[row.tick]
        badge = row.badge.text if row.badge else ""
        parts = (row.title, badge, row.subtitle, row.right_top, row.right_bottom, tick)
        return ", ".join(part for part in parts if part)

    def _tell(self, lines: Sequence[int]) -> None:
        """Announce that lines have changed, all of them at once."""
        if lines:
            self.dataChanged.emit(self.index(lines[0], 0), self.index(lines[-1], 0))

    def _numbered(self) -> Iterator[tuple[int, Row]]:
        return ((line, row) for line, row in enumerate(self._lines) if isinstance(row, Row))


def _head(group: Group) -> str:
    return ", ".join(part for part in (group.title, group.count, group.right) if part)


def _same_places(new: Sequence[Group | Row], old: Sequence[Group | Row]) -> bool:
    return all(_key(one) == _key(other) for one, other in zip(new, old, strict=True))


def _key(line: Group | Row) -> tuple[bool, str]:
    is_row = isinstance(line, Row)
    return is_row, line.id if isinstance(line, Row) else line.title
