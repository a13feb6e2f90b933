"""The keys that work only inside one view, for the sheet of keys."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication

from ui.navigation import Place


def _tr(text: str) -> str:
    return QCoreApplication.translate("ViewKeys", text)


def keys_of(place: Place | None) -> tuple[str, ...]:
    """Return which of the views below stand on a page."""
    ledger = _tr("Files of a bucket"), _tr("Calendar of the daily logs"), _tr("Text of a file")
    return (
        {
            Place.LEDGER: (*ledger, _tr("Places to forget")),
            Place.NOTES: (_tr("Notes"),),
            Place.TOOLS: (_tr("Lists of the memory tools"),),
            Place.OBSERVATIONS: (_tr("Observations"),),
            Place.WORKING: (_tr("Working memory"),),
            Place.TURN: (_tr("Turn"),),
            Place.HISTORY: (_tr("History"),),
            Place.CONTRADICTIONS: (_tr("Contradictions"),),
            Place.DOCTOR: (_tr("Doctor"),),
            Place.CHANGES: (_tr("List of changes"),),
            Place.SEARCH: (_tr("All hits"),),
            Place.REVIEW: (_tr("Items of the review"),),
            Place.PROPOSAL: (_tr("List of a proposal"),),
        }.get(place, ())
        if place
        else ()
    )


def view_keys() -> dict[str, list[tuple[tuple[str, ...], str]]]:
    """Return for each view its keys, as caps, with what they do."""
    up_down = (("J", "K"), _tr("down and up"))
    ends = (("Home", "End"), _tr("first and last"))
    find = (("/",), _tr("filter"))
    return {
        _tr("Every view with a field"): [(("Ctrl", "F"), _tr("find here"))],
        _tr("All hits"): [
            (("↓",), _tr("from the field into the list")),
            (("↵",), _tr("open the hit")),
            (("Esc",), _tr("clear, then go back")),
        ],
        _tr("Tree"): [
            (("←", "→"), _tr("close and open")),
            (("*",), _tr("open everything below")),
            (("↵",), _tr("show the scope")),
        ],
        _tr("Observations"): [
            up_down,
            ends,
            find,
            (("S",), _tr("sort, then the first letter of a column")),
            (("Shift", "↑", "↓"), _tr("a range, for merging and removing")),
            (("0", "9"), _tr("in the importance: tenths; ↑ ↓ go by .05")),
            (("Esc",), _tr("take all marks away")),
            (("↵",), _tr("inspector")),
            (("L",), _tr("jump to the other side")),
            (("T",), _tr("show in the turn")),
            (("O",), _tr("source messages")),
            (("Ctrl", "C"), _tr("copy the text")),
            (("Ctrl", "Shift", "C"), _tr("copy the exact bytes")),
        ],
        _tr("Working memory"): [
            up_down,
            ends,
            find,
            (("Ctrl", "C"), _tr("copy the value as stored")),
            (("Ctrl", "Shift", "C"), _tr("copy the line as injected")),
        ],
        _tr("Turn"): [
            up_down,
            (("T",), _tr("show in the table")),
            (("W",), _tr("wrap long lines")),
            (("Ctrl", "Shift", "C"), _tr("copy the exact text")),
        ],
        _tr("History"): [up_down, ends, find, (("F",), _tr("next failure"))],
        _tr("Contradictions"): [up_down],
        _tr("Doctor"): [
            up_down,
            ends,
            (("Space",), _tr("tick")),
            (("↵",), _tr("repair this, or go there")),
        ],
        _tr("List of a proposal"): [
            up_down,
            ends,
            (("Space",), _tr("tick, or take the tick away")),
            (("0", "…", "9"), _tr("importance of an observation, in tenths")),
        ],
        _tr("Items of the review"): [
            up_down,
            ends,
            find,
            (("↵",), _tr("next without deciding")),
            (("←", "→"), _tr("previous and next")),
            (("0", "–", "9"), _tr("another importance, in tenths")),
            (("Ctrl", "↵"), _tr("save the edit and go on")),
            (("Esc",), _tr("leave the edit, then the review")),
        ],
        _tr("Files of a bucket"): [
            up_down,
            ends,
            (("→", "←"), _tr("open and close the archive")),
            (("↵",), _tr("into the text, or the sections")),
        ],
        _tr("Calendar of the daily logs"): [
            (("←", "→"), _tr("a day back and on")),
            (("↑", "↓"), _tr("a week back and on")),
            (("PgUp", "PgDn"), _tr("a month back and on")),
            (("Home",), _tr("today")),
            (("↵",), _tr("into the list")),
        ],
        _tr("Text of a file"): [
            (("Ctrl", "F"), _tr("find in the file")),
            (("Esc",), _tr("back to the list; what is typed stays")),
        ],
        _tr("Lists of the memory tools"): [
            up_down,
            ends,
            (("↵",), _tr("open what was found, or go into the text")),
            (("/",), _tr("to the field")),
        ],
        _tr("Places to forget"): [
            up_down,
            ends,
            (("Space",), _tr("tick, or take the tick away")),
            (("A",), _tr("tick all")),
            (("Shift", "A"), _tr("tick none")),
        ],
        _tr("Notes"): [
            up_down,
            ends,
            find,
            (("↵",), _tr("edit it; on a line of the section, go to its file")),
            (("Esc",), _tr("back to the list")),
            (("Ctrl", "C"), _tr("copy the line as a turn gets it")),
        ],
        _tr("List of changes"): [up_down, ends, (("↵",), _tr("inspector"))],
    }
