"""Turns tokens into what Qt's Fusion style wants: one palette, and style sheets for two parts."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtGui import QColor, QPalette

if TYPE_CHECKING:
    from ui.tokens import Tokens

_ROLE = QPalette.ColorRole
_DISABLED = QPalette.ColorGroup.Disabled
_INACTIVE = QPalette.ColorGroup.Inactive


def build_palette(tokens: Tokens) -> QPalette:
    """Return the application's palette."""
    palette = QPalette()
    for role, colour in _colours(tokens).items():
        palette.setColor(role, colour)
    for role in (_ROLE.WindowText, _ROLE.Text, _ROLE.ButtonText, _ROLE.HighlightedText):
        palette.setColor(_DISABLED, role, tokens.text3)
    palette.setColor(_DISABLED, _ROLE.Base, tokens.sunken)
    palette.setColor(_INACTIVE, _ROLE.Highlight, tokens.selected_idle)
    return palette


def _colours(tokens: Tokens) -> dict[QPalette.ColorRole, QColor]:
    return {
        _ROLE.Window: tokens.window,
        _ROLE.WindowText: tokens.text,
        _ROLE.Base: tokens.surface,
        _ROLE.AlternateBase: tokens.hover,
        _ROLE.Text: tokens.text,
        _ROLE.PlaceholderText: tokens.text2,
        _ROLE.Button: tokens.surface,
        _ROLE.ButtonText: tokens.text,
        _ROLE.BrightText: tokens.on_accent,
        _ROLE.Light: tokens.surface,
        _ROLE.Midlight: tokens.line,
        _ROLE.Mid: tokens.strong,
        _ROLE.Dark: tokens.control,
        _ROLE.Shadow: tokens.control,
        _ROLE.Highlight: tokens.selected,
        _ROLE.HighlightedText: tokens.text,
        _ROLE.Link: tokens.accent,
        _ROLE.LinkVisited: tokens.accent,
        _ROLE.ToolTipBase: tokens.surface,
        _ROLE.ToolTipText: tokens.text,
        _ROLE.Accent: tokens.accent_fill,
    }


def build_style_sheet(tokens: Tokens) -> str:
    """Return the style sheet: scroll bars and splitter handles, nothing else."""
    handle, line = tokens.strong.name(), tokens.line.name()
    moving = tokens.control.name()
    return f"""
QScrollBar:vertical {{ background: transparent; width: 10px; margin: 0; }}
QScrollBar:horizontal {{ background: transparent; height: 10px; margin: 0; }}
QScrollBar::handle {{ background: {handle}; border-radius: 3px; margin: 2px; }}
QScrollBar::handle:vertical {{ min-height: 28px; }}
QScrollBar::handle:horizontal {{ min-width: 28px; }}
QScrollBar::handle:hover, QScrollBar::handle:pressed {{ background: {moving}; }}
QScrollBar::add-line, QScrollBar::sub-line {{ width: 0; height: 0; }}
QScrollBar::add-page, QScrollBar::sub-page {{ background: transparent; }}
QSplitter::handle {{ background: {line}; }}
QSplitter::handle:horizontal {{ width: 1px; }}
QSplitter::handle:vertical {{ height: 1px; }}
"""
