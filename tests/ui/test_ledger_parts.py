"""Long files in the editor: one part at a time, no byte lost."""

from __future__ import annotations

import pytest
from ledger_window import LedgerWindow

from ui.ledger.parts import first_part, next_part, part_at, previous_part
from ui.widgets.mapped_text import WINDOW


@pytest.fixture
def desk(driver, sample_workspace):
    return LedgerWindow(driver, sample_workspace("agentscope_support_desk"), name="MEMORY.md")


def test_parts_of_a_long_text_join_to_the_whole():
    text = "".join(f"- fact {number}\r\n" for number in range(60_000))
    part = part_at(text, 0, "\r\n")
    assert len(part.stored) <= WINDOW
    assert part.stored.endswith("\r\n")
    second = next_part(part)
    assert second.start == part.stop
    assert part.stored + second.stored + text[second.end :] == text
    assert previous_part(second) == part
    assert second.first_line == part.stored.count("\n")
    assert "\r" not in second.shown
    assert second.with_shown(second.shown) == second
    edited = second.with_shown("new\n")
    assert edited.whole == part.stored + "new\r\n" + text[second.end :]
    assert previous_part(edited).whole == edited.whole
    assert edited.head(10_000_000) == edited.whole
    assert edited.says(edited.whole)
    assert not edited.says(text)


def test_a_file_of_many_parts_is_edited_in_one_of_them(desk):
    line = b"- a fact of a long life that is told at some length\n"
    data = line * (5_000_000 // len(line))
    desk.write_outside("MEMORY.md", data)
    part = desk.view.pages.editor.part
    assert not part.is_whole
    assert desk.view.pages.editor.bar.isVisible()
    assert desk.edit.reading_end == desk.presenter.turn.reach.injection.cut.offset
    desk.view.pages.editor.bar.later.click()
    desk.settle()
    assert desk.edit.reading_end == 0
    desk.edit.setFocus()
    desk.type("X")
    desk.save()
    place = len(part.stored)
    assert (desk.path / "MEMORY.md").read_bytes() == data[:place] + b"X" + data[place:]
    assert first_part(desk.presenter.file.text).stored == part.stored


def test_the_next_part_of_an_edited_long_text_follows_what_was_typed(desk):
    line = b"- a fact of a long life that is told at some length\n"
    data = line * (5_000_000 // len(line))
    desk.write_outside("MEMORY.md", data)
    part = desk.view.pages.editor.part
    desk.edit.setFocus()
    desk.type("Typed. ")
    desk.view.pages.editor.bar.later.click()
    desk.settle()
    later = desk.view.pages.editor.part
    assert later.start == len("Typed. ") + len(part.stored)
    assert later.whole == "Typed. " + data.decode()
    desk.view.pages.editor.bar.earlier.click()
    desk.settle()
    assert desk.view.pages.editor.part.stored.startswith("Typed. ")
