"""Long work pauses between its pieces, where somebody has said what a pause is."""

from __future__ import annotations

from threading import Thread

import pytest

from desktop_app.core.files import pieces
from desktop_app.core.files.pieces import decoded, encoded, find, lines_of, pieces_of, shared_lines
from desktop_app.core.pauses import pause, pausing
from desktop_app.services.jobs import Done, JobContext, settle

TEXT = "- a fact\n" * 100


@pytest.fixture(autouse=True)
def _small_pieces(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pieces, "PIECE", 90)


@pytest.mark.parametrize(
    "work",
    [
        lambda: list(pieces_of(TEXT)),
        lambda: list(lines_of(TEXT)),
        lambda: decoded(TEXT.encode()),
        lambda: encoded(TEXT),
        lambda: find(TEXT, "nothing like it"),
        lambda: shared_lines(TEXT, TEXT, "\n"),
    ],
)
def test_there_is_a_pause_between_two_pieces(work) -> None:
    paused: list[None] = []
    with pausing(lambda: paused.append(None)):
        work()
    assert len(paused) >= len(TEXT) // 90 - 1
    work()
    pause()  # is nothing now


def test_a_job_gives_way_in_the_middle_of_what_knows_no_jobs() -> None:
    given: list[None] = []
    context = JobContext(give_way=lambda: given.append(None))
    assert settle(lambda _context: len(decoded(TEXT.encode())), context) == Done(len(TEXT))
    assert len(given) > len(TEXT) // 90
    before = len(given)
    decoded(TEXT.encode())
    assert len(given) == before


def test_what_one_thread_does_is_no_pause_of_another() -> None:
    paused: list[None] = []
    with pausing(lambda: paused.append(None)):
        other = Thread(target=pause)
        other.start()
        other.join()
    assert paused == []
