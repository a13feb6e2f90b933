"""Layers and notes as they are read from a disk, whatever lies there."""

from __future__ import annotations

import json
import os
from typing import TYPE_CHECKING

import pytest

from desktop_app.core.files.text import Encoding
from desktop_app.core.notes.layer import Layer
from desktop_app.core.notes.section import note_section
from desktop_app.services.jobs import JobCancelledError
from desktop_app.services.notes.reading import (
    HEAD,
    KEPT,
    choices,
    read_all,
    read_layers,
    read_note,
    read_notes,
)
from desktop_app.services.notes.searching import NotePart, search_notes
from desktop_app.services.workspace_files import note_layers, open_files

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

NOTES = Layer(source="notes", template="notes", mount="/m")


def put(root: Path, path: str, data: bytes | str) -> None:
    target = root / path
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_bytes(data if isinstance(data, bytes) else data.encode())


def test_without_settings_there_are_no_layers(tmp_path: Path) -> None:
    layers = read_layers(open_files(tmp_path))
    assert (layers.layers, layers.problems) == ((), ())
    assert note_section(read_all(open_files(tmp_path), layers), None).text == ""


def test_settings_that_are_a_link_are_not_followed(tmp_path: Path) -> None:
    put(tmp_path, "other.json", '{"layers": []}')
    (tmp_path / "layers.json").symlink_to("other.json")
    assert "link" in read_layers(open_files(tmp_path)).problems[0]


def test_layers_by_hand_come_last_and_may_not_lie_inside_another(tmp_path: Path) -> None:
    put(tmp_path, "layers.json", json.dumps({"layers": [{"sourceDir": "a", "harnessDir": "/m"}]}))
    files = open_files(tmp_path)
    by_hand = (
        Layer(source="", template="b/{who}", mount="/n", is_by_hand=True),
        Layer(source="", template="c", mount="/m/c", is_by_hand=True),
        Layer(source="", template="../d", mount="/d", is_by_hand=True),
    )
    layers = read_layers(files, by_hand, {"who": "me"}).layers
    assert [layer.source for layer in layers[:2]] == ["a", "b/me"]
    assert "inside" in layers[2].problem
    assert "“..”" in layers[3].problem


def test_layers_by_hand_are_kept_outside_the_workspace(tmp_path: Path) -> None:
    kept = note_layers(open_files(tmp_path))
    layer = Layer(source="", template="x", mount="/x", roles=(("boss", True),), is_by_hand=True)
    kept.write((layer,))
    assert note_layers(open_files(tmp_path)).read() == ((layer,), "")
    assert [one.mount for one in read_layers(open_files(tmp_path)).layers] == ["/x"]
    assert read_layers(open_files(tmp_path), ()).layers == ()
    assert list(tmp_path.iterdir()) == []
    other = tmp_path / "other"
    other.mkdir()
    assert note_layers(open_files(other)).read() == ((), "")


def test_a_folder_that_is_a_link_or_missing_is_said(tmp_path: Path) -> None:
    put(tmp_path, "outside/a.md", "secret")
    root = tmp_path / "workspace"
    put(root, "real/sub/a.md", "x")
    (root / "link").symlink_to("../outside")
    (root / "chain").symlink_to("real")
    files = open_files(root)
    for source, words in (
        ("link", "link"),
        ("chain/sub", "link"),
        ("nothing", "not there"),
        ("real/sub/a.md", "no folder"),
    ):
        folder = read_notes(files, Layer(source=source, template=source))
        assert folder.notes == ()
        assert words in folder.problem


def test_the_workspace_itself_can_be_a_layer(tmp_path: Path) -> None:
    put(tmp_path, "a.md", "A")
    put(tmp_path, ".memloupe/journal", "ours")
    layer = Layer(source="", template=".")
    folder = read_notes(open_files(tmp_path), layer)
    assert [note.path for note in folder.notes] == ["a.md"]
    note = read_note(open_files(tmp_path), layer, "a.md")
    assert note is not None
    assert note.row is not None
    assert note.row.path == "a.md"


def test_a_layer_in_a_hidden_folder_is_read(tmp_path: Path) -> None:
    put(tmp_path, ".data/notes/a.md", "A")
    put(tmp_path, ".data/notes/.b.md", "B")
    files = open_files(tmp_path)
    layer = Layer(source=".data/notes", template=".data/notes")
    folder = read_notes(files, layer)
    assert [note.path for note in folder.notes] == ["a.md"]
    assert [one.path for one in folder.skipped] == [".b.md"]
    assert read_note(files, layer, ".b.md") is None


