"""What an edit of a note would write, and what follows from it."""

from __future__ import annotations

from dataclasses import replace

import pytest
from note_desk import EDITING, LAYER, described, folder_of, needs_care, words, written

from desktop_app.core.errors import RefusedError
from desktop_app.core.files.text import Encoding
from desktop_app.core.notes.budget import budget_after
from desktop_app.core.notes.edits import (
    NoteEdit,
    convert_note,
    edit_note,
    edit_raw,
    quote_description,
)
from desktop_app.core.notes.layer import Commit
from desktop_app.core.notes.note import groups, same_lines
from desktop_app.core.notes.places import delete_note, move_note, new_note


def test_description_and_body_are_edited_together() -> None:
    folder = folder_of(a="\ufeff---\r\nx: 1 # y\r\ndescription: 'old'\r\n---\r\nOne\r\nTwo\r\n")
    edit = NoteEdit(description="new", body="One\nThree\n")
    plan = edit_note(folder, folder.notes[0], edit, EDITING)
    assert written(plan).decode() == (
        "\ufeff---\r\nx: 1 # y\r\ndescription: 'new'\r\n---\r\nOne\r\nThree\r\n"
    )
    swap = plan.change.files[0]
    assert swap.after is not None
    assert (swap.after.mode, swap.after.mtime_ns) == (0o640, None)
    assert "The line “- a.md: old” becomes “- a.md: new”" in words(plan)


def test_an_edit_that_says_the_same_writes_nothing() -> None:
    for text in (described("it is"), "---\ndescription: >\n  it\n  is\n---\n", "\ufefftext"):
        folder = folder_of(a=text)
        note = folder.notes[0]
        edit = NoteEdit(description=note.description, body=note.body)
        plan = edit_note(folder, note, edit, EDITING)
        assert plan.change.is_empty
        assert plan.consequences == ()
        assert edit_raw(folder, note, text, EDITING).change.is_empty


def test_a_body_alone_changes_nothing_for_most_turns() -> None:
    folder = folder_of(a=described("it is"))
    plan = edit_note(folder, folder.notes[0], NoteEdit(body="\nOther.\n"), EDITING)
    assert written(plan) == b"---\ndescription: it is\n---\n\nOther.\n"
    assert "Most turns act on that line alone" in words(plan)
    assert needs_care(plan) == {"Next turn"}


def test_a_body_behind_a_block_without_a_last_line_break_gets_one() -> None:
    folder = folder_of(a="---\r\ndescription: x\r\n---")
    plan = edit_note(folder, folder.notes[0], NoteEdit(body="Body"), EDITING)
    assert written(plan) == b"---\r\ndescription: x\r\n---\r\nBody"


def test_a_note_without_metadata_gets_it_only_if_asked() -> None:
    folder = folder_of(a="Just text.\n")
    with pytest.raises(RefusedError, match="no metadata"):
        edit_note(folder, folder.notes[0], NoteEdit(description="x"), EDITING)
    edit = NoteEdit(description="x", add_block=True)
    plan = edit_note(folder, folder.notes[0], edit, EDITING)
    assert written(plan) == b"---\ndescription: x\n---\n\nJust text.\n"


def test_broken_metadata_is_never_repaired_by_a_save() -> None:
    broken = "---\ndescription: a: b\nowner: {x\n---\nBody.\n"
    folder = folder_of(a=broken)
    note = folder.notes[0]
    with pytest.raises(RefusedError, match="does not parse"):
        edit_note(folder, note, NoteEdit(description="new", add_block=True), EDITING)
    plan = edit_note(folder, note, NoteEdit(body="Other.\n"), EDITING)
    assert written(plan).decode() == broken.replace("Body", "Other")
    assert "does not parse" in words(plan)
    raw = edit_raw(folder, note, broken.replace("a: b", "'a: b'"), EDITING)
    assert written(raw).decode() == broken.replace("a: b", "'a: b'")


@pytest.mark.parametrize("data", [b"caf\xe9\n", b"a\0b", b"\xff\xfea\0", b"\x89PNG\xff\0"])
def test_what_is_no_utf8_text_is_read_only(data: bytes) -> None:
    folder = folder_of(a=data)
    note = folder.notes[0]
    for edit in (NoteEdit(body="x"), NoteEdit(description="x", add_block=True)):
        with pytest.raises(RefusedError):
            edit_note(folder, note, edit, EDITING)
    with pytest.raises(RefusedError):
        edit_raw(folder, note, "x", EDITING)


