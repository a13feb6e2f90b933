"""The page of daily logs counts what a consolidation takes, and says what it leaves out."""

from __future__ import annotations

from ledger_window import LedgerWindow


def test_a_log_with_nothing_in_it_is_not_counted(driver, sample_workspace):
    path = sample_workspace("agentscope_lending_multiuser")

    heading = LedgerWindow(driver, path, "u-108").view.left.heading

    assert heading.text() == "1 file goes into the next consolidation"
    assert "2026-06-10.md” is left out: nothing is in it." in heading.toolTip()


def test_a_bucket_whose_logs_all_go_in_has_nothing_to_add(driver, sample_workspace):
    path = sample_workspace("agentscope_support_desk")

    heading = LedgerWindow(driver, path).view.left.heading

    assert heading.text() == "5 files go into the next consolidation"
    assert heading.toolTip() == ""
