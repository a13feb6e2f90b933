"""What a consolidation by rules says of facts that say the same only probably."""

from __future__ import annotations

from consolidation_page import CONTROL, Desk
from PySide6.QtCore import Qt

from ui.consolidation.model import Ready


def test_facts_that_are_probably_the_same_are_listed_with_the_reason(
    driver, sample_workspace, model_server
):
    one = Desk(driver, sample_workspace("agentscope_support_desk"), model_server)
    one.press(Qt.Key.Key_Return, CONTROL)
    one.phase(Ready)
    page = one.view.ready
    rows = [row for row in page.list.rows.rows if row.id.startswith("like ")]
    assert [row.title for row in rows] == [
        "Jonas is away 2026-06-22 to 2026-07-03; Mira covers webhooks."
    ]
    assert "Only the first has “owns”, “service”, “he”." in rows[0].subtitle