def test_another_encoding_is_converted_with_its_bytes_in_the_history() -> None:
    folder = folder_of(a=b"---\ndescription: B\xfcrgschaft\n---\n")
    note = folder.notes[0]
    plan = convert_note(folder, note, "cp1252", EDITING)
    assert written(plan).decode() == "---\ndescription: Bürgschaft\n---\n"
    assert plan.change.files[0].before == note.row
    assert "Bürgschaft" in words(plan)
    for encoding in ("utf-16", "rot13", "shift_jis"):
        with pytest.raises(RefusedError):
            convert_note(folder, note, encoding, EDITING)


@pytest.mark.parametrize("data", [b"plain", b"a\0b", b"\xff\xfea\0"])
def test_what_is_utf8_or_no_text_is_not_converted(data: bytes) -> None:
    folder = folder_of(a=data)
    assert folder.notes[0].text is not None
    assert folder.notes[0].text.encoding is not Encoding.NOT_UTF8
    with pytest.raises(RefusedError, match="or no text"):
        convert_note(folder, folder.notes[0], "cp1252", EDITING)


def test_a_role_that_may_not_write_is_refused_and_told_who_may() -> None:
    layer = replace(LAYER, roles=(("officer", False), ("underwriter", True)))
    folder = folder_of(layer, a=described("x"))
    note = folder.notes[0]
    officer = replace(EDITING, role="officer")
    for attempt in (
        lambda: edit_note(folder, note, NoteEdit(body="y"), officer),
        lambda: edit_raw(folder, note, "y", officer),
        lambda: new_note(folder, "b.md", officer, body="y"),
        lambda: move_note(folder, note, folder, "b.md", officer),
        lambda: delete_note(folder, note, officer),
        lambda: convert_note(folder, note, "cp1252", officer),
    ):
        with pytest.raises(RefusedError) as caught:
            attempt()
        assert caught.value.advice == "Edit as “underwriter”."
    assert delete_note(folder, note, replace(EDITING, role="underwriter")).change.files
    assert delete_note(folder, note, replace(officer, anyway=True)).change.files


def test_a_read_only_layer_is_changed_by_nobody() -> None:
    folder = folder_of(replace(LAYER, commit=Commit.READ_ONLY), a=described("x"))
    with pytest.raises(RefusedError, match="read-only") as caught:
        delete_note(folder, folder.notes[0], EDITING)
    assert "anyway" in caught.value.advice


def test_what_falls_out_of_the_list_is_told_before() -> None:
    layer = replace(LAYER, max_index_bytes=30)
    folder = folder_of(layer, b=described("bbbbb"), c=described("ccccc"), d=described("ddddd"))
    assert budget_after(folder, {}).first_out == "d.md"
    plan = new_note(folder, "a.md", EDITING, description="aaaaa")
    assert "“c.md” would no longer be listed: the list ends before “c.md”" in words(plan)
    assert "Note budget" in needs_care(plan)
    gone = delete_note(folder, folder.notes[0], EDITING)
    assert "“d.md” would be listed again" in words(gone)
    last = new_note(folder, "e.md", EDITING, description="eeeee")
    assert "“e.md” itself is not listed" in words(last)


def test_of_a_note_that_is_not_listed_it_is_said_once_that_no_turn_has_its_line() -> None:
    layer = replace(LAYER, max_index_bytes=30)
    folder = folder_of(layer, b=described("bbbbb"), c=described("ccccc"), d=described("ddddd"))
    out = folder.notes[2]
    plan = edit_note(folder, out, NoteEdit(description="short"), EDITING)
    assert [one.text for one in plan.consequences] == [
        (
            "“d.md” is not listed, before or after: the list ends before “d.md”."
            " So no turn has its line."
        )
    ]
    moved = move_note(folder, out, folder, "e.md", EDITING)
    assert "“e.md” is not listed, before or after: the list ends before “e.md”" in words(moved)
    gone = delete_note(folder, out, EDITING)
    assert [one.text for one in gone.consequences] == [
        "It was not listed, so no turn loses a line."
    ]


