"""What the command line says of notes that are odd: which links, which names, which emptiness."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

COMPANY = ("--layer", "/persistent/company")
WRITER = (*COMPANY, "--as", "underwriter")


@pytest.fixture
def root(sample_workspace: Callable[..., Path]) -> Path:
    return sample_workspace("little_harness_desk", odd=True)


def test_a_link_is_said_to_lead_where_it_leads(memloupe: Any, root: Path) -> None:
    company = root / "memory" / "company"
    (company / "rules" / "up.md").symlink_to("../../big/topic-001.md")
    for name, target in {
        "to-outside.md": "link-outside.md",
        "to-up.md": "rules/up.md",
        "to-dangling.md": "link-dangling.md",
        "to-inside.md": "link-inside.md",
        "round.md": "about.md",
        "about.md": "round.md",
    }.items():
        (company / name).symlink_to(target)
    said = memloupe("notes", "list", root, *COMPANY).err
    for name, words in (
        ("link-self.md", "It is a link that leads to itself."),
        ("loop", "It is a link that leads to itself."),
        ("link-dangling.md", "It is a link that leads nowhere."),
        ("link-inside.md", "It is a link."),
        ("link-outside.md", "It is a link that leaves the folder."),
        ("link-folder-outside", "It is a link that leaves the folder."),
        ("rules/up.md", "It is a link that leaves the folder."),
        ("to-outside.md", "It is a link that leaves the folder."),
        ("to-up.md", "It is a link that leaves the folder."),
        ("to-dangling.md", "It is a link that leads nowhere."),
        ("to-inside.md", "It is a link."),
        ("round.md", "It is a link that leads to itself."),
        ("about.md", "It is a link that leads to itself."),
    ):
        assert f"{name} is not listed. {words} Links are not followed." in said


def test_names_that_look_the_same_are_told_apart(memloupe: Any, root: Path) -> None:
    said = memloupe("notes", "list", root, *COMPANY).err.replace("memloupe: ", "").splitlines()
    one, two = "“\u00e4” as one character", "“a” and a combining mark"
    whole, parts = "pair-\u00e4.md", "pair-a\u0308.md"
    assert f"{whole}: “{parts}” has nearly this name, but with {two}; this one has {one}." in said
    assert f"{parts}: “{whole}” has nearly this name, but with {one}; this one has {two}." in said
    assert "Case.md: “case.md” has nearly this name." in said


def test_every_emptiness_has_its_own_words(memloupe: Any, root: Path) -> None:
    company = root / "memory" / "company"
    (company / "description-blank.md").write_text('---\ndescription: "  "\n---\nText.\n')
    said = memloupe("notes", "list", root, *COMPANY).err
    for name, words in (
        ("empty.md", "This file is empty."),
        ("whitespace-only.md", "There is nothing but white space in this file."),
        ("description-null.md", "The description is empty."),
        ("frontmatter-empty-description.md", "The description is empty."),
        ("description-blank.md", "The description is empty."),
        ("description-list.md", "The description is no text but a list."),
        ("description-number.md", "The description is no text but a number, a date or a truth"),
    ):
        assert f"{name}: {words}" in said


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("../../x.md", "leads out of the folder of the layer"),
        ("rules/../../x.md", "leads out of the folder of the layer"),
        ("/etc/x", "is absolute"),
        ("rules/../x.md", "“.” or “..” for a folder"),
        ("..x.md", "starts with a dot"),
        ("rules//x.md", "has a “/” too many"),
    ],
)
def test_a_refused_name_is_said_to_be_what_it_is(
    name: str, words: str, memloupe: Any, root: Path
) -> None:
    run = memloupe("notes", "new", root, name, "--description", "x", *WRITER)
    assert run.status == 1
    assert words in run.err
    moved = memloupe("notes", "move", root, "crlf.md", name, *WRITER)
    assert words in moved.err


def test_of_many_notes_that_say_the_same_each_names_a_few_and_how_many(
    memloupe: Any, tmp_path: Path
) -> None:
    (tmp_path / "layers.json").write_text('{"layers": [{"sourceDir": "n", "harnessDir": "/m"}]}')
    (tmp_path / "n").mkdir()
    for number in range(25):
        note = tmp_path / "n" / f"{number:02}.md"
        note.write_text("---\ndescription: Same.\n---\nText.\n")

    said = memloupe("notes", "list", tmp_path).err.replace("memloupe: ", "").splitlines()
    assert [line for line in said if line.startswith("01.md: ")] == [
        "01.md: “00.md” says the same.",
        "01.md: “02.md” says the same.",
        "01.md: “03.md” says the same.",
        "01.md: The same text: 21 more.",
    ]
    assert len(said) == 4 * 25

    for row in memloupe("notes", "list", tmp_path, "--json").objects:
        assert (len(row["duplicates"]), row["duplicates_count"]) == (20, 24)
        assert (row["similar_names"], row["similar_names_count"]) == ([], 0)


def test_a_few_notes_that_say_the_same_are_all_named(memloupe: Any, tmp_path: Path) -> None:
    (tmp_path / "layers.json").write_text('{"layers": [{"sourceDir": "n", "harnessDir": "/m"}]}')
    (tmp_path / "n").mkdir()
    for name in "abcd":
        (tmp_path / "n" / f"{name}.md").write_text("---\ndescription: Same.\n---\nText.\n")
    run = memloupe("notes", "list", tmp_path)
    assert "a.md: “d.md” says the same." in run.err
    assert "more." not in run.err
