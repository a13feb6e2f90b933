"""Forgetting a text in every file that has it, and the proof afterwards."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from desktop_app.core.errors import RefusedError
from desktop_app.core.ledger.forgetting import Unit, without_lines
from desktop_app.core.ledger.places import PlaceKind
from desktop_app.services.ledger.forgetting import Sighting, find_everywhere
from desktop_app.services.ledger.reading import find_ledgers

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from desktop_app.core.files.plan import FilePlan
    from desktop_app.services.file_memory import FileMemory


@pytest.fixture
def desk(sample_workspace: Callable[..., Path]) -> Path:
    return sample_workspace("agentscope_support_desk")


@pytest.fixture
def users(sample_workspace: Callable[..., Path]) -> Path:
    return sample_workspace("agentscope_lending_multiuser")


@pytest.fixture
def look(memory_of: Callable[[Path], FileMemory]) -> Callable[[Path, str], Sighting]:
    """Look for a text in every bucket of a workspace."""

    def find(root: Path, text: str) -> Sighting:
        files = memory_of(root)
        buckets = [bucket for ledger in find_ledgers(files) for bucket in ledger.buckets]
        return find_everywhere(files, buckets, text)

    return find


def write(root: Path, plan: FilePlan) -> None:
    """Put the files of a plan on the disk."""
    for swap in plan.change.files:
        if swap.before is not None and swap.after is None:
            (root / swap.before.path).unlink()
        elif swap.after is not None:
            (root / swap.after.path).write_bytes(swap.after.data)


def words(plan: FilePlan) -> str:
    return " ".join(one.text for one in plan.consequences)


def test_every_place_of_a_text_is_found_with_what_can_be_done_there(
    desk: Path, look: Callable[[Path, str], Sighting]
) -> None:
    found = look(desk, "STAGING-API.larkspur.example").places
    assert [(place.kind, place.name, place.line, bool(place.kept)) for place in found] == [
        (PlaceKind.MEMORY, "MEMORY.md", 22, False),
        (PlaceKind.LOG, "memory/2026-06-15.md", 3, False),
        (PlaceKind.LOG, "memory/2026-06-15.md", 6, False),
        (PlaceKind.SESSION, "agents/support-desk/sessions/conv-0001.jsonl", 5, True),
        (PlaceKind.SESSION, "agents/support-desk/sessions/conv-0001.log.jsonl", 5, True),
    ]


def test_the_archive_is_searched_and_what_is_not_searched_is_said(
    desk: Path, look: Callable[[Path, str], Sighting]
) -> None:
    (desk / "memory" / "link.md").symlink_to(desk / "AGENTS.md")
    sighting = look(desk, "old staging host")
    assert [place.kind for place in sighting.places] == [PlaceKind.ARCHIVE]
    assert "memory/link.md is a link; it was not followed." in sighting.unseen
    assert any("never read or changed" in sentence for sentence in sighting.unseen)


def test_after_forgetting_the_text_is_only_where_it_was_said_to_stay(
    desk: Path, look: Callable[[Path, str], Sighting]
) -> None:
    before = look(desk, "staging-api.larkspur.example")
    plan = before.forget(before.places)
    assert plan.change.label == "Forget 3 lines in 2 files"
    assert "2 lines in session history stay" in words(plan)
    assert "What stays in session history can be found by the agent" in words(plan)
    write(desk, plan)
    after = look(desk, "staging-api.larkspur.example")
    assert {place.kind for place in after.places} == {PlaceKind.SESSION}
    log = (desk / "memory" / "2026-06-15.md").read_text()
    assert "Memory Save" not in log
    assert log.endswith(
        "- Ticket #4755: export job stuck at 99 %, restarted by Tomas; root cause unknown.\n"
    )


def test_a_whole_section_goes_on_wish(desk: Path, look: Callable[[Path, str], Sighting]) -> None:
    sighting = look(desk, "Docs change for proration")
    write(desk, sighting.forget(sighting.places, unit=Unit.SECTION))
    log = (desk / "memory" / "2026-04-28.md").read_text()
    assert log.count("## Memory Flush") == 1
    assert "per day, not per second" not in log


def test_a_log_with_nothing_left_is_deleted(
    desk: Path, look: Callable[[Path, str], Sighting]
) -> None:
    sighting = look(desk, "Old staging host")
    plan = sighting.forget(sighting.places)
    assert plan.change.files[0].after is None
    assert "the file is deleted" in words(plan)
    assert "Only a file that was left out here, or not searched, can bring" in words(plan)


def test_offloaded_results_are_deleted_whole(
    desk: Path, look: Callable[[Path, str], Sighting]
) -> None:
    path = next((desk / "large_tool_results" / "support-desk").iterdir())
    phrase = path.read_text().split("\n")[0][:40]
    sighting = look(desk, phrase)
    places = [place for place in sighting.places if place.kind is PlaceKind.OFFLOADED]
    write(desk, sighting.forget(places))
    assert not path.exists()


def test_a_text_that_json_writes_otherwise_is_found_in_a_session(
    desk: Path, look: Callable[[Path, str], Sighting]
) -> None:
    path = desk / "agents" / "support-desk" / "sessions" / "conv-0009.jsonl"
    path.write_text('{"type":"message","content":"He said \\"caf\\u00e9\\" twice"}\n')
    assert [place.path for place in look(desk, 'said "Café"').places] == [
        "agents/support-desk/sessions/conv-0009.jsonl"
    ]


def test_each_file_is_found_once_though_several_buckets_read_it(
    users: Path, look: Callable[[Path, str], Sighting]
) -> None:
    found = look(users, "Policy manual version").places
    assert [(place.path, place.kept) for place in found] == [("MEMORY.md", "")]


def test_all_buckets_are_searched_and_changed_at_once(
    users: Path, look: Callable[[Path, str], Sighting]
) -> None:
    sighting = look(users, "case 7781")
    plan = sighting.forget(sighting.places)
    assert set(plan.change.paths) == {
        "u-101/MEMORY.md",
        "u-101/memory/2026-06-03.md",
        "u-101/memory/2026-06-11.md",
    }


def test_a_file_that_is_not_utf8_is_named_and_left_alone(
    users: Path, look: Callable[[Path, str], Sighting]
) -> None:
    sighting = look(users, "template is B-12")
    (place,) = sighting.places
    assert "not UTF-8" in place.kept
    with pytest.raises(RefusedError):
        sighting.forget(sighting.places)


def test_nothing_is_no_text_to_forget(desk: Path, look: Callable[[Path, str], Sighting]) -> None:
    with pytest.raises(RefusedError):
        look(desk, " \n- \n")


@given(st.lists(st.sampled_from(["- a", "- b", "", "\r", "## Memory Save — 2026-06-01T00:00:00Z"])))
def test_only_the_lines_and_the_sections_that_they_leave_empty_go(lines: list[str]) -> None:
    text = "\n".join(lines)
    spans, start = [], 0
    for line in lines:
        if line == "- a":
            spans.append((start, start + len(line)))
        start += len(line) + 1
    rest = without_lines(text, spans)
    assert "- a" not in rest.split("\n")
    assert rest.count("- b") == text.count("- b")


@pytest.mark.parametrize(("count", "words"), [(1, "(1 file below"), (2, "(2 files below")])
def test_native_files_are_counted_in_words_that_fit(
    count: int, words: str, tmp_path: Path, look: Callable[[Path, str], Sighting]
) -> None:
    (tmp_path / "MEMORY.md").write_text("- A fact.\n", encoding="utf-8")
    native = tmp_path / ".agentscope-runtime"
    native.mkdir()
    for number in range(count):
        (native / f"{number}.log").write_bytes(b"?")
    assert any(words in sentence for sentence in look(tmp_path, "fact").unseen)


def test_the_change_says_of_whose_memory_lines_are_forgotten(
    users: Path, look: Callable[[Path, str], Sighting]
) -> None:
    sighting = look(users, "case 7781")
    plan = sighting.forget([one for one in sighting.places if one.path.startswith("u-101/")])
    assert plan.change.label.endswith(" of “u-101”")
