"""A banner: something about the whole view that a person should know."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QColor, QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget

from ui import fonts
from ui.fonts import Role, Weight
from ui.icons import MEANING_ICONS, Icon
from ui.theme import tokens
from ui.tokens import Meaning
from ui.widgets import painting
from ui.widgets.button import Button, ButtonKind, IconButton
from ui.widgets.labels import TextLabel

_RADIUS = 8
_TEXT_LEFT = 38


class _Title(TextLabel):
    """The first line, in the colour of the meaning."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__("", Role.BODY, Weight.STRONG, parent, wrap=True)
        self.meaning = Meaning.CAUTION

    @property
    def colour(self) -> QColor:
        return tokens().shades(self.meaning).foreground


class Banner(QWidget):
    """A tinted strip with icon, title, one sentence, a button, and another one where it needs two.

    Hidden until ``show_banner``.
    """

    activated = Signal()  # the button
    other_activated = Signal()  # the second one
    closed = Signal()  # the cross

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._meaning, self._icon = Meaning.CAUTION, Icon.INFO
        self._title = _Title(self)
        self._sentence = TextLabel(role=Role.BODY, wrap=True)
        self._button = Button("", self)
        self._other = Button("", self, kind=ButtonKind.GHOST)
        self._button.clicked.connect(self.activated)
        self._other.clicked.connect(self.other_activated)
        words = QVBoxLayout()
        words.setSpacing(0)
        words.addWidget(self._title)
        words.addWidget(self._sentence)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(_TEXT_LEFT, 8, 12, 8)
        layout.setSpacing(12)
        layout.addLayout(words, 1)
        self._close = IconButton(Icon.CLOSE, self.tr("Close this message"))
        self._close.clicked.connect(self.closed)
        for one in (self._other, self._button, self._close):
            layout.addWidget(one, 0, Qt.AlignmentFlag.AlignVCenter)
        # Not Maximum: that would be the height at the width it would like, not at the one it has.
        policy = QSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Minimum)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)
        self.hide()

    def show_banner(  # noqa: PLR0913 - options with defaults
        self,
        meaning: Meaning,
        title: str,
        sentence: str = "",
        button: str = "",
        other: str = "",
        *,
        closable: bool = False,
    ) -> None:
        """Show this; replaces what was shown."""
        self._meaning = meaning
        self._icon = MEANING_ICONS.get(meaning, Icon.INFO)
        self._title.meaning = meaning
        self._title.setText(title)
        self._sentence.setText(sentence)
        self._sentence.setVisible(bool(sentence))
        for one, words in ((self._button, button), (self._other, other)):
            one.setText(words)
            one.setAccessibleName(words)
            one.setVisible(bool(words))
            one.updateGeometry()
        self._close.setVisible(closable)
        self.setAccessibleName(f"{title.rstrip('.')}. {sentence}".strip())
        self.show()
        self.update()

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        painting.smooth(painter)
        shades = tokens().shades(self._meaning)
        painting.fill_rounded(painter, QRectF(self.rect()), _RADIUS, shades.tint)
        title = self._title.geometry()
        first = title.top() + fonts.metrics(Role.BODY).height() / 2
        if self._sentence.isHidden():
            # Alone, it stands in the middle of the room that the button needs.
            first = title.center().y() + 0.5
        size = fonts.px(16)
        place = QPointF((_TEXT_LEFT - size) / 2, first - size / 2)
        painting.draw_icon(painter, self._icon, place, size, shades.foreground)
