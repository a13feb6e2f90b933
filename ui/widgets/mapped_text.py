"""Engine text to read: mapped for the screen, laid out in windows, copied as it really is."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QMimeData, Qt, Signal, Slot
from PySide6.QtGui import QKeyEvent, QTextOption
from PySide6.QtWidgets import QFrame, QPlainTextEdit, QWidget

from ui import fonts
from ui.clipboard import copy, mime
from ui.fonts import Role
from ui.widgets.display_map import DisplayMap, Span, odd_limit
from ui.widgets.text_marker import TextMarker

WINDOW = 120_000
"""Characters that are laid out at a time: what a slow machine does in a twentieth second."""
LINE_WINDOW = 30_000
"""The same for a text that is one endless line."""
MOST_ODD = 2_500
"""The same for characters that take more than one place on the screen."""
_TAB = 8


class MappedText(QPlainTextEdit):
    """Shows engine text read-only; all public offsets are engine offsets.

    Ctrl C copies the selected text, Ctrl Shift C the same or, without a selection, all of it;
    both give the real characters, and the exact bytes beside them as ``BYTES_FORMAT``.
    """

    caret_moved = Signal(int)  # by click or by keyboard
    window_changed = Signal(int, int, int)  # first offset, end, all characters

    def __init__(self, name: str, parent: QWidget | None = None, *, role: Role = Role.MONO) -> None:
        super().__init__(parent)
        self._role = role
        self._map = DisplayMap("")
        self._quiet: tuple[Span, ...] = ()
        self._loading = False
        self._first_line = 0
        self.marker = TextMarker(self.document())
        self.setAccessibleName(name)
        self.setReadOnly(True)
        self.setUndoRedoEnabled(False)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextSelectableByMouse
            | Qt.TextInteractionFlag.TextSelectableByKeyboard
        )
        option = QTextOption()
        option.setTextDirection(Qt.LayoutDirection.LayoutDirectionAuto)
        self.document().setDefaultTextOption(option)
        self.document().setDocumentMargin(8)
        self.set_wrapped(True)
        self._apply_font()
        self.cursorPositionChanged.connect(self._tell_caret)

    @property
    def text(self) -> str:
        """The whole engine text."""
        return self._map.text

    @property
    def map(self) -> DisplayMap:
        """The mapping of what is laid out now."""
        return self._map

    @property
    def selected_text(self) -> str:
        """The real text of the selection."""
        cursor = self.textCursor()
        return self._map.engine_text(cursor.selectionStart(), cursor.selectionEnd())

    def show_text(self, text: str) -> None:
        """Show another text; the same text keeps selection and scroll position."""
        if text != self._map.text:
            self._load(text, 0)

    def show_window(self, offset: int) -> None:
        """Lay out the part of a long text that begins at the line of ``offset``."""
        start = self.text.rfind("\n", 0, offset) + 1
        # A single line may be longer than a window.
        self._load(self.text, start if offset < window_end(self.text, start) else offset)

    def reveal(self, span: Span) -> None:
        """Scroll so that ``span`` can be seen and put the cursor at its start."""
        if not self._map.start <= span.start <= self._map.end:
            self.show_window(span.start)
        cursor = self.textCursor()
        cursor.setPosition(self._map.to_position(span.start))
        self._loading = True
        self.setTextCursor(cursor)
        self._loading = False
        self.ensureCursorVisible()

    def set_wrapped(self, wrapped: bool) -> None:  # noqa: FBT001 - a switch gives the bare value
        """Wrap long lines, or scroll sideways."""
        modes = QPlainTextEdit.LineWrapMode
        self.setLineWrapMode(modes.WidgetWidth if wrapped else modes.NoWrap)

    def set_quiet(self, spans: tuple[Span, ...]) -> None:
        """Draw these parts as captions, for what the engine adds or cuts."""
        self._quiet = spans
        self.marker.set_quiet(self._in_positions(spans))

    @Slot()
    def copy_exact(self) -> None:
        """Copy the selection, or everything without one."""
        has = self.textCursor().hasSelection()
        copy(self.selected_text if has else self.text)

    def createMimeDataFromSelection(self) -> QMimeData:
        return mime(self.selected_text)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        both = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier
        if event.key() == Qt.Key.Key_C and event.modifiers() == both:
            self.copy_exact()
            return
        super().keyPressEvent(event)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if not hasattr(self, "marker"):  # Qt polishes before the constructor is done
            return
        if event.type() == QEvent.Type.StyleChange:
            self._apply_font()
        if event.type() == QEvent.Type.PaletteChange:
            self.marker.take_look()

    def _load(self, text: str, start: int) -> None:
        self._loading = True
        self._map = DisplayMap(text, start, window_end(text, start))
        self._first_line = text.count("\n", 0, start)
        self.marker.set_ranges(self._map.marks, self._in_positions(self._quiet))
        self.setPlainText(self._map.display)
        self._loading = False
        self.window_changed.emit(start, self._map.end, len(text))

    def _in_positions(self, spans: tuple[Span, ...]) -> list[Span]:
        shown = (self._map.positions(span) for span in spans)
        return [span for span in shown if span is not None]

    def _apply_font(self) -> None:
        self.setFont(fonts.font(self._role))
        self.setTabStopDistance(_TAB * fonts.metrics(self._role).horizontalAdvance(" "))

    @Slot()
    def _tell_caret(self) -> None:
        if not self._loading:
            self.caret_moved.emit(self._map.to_offset(self.textCursor().position()))


def window_end(text: str, start: int) -> int:
    """Return where a part that is laid out at once ends: with a line where one ends near."""
    endless = text.find("\n", start, start + LINE_WINDOW) < 0
    limit = start + (LINE_WINDOW if endless else WINDOW)
    limit = odd_limit(text, start, min(limit, len(text)), MOST_ODD)
    if limit >= len(text):
        return len(text)
    last = text.rfind("\n", start, limit)
    return last + 1 if last > (start + limit) // 2 else limit
