"""What is said of a file wherever one is shown: its size, its encoding."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication

from desktop_app.core.files.text import Encoding

if TYPE_CHECKING:
    from desktop_app.core.files.text import FileText

_KILO = 1_000


def size_words(size: int) -> str:
    """Return a number of bytes as people read it."""
    if size < _KILO:
        return _tr("{0} B").format(size)
    if size < _KILO * _KILO:
        return _tr("{0} kB").format(f"{size / _KILO:,.1f}")
    return _tr("{0} MB").format(f"{size / _KILO / _KILO:,.1f}")


def encoding_words(text: FileText) -> str:
    """Return encoding and line endings."""
    name = {
        Encoding.UTF8: "UTF-8",
        Encoding.UTF8_BOM: _tr("UTF-8 with BOM"),
        Encoding.NOT_UTF8: _tr("not UTF-8"),
        Encoding.BINARY: _tr("not text"),
    }[text.encoding]
    endings = _tr("mixed line ends") if text.endings == "mixed" else text.endings
    return ", ".join(part for part in (name, endings) if part)


def _tr(text: str) -> str:
    return QCoreApplication.translate("Files", text)
