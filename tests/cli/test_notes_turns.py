"""Snapshots of notes on the command line, and what a turn changed since one was taken."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

COMPANY = ("--layer", "/persistent/company")


@pytest.fixture
def root(sample_workspace: Callable[..., Path]) -> Path:
    return sample_workspace("little_harness_desk")


def test_what_a_turn_changed_is_told(memloupe: Any, root: Path, tmp_path: Path) -> None:
    company = root / "memory" / "company"
    saved = tmp_path / "before.json"
    assert memloupe("notes", "snapshot", root, *COMPANY, "--output", saved).status == 0
    assert "before.json" in memloupe("notes", "snapshot", root, *COMPANY, "--output", saved).err
    (company / "new.md").write_text("new")
    (company / "crlf.md").rename(company / "renamed.md")
    (company / "bom.md").write_text("other")
    (company / "link-new.md").symlink_to("bom.md")
    run = memloupe("notes", "diff", root, *COMPANY, "--against", saved)
    assert run.lines == [
        "created  new.md",
        "created  renamed.md",
        "updated  bom.md",
        "deleted  crlf.md",
    ]
    assert "“crlf.md” and “renamed.md” have the same bytes" in run.err
    assert str(root) not in saved.read_text()


def test_a_folder_can_be_what_was_before(memloupe: Any, root: Path) -> None:
    mine = ("--layer", "/persistent/me", "--user")
    run = memloupe(
        "notes", "diff", root, *mine, "u-101", "--against", root / "memory/users/u-102", "--json"
    )
    assert run.objects == [
        {"change": "created", "path": "language.md"},
        {"change": "created", "path": "preferences.md"},
        {"change": "deleted", "path": ".gitkeep"},
    ]
    same = memloupe("notes", "diff", root, *mine, "u-101", "--against", root / "memory/users/u-101")
    assert same.out == b""
    assert "nothing would be stored" in same.err


def test_a_snapshot_of_another_layer_or_person_is_refused(
    memloupe: Any, root: Path, tmp_path: Path
) -> None:
    saved = tmp_path / "mine.json"
    mine = ("--layer", "/persistent/me", "--user")
    assert memloupe("notes", "snapshot", root, *mine, "u-101", "--output", saved).status == 0
    assert json.loads(saved.read_text())["values"] == {"userId": "u-101"}
    same = memloupe("notes", "diff", root, *mine, "u-101", "--against", saved)
    assert (same.status, same.out) == (0, b"")
    assert "does not say" not in same.err
    other = memloupe("notes", "diff", root, *mine, "u-102", "--against", saved)
    assert (other.status, other.out) == (1, b"")
    assert "of userId “u-101”, and not of userId “u-102”" in other.err
    other = memloupe("notes", "diff", root, *COMPANY, "--against", saved)
    assert (other.status, other.out) == (1, b"")
    assert "of /persistent/me, and not of /persistent/company" in other.err


def test_an_older_snapshot_is_compared_but_does_not_say_whose_it_is(
    memloupe: Any, root: Path, tmp_path: Path
) -> None:
    mine = ("--layer", "/persistent/me", "--user", "u-101")
    kept = json.loads(memloupe("notes", "snapshot", root, *mine).out)
    del kept["values"]
    saved = tmp_path / "older.json"
    saved.write_text(json.dumps(kept))
    run = memloupe("notes", "diff", root, *mine, "--against", saved)
    assert (run.status, run.out) == (0, b"")
    assert "This snapshot does not say if it is of userId “u-101”." in run.err


def test_a_snapshot_never_lands_in_the_workspace(memloupe: Any, root: Path) -> None:
    target = root / "memory" / "snapshot.json"
    run = memloupe("notes", "snapshot", root, *COMPANY, "--output", target)
    assert run.status == 1
    assert not target.exists()
    assert json.loads(memloupe("notes", "snapshot", root, *COMPANY).out)["mount"]


def test_a_file_that_is_no_snapshot_is_refused(memloupe: Any, root: Path) -> None:
    run = memloupe("notes", "diff", root, *COMPANY, "--against", root / "layers.json")
    assert run.status != 0
    assert "no snapshot" in run.err
