"""Copying engine text, and leaving it behind when the program ends."""

from __future__ import annotations

import subprocess
import sys

from PySide6.QtGui import QGuiApplication

from ui.clipboard import BYTES_FORMAT, copy

END = """
from PySide6.QtGui import QGuiApplication
application = QGuiApplication([])
from ui.clipboard import copy
copy("kept")
"""


def test_the_text_is_readable_and_the_bytes_are_exact(qapp):
    copy("caf\udcff\x00é")
    data = QGuiApplication.clipboard().mimeData()
    assert data.text() == "caf�\x00é"
    assert bytes(data.data(BYTES_FORMAT)) == b"caf\xff\x00\xc3\xa9"


def test_a_program_that_copied_ends_without_a_crash():
    ended = subprocess.run([sys.executable, "-c", END], capture_output=True, check=False)
    assert (ended.returncode, ended.stderr) == (0, b"")
