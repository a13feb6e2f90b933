"""What holds for every text that could be a note."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st
from note_desk import EDITING, LAYER, folder_of, note_of

from desktop_app.core.engine_text import decode, encode
from desktop_app.core.errors import RefusedError
from desktop_app.core.files.text import line_endings
from desktop_app.core.notes.edits import NoteEdit, edit_note, edit_raw
from desktop_app.core.notes.line import MOST_CHARACTERS
from desktop_app.core.notes.names import name_problem
from desktop_app.core.notes.note import NoteFolder
from desktop_app.core.notes.places import new_note
from desktop_app.core.notes.section import note_section
from desktop_app.store.front_matter import read_front_matter

PIECES = st.sampled_from(
    [
        "---", "\n", "\r\n", "\r", "description", ":", " ", "a", "'", '"', "|", ">", "#", "[", "]",
        "{", "}", "- ", "&x", "*x", "!!str", "!t", "\ufeff", "\u2028", "\0", "\t", "é", "📄", "...",
        "? ", "%", "@", "---\n", "description: ", "\x1b", "<<: *x\n", "2026-01-01", "\udcff",
    ]
)  # fmt: skip
TEXTS = st.lists(PIECES, max_size=40).map("".join) | st.binary(max_size=200).map(decode)
BLOCKS = TEXTS.map(lambda inner: f"---\n{inner}\n---\nBody.\n")


@given(TEXTS | BLOCKS)
def test_metadata_of_any_text_is_found_or_not_and_never_fails(text: str) -> None:
    block = read_front_matter(text)
    if block is None:
        return
    assert 0 <= block.start < block.inner_start <= block.inner_end < block.body_start <= len(text)
    for key in block.keys:
        assert block.inner_start <= key.start <= key.value_start <= key.value_end
        assert key.value_end <= block.inner_end


@given(TEXTS | BLOCKS, st.text(max_size=20))
def test_every_file_is_one_line_of_the_section(text: str, name: str) -> None:
    note = note_of(f"x{name}", encode(text))
    section = note_section([NoteFolder(LAYER, (note,))], None)
    lines = [line for line in section.lines if line.note]
    assert len(lines) == 1
    assert len(lines[0].text.splitlines()) == 1
    assert len(note.line.text) <= MOST_CHARACTERS
    assert note.line.size == len(lines[0].text.encode()) + 1


@given(TEXTS | BLOCKS)
def test_saving_what_was_read_changes_no_byte(text: str) -> None:
    folder = folder_of(a=encode(text))
    note = folder.notes[0]
    if note.is_editable:
        edit = NoteEdit(description=note.description, body=note.body)
        assert edit_note(folder, note, edit, EDITING).change.is_empty
        assert edit_raw(folder, note, text, EDITING).change.is_empty


@given(TEXTS | BLOCKS, st.lists(st.sampled_from(["a", "b: c", "é", "\n", ""]), max_size=6))
def test_a_new_body_leaves_the_metadata_and_reads_back(text: str, parts: list[str]) -> None:
    folder = folder_of(a=encode(text))
    note = folder.notes[0]
    if not note.is_editable or note.front is None or note.text is None:
        return
    body = "".join(parts)
    swap = edit_note(folder, note, NoteEdit(body=body), EDITING).change.files[0]
    assert swap.after is not None
    after = note_of("a.md", swap.after.data)
    assert after.front is not None
    assert after.front.keys == note.front.keys
    assert after.body.replace("\r\n", "\n").replace("\r", "\n") == body or body == note.body
    if line_endings(note.text.text) in {"CR", "CRLF"} and "\n" in body:
        assert line_endings(after.text.text if after.text else "") == note.text.endings


@given(st.text(max_size=30), st.text(st.characters(exclude_categories=["Cs"]), max_size=30))
def test_a_new_note_says_what_it_was_made_with(path: str, description: str) -> None:
    try:
        plan = new_note(folder_of(), path, EDITING, description=description, body="Body.\n")
    except RefusedError:
        assert name_problem(path)
        return
    row = plan.change.files[0].after
    assert row is not None
    note = note_of(path, row.data)
    assert note.body in {"\nBody.\n", "Body.\n"}
    assert (note.description or "").strip() == (description if description.strip() else "").strip()
