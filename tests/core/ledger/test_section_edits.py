"""An edit of one section changes no byte of another one."""

from __future__ import annotations

from hypothesis import assume, given
from hypothesis import strategies as st

from desktop_app.core.engine_text import encode
from desktop_app.core.engine_time import EngineTime
from desktop_app.core.files.facts import FileFacts, FileKind
from desktop_app.core.files.row import FileRow
from desktop_app.core.files.text import read_text
from desktop_app.core.ledger.book import Book, Bucket, LedgerFile, Supplied
from desktop_app.core.ledger.edits import edit_section
from desktop_app.core.ledger.forgetting import Unit, forget
from desktop_app.core.ledger.places import find_places
from desktop_app.core.ledger.sections import read_sections

NAME = "memory/2026-06-15.md"
MARKER = "## Memory Flush — 2026-06-15T07:02:11Z\n"
LINES = st.sampled_from(
    ["- A fact.\n", "- Gone.\n", "\n", "text\r\n", "```\n", MARKER, "é \U0001f600\n", "\ufeff\n"]
)
LOGS = st.lists(LINES, min_size=1, max_size=25).map(lambda lines: MARKER + "".join(lines))
BODIES = st.text("ab-\n é", max_size=12)


def book_with(text: str) -> Book:
    data = encode(text)
    file = LedgerFile(
        name=NAME,
        facts=FileFacts(NAME, FileKind.FILE, len(data), 0, 0o644, 1),
        row=FileRow(NAME, data, mtime_ns=7),
        text=read_text(data),
        sections=read_sections(text),
    )
    return Book(
        bucket=Bucket("", ""),
        memory=Supplied(),
        agents=Supplied(),
        logs=(file,),
        read_at=EngineTime(0),
    )


@given(LOGS, BODIES, st.data())
def test_what_stands_before_and_behind_a_section_stays(
    text: str, body: str, data: st.DataObject
) -> None:
    assume(body.strip())
    book = book_with(text)
    section = data.draw(st.sampled_from(book.logs[0].sections))
    (swap,) = edit_section(book, NAME, section, body).change.files
    assert swap.after is not None
    assert swap.after.data.startswith(encode(text[: section.body_start]))
    assert swap.after.data.endswith(encode(text[section.end :]))
    assert len(read_sections(read_text(swap.after.data).text)) == len(book.logs[0].sections)


@given(st.one_of(LOGS, LOGS.map(lambda log: log.rstrip("\r\n"))), BODIES, st.data())
def test_a_section_ends_as_before_where_the_new_body_does_not_say_how(
    text: str, body: str, data: st.DataObject
) -> None:
    assume(body.strip())
    book = book_with(text)
    section = data.draw(st.sampled_from(book.logs[0].sections))
    (swap,) = edit_section(book, NAME, section, body.rstrip("\n")).change.files
    assert swap.after is not None
    after = read_text(swap.after.data).text
    new_end = len(after) - (len(text) - section.end)
    usual = "\n" if text[section.end :] or text.endswith("\n") else ""
    expected = _breaks(text[section.body_start : section.end]) or usual
    # Where endings are mixed, a new last line has the one that most lines have.
    assert _breaks(after[:new_end]).count("\n") == expected.count("\n")
    (swap,) = edit_section(book, NAME, section, body).change.files
    assert swap.after is not None
    assert swap.after.data.endswith(b"\n") is encode(text).endswith(b"\n")


def _breaks(text: str) -> str:
    return text[len(text.rstrip("\r\n")) :]


def test_a_marker_without_a_line_break_gets_one_before_its_first_body() -> None:
    book = book_with(MARKER.rstrip("\n"))
    (swap,) = edit_section(book, NAME, book.logs[0].sections[0], "- One.").change.files
    assert swap.after is not None
    assert swap.after.data == encode(f"{MARKER}- One.")


@given(LOGS, st.sampled_from(Unit))
def test_what_is_forgotten_is_gone_and_other_lines_stay_as_they_are(text: str, unit: Unit) -> None:
    book = book_with(text)
    places = find_places(book, "gone")
    assume(places)
    (swap,) = forget([book], places, unit=unit).change.files
    rest = read_text(swap.after.data).text if swap.after else ""
    assert find_places(book_with(rest), "gone") == ()
    kept = [line for line in text.split("\n") if "Gone" not in line and "##" not in line]
    assert [line for line in rest.split("\n") if "##" not in line and line.strip()] == (
        [line for line in kept if line.strip()] if unit is Unit.LINE else _in_other_sections(text)
    )


def _in_other_sections(text: str) -> list[str]:
    bodies = [text[one.body_start : one.end] for one in read_sections(text)]
    kept = [body for body in bodies if "Gone" not in body]
    return [line for body in kept for line in body.split("\n") if line.strip()]
