"""The memory files of a workspace are opened with the clock and the zone of the person."""

from __future__ import annotations

import time
from datetime import UTC, datetime, timedelta

import pytest

from desktop_app.core.engine_time import EngineTime
from desktop_app.services.local_zone import LocalZone, local_zone
from desktop_app.services.workspace import Surroundings
from desktop_app.services.workspace_files import open_files

NOW = EngineTime(1_790_000_000, 5)
BERLIN_AS_RULE = "CET-1CEST,M3.5.0,M10.5.0/3"


@pytest.fixture
def in_berlin(monkeypatch):
    if not hasattr(time, "tzset"):
        pytest.skip("the zone of a process can't be set here")
    monkeypatch.setenv("TZ", BERLIN_AS_RULE)
    time.tzset()
    yield LocalZone()
    monkeypatch.undo()
    time.tzset()


def test_files_are_opened_with_what_is_around_them_and_nothing_is_looked_at(tmp_path):
    here = Surroundings({"TZ": "Asia/Tokyo"}, None, lambda: NOW)

    files = open_files(tmp_path / "not" / "there", here)

    assert files.root == tmp_path / "not" / "there"
    assert files.now() == NOW
    assert datetime(2026, 7, 1, tzinfo=files.zone).utcoffset() == timedelta(hours=9)
    assert files.folder.entries() == ()
    note = files.read_front_matter("---\ndescription: Short.\n---\nBody.\n")
    assert note is not None
    assert note.description == "Short."


def test_the_workspace_is_where_its_links_lead(tmp_path):
    (tmp_path / "real").mkdir()
    (tmp_path / "real" / "MEMORY.md").touch()
    (tmp_path / "link").symlink_to(tmp_path / "real")

    files = open_files(tmp_path / "link")

    assert files.root == tmp_path / "real"
    assert [one.path for one in files.folder.entries()] == ["MEMORY.md"]


@pytest.mark.parametrize("name", ["", "No/Such", "../etc/passwd", BERLIN_AS_RULE])
def test_a_zone_that_has_no_such_name_is_that_of_the_system(name):
    assert isinstance(local_zone({"TZ": name}), LocalZone)


@pytest.mark.parametrize(
    ("utc", "local"),
    [
        (datetime(2026, 1, 15, 12, tzinfo=UTC), "2026-01-15T13:00:00+01:00"),
        (datetime(2026, 7, 15, 12, tzinfo=UTC), "2026-07-15T14:00:00+02:00"),
        (datetime(2026, 10, 25, 0, 30, tzinfo=UTC), "2026-10-25T02:30:00+02:00"),
        (datetime(2026, 10, 25, 1, 30, tzinfo=UTC), "2026-10-25T02:30:00+01:00"),
        (datetime(2026, 3, 29, 1, 0, tzinfo=UTC), "2026-03-29T03:00:00+02:00"),
    ],
)
def test_local_times_know_summer_and_the_hour_that_comes_twice(in_berlin, utc, local):
    there = utc.astimezone(in_berlin)
    assert there.isoformat() == local
    assert there.astimezone(UTC) == utc


def test_the_names_and_the_part_that_is_summer_time_are_the_systems(in_berlin):
    summer, winter = (datetime(2026, month, 1, tzinfo=in_berlin) for month in (7, 1))
    assert (summer.tzname(), winter.tzname()) == ("CEST", "CET")
    assert (summer.dst(), winter.dst()) == (timedelta(hours=1), timedelta(0))
    assert in_berlin.utcoffset(None) is None


def test_years_that_the_system_does_not_know_have_the_usual_offset(in_berlin):
    for year in (1, 9999):
        late = datetime(year, 6, 1, tzinfo=in_berlin)
        assert late.utcoffset() in {timedelta(hours=1), timedelta(hours=2)}
        assert datetime(year, 6, 1, tzinfo=UTC).astimezone(in_berlin).year == year
