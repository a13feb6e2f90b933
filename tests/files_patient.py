"""Memory files made ill on purpose, examined and repaired as the program does it."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from desktop_app.core.doctor.file_rules import FILE_RULES
from desktop_app.services.doctor import Report, repairing
from desktop_app.services.doctor_files import examine_files
from desktop_app.services.editing.outcomes import Saved
from desktop_app.services.jobs import JobContext
from tests.file_desk import FileDesk

if TYPE_CHECKING:
    from pathlib import Path

    from desktop_app.core.doctor.finding import Finding, Repair

FIRST_DAY = 1_780_272_000  # 2026-06-01T00:00:00Z
DAY = 86_400
BILLION = 1_000_000_000
WATERMARK = "memory/.consolidation_state"


def noon(day: int) -> int:
    """The time of a file that was written at noon of a day of June 2026."""
    return (FIRST_DAY + (day - 1) * DAY + DAY // 2) * BILLION


def log_of(day: int, *facts: str) -> str:
    """A log with one section of noon of a day of June 2026."""
    lines = "".join(f"- {fact}\n" for fact in facts)
    return f"\n## Memory Flush — 2026-06-{day:02}T12:00:00Z\n{lines}"


def reads_everything(folder: Path) -> bool:
    """Whether whoever runs the tests may read also what nobody may, as root may."""
    file = folder / "nobody-may-read"
    file.write_bytes(b"")
    file.chmod(0)
    try:
        file.read_bytes()
    except PermissionError:
        return False
    finally:
        file.unlink()
    return True


class FilesPatient(FileDesk):
    """One workspace of memory files."""

    def log(self, day: int, *facts: str, path: str = "", written: int = 0) -> str:
        """Add a log of a day of June 2026, written on that day or another one."""
        name = path or f"memory/2026-06-{day:02}.md"
        self.put(name, log_of(day, *facts), mtime_ns=noon(written or day))
        return name

    def note(self, path: str, text: str | bytes) -> None:
        """Add a note to the one layer; the first one makes the layer, too."""
        self.layers({"sourceDir": "notes", "harnessDir": "/m"})
        self.put(f"notes/{path}", text)

    def layers(self, *layers: object, **more: object) -> None:
        """Say which layers there are."""
        self.put("layers.json", json.dumps({"layers": layers, **more}))

    def look(self, *rules: str, context: JobContext | None = None) -> Report:
        """Look for these rules, or all."""
        return examine_files(self.files, context or JobContext(), rules=rules or FILE_RULES)

    def found(self, *rules: str) -> list[tuple[str, str]]:
        """Rule and file of what these rules find, in order."""
        return [(one.rule, one.place.file) for one in self.look(*rules).findings]

    def finding(self, rule: str) -> Finding:
        """The one finding of a rule."""
        (found,) = self.look(rule).findings
        return found

    def save(self, repair: Repair) -> list[str]:
        """Repair, and return what the history calls it."""
        entries: list[str] = []

        def save(change) -> bool:
            outcome = self.apply(change)
            assert isinstance(outcome, Saved)
            entries.append(outcome.entry.id)
            return True

        repairing(repair, save, JobContext())
        return entries

    def undo(self, entries: list[str]) -> None:
        """Take repairs back, the last first."""
        for entry in reversed(entries):
            assert isinstance(self.editor.undo(self.context, entry), Saved)


def bucket_in_order(root: Path) -> FilesPatient:
    """A bucket with nothing odd in it."""
    patient = FilesPatient(root)
    patient.put("MEMORY.md", "# Memory\n\n- The office is in Bern.\n", mtime_ns=noon(2))
    patient.put(WATERMARK, "2026-06-02T12:00:00Z", mtime_ns=noon(2))
    patient.log(1, "The printer stands on the second floor.")
    patient.log(3, "Lunch is at noon.")
    return patient
