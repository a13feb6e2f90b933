"""Search over memory files: every store, exact lines, odd bytes, the first hits first."""

from __future__ import annotations

import os

import pytest

from desktop_app.services.file_search import FileHitKind, search_files
from desktop_app.services.jobs import JobCancelledError
from desktop_app.services.workspace_files import open_files


@pytest.fixture
def found(sample_workspace):
    """Look for a text in a sample and return kind, path and line of each hit."""

    def look(name, text):
        files = open_files(sample_workspace(name))
        return [(hit.kind, hit.path, hit.line) for hit in search_files(files, text)]

    return look


@pytest.mark.parametrize(
    ("text", "kind", "path"),
    [
        ("staging API host", FileHitKind.MEMORY, "MEMORY.md"),
        ("finance note", FileHitKind.LOG, "memory/2026-06-16.md"),
    ],
)
def test_curated_memory_and_logs_are_found(found, text, kind, path):
    assert (kind, path) in {
        (one, where) for one, where, _line in found("agentscope_support_desk", text)
    }


def test_every_kind_of_file_of_an_agent_is_searched(found):
    kinds = {kind for kind, _path, _line in found("agentscope_support_desk", "a")}
    assert kinds == set(FileHitKind) - {FileHitKind.NOTE}


def test_case_counts_in_no_script(found):
    assert found("agentscope_support_desk", "CAFÉ MÖWE")


def test_lines_are_those_of_the_file(sample_workspace):
    folder = sample_workspace("agentscope_support_desk")
    files = open_files(folder)
    hits = [hit for hit in search_files(files, "the") if hit.kind is FileHitKind.LOG]
    assert hits
    for hit in hits:
        lines = (folder / hit.path).read_text(encoding="utf-8").split("\n")
        assert "the" in lines[hit.line - 1].casefold()
        assert {hit.excerpt[start:end].casefold() for start, end in hit.marks} == {"the"}


def test_each_line_is_told_once_and_all_of_them_are(tmp_path):
    text = "a fact\nnone\nfact and fact\n\nFACT"
    (tmp_path / "MEMORY.md").write_text(text)
    hits = list(search_files(open_files(tmp_path), "fact"))
    assert [(hit.line, len(hit.marks)) for hit in hits] == [(1, 1), (3, 2), (5, 1)]


def test_bytes_that_are_no_text_of_unicode_hide_nothing(tmp_path):
    (tmp_path / "MEMORY.md").write_bytes(b"caf\xe9 fact\r\n\xff\xfe fact\r\n")
    (tmp_path / "memory").mkdir()
    (tmp_path / "memory" / "2026-06-01.md").write_bytes(b"fact\0fact")
    hits = list(search_files(open_files(tmp_path), "FACT"))
    assert [(hit.line, hit.excerpt) for hit in hits] == [
        (1, "caf\udce9 fact"),
        (2, "\udcff\udcfe fact"),
    ]


def test_a_letter_that_folds_to_two_leaves_the_numbers_of_lines_right(tmp_path):
    (tmp_path / "MEMORY.md").write_text("ß\nßß\nStraße\n", encoding="utf-8")
    hits = list(search_files(open_files(tmp_path), "strasse"))
    assert [(hit.line, hit.excerpt, hit.marks) for hit in hits] == [(3, "Straße", ((0, 6),))]


def test_a_line_of_megabytes_gives_a_short_excerpt(tmp_path):
    (tmp_path / "MEMORY.md").write_text("x" * 3_000_000 + " needle " + "y" * 3_000_000)
    (hit,) = search_files(open_files(tmp_path), "needle")
    assert len(hit.excerpt) < 300
    assert "needle" in hit.excerpt


def test_lines_are_counted_through_a_file_of_many_megabytes(tmp_path):
    lines = [f"line {number}" for number in range(400_000)]
    for number in (0, 90_001, 250_000, 399_999):
        lines[number] = f"Needle {number}"
    (tmp_path / "MEMORY.md").write_text("\n".join(lines))
    hits = list(search_files(open_files(tmp_path), "needle"))
    assert [(hit.line, hit.excerpt) for hit in hits] == [
        (number + 1, f"Needle {number}") for number in (0, 90_001, 250_000, 399_999)
    ]


def test_notes_are_found_with_their_mount_and_links_are_not_followed(found, sample_workspace):
    files = open_files(sample_workspace("little_harness_desk", odd=True))
    hits = list(search_files(files, "a"))
    assert {hit.kind for hit in hits} == {FileHitKind.NOTE}
    assert {hit.bucket for hit in hits} == {"/persistent/company", "/persistent/big"}
    assert not any("outside" in hit.path or "/." in hit.path for hit in hits)


def test_the_escapes_of_a_session_are_read_as_people_read_them(tmp_path):
    sessions = tmp_path / "agents" / "one" / "sessions"
    sessions.mkdir(parents=True)
    (tmp_path / "MEMORY.md").write_text("")
    (sessions / "s.log.jsonl").write_text('{"text": "caf\\u00e9 \\"open\\""}\n{"torn": "caf\\u00e9')
    hits = list(search_files(open_files(tmp_path), "café"))
    assert [hit.line for hit in hits] == [1, 2]


def test_the_first_hit_comes_before_other_files_are_opened(tmp_path):
    (tmp_path / "MEMORY.md").write_text("needle")
    (tmp_path / "memory").mkdir()
    log = tmp_path / "memory" / "2026-06-01.md"
    log.write_text("needle")
    hits = search_files(open_files(tmp_path), "needle")
    assert next(hits).path == "MEMORY.md"
    log.unlink()
    os.mkfifo(log)
    assert list(hits) == []


def test_a_cancelled_search_ends(tmp_path):
    (tmp_path / "MEMORY.md").write_text("needle\n")
    with pytest.raises(JobCancelledError):
        list(search_files(open_files(tmp_path), "needle", cancelled=lambda: True))
