"""The header never takes a folder's name for markup."""

from __future__ import annotations

from ui.window.header import WorkspaceButton


def test_a_folder_called_like_markup_stays_text(qtbot):
    button = WorkspaceButton("")
    qtbot.addWidget(button)
    button.set_name("x<img src='y.png'>", "/somewhere/x<img src='y.png'>")
    assert button.text() == "x<img src='y.png'>"
    tip = button.toolTip()
    assert "<img" not in tip
    assert "&lt;img" in tip
