"""Where something can lie over a window without covering what can be pressed there."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QPoint, QRect
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QLineEdit,
    QPlainTextEdit,
    QWidget,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

_STEP = 44
_STEPS = 5
_SAMPLE = 12


def free_place(window: QWidget, wanted: QRect, cover: QWidget) -> QPoint:
    """Return the first place that covers no button, field or row: ``wanted`` if there is none.

    Looked at are the wanted place, the middle and the right of its height, then those above it.

    Args:
        window: What it lies over.
        wanted: Where it should be.
        cover: What shall lie there; what is in it is in nobody's way.
    """
    taken = list(_controls(window, cover))
    views = [view for view in _shown(window, QAbstractItemView, cover) if view.isEnabled()]
    middle = (window.width() - wanted.width()) // 2
    right = window.width() - wanted.width() - wanted.left()
    for step in range(_STEPS):
        for left in (wanted.left(), middle, right):
            place = QRect(wanted)
            place.moveTo(left, wanted.top() - step * _STEP)
            if not any(place.intersects(one) for one in taken) and not any(
                _has_rows(view, window, place) for view in views
            ):
                return place.topLeft()
    return wanted.topLeft()


def _controls(window: QWidget, cover: QWidget) -> Iterator[QRect]:
    for kind in (QAbstractButton, QLineEdit, QPlainTextEdit):
        for widget in _shown(window, kind, cover):
            if widget.isEnabled() and not _is_only_read(widget):
                area = widget.visibleRegion().boundingRect()
                yield area.translated(widget.mapTo(window, QPoint(0, 0)))


def _is_only_read(widget: QWidget) -> bool:
    return isinstance(widget, QPlainTextEdit) and widget.isReadOnly()


def _shown(window: QWidget, kind: type[QWidget], cover: QWidget) -> Iterator[QWidget]:
    for widget in window.findChildren(kind):
        if widget.isVisible() and not cover.isAncestorOf(widget):
            yield widget


def _has_rows(view: QWidget, window: QWidget, place: QRect) -> bool:
    if not isinstance(view, QAbstractItemView):
        return False
    port = view.viewport()
    area = QRect(port.mapTo(window, QPoint(0, 0)), port.size()) & place
    if area.isEmpty():
        return False
    inside = area.translated(-port.mapTo(window, QPoint(0, 0)))
    heights = [*range(inside.top(), inside.bottom(), _SAMPLE), inside.bottom()]
    return any(view.indexAt(QPoint(inside.center().x(), y)).isValid() for y in heights)
