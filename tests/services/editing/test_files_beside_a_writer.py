"""Edits while another process appends and rewrites: nobody's line is lost."""

from __future__ import annotations

import subprocess
import sys

import msgspec
from file_desk import FileDesk

from desktop_app.core.changes import Change, Swap
from desktop_app.services.editing.outcomes import Saved

PATH = "memory/2026-01-02.md"
EDITS = 30
# As the engine appends to a log: one open, one write, no lock.
_ENGINE = """
import sys
path, count = sys.argv[1], int(sys.argv[2])
print("ready", flush=True)
for number in range(count):
    with open(path, "a", encoding="utf-8") as file:
        file.write(f"- engine {number}\\n")
    input()
"""


def rewritten(desk, old, new):
    # From one look at the file: between two of them the other process may write.
    row = desk.row(PATH)
    data = row.data.replace(old.encode(), new.encode())
    after = msgspec.structs.replace(row, data=data, mtime_ns=None)
    return Change(label="Edit", files=(Swap(row, after),))


def test_edits_between_appends_of_another_process_keep_every_line(tmp_path):
    desk = FileDesk(tmp_path)
    desk.put(PATH, "".join(f"- fact {number}\n" for number in range(EDITS)))
    command = [sys.executable, "-c", _ENGINE, str(tmp_path / PATH), str(EDITS)]
    with subprocess.Popen(
        command, text=True, stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as engine:
        assert engine.stdout.readline() == "ready\n"
        for number in range(EDITS):
            change = rewritten(desk, f"- fact {number}\n", f"- FACT {number}\n")
            engine.stdin.write("\n")
            engine.stdin.flush()
            assert isinstance(desk.apply(change), Saved)
        engine.communicate()
    lines = desk.text(PATH).splitlines()
    assert lines[:EDITS] == [f"- FACT {number}" for number in range(EDITS)]
    assert sorted(lines[EDITS:]) == sorted(f"- engine {number}" for number in range(EDITS))
    while desk.editor.stacks()[0]:
        assert isinstance(desk.editor.undo(desk.context), Saved)
    lines = desk.text(PATH).splitlines()
    assert lines[:EDITS] == [f"- fact {number}" for number in range(EDITS)]
    assert len(lines) == 2 * EDITS
