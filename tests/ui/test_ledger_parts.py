"""Long files in the editor: one part at a time, no byte lost."""

from __future__ import annotations

import pytest
from ledger_window import LedgerWindow
from PySide6.QtCore import Qt

from ui.ledger.parts import first_part, next_part, part_at, part_from, part_with, previous_part
from ui.navigation import Place, Target
from ui.widgets.mapped_text import WINDOW

KEYS = Qt.Key


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


@pytest.mark.parametrize("line_break", ["\n", "\r\n", "\r"])
def test_a_part_with_a_place_begins_with_a_line_some_lines_before_it(line_break):
    text = "".join(f"- fact {number}{line_break}" for number in range(60_000))
    for place in (0, 5, WINDOW, len(text) // 2, len(text) - 1):
        part = part_with(text, place, line_break)
        assert part.start <= place < part.end
        assert part.start == 0 or text[: part.start].endswith(line_break)
        assert part.start == 0 or 0 < place - part.start <= WINDOW // 4
        assert part.text == part.whole == text
        assert part.first_line == text.count(line_break, 0, part.start)
        line = part_from(text, place, line_break)
        assert text[line.start : place].count(line_break) == 0
        assert line.start == 0 or text[: line.start].endswith(line_break)


def test_before_one_endless_line_there_is_a_part_too():
    text = "a" * (3 * WINDOW) + "\nlast\n"
    part = part_at(text, 3 * WINDOW + 1, "\n")
    earlier = previous_part(part)
    assert 0 < earlier.start < earlier.end
    assert previous_part(previous_part(previous_part(earlier))).start == 0
    odd = part_with("a\r\n" * WINDOW, WINDOW + 1, "\n")
    assert odd.stored.startswith("a")


class TestFinding:
    """In a file of many parts, which is looked through in the background."""

    LINES = 100_000

    @pytest.fixture
    def desk(self, desk):
        lines = [f"- fact {number}" for number in range(self.LINES)]
        lines[3] = lines[-2] = "- the needle é"
        desk.write_outside("MEMORY.md", ("\n".join(lines) + "\n").encode())
        desk.view.left.list.setFocus()
        desk.press(KEYS.Key_F, Qt.KeyboardModifier.ControlModifier)
        return desk

    def find(self, desk, line):
        desk.settle()
        bar, edit = desk.view.pages.find_bar, desk.edit
        assert bar.state.text() == f"Line {line:,}"
        assert edit.textCursor().selectedText() == "the needle é"

    def test_the_next_and_the_last_place_are_shown_with_their_lines(self, desk):
        bar = desk.view.pages.find_bar
        bar.field.set_text("the needle é")
        self.find(desk, 4)
        desk.press(KEYS.Key_Return)
        self.find(desk, self.LINES - 1)
        assert not desk.view.pages.editor.part.is_whole
        desk.press(KEYS.Key_Return)
        self.find(desk, 4)
        desk.press(KEYS.Key_Return, Qt.KeyboardModifier.ShiftModifier)
        self.find(desk, self.LINES - 1)
        bar.field.set_text("needless")
        desk.settle()
        assert bar.state.text() == "Not in this file"

    def test_what_was_typed_is_looked_through_and_stays(self, desk):
        desk.edit.setFocus()
        desk.type("typed ")
        desk.view.pages.find_bar.field.set_text("the needle é")
        self.find(desk, 4)
        desk.view.pages.find_bar.find_next()
        self.find(desk, self.LINES - 1)
        assert desk.view.pages.editor.part.whole.startswith("typed - fact 0\n")
        assert desk.view.head.badge.text() == "edited"

    def test_a_hit_of_a_search_is_shown_in_its_line(self, desk):
        target = Target(Place.LEDGER, path="MEMORY.md", bucket="", text="needle", line=99_999)
        desk.driver.session.go(target)
        desk.settle()
        assert desk.edit.textCursor().selectedText() == "needle"
        assert desk.view.pages.editor.part.stop == len(desk.presenter.file.text.text)
        target = Target(Place.LEDGER, path="MEMORY.md", bucket="", text="fact 500", line=7)
        desk.driver.session.go(target)
        desk.settle()
        assert desk.edit.textCursor().selectedText() == "fact 500"  # not in that line any more
