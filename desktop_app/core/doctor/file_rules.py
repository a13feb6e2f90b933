"""Every rule of memory files by name, in the order in which they are tried."""

from __future__ import annotations

from typing import TYPE_CHECKING

from desktop_app.core.doctor.kept_rules import KEPT_RULES, check_kept, check_kept_in_notes
from desktop_app.core.doctor.layer_rules import LAYER_RULES, SAME, check_folder, check_limit
from desktop_app.core.doctor.ledger_rules import LEDGER_RULES, check_oddities
from desktop_app.core.doctor.link_rules import LINK_RULES, check_ledger_links, check_note_links
from desktop_app.core.doctor.log_days import check_header_times, check_sent_again
from desktop_app.core.doctor.memory_rules import (
    check_budget,
    check_layer,
    check_long_lines,
    check_repeats,
    check_saved_since,
)
from desktop_app.core.doctor.note_bytes import BYTE_RULES, check_bytes
from desktop_app.core.doctor.note_names import NAME_RULES, check_hidden, check_names, check_twins
from desktop_app.core.doctor.note_rules import NOTE_RULES, check_lines
from desktop_app.core.doctor.session_rules import (
    SESSION_RULES,
    UNREADABLE,
    check_offloaded,
    check_session_files,
    check_sessions,
)

if TYPE_CHECKING:
    from collections.abc import Mapping

    from desktop_app.core.doctor.file_cases import BookCheck, NotesCheck

OFFLOADED = "offloaded-name-differs"
OF_SESSIONS = frozenset({*SESSION_RULES, UNREADABLE})
"""Rules for which the session history is read."""

BOOK_CHECKS: Mapping[tuple[str, ...], BookCheck] = {
    LEDGER_RULES: check_oddities,
    ("memory-over-budget",): check_budget,
    ("log-sent-again", "archive-sent-again", "watermark-behind"): check_sent_again,
    ("log-header-day-differs", "log-time-ahead"): check_header_times,
    ("memory-repeats-itself", "log-repeats-itself"): check_repeats,
    ("memory-saved-since",): check_saved_since,
    ("memory-from-elsewhere",): check_layer,
    ("line-very-long",): check_long_lines,
    KEPT_RULES: check_kept,
    LINK_RULES: check_ledger_links,
    SESSION_RULES: check_sessions,
    (UNREADABLE,): check_session_files,
    (OFFLOADED,): check_offloaded,
}
# A log that contradicts a file in knowledge/ is no finding: whether two sentences contradict each
# other can't be told exactly. Both are shown and searched, and a consolidation names what a later
# statement may replace.
NOTES_CHECKS: Mapping[tuple[str, ...], NotesCheck] = {
    NOTE_RULES: check_lines,
    BYTE_RULES: check_bytes,
    NAME_RULES: check_names,
    ("note-names-alike",): check_twins,
    ("note-hidden",): check_hidden,
    KEPT_RULES: check_kept_in_notes,
    LINK_RULES: check_note_links,
    ("notes-over-limit",): check_limit,
    ("layer-without-folder", UNREADABLE): check_folder,
}

OF_NOTES = frozenset({*(rule for rules in NOTES_CHECKS for rule in rules), SAME})
"""Rules for which notes are read."""
_EVERY = (*(rule for rules in (*BOOK_CHECKS, *NOTES_CHECKS) for rule in rules), *LAYER_RULES, SAME)
FILE_RULES: tuple[str, ...] = tuple(dict.fromkeys(_EVERY))
"""Names of all rules of memory files; some are about logs and about notes."""
