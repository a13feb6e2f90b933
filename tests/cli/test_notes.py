"""Notes on the command line."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

COMPANY = ("--layer", "/persistent/company")
WRITER = (*COMPANY, "--as", "underwriter")


@pytest.fixture
def root(sample_workspace: Callable[..., Path]) -> Path:
    return sample_workspace("little_harness_desk")


def test_the_note_of_a_role_is_printed_exactly(memloupe: Any, root: Path) -> None:
    run = memloupe("notes", "note", root, "--as", "officer", "--user", "u-101")
    text = run.out.decode()
    assert run.status == 0
    assert text.startswith("# Memory\n\nLong-term memory is kept as files")
    assert not text.endswith("\n")
    assert text.count("\n## /persistent/") == 3
    assert "This memory is read-only in this conversation." in text
    assert "- language.md: Answer in English even when documents are German." in text
    assert "\x1b[31mred" in text
    assert "28 are left out (memory_index_truncated)" in run.err
    found = memloupe("notes", "note", root, "--as", "officer", "--user", "u-101", "--json").objects
    assert found[0]["text"] == text
    assert found[0]["warnings"] == [
        {"mount": "/persistent/big", "reason": "memory_index_truncated"}
    ]
    assert [one["bytes_used"] for one in found[0]["layers"]] == [6374, 136, 7929]


def test_a_layer_without_an_id_is_left_out_and_named(memloupe: Any, root: Path) -> None:
    run = memloupe("notes", "note", root)
    assert "/persistent/me" not in run.out.decode()
    assert "/persistent/me: userId is not given" in run.err


def test_layers_are_listed_with_who_writes(memloupe: Any, root: Path) -> None:
    lines = memloupe("notes", "layers", root).lines
    assert lines[0].startswith("/persistent/company  memory/company  underwriter writes")
    assert "userId is not given; there are u-101, u-102" in lines[1]
    fields = memloupe("notes", "layers", root, "--value", "userId=u-102", "--json").objects
    assert fields[1]["folder"] == "memory/users/u-102"
    assert fields[0]["roles"] == {"officer": False, "underwriter": True}


def test_notes_are_listed_with_what_is_odd(memloupe: Any, root: Path) -> None:
    run = memloupe("notes", "list", root, *COMPANY)
    assert (
        "rules/dti-limit.md: Debt-to-income limit is 40 %, 45 % with two guarantors." in run.lines
    )
    assert "bell \\x07, escape \\x1b[31mred" in run.out.decode()
    assert "link-outside.md is not listed. It is a link that leaves the folder." in run.err
    assert "duplicate-a.md: “duplicate-b.md” says the same." in run.err
    assert "broken-yaml.md: The metadata does not parse" in run.err
    rows = {row["path"]: row for row in memloupe("notes", "list", root, *COMPANY, "--json").objects}
    assert rows["latin1.md"]["rule"] == "description"
    assert rows["link-inside.md"]["skipped"].startswith("It is a link.")
    big = memloupe("notes", "list", root, "--layer", "/persistent/big").lines
    assert sum(line.startswith("left out  ") for line in big) == 28


def test_odd_names_reach_programs_and_terminals(
    memloupe: Any, sample_workspace: Callable[..., Path]
) -> None:
    root = sample_workspace("little_harness_desk", odd=True)
    run = memloupe("notes", "list", root, *COMPANY)
    assert "bytes-\\xff.md: The name is not valid UTF-8." in run.lines
    assert "line\\nbreak.md: The name contains a line break." in run.lines
    rows = memloupe("notes", "list", root, *COMPANY, "--json").objects
    assert any("path_b64" in row for row in rows)
    name = os.fsdecode(b"bytes-\xff.md")
    gone = memloupe("notes", "delete", root, name, *WRITER)
    assert gone.status == 0
    assert not (root / "memory" / "company" / name).exists()


def test_text_is_found_with_its_line(memloupe: Any, root: Path) -> None:
    run = memloupe("notes", "list", root, *COMPANY, "--find", "BILLING_DOCUMENTS.state")
    assert run.lines == [
        (
            "invoices/payment-state.md:2: description: Payment state is kept in"
            " billing_documents.state; the orders table does not carry it."
        ),
        (
            "invoices/payment-state.md:5: When someone asks whether a document is paid, read"
            " billing_documents.state first."
        ),
    ]
    hits = memloupe("notes", "list", root, *COMPANY, "--find", "dti", "--json").objects
    assert hits[0] == {
        "mount": "/persistent/company",
        "path": "rules/dti-limit.md",
        "part": "path",
        "line": 0,
        "excerpt": "rules/dti-limit.md",
    }


def test_a_note_is_shown_exactly(memloupe: Any, root: Path) -> None:
    for name in ("crlf.md", "bom.md", "latin1.md", "utf16.md"):
        run = memloupe("notes", "show", root, name, *COMPANY)
        assert run.out == (root / "memory" / "company" / name).read_bytes()
    fields = memloupe("notes", "show", root, "crlf.md", *COMPANY, "--json").objects[0]
    assert fields["line_endings"] == "CRLF"
    assert fields["body"] == "\r\nLine one.\r\nLine two.\r\n"
    assert fields["line"] == "- crlf.md: Windows line endings throughout."


@pytest.mark.parametrize("name", ["link-outside.md", "../users/u-101/language.md", "nothing.md"])
def test_what_is_no_note_of_the_layer_is_not_shown(memloupe: Any, root: Path, name: str) -> None:
    run = memloupe("notes", "show", root, name, *COMPANY)
    assert run.status != 0
    assert run.out == b""


def test_a_role_that_no_layer_names_is_told_and_taken(memloupe: Any, root: Path) -> None:
    words = "No layer names the role “underwritter”. The layers name “officer”, “underwriter”."
    note = ("notes", "note", root, "--user", "u-101", "--as")
    run = memloupe(*note, "underwritter")
    assert run.status == 0
    assert words in run.err
    assert run.out.startswith(b"# Memory")
    assert "No layer names" not in memloupe(*note, "underwriter").err
    edit = ("notes", "delete", root, "crlf.md", *COMPANY, "--as", "underwritter", "--anyway")
    run = memloupe(*edit, "--dry-run")
    assert run.status == 0
    assert words in run.err


def test_an_edit_changes_only_its_bytes_and_can_be_undone(memloupe: Any, root: Path) -> None:
    path = root / "memory" / "company" / "crlf.md"
    before, time = path.read_bytes(), path.stat().st_mtime_ns
    edit = ("notes", "edit", root, "crlf.md", *WRITER, "--description", "CR: and LF.")
    dry = memloupe(*edit, "--dry-run")
    assert "The line “- crlf.md: Windows" in dry.out.decode()
    assert path.read_bytes() == before
    run = memloupe(*edit, "--body", "\nOne.\n", "--reason", "shorter")
    assert run.status == 0
    assert path.read_bytes() == b'---\r\ndescription: "CR: and LF."\r\n---\r\n\r\nOne.\r\n'
    assert memloupe("undo", root).status == 0
    assert path.read_bytes() == before
    assert path.stat().st_mtime_ns == time


def test_the_line_of_a_note_that_no_turn_lists_is_not_promised(memloupe: Any, root: Path) -> None:
    edit = ("notes", "edit", root, "topic-050.md", "--layer", "/persistent/big")
    run = memloupe(*edit, "--description", "Short.", "--anyway", "--dry-run")
    text = run.out.decode()
    assert run.status == 0
    assert text.count("is not listed") == 1
    assert "“topic-050.md” is not listed, before or after" in text
    assert "becomes" not in text


def test_the_role_decides_unless_somebody_insists(memloupe: Any, root: Path) -> None:
    edit = ("notes", "delete", root, "crlf.md", *COMPANY)
    for role in ((), ("--as", "officer")):
        run = memloupe(*edit, *role)
        assert run.status == 1
        assert "Edit as “underwriter”." in run.err
    without = memloupe(*edit)
    assert "Without a role, /persistent/company may not be changed: it is read-only." in without.err
    assert memloupe(*edit, "--anyway", "--dry-run").status == 0
    assert (root / "memory" / "company" / "crlf.md").exists()


def test_notes_are_made_moved_converted_and_come_back(memloupe: Any, root: Path) -> None:
    company = root / "memory" / "company"
    new = memloupe(
        "notes", "new", root, "sub/new.md", *WRITER, "--description", "It: is", "--body", "Text.\n"
    )
    assert new.status == 0, new.err
    assert (company / "sub/new.md").read_bytes() == b'---\ndescription: "It: is"\n---\n\nText.\n'
    move = memloupe(
        "notes", "move", root, "sub/new.md", "mine.md", *WRITER, "--to-layer", "/persistent/me",
        "--user", "u-102",
    )  # fmt: skip
    assert move.status == 0, move.err
    assert (root / "memory/users/u-102/mine.md").exists()
    assert not (company / "sub/new.md").exists()
    converted = memloupe("notes", "convert", root, "latin1.md", *WRITER, "--json")
    assert converted.status == 0, converted.err
    assert "Bürgschaft".encode() in (company / "latin1.md").read_bytes()
    for _ in range(3):
        assert memloupe("undo", root).status == 0
    assert b"B\xfcrgschaft" in (company / "latin1.md").read_bytes()
    assert not (company / "sub/new.md").exists()
    assert not (root / "memory/users/u-102/mine.md").exists()


def test_a_layer_is_named_by_hand_outside_the_workspace(memloupe: Any, root: Path) -> None:
    (root / "layers.json").unlink()
    before = sorted(root.rglob("*"))
    assert "notes layers --add" in memloupe("notes", "list", root).err
    added = memloupe(
        "notes", "layers", root, "--add", "memory/company/", "--mount", "/m", "--limit", "100",
        "--writer", "boss", "--description", "Ours.",
    )  # fmt: skip
    assert added.lines == ["/m  memory/company  boss writes  100 bytes"]
    assert sorted(root.rglob("*")) == before
    assert "Ours." in memloupe("notes", "note", root).out.decode()
    nested = memloupe("notes", "layers", root, "--add", "memory/big", "--mount", "/m/big")
    assert "one inside the other" in nested.err
    assert memloupe("notes", "layers", root, "--drop", "/m/").lines == []
    assert memloupe("notes", "layers", root, "--drop", "/m").status != 0


@pytest.mark.parametrize("kind", ["pipe", "link", "folder", "broken"])
def test_settings_that_can_not_be_read_are_not_said_to_be_missing(
    kind: str, memloupe: Any, root: Path
) -> None:
    settings = root / "layers.json"
    settings.rename(root / "elsewhere.json")
    {
        "pipe": lambda: os.mkfifo(settings),
        "link": lambda: settings.symlink_to("elsewhere.json"),
        "folder": settings.mkdir,
        "broken": lambda: settings.write_text("{", encoding="utf-8"),
    }[kind]()
    for command in ("layers", "list"):
        run = memloupe("notes", command, root)
        assert (run.status, run.out) == (3, b"")
        assert "layers.json" in run.err
        assert "has no layers.json" not in run.err


def test_looking_at_notes_changes_nothing(memloupe: Any, root: Path) -> None:
    def state() -> list[tuple[str, int, int]]:
        found = [(path, path.lstat()) for path in sorted(root.rglob("*"))]
        return [(str(path), facts.st_mtime_ns, facts.st_size) for path, facts in found]

    before = state()
    for command in (
        ("note",),
        ("layers",),
        ("list", *COMPANY),
        ("show", "crlf.md", *COMPANY),
        ("snapshot", *COMPANY),
        ("edit", "crlf.md", *WRITER, "--body", "x", "--dry-run"),
    ):
        name, *rest = command
        path = [rest.pop(0)] if rest and not rest[0].startswith("-") else []
        assert memloupe("notes", name, root, *path, *rest).status == 0
    assert state() == before
