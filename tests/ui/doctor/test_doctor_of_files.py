"""The page of the doctor over memory that is kept as files, without a state file and beside one."""

from __future__ import annotations

import shutil

import pytest
from doctor_patient import Patient
from doctor_window import DoctorWindow, make_ill
from PySide6.QtCore import Qt
from window_driver import PATIENCE_MS

from ui.doctor import examiner
from ui.navigation import Place, Target
from ui.scopes.nodes import walk
from ui.window import doctor as desk

Key, Mod = Qt.Key, Qt.KeyboardModifier
LATIN = b"- Caf\xe9 loans need a certificate.\n"
BROKEN = "---\ndescription: rates: 5 %\n---\nBody.\n"


@pytest.fixture
def root(tmp_path):
    """Memory files of which three can be repaired, and a log for a person."""
    folder = tmp_path / "files"
    files = {
        "MEMORY.md": LATIN,
        "memory/2026-02-30.md": b"- A fact.\n",
        "u-1/MEMORY.md": b"",
        "layers.json": b'{"layers": [{"sourceDir": "notes", "harnessDir": "/m"}]}',
        "notes/odd.md": BROKEN.encode(),
    }
    for path, data in files.items():
        file = folder / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(data)
    return folder


@pytest.fixture
def page(driver, root):
    driver.open_files(root)
    driver.do("go.doctor")
    return DoctorWindow.shown(driver)


def places(page):
    return [(item.finding.rule, item.finding.place.file) for item in page.presenter.visible]


def times(root):
    """When each file was written, our own ones left out."""
    files = (path for path in root.rglob("*.md") if ".memloupe" not in path.parts)
    return {path: path.stat().st_mtime_ns for path in files}


def diff(page):
    return [(line.kind.value, line.text) for line in page.inspector.difference.text.lines]


def test_what_is_odd_is_listed_with_its_file(page):
    assert places(page) == [
        ("file-not-utf8", "MEMORY.md"),
        ("file-empty", "u-1/MEMORY.md"),
        ("note-metadata-broken", "notes/odd.md"),
        ("log-day-invalid", "memory/2026-02-30.md"),
    ]
    assert page.badges == ["1 stops memory", "2 change the turn", "1 to know"]
    assert page.view.tools.note.text().startswith("58 rules, 4 files in ")
    rows = [item.row for item in page.presenter.visible]
    assert [row.right_top for row in rows] == [
        "shared / MEMORY.md",
        "u-1 / MEMORY.md",
        "odd.md",
        "2026-02-30.md",
    ]
    assert rows[1].tip == "u-1/MEMORY.md"


def test_files_alone_are_counted_late_after_opening_without_being_asked(driver, root, monkeypatch):
    monkeypatch.setattr(desk, "_LATE_MS", 50)
    driver.open_files(root)
    nodes = driver.frame.scopes.presenter.pages.root.children
    (node,) = [one for one in nodes if one.place is Place.DOCTOR]
    driver.qtbot.waitUntil(lambda: node.count == 4, timeout=PATIENCE_MS)


@pytest.mark.parametrize(("spare", "is_skipped"), [(-1, True), (0, False)])
def test_long_memories_wait_until_somebody_asks(driver, root, monkeypatch, spare, is_skipped):
    kept = ("MEMORY.md", "memory/2026-02-30.md", "u-1/MEMORY.md")
    size = sum((root / name).stat().st_size for name in kept)
    monkeypatch.setattr(examiner, "LARGEST_BYTES", size + spare)
    driver.open_files(root)
    found = driver.window.doctor.presenter
    found.examiner.look_quietly()
    driver.settle()
    assert (found.examiner.is_skipped, found.report is None) == (is_skipped, is_skipped)
    driver.do("go.doctor")
    assert len(places(DoctorWindow.shown(driver))) == 4


def test_more_files_than_are_looked_at_unasked_wait_until_somebody_asks(driver, root, monkeypatch):
    monkeypatch.setattr(examiner, "MOST_FILES", 1)
    driver.open_files(root)
    presenter = driver.window.doctor.presenter
    presenter.examiner.look_quietly()
    driver.settle()
    assert (presenter.examiner.is_skipped, presenter.report) == (True, None)
    driver.do("go.doctor")
    assert len(places(DoctorWindow.shown(driver))) == 4


def test_the_tree_counts_what_is_odd(page):
    nodes = walk(page.driver.frame.scopes.presenter.pages.root)
    (node,) = [node for node in nodes if node.place is Place.DOCTOR]
    assert (node.count, node.alert) == (4, True)


