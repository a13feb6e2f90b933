"""Every sample file opened and saved without an edit, through every way that saves: no change."""

from __future__ import annotations

import contextlib
from functools import partial

import pytest
from file_desk import FileDesk
from tree_state import snapshot

from desktop_app.core.errors import MemloupeError
from desktop_app.core.files.text import read_text
from desktop_app.core.ledger.edits import edit_log, edit_memory, edit_section
from desktop_app.core.notes.access import Editing
from desktop_app.core.notes.edits import NoteEdit, edit_note, edit_raw
from desktop_app.services.ledger.reading import find_ledgers, read_book
from desktop_app.services.notes.reading import read_layers, read_note, read_notes

LEDGERS = ("agentscope_support_desk", "agentscope_lending_multiuser")


@pytest.fixture
def desk(sample_workspace):
    return lambda name: FileDesk(sample_workspace(name, odd=name.startswith("little")))


def _plans(makers):
    for make in makers:
        # What is a link, or no text, can't be saved at all.
        with contextlib.suppress(MemloupeError):
            yield make()


def _of_book(book):
    if book.memory.own:
        # As an editor has it: what the file says, also where the agent reads something else.
        yield partial(edit_memory, book, read_text(book.memory.own.data).text)
    for log in (log for log in book.logs if log.text):
        whole = log.text.text
        yield partial(edit_log, book, log.name, whole)
        yield partial(edit_log, book, log.name, whole, keep_time=True)
        for section in log.sections:
            body = whole[section.body_start : section.end]
            yield partial(edit_section, book, log.name, section, body)


def _of_note(folder, note, editing):
    description = str(note.front.description) if note.front and note.front.description else None
    edits = [NoteEdit(), NoteEdit(body=note.body), NoteEdit(description=description)]
    edits.append(NoteEdit(description=description, body=note.body))
    for edit in edits:
        yield partial(edit_note, folder, note, edit, editing)
    if note.text:
        yield partial(edit_raw, folder, note, note.text.text, editing)


def _change_nothing(desk, plans):
    before = snapshot(desk.root)
    for plan in plans:
        assert plan.change.is_empty, plan.change.label
        desk.apply(plan.change)
    assert snapshot(desk.root) == before
    return len(plans)


@pytest.mark.parametrize("name", LEDGERS)
def test_daily_logs_sections_and_memory_stay_byte_for_byte(desk, name):
    desk = desk(name)
    plans = [
        plan
        for root in find_ledgers(desk.files)
        for bucket in root.buckets
        for plan in _plans(_of_book(read_book(desk.files, bucket)))
    ]
    assert _change_nothing(desk, plans) > 30


def test_notes_stay_byte_for_byte(desk):
    desk = desk("little_harness_desk")
    editing = Editing(read=desk.files.read_front_matter, anyway=True)
    plans = []
    for user in ("u-101", "u-102"):
        for layer in read_layers(desk.files, values={"userId": user}).layers:
            folder = read_notes(desk.files, layer)
            for listed in folder.notes:
                with contextlib.suppress(MemloupeError):
                    note = read_note(desk.files, layer, listed.path)
                    plans += _plans(_of_note(folder, note, editing))
    assert _change_nothing(desk, plans) > 500
