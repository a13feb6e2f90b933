"""The messages of the next turn in order, exactly as the model receives them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF, QSize, Qt, QTimer, Slot
from PySide6.QtGui import (
    QHideEvent,
    QKeyEvent,
    QKeySequence,
    QPainter,
    QPaintEvent,
    QResizeEvent,
    QShortcut,
    QShowEvent,
)
from PySide6.QtWidgets import QApplication, QHBoxLayout, QVBoxLayout, QWidget

from desktop_app.core.engine_text import encode
from desktop_app.core.turn.context import BlockKind, TurnBlock
from ui import fonts
from ui.clipboard import copy
from ui.fonts import Role
from ui.icons import Icon
from ui.theme import tokens
from ui.tokens import Meaning
from ui.turn.block import Block
from ui.turn.file_row import FileRow
from ui.turn.find import Finder
from ui.turn.fold import Fold
from ui.turn.marks import TextMarks
from ui.turn.presenter import turn_presenter
from ui.turn.reasons import turn_reason
from ui.turn.words import block_badge, block_name, block_note
from ui.widgets import counting, painting
from ui.widgets.banner import Banner
from ui.widgets.button import Button
from ui.widgets.empty_state import EmptyState
from ui.widgets.labels import ElidedLabel
from ui.widgets.segments import Segments

if TYPE_CHECKING:
    from desktop_app.services.snapshot import ScopeSnapshot
    from ui.session import Session

_WRAPPED, _EXACT = "wrapped", "exact"


class TurnView(QWidget):
    """Blocks that open one at a time; the tool row speaks of the open one."""

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(self.tr("Next turn"))
        self.presenter = turn_presenter(session)
        self.blocks: list[Block] = []
        self._memory_id: str | None = None
        self._marks = TextMarks(self.presenter, self)
        self.finder, self.fold = Finder(self), Fold(self)
        tools = self._tools = QWidget(self)
        kinds = [(_EXACT, self.tr("Exact")), (_WRAPPED, self.tr("Wrapped"))]
        self.lines = Segments(self.tr("Lines"), kinds, tools)
        self.lines.choose(_WRAPPED)
        self.size_label = ElidedLabel(role=Role.SECONDARY, tone="text2")
        self.copy_button = Button(self.tr("Copy text"), tools, icon=Icon.COPY, key="Ctrl ⇧ C")
        self.banner = Banner(self)
        self.file_row = FileRow(self.presenter.files, self)
        self.empty = EmptyState(
            self.tr("No scope is chosen"), self.tr("Choose one in the tree."), parent=self
        )
        self._body = QVBoxLayout()
        self._body.setSpacing(0)
        self._lay_out()
        self.lines.changed.connect(self._wrap)
        find = QShortcut(QKeySequence(QKeySequence.StandardKey.Find), self)
        find.setContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
        find.activated.connect(self.find_here)
        self.copy_button.clicked.connect(self.copy_text)
        self.presenter.text_changed.connect(self._show)
        self.presenter.files.changed.connect(self._show)
        self._show()

    @property
    def open_block(self) -> Block | None:
        """The block whose text is shown."""
        return next((block for block in self.blocks if block.head.isChecked()), None)

    @Slot()
    def copy_text(self) -> None:
        """Copy the open text, all of it and exactly."""
        block = self.open_block
        if block is not None and block.block.text is not None:
            copy(block.block.text)

    @Slot()
    def find_here(self) -> None:
        """Go to the field that finds text, as Ctrl F does."""
        self.finder.field.select_all()

    @Slot()
    def toggle_wrapping(self) -> None:
        """Wrap long lines, or show each line as it is."""
        self.lines.choose(_EXACT if self.lines.current == _WRAPPED else _WRAPPED)

    def open(self, number: int) -> None:
        """Open the block at a position and close the others."""
        for place, block in enumerate(self.blocks):
            block.set_open(place == number and block.text is not None)
        self._follow_open()
        self._share_room()

    def sizeHint(self) -> QSize:
        return QSize(fonts.px(720), fonts.px(560))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        both = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier
        plain = event.modifiers() == Qt.KeyboardModifier.NoModifier
        if event.key() == Qt.Key.Key_C and event.modifiers() == both:
            self.copy_text()
        elif event.key() == Qt.Key.Key_W and plain:
            self.toggle_wrapping()
        elif event.key() == Qt.Key.Key_T and plain:
            self.presenter.show_in_table()
        else:
            super().keyPressEvent(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.fold.fit(event.size().height())

    def hideEvent(self, event: QHideEvent) -> None:
        self.presenter.files.set_shown(False)
        super().hideEvent(event)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.presenter.files.set_shown(True)
        self._marks.show_selected()
        # Only once the stack around has given the focus to the first control in here.
        QTimer.singleShot(0, self, self._settle_focus)

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.fillRect(self.rect(), tokens().surface)
        if self.blocks:
            top = self.blocks[0].geometry().top() - 1
            painting.hairline(painter, QPointF(0, top), self.width())

    def _lay_out_tools(self) -> None:
        layout = QHBoxLayout(self._tools)
        layout.setContentsMargins(16, 8, 16, 8)
        layout.setSpacing(12)
        layout.addWidget(self.lines)
        layout.addWidget(self.finder.field, 1)
        layout.addWidget(self.finder.hits)
        layout.addWidget(self.size_label, 1)
        layout.addWidget(self.copy_button)

    def _lay_out(self) -> None:
        self._lay_out_tools()
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(self._tools)
        banner = QHBoxLayout()
        banner.setContentsMargins(16, 0, 16, 8)
        banner.addWidget(self.banner)
        layout.addLayout(banner)
        layout.addWidget(self.file_row)
        layout.addSpacing(1)
        layout.addLayout(self._body, 1)
        layout.addWidget(self.empty, 1)

    @Slot()
    def _show(self) -> None:
        snapshot = self.presenter.snapshot
        memory_id = snapshot.memory_id if snapshot else None
        same, self._memory_id = memory_id == self._memory_id, memory_id
        blocks = (*(snapshot.blocks if snapshot else ()), *self.presenter.files.found.blocks)
        self.empty.setVisible(not blocks)
        self._tools.setVisible(bool(blocks))
        self._show_reason(snapshot)
        if [block.kind for block in blocks] != [block.block.kind for block in self.blocks]:
            self._make(blocks)
        for shown, block in zip(self.blocks, blocks, strict=True):
            shown.show_block(block, keep_place=same)
            shown.show_words(block_name(block), block_note(block, snapshot), block_badge(block))
        self._follow_open()

    def _follow_open(self) -> None:
        self._marks.follow(self._observational_text())
        block = self.open_block
        self.finder.follow(block.text if block is not None else None)
        self.presenter.set_open(block.block if block is not None else None)
        self._describe()

    def _make(self, blocks: tuple[TurnBlock, ...]) -> None:
        while (item := self._body.takeAt(0)) is not None:
            if (widget := item.widget()) is not None:
                widget.hide()
                if widget is not self.fold.head:
                    widget.deleteLater()
        self.finder.follow(None)
        before = self.open_block
        numbers = _numbers(blocks)
        made = zip(numbers, blocks, strict=True)
        self.blocks = [Block(number, block, self) for number, block in made]
        for block in self.blocks:
            block.head.clicked.connect(self._toggle)
            if block.block.is_known:
                self._body.addWidget(block)
            if block.text is not None:
                block.text.set_wrapped(self.lines.current == _WRAPPED)
        unknown = [block for block in self.blocks if not block.block.is_known]
        for part in (self.fold.head, *unknown):
            self._body.addWidget(part)
        self.fold.take(unknown, [block_name(block.block) for block in unknown])
        self._body.addStretch(0)
        kinds = [block.kind for block in blocks]
        kind = before.block.kind if before is not None else None
        self.open(kinds.index(kind) if kind in kinds else _first_shown(blocks))

    def _observational_text(self) -> Block | None:
        kind = BlockKind.OBSERVATIONAL
        return next((block for block in self.blocks if block.block.kind is kind), None)

    @Slot()
    def _settle_focus(self) -> None:
        focus, block = QApplication.focusWidget(), self.open_block
        on_tools = focus is not None and self._tools.isAncestorOf(focus)
        if on_tools and block is not None and block.text is not None:
            block.text.setFocus()

    @Slot()
    def _toggle(self) -> None:
        head = self.sender()
        for place, block in enumerate(self.blocks):
            if block.head is head:
                self.open(place if block.head.isChecked() else -1)
                return

    def _share_room(self) -> None:
        is_open = self.open_block is not None
        for block in self.blocks:
            self._body.setStretchFactor(block, 1 if block.head.isChecked() else 0)
        self._body.setStretch(self._body.count() - 1, 0 if is_open else 1)

    @Slot(str)
    def _wrap(self, choice: str) -> None:
        for block in self.blocks:
            if block.text is not None:
                block.text.set_wrapped(choice == _WRAPPED)

    def _describe(self) -> None:
        block = self.open_block
        text = block.block.text if block is not None else None
        self.copy_button.set_unavailable("" if text else self.tr("Open a message first"))
        words = ""
        if text is not None:
            size = counting.characters(len(text)), counting.byte_count(len(encode(text)))
            words = ", ".join(size)
        self.size_label.set_text(words)

    def _show_reason(self, snapshot: ScopeSnapshot | None) -> None:
        reason = turn_reason(snapshot) if snapshot else None
        if reason is None:
            self.banner.hide()
            return
        meaning = reason.meaning
        self.banner.show_banner(
            Meaning.OUT if meaning is Meaning.NEUTRAL else meaning, reason.title, reason.sentence
        )


def _numbers(blocks: tuple[TurnBlock, ...]) -> list[int]:
    """Return the number of each block, 0 for none: those that are shown count in their order.

    Where files add blocks, those that nobody stores stand below them, in no order of their own.
    """
    with_files = any(block.kind.is_of_files for block in blocks)
    count, numbers = 0, []
    for block in blocks:
        is_counted = block.is_known or not with_files
        count += is_counted
        numbers.append(count if is_counted else 0)
    return numbers


def _first_shown(blocks: tuple[TurnBlock, ...]) -> int:
    """Return the block to open first: the last one of the engine's, else that of MEMORY.md."""
    known = [place for place, block in enumerate(blocks) if block.is_known]
    engine = [place for place in known if not blocks[place].kind.is_of_files]
    memory = [place for place in known if blocks[place].kind is BlockKind.MEMORY]
    return next(iter([*engine[-1:], *memory, *known]), -1)