def test_a_file_that_can_not_be_read_hides_no_other(tmp_path: Path) -> None:
    for name in ("a.md", "b.md", "c.md", "d.md"):
        put(tmp_path, f"notes/{name}", name)

    def meanwhile(_done: int, _total: int) -> None:
        (tmp_path / "notes/b.md").unlink()
        (tmp_path / "notes/b.md").symlink_to("a.md")
        (tmp_path / "notes/c.md").unlink()

    folder = read_notes(open_files(tmp_path), NOTES, report=meanwhile)
    assert [note.line.written for note in folder.notes] == [
        "- a.md: a.md",
        "- b.md",
        "- c.md",
        "- d.md: d.md",
    ]
    assert "link" in folder.notes[1].line.warning
    assert folder.notes[2].line.warning


def test_a_pipe_is_never_opened(tmp_path: Path) -> None:
    put(tmp_path, "notes/a.md", "A")
    os.mkfifo(tmp_path / "notes" / "pipe.md")
    folder = read_notes(open_files(tmp_path), NOTES)
    assert [one.path for one in folder.skipped] == ["pipe.md"]
    assert read_note(open_files(tmp_path), NOTES, "pipe.md") is None


def test_of_a_large_file_only_the_beginning_is_read_for_the_list(tmp_path: Path) -> None:
    start = "---\ndescription: It is large.\n---\n"
    put(tmp_path, "notes/large.md", start + "é" * HEAD)
    put(tmp_path, "notes/one-line.txt", "é" * HEAD)
    files = open_files(tmp_path)
    folder = read_notes(files, NOTES)
    assert [note.line.text for note in folder.notes] == ["It is large.", "é" * 600]
    for note in folder.notes:
        assert note.text is not None
        assert note.text.encoding is Encoding.UTF8
        assert len(note.text.text) <= KEPT
    whole = read_note(files, NOTES, "large.md")
    assert whole is not None
    assert whole.body == "é" * HEAD


def test_what_nobody_has_touched_is_not_read_again(tmp_path: Path) -> None:
    for number in range(3):
        put(tmp_path, f"notes/{number}.md", f"Text {number}")
    files = open_files(tmp_path)
    first = read_notes(files, NOTES)
    put(tmp_path, "notes/1.md", "Other")
    (tmp_path / "notes/2.md").replace(tmp_path / "notes/3.md")
    second = read_notes(files, NOTES, known=first)
    assert [note.line.text for note in second.notes] == ["Text 0", "Other", "Text 2"]
    assert second.notes[0] is first.notes[0]


def test_reading_says_how_far_it_is_and_can_be_stopped(tmp_path: Path) -> None:
    for number in range(600):
        put(tmp_path, f"notes/{number}.md", "x")
    files = open_files(tmp_path)
    seen: list[tuple[int, int]] = []
    read_notes(files, NOTES, report=lambda done, total: seen.append((done, total)))
    assert seen == [(0, 600), (250, 600), (500, 600)]
    asked = iter([False] * 20 + [True] * 1000)
    with pytest.raises(JobCancelledError):
        read_notes(files, NOTES, lambda: next(asked))
    with pytest.raises(JobCancelledError):
        read_notes(files, NOTES, lambda: True)


def test_what_a_placeholder_could_be_is_looked_up(sample_workspace: Callable[..., Path]) -> None:
    root = sample_workspace("little_harness_desk")
    (root / "memory/users/not an id").mkdir()
    (root / "memory/users/file").touch()
    (root / "memory/users/link").symlink_to("u-101")
    files = open_files(root)
    company, personal, _ = read_layers(files).layers
    assert choices(files, personal) == ("u-101", "u-102")
    assert choices(files, company) == ()


def test_text_is_found_in_names_metadata_and_text_with_line_numbers(tmp_path: Path) -> None:
    put(tmp_path, "notes/straße.md", "---\r\nx: Straße\r\n---\r\n\r\nSTRASSE here\r\n")
    put(tmp_path, "notes/cr.md", "one\rstrasse\r")
    put(tmp_path, "notes/binary.md", b"strasse\0")
    put(tmp_path, "notes/latin.md", "straße".encode("latin-1"))
    put(tmp_path, "notes/large.md", "x\n" * HEAD + "strasse\n")
    put(tmp_path, "notes/middle.md", "x\n" * (KEPT // 2) + "strasse\n")
    files = open_files(tmp_path)
    hits = list(search_notes(files, read_notes(files, NOTES), "strasse"))
    assert [(hit.note.path, hit.part, hit.line) for hit in hits] == [
        ("cr.md", NotePart.TEXT, 2),
        ("large.md", NotePart.TEXT, HEAD + 1),
        ("middle.md", NotePart.TEXT, KEPT // 2 + 1),
        ("straße.md", NotePart.PATH, 0),
        ("straße.md", NotePart.METADATA, 2),
        ("straße.md", NotePart.TEXT, 5),
    ]
    with pytest.raises(JobCancelledError):
        list(search_notes(files, read_notes(files, NOTES), "x", lambda: True))
