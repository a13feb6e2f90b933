"""The end of the injected block is what is seen of it."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication

from ui.ledger.block_end import BlockEnd

TEXT = "\n".join(f"- Board {number} is known." for number in range(60))


def test_the_end_is_seen_although_the_text_came_before_the_room_for_it(qtbot):
    box = BlockEnd("End")
    qtbot.addWidget(box)
    box.show_end(TEXT)
    bar = box.view.verticalScrollBar()
    for size in ((280, 30), (280, 152), (180, 100)):
        box.resize(*size)
        box.show()
        QCoreApplication.processEvents()
        assert 0 < bar.value() == bar.maximum()
