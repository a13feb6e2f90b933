"""Every row of the samples that is odd is found, and nothing else is."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING

from desktop_app.core.notes.access import Editing
from desktop_app.core.notes.oddities import find_oddities
from desktop_app.services.notes.reading import read_all, read_layers, read_note
from desktop_app.services.workspace_files import open_files

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

COMPANY = {
    "binary.dat": {"not-text"},
    "bom.md": {"byte-order-mark"},
    "broken-yaml.md": {"broken-metadata"},
    "control-characters.md": {"unseen-characters"},
    "cr-only.md": {"line-endings"},
    "crlf.md": {"line-endings"},
    "description-list.md": {"no-description"},
    "description-null.md": {"no-description"},
    "description-number.md": {"no-description"},
    "description-upper-key.md": {"no-description"},
    "duplicate-a.md": {"duplicate"},
    "duplicate-b.md": {"duplicate"},
    "empty.md": {"empty-note"},
    "frontmatter-empty-description.md": {"no-description"},
    "frontmatter-no-description.md": {"no-description"},
    "huge-description.md": {"long-description"},
    "latin1.md": {"not-utf8"},
    "len-601.md": {"long-description"},
    "link-folder-outside": {"link"},
    "link-inside.md": {"link"},
    "link-outside.md": {"link"},
    "nul-inside.md": {"not-text"},
    "rule-line-only.md": {"unclosed-metadata"},
    "rules/collateral/agri/seasonal.md": {"broken-metadata"},
    "scan.png": {"not-text"},
    "unterminated-frontmatter.md": {"unclosed-metadata"},
    "utf16.md": {"not-text"},
    "whitespace-only.md": {"empty-note"},
}
ODD = {
    "Case.md": {"similar-name"},
    "case.md": {"similar-name"},
    "pair-\u00e4.md": {"similar-name"},
    "pair-a\u0308.md": {"similar-name"},
    "line\nbreak.md": {"odd-name"},
    "bytes-\udcff.md": {"odd-name"},
    "link-dangling.md": {"link"},
    "link-self.md": {"link"},
    "loop": {"link"},
    "pipe.md": {"no-file"},
}


def found_in(root: Path) -> dict[tuple[str, str], set[str]]:
    files = open_files(root)
    found: defaultdict[tuple[str, str], set[str]] = defaultdict(set)
    for folder in read_all(files, read_layers(files, values={"userId": "u-101"})):
        for oddity in find_oddities(folder):
            assert oddity.text
            found[oddity.mount, oddity.path].add(oddity.rule)
    return found


def test_every_odd_file_of_the_samples_is_found(sample_workspace: Callable[..., Path]) -> None:
    expected = {("/persistent/company", path): rules for path, rules in COMPANY.items()}
    expected["/persistent/big", ""] = {"memory-index-truncated"}
    assert found_in(sample_workspace("little_harness_desk")) == expected


def test_odd_names_are_found(sample_workspace: Callable[..., Path]) -> None:
    found = found_in(sample_workspace("little_harness_desk", odd=True))
    for path, rules in ODD.items():
        assert found["/persistent/company", path] == rules


def test_what_can_be_mended_is_mended(sample_workspace: Callable[..., Path]) -> None:
    files = open_files(sample_workspace("little_harness_desk"))
    folder = read_all(files, read_layers(files))[0]
    path = "rules/collateral/agri/seasonal.md"
    mend = next(one.mend for one in find_oddities(folder) if one.path == path)
    note = read_note(files, folder.layer, path)
    assert mend is not None
    assert note is not None
    plan = mend(folder, note, Editing(read=files.read_front_matter, role="underwriter"))
    assert plan.change.paths == (f"memory/company/{path}",)
    after = plan.change.files[0].after
    assert after is not None
    assert b"'Seasonal farm loans: value collateral" in after.data
