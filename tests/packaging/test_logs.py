from __future__ import annotations

import logging

import pytest

from desktop_app import logs


@pytest.fixture
def log(tmp_path, monkeypatch):
    path = tmp_path / "logs" / "memloupe.log"
    monkeypatch.setattr(logs, "log_file", lambda: path)
    logs.configure.cache_clear()
    yield path
    for handler in logging.getLogger(logs.LOGGER).handlers[:]:
        logging.getLogger(logs.LOGGER).removeHandler(handler)
        handler.close()
    logs.configure.cache_clear()


def test_nothing_is_written_before_the_first_message(log):
    logs.configure()
    assert not log.exists()


def test_messages_reach_the_file_once(log):
    logs.configure()
    logs.configure()
    logs.logger("store").info("opened %s", "state.db")
    (line,) = log.read_text(encoding="utf-8").splitlines()
    assert line.endswith("INFO memloupe.store: opened state.db")


def test_a_name_that_is_no_unicode_does_not_stop_the_program(log):
    logs.configure()
    logs.logger("store").warning("cannot open %s", "state\udcff.db")
    assert "state\\udcff.db" in log.read_text(encoding="utf-8")


def test_without_a_place_to_write_the_program_goes_on(log, capsys):
    log.parent.write_text("a file where the folder should be")
    logs.configure()
    logs.logger("store").info("opened")
    assert "no log is kept" in capsys.readouterr().err
