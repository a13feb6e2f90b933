"""A page that nobody sees reads nothing, and shows what is there as soon as somebody does."""

from __future__ import annotations

import pytest

from ui.ledger.presenter import LedgerPresenter
from ui.navigation import Place, Target
from ui.notes.presenter import NotesPresenter

PAGES = [
    (Place.LEDGER, LedgerPresenter, "book", "agentscope_support_desk", "MEMORY.md"),
    (Place.NOTES, NotesPresenter, "desk", "little_harness_desk", "memory/company/crlf.md"),
]


@pytest.fixture(params=PAGES, ids=["logs", "notes"])
def page(request, driver, sample_workspace):
    place, presenter, what, sample, name = request.param
    path = sample_workspace(sample)
    driver.open_files(path)
    driver.settle()
    found = presenter.of(driver.session)
    return driver, Target(place), lambda: getattr(found, what), path / name


@pytest.mark.parametrize(("place", "presenter", "what", "sample", "name"), PAGES)
def test_a_page_that_is_made_ahead_reads_when_it_is_shown(  # noqa: PLR0913, PLR0917 - a row of the table
    driver, golden_workspace, place, presenter, what, sample, name
):
    del sample
    path = golden_workspace("rich-coding-agent")
    if name == "MEMORY.md":
        (path / name).write_text("- A fact.\n")
    driver.open(path)
    driver.frame.middle.prepare(place)
    found = presenter.of(driver.session)
    driver.settle()
    driver.session.files_changed.emit()
    driver.settle()
    assert getattr(found, what) is None
    driver.session.go(Target(place))
    driver.settle()
    assert getattr(found, what) is not None


def test_what_others_write_meanwhile_is_read_when_somebody_comes_back(page):
    driver, target, read, file = page
    driver.session.go(target)
    driver.settle()
    before = read()
    driver.session.go(Target(Place.CHANGES))
    driver.settle()
    file.write_bytes(file.read_bytes() + b"\nWritten by another program.\n")
    driver.session.files_changed.emit()
    driver.settle()
    assert read() is before
    driver.session.go(target)
    driver.settle()
    assert read() is not before


def test_what_is_shown_follows_what_others_write(page):
    driver, target, read, file = page
    driver.session.go(target)
    driver.settle()
    before = read()
    file.write_bytes(file.read_bytes() + b"\nWritten by another program.\n")
    driver.session.files_changed.emit()
    driver.settle()
    assert read() is not before
