"""The page of daily logs counts what a consolidation takes, and says what it leaves out."""

from __future__ import annotations

from threading import get_ident

from ledger_window import LedgerWindow

from desktop_app.core.ledger.consolidation import due_logs
from ui.ledger import listing


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


def test_what_goes_in_is_counted_away_from_the_window(driver, sample_workspace, monkeypatch):
    threads = set()

    def counted(book):
        threads.add(get_ident())
        return due_logs(book)

    monkeypatch.setattr(listing, "due_logs", counted)

    heading = LedgerWindow(driver, sample_workspace("agentscope_support_desk")).view.left.heading

    assert heading.text() == "5 files go into the next consolidation"
    assert threads
    assert get_ident() not in threads


def test_of_many_that_are_left_out_the_first_are_named(driver, sample_workspace):
    path = sample_workspace("agentscope_support_desk")
    for day in range(1, 26):
        (path / "memory" / f"2027-01-{day:02}.md").write_bytes(b"")

    heading = LedgerWindow(driver, path).view.left.heading

    assert heading.text() == "5 files go into the next consolidation"
    assert heading.toolTip().count("is left out: nothing is in it.") == 20
    assert "… and 5 more" in heading.toolTip()
