"""What a dialog about files is given to show: the first differences, and how many there are."""

from __future__ import annotations

import pytest

from desktop_app.core.changes import Change, Swap
from desktop_app.core.files.plan import FilePlan
from desktop_app.core.files.row import FileRow
from ui import file_plans
from ui.change_preview import ChangePreview
from ui.file_plans import planned_of
from ui.widgets.differences import MOST_SHOWN
from ui.widgets.labels import TextLabel

MORE = 4


@pytest.fixture
def compared(qapp, monkeypatch):
    texts: list[tuple[str, str]] = []
    real = file_plans.diff_lines

    def compare(before, after):
        texts.append((before, after))
        return real(before, after)

    monkeypatch.setattr(file_plans, "diff_lines", compare)
    return texts


def plan(count):
    """Return a plan that changes so many files, and the mode of one more between them."""
    swaps = [
        Swap(FileRow(f"{at}.md", b"old", 0o644), FileRow(f"{at}.md", f"new {at}".encode(), 0o644))
        for at in range(count)
    ]
    same = Swap(FileRow("same.md", b"same", 0o644), FileRow("same.md", b"same", 0o600))
    return FilePlan(change=Change(label="Edit", files=(*swaps[:1], same, *swaps[1:])))


def test_only_what_is_shown_is_compared_and_the_others_are_counted(qtbot, compared):
    planned = planned_of(plan(MOST_SHOWN + MORE))
    assert compared == [("old", f"new {at}") for at in range(MOST_SHOWN)]
    assert (len(planned.differences), planned.more_differences) == (MOST_SHOWN, MORE)

    preview = ChangePreview()
    qtbot.addWidget(preview)
    preview.show_planned(planned)

    said = [label.text() for label in preview.differences.findChildren(TextLabel)]
    assert f"{MORE} more files; once it is written, Changes has all of them." in said


def test_few_files_are_all_shown_but_those_whose_text_stays(compared):
    planned = planned_of(plan(2))
    assert [title for title, _lines in planned.differences] == [
        "What changes in 0.md",
        "What changes in 1.md",
    ]
    assert planned.more_differences == 0


def test_nothing_is_compared_where_nobody_wants_to_see_it(compared):
    planned = planned_of(plan(3), ("Files", "3"), with_differences=False)
    assert compared == []
    assert (planned.differences, planned.more_differences) == ((), 0)
    assert planned.facts == (("Files", "3"),)
