"""The context of the page's texts."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication


def tr(text: str) -> str:
    """Translate a text of the page."""
    return QCoreApplication.translate("Review", text)