def test_a_line_that_an_edit_takes_out_of_the_list_is_lost_and_comes_back_as_new() -> None:
    layer = replace(LAYER, max_index_bytes=30)
    folder = folder_of(layer, b=described("bbbbb"), c=described("ccccc"))
    plan = edit_note(folder, folder.notes[1], NoteEdit(description="c" * 20), EDITING)
    assert "/m loses the line “- c.md: ccccc”." in words(plan)
    assert "“c.md” would no longer be listed: the list ends before “c.md”." in words(plan)
    assert "becomes" not in words(plan)
    assert "itself" not in words(plan)
    folder = folder_of(layer, b=described("bbbbb"), c=described("c" * 20))
    plan = edit_note(folder, folder.notes[1], NoteEdit(description="ccccc"), EDITING)
    assert "/m gets the line “- c.md: ccccc”." in words(plan)
    first = move_note(folder, folder.notes[1], folder, "a.md", EDITING)
    assert "/m gets the line “- a.md: cccc" in words(first)


def test_the_budget_before_and_after_is_exact() -> None:
    folder = folder_of(a=described("aaaa"))
    plan = edit_note(folder, folder.notes[0], NoteEdit(description="aaaa and é"), EDITING)
    assert "the list would take 20 of 8,000 bytes instead of 13, for 1 file." in words(plan)


def test_quotes_are_put_only_if_somebody_asks_and_if_they_mend_it() -> None:
    folder = folder_of(
        a="---\r\nx: 1\r\ndescription: Loans: it's 15 %.\r\n---\r\nBody.\r\n",
        b='---\ndescription: "unclosed\n---\n',
        c=described("fine"),
    )
    loans, unclosed, fine = folder.notes
    plan = quote_description(folder, loans, EDITING)
    assert written(plan).decode() == (
        "---\r\nx: 1\r\ndescription: 'Loans: it''s 15 %.'\r\n---\r\nBody.\r\n"
    )
    assert "becomes “- a.md: Loans: it's 15 %.”" in words(plan)
    plan = quote_description(folder, unclosed, EDITING)
    assert written(plan) == b"---\ndescription: '\"unclosed'\n---\n"
    with pytest.raises(RefusedError, match="not broken"):
        quote_description(folder, fine, EDITING)
    nested = folder_of(a="---\ndescription: a: b\nx: [\n---\n")
    with pytest.raises(RefusedError, match="would not mend"):
        quote_description(nested, nested.notes[0], EDITING)


def test_thousands_that_say_the_same_share_one_group() -> None:
    count = 20_000
    found = groups(range(count), lambda _number: "same")
    assert len(found) == count
    assert {len(others) for others in found.values()} == {count - 1}
    assert list(found[1][:3]) == [0, 2, 3]
    assert (found[0][0], found[0][-1]) == (1, count - 1)
    assert (found[count - 1][0], found[count - 1][-1]) == (0, count - 2)


def test_a_long_description_is_said_to_be_cut() -> None:
    plan = new_note(folder_of(), "a.md", EDITING, description="x" * 601)
    assert "first 600 characters" in words(plan)
    assert "cut" not in words(new_note(folder_of(), "a.md", EDITING, description="x" * 600))


def test_the_same_is_found_in_other_layers_too() -> None:
    mine = replace(LAYER, mount="/me")
    folders = [folder_of(a=described("x"), b=described("y")), folder_of(mine, a=described("x"))]
    assert {place: list(others) for place, others in same_lines(folders).items()} == {
        ("/m", "a.md"): [("/me", "a.md")],
        ("/me", "a.md"): [("/m", "a.md")],
    }


@pytest.mark.parametrize("body", ["caf\udce9\n", "a\0b\n", "half \ud83d\n"])
def test_bytes_that_no_text_has_are_not_written(body: str) -> None:
    folder = folder_of(a=described("it is"))
    with pytest.raises(RefusedError, match="a byte in it that no text has"):
        edit_note(folder, folder.notes[0], NoteEdit(body=body), EDITING)
    with pytest.raises(RefusedError, match="a byte in it that no text has"):
        new_note(folder, "new.md", EDITING, body=body)
