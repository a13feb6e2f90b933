"""What people see when something goes wrong."""

from __future__ import annotations

import logging
import sys
import threading
from pathlib import Path

import pytest
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QLabel

from desktop_app import logs
from desktop_app.core.errors import DamagedError, StoreBusyError
from ui.problems import ProblemDialog, Problems, explain, show_in_banner
from ui.widgets.banner import Banner


def raised(error: Exception) -> Exception:
    with pytest.raises(type(error)) as caught:
        raise error
    return caught.value


@pytest.fixture
def problems(qapp):
    problems = Problems(Path("memloupe.log"))
    problems.install()
    yield problems
    problems.uninstall()
    if problems.dialog is not None:
        problems.dialog.close()


@pytest.fixture
def log(tmp_path, monkeypatch):
    path = tmp_path / "logs" / "memloupe.log"
    monkeypatch.setattr(logs, "log_file", lambda: path)
    logger = logging.getLogger(logs.LOGGER)
    before = logger.handlers[:], logger.propagate, logger.level
    logger.handlers = []
    logs.configure.cache_clear()
    logs.configure()
    yield path
    for handler in logger.handlers:
        handler.close()
    logger.handlers, logger.propagate, logger.level = before
    logs.configure.cache_clear()


def test_a_known_error_speaks_for_itself():
    error = StoreBusyError("Another program holds the database.", "Your edit is kept.")
    assert explain(error) == ("Another program holds the database.", "Your edit is kept.")


def test_a_banner_says_what_happened_and_what_to_do(qtbot):
    banner = Banner()
    qtbot.addWidget(banner)
    show_in_banner(banner, DamagedError("The file is cut off.", "Look at its bytes."), "Show bytes")
    assert banner.accessibleName() == "The file is cut off. Look at its bytes."


def test_a_surprise_is_shown_with_a_report_to_copy(qtbot):
    dialog = ProblemDialog(raised(ValueError("odd")), Path("memloupe.log"))
    qtbot.addWidget(dialog)
    dialog.copy_report()
    text = QGuiApplication.clipboard().text()
    assert "ValueError: odd" in text
    assert "Python 3" in text


def test_an_exception_on_any_thread_opens_one_dialog(problems, qtbot, caplog):
    caplog.set_level(logging.CRITICAL)
    sys.excepthook(ValueError, raised(ValueError("first")), None)
    qtbot.waitUntil(lambda: problems.dialog is not None)
    first = problems.dialog

    def fall() -> None:
        raise ValueError("second")

    thread = threading.Thread(target=fall)
    thread.start()
    thread.join()
    with qtbot.waitSignal(first.finished):
        assert problems.dialog is first
        first.accept()
    assert first is not problems.dialog


def words_of(dialog: ProblemDialog) -> str:
    return "\n".join(label.text() for label in dialog.findChildren(QLabel))


def test_a_surprise_does_not_claim_that_nothing_was_written():
    message, advice = explain(ValueError("odd"))
    assert "Nothing was written" not in message + advice


def test_only_a_log_file_that_is_there_is_named(qtbot, tmp_path):
    path = tmp_path / "memloupe.log"
    before = ProblemDialog(raised(ValueError("odd")), path)
    qtbot.addWidget(before)
    assert "Log file" not in words_of(before)
    path.touch()
    after = ProblemDialog(raised(ValueError("odd")), path)
    qtbot.addWidget(after)
    assert str(path) in words_of(after)


def test_a_surprise_is_in_the_log_without_what_a_memory_may_say(problems, qtbot, log):
    sys.excepthook(ValueError, raised(ValueError("a secret")), None)
    qtbot.waitUntil(lambda: problems.dialog is not None)
    text = log.read_text(encoding="utf-8")
    assert "unexpected ValueError" in text
    assert "in raised" in text
    assert "a secret" not in text