def test_the_inspector_shows_what_is_written_and_enter_writes_it(page, root):
    page.choose("file-not-utf8")
    assert diff(page) == [
        ("removed", "- Caf\udce9 loans need a certificate."),
        ("added", "- Café loans need a certificate."),
    ]
    sentence = page.inspector.foot.sentence.text()
    assert sentence.endswith("The bytes as they are now stay there.")
    page.repair(Key.Key_Return)
    assert (root / "MEMORY.md").read_bytes() == "- Café loans need a certificate.\n".encode()
    assert ("file-not-utf8", "MEMORY.md") not in places(page)
    toast = page.driver.frame.toast
    assert toast.accessibleName() == "Repaired: File is not UTF-8."
    page.press(Key.Key_Z, Mod.ControlModifier)
    page.until(lambda: ("file-not-utf8", "MEMORY.md") in places(page))
    assert (root / "MEMORY.md").read_bytes() == LATIN


def test_what_a_person_should_think_about_is_not_ticked_by_itself(page):
    assert page.ticked == ["file-empty", "note-metadata-broken"]


def test_what_is_ticked_is_repaired_and_taken_back_together(page, root):
    before = times(root)
    page.press(Key.Key_A)
    results = page.repair(Key.Key_Return, Mod.ControlModifier)
    assert len(results.done) == 3
    assert [rule for rule, _ in places(page)] == ["log-day-invalid"]
    assert not (root / "u-1/MEMORY.md").exists()
    assert "'rates: 5 %'" in (root / "notes/odd.md").read_text()
    page.view.undo()
    page.settle()
    page.until(lambda: len(places(page)) == 4)
    assert (root / "notes/odd.md").read_text() == BROKEN
    assert times(root) == before


@pytest.mark.parametrize(
    ("rule", "target"),
    [
        ("log-day-invalid", Target(Place.LEDGER, path="memory/2026-02-30.md", bucket="")),
        ("file-empty", Target(Place.LEDGER, path="u-1/MEMORY.md", bucket="u-1")),
        ("note-metadata-broken", Target(Place.NOTES, path="notes/odd.md", bucket="/m")),
    ],
)
def test_go_there_leads_to_the_file(page, rule, target):
    page.choose(rule)
    with page.qtbot.waitSignal(page.driver.session.target_requested, timeout=PATIENCE_MS) as went:
        page.press(Key.Key_G)
    assert went.args == [target]


def test_enter_goes_to_what_only_a_person_can_repair(page):
    page.choose("log-day-invalid")
    assert page.inspector.foot.go.text() == "Daily logs"
    page.press(Key.Key_Return)
    page.driver.settle()
    assert page.driver.frame.middle.place is Place.LEDGER


def test_what_another_program_writes_is_looked_at_again(page, root):
    (root / "memory" / "2026-02-30.md").rename(root / "memory" / "2026-03-02.md")
    page.driver.session.files_changed.emit()
    page.until(lambda: [rule for rule, _ in places(page)].count("log-day-invalid") == 0)


def test_what_is_ignored_stays_so(page):
    page.choose("log-day-invalid")
    page.press(Key.Key_I)
    page.settle()
    assert "log-day-invalid" not in [rule for rule, _ in places(page)]
    assert [item.finding.rule for item in page.presenter.ignored_items] == ["log-day-invalid"]


def test_a_state_file_and_the_files_beside_it_are_repaired_on_one_page(
    driver, golden_workspace, root
):
    patient = make_ill(golden_workspace("fresh-database"))
    assert isinstance(patient, Patient)
    shutil.copytree(root, patient.root, dirs_exist_ok=True)
    page = DoctorWindow(driver, patient.root)
    page.until(lambda: ("file-not-utf8", "MEMORY.md") in places(page))
    assert page.view.tools.note.text().startswith("91 rules, 5 scopes, 5 files in ")
    page.choose("file-not-utf8")
    page.repair(Key.Key_Return)
    page.choose("record-unreadable")
    page.repair(Key.Key_Return)
    assert (patient.root / "MEMORY.md").read_bytes() != LATIN
    assert not {"file-not-utf8", "record-unreadable"} & {rule for rule, _ in places(page)}


@pytest.mark.parametrize(
    ("rule", "file"),
    [
        ("session-without-context", "conv-0003.log.jsonl"),
        ("session-line-torn", "conv-0002.jsonl"),
        ("session-log-behind", "conv-0002.log.jsonl"),
    ],
)
def test_what_is_odd_about_a_conversation_leads_to_it(driver, sample_workspace, rule, file):
    driver.open_files(sample_workspace("agentscope_support_desk"))
    driver.do("go.doctor")
    page = DoctorWindow.shown(driver)
    page.choose(rule)
    assert page.inspector.foot.go.text() == "Sessions"

    page.press(Key.Key_G)

    page.until(lambda: driver.frame.middle.place is Place.TOOLS)
    page.until(lambda: not driver.is_busy())
    tools = driver.frame.middle.view
    assert tools.tabs.current == "sessions"
    page.until(lambda: tools.page.list.table.current is not None)
    shown = tools.page.list.table.current.session
    assert file in {one.name for one in (shown.context, shown.log) if one is not None}
    page.until(lambda: tools.page.right.currentWidget() is tools.page.history)
