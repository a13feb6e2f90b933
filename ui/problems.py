"""Tells people what went wrong: known errors in their own words, surprises with a report."""

from __future__ import annotations

import platform
import sys
import threading
import traceback
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QObject, Qt, Signal, Slot, qVersion
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import (
    QApplication,
    QDialog,
    QHBoxLayout,
    QLabel,
    QPlainTextEdit,
    QVBoxLayout,
    QWidget,
)

from desktop_app import logs
from desktop_app.core.errors import MemloupeError, StoreBusyError
from ui import fonts
from ui.fonts import Role, Weight
from ui.icons import Icon
from ui.tokens import Meaning
from ui.widgets.button import Button, ButtonKind

if TYPE_CHECKING:
    from pathlib import Path
    from types import TracebackType

    from ui.widgets.banner import Banner

_log = logs.logger("problems")


def _tr(text: str) -> str:
    return QCoreApplication.translate("Problems", text)


def explain(error: BaseException) -> tuple[str, str]:
    """Return what happened and what to do, in two sentences for a person."""
    if isinstance(error, MemloupeError):
        return error.message, error.advice
    return (
        _tr("Something unexpected happened: {0}").format(_summary(error)),
        _tr("The page of changes shows what was written. The report says where it happened."),
    )


def show_in_banner(banner: Banner, error: BaseException, button: str = "") -> None:
    """Say in ``banner`` what happened and what to do."""
    message, advice = explain(error)
    busy = isinstance(error, StoreBusyError)
    banner.show_banner(Meaning.CAUTION if busy else Meaning.DAMAGED, message, advice, button)


def report(error: BaseException) -> str:
    """Return the text to send to the makers: versions and the trace, no memory content."""
    trace = "".join(traceback.format_exception(error))
    versions = f"Python {platform.python_version()}, Qt {qVersion()}, {platform.platform()}"
    return f"{versions}\n\n{trace}"


class ProblemDialog(QDialog):
    """Shows an exception that nobody expected, to be read and copied."""

    def __init__(
        self, error: BaseException, log_file: Path | None = None, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._report = report(error)
        message, advice = explain(error)
        self.setWindowTitle(_tr("Problem"))
        self.resize(640, 420)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(24, 24, 24, 16)
        layout.setSpacing(12)
        layout.addWidget(_text(message, Role.TITLE, Weight.STRONG))
        layout.addWidget(_text(advice, Role.BODY))
        layout.addWidget(self._trace(), 1)
        if log_file is not None and log_file.is_file():
            layout.addWidget(_text(_tr("Log file: {0}").format(log_file), Role.SECONDARY))
        layout.addLayout(self._buttons())

    def _trace(self) -> QPlainTextEdit:
        trace = QPlainTextEdit(self._report)
        trace.setReadOnly(True)
        trace.setFont(fonts.font(Role.MONO))
        trace.setAccessibleName(_tr("Report"))
        return trace

    def _buttons(self) -> QHBoxLayout:
        copy = Button(_tr("Copy report"), icon=Icon.COPY, large=True)
        close = Button(_tr("Close"), kind=ButtonKind.PRIMARY, large=True)
        copy.clicked.connect(self.copy_report)
        close.clicked.connect(self.accept)
        close.setFocus()
        row = QHBoxLayout()
        row.addWidget(copy)
        row.addStretch(1)
        row.addWidget(close)
        return row

    @Slot()
    def copy_report(self) -> None:
        """Put the report on the clipboard."""
        QGuiApplication.clipboard().setText(self._report)


class Problems(QObject):
    """Catches what nobody caught, on any thread, and shows one dialog at a time."""

    _arrived = Signal(object)

    def __init__(self, log_file: Path | None = None, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._log_file = log_file
        self._dialog: ProblemDialog | None = None
        self._arrived.connect(self._show, Qt.ConnectionType.QueuedConnection)

    @property
    def dialog(self) -> ProblemDialog | None:
        """The dialog that is open."""
        return self._dialog

    def install(self) -> None:
        """Become the hook for exceptions that nobody catches."""
        sys.excepthook = self._hook
        threading.excepthook = self._thread_hook

    def uninstall(self) -> None:
        """Give the hooks back to Python."""
        sys.excepthook = sys.__excepthook__
        threading.excepthook = threading.__excepthook__

    @Slot(object)
    def show_error(self, error: BaseException) -> None:
        """Log ``error`` and show it. Safe from any thread."""
        # Not its message: that may quote what a memory says.
        frames = "".join(traceback.format_tb(error.__traceback__))
        _log.error("unexpected %s\n%s", type(error).__name__, frames)
        self._arrived.emit(error)

    def _hook(
        self, kind: type[BaseException], error: BaseException, trace: TracebackType | None
    ) -> None:
        if issubclass(kind, KeyboardInterrupt):
            sys.__excepthook__(kind, error, trace)
            QApplication.quit()
            return
        self.show_error(error)

    def _thread_hook(self, arguments: threading.ExceptHookArgs) -> None:
        if arguments.exc_value is not None:
            self.show_error(arguments.exc_value)

    @Slot(object)
    def _show(self, error: BaseException) -> None:
        if self._dialog is not None:
            return
        self._dialog = ProblemDialog(error, self._log_file, QApplication.activeWindow())
        self._dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._dialog.finished.connect(self._forget)
        self._dialog.open()

    @Slot()
    def _forget(self) -> None:
        self._dialog = None


def _summary(error: BaseException) -> str:
    text = str(error).partition("\n")[0]
    return f"{type(error).__name__}: {text}" if text else type(error).__name__


def _text(text: str, role: Role, weight: Weight = Weight.NORMAL) -> QLabel:
    label = QLabel(text)
    label.setTextFormat(Qt.TextFormat.PlainText)
    label.setWordWrap(True)
    label.setFont(fonts.font(role, weight))
    label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
    return label
