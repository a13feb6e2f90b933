"""Layers of notes: settings that are refused, lists that are cut, notes that say the same."""

from __future__ import annotations

from typing import TYPE_CHECKING

from desktop_app.core.counting import counted
from desktop_app.core.doctor.file_cases import note_place
from desktop_app.core.doctor.finding import Finding, Part, Place, Severity
from desktop_app.core.doctor.unread import BY_HAND
from desktop_app.core.doctor.words import named
from desktop_app.core.notes.layers_file import NAME
from desktop_app.core.notes.note import groups
from desktop_app.core.notes.section import layer_index

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from desktop_app.core.doctor.file_cases import FileBench, NotesCase
    from desktop_app.core.notes.layer import Layers
    from desktop_app.core.notes.note import NoteFolder

UNREADABLE = "file-unreadable"
LAYER_RULES = ("layers-file-wrong", "layer-refused")
SAME = "notes-say-the-same"


def check_settings(layers: Layers) -> Iterator[Finding]:
    """Find what is wrong with the settings, and layers that the harness refuses."""
    for problem in layers.problems:
        yield Finding(
            rule="layers-file-wrong",
            severity=Severity.CHANGES_TURN,
            title=f"{NAME} can't be used as it is",
            detail=problem,
            place=Place(part=Part.NOTES, file=NAME),
            why="What it says there is left out: layers are missing, or have other limits and "
            "permissions than were meant.",
            by_hand="Correct the file.",
            about=problem,
        )
    for layer in layers.layers:
        if layer.problem:
            yield Finding(
                rule="layer-refused",
                severity=Severity.STOPS_MEMORY,
                title="Layer that the harness refuses",
                detail=layer.problem,
                place=Place(part=Part.NOTES, file=NAME, bucket=layer.mount),
                why="Mounts must not be the same or one inside the other, and a folder must be "
                "below the data folder; otherwise the turn fails.",
                by_hand="Correct the mount or the folder in the settings.",
                about=layer.template,
            )


def check_folder(case: NotesCase, bench: FileBench) -> Iterator[Finding]:
    """Find a layer whose folder is not there, and folders that nobody may look into."""
    del bench
    folder = case.folder
    for path in folder.unlisted:
        yield Finding(
            rule=UNREADABLE,
            severity=Severity.STOPS_MEMORY,
            title="Folder can't be looked into",
            detail="what is in it is not known",
            place=note_place(folder.layer, path),
            why="Notes in it are neither listed nor searched here, and perhaps not for the agent.",
            by_hand=BY_HAND,
        )
    if folder.problem and not folder.unlisted and folder.layer.is_usable:
        yield Finding(
            rule="layer-without-folder",
            severity=Severity.WORTH_KNOWING,
            title="Layer without a folder",
            detail=folder.problem,
            place=note_place(folder.layer, folder.layer.source),
            why="The agent gets an empty list for it.",
            by_hand="Correct the settings, or let the first note make the folder.",
        )


def check_limit(case: NotesCase, bench: FileBench) -> Iterator[Finding]:
    """Find a layer whose list does not fit."""
    del bench
    index = layer_index(case.folder)
    if not index.is_cut:
        return
    layer, first = index.layer, index.left_out[0]
    yield Finding(
        rule="notes-over-limit",
        severity=Severity.CHANGES_TURN,
        title="List of notes is cut",
        detail=f"{counted(len(index.left_out), 'note')} left out, the first is {first.path}",
        place=case.at(first.path),
        why=f"The list of {layer.mount} stops at {layer.max_index_bytes:,} bytes. The agent is "
        "told how many notes are left out, and none of their descriptions.",
        by_hand="Shorten descriptions, put notes together, or raise the limit.",
        about=layer.mount,
    )


def check_same(folders: Sequence[NoteFolder]) -> Iterator[Finding]:
    """Find notes that say the same to the agent, in one layer or in two."""
    notes = [(folder.layer, note) for folder in folders for note in folder.notes]
    # By number: layers of two people have the same mount.
    alike = groups(range(len(notes)), lambda number: notes[number][1].line.text)
    for number, others in alike.items():
        if others[0] < number:
            continue  # told with the first of them
        layer, note = notes[number]
        # Folders of two people are never in one turn.
        same = [
            other.facts.path
            for one, other in map(notes.__getitem__, others)
            if one.source == layer.source or one.template != layer.template
        ]
        if same:
            yield Finding(
                rule=SAME,
                severity=Severity.WORTH_KNOWING,
                title="Notes say the same to the agent",
                detail=named([note.facts.path, *same]),
                place=note_place(layer, note.facts.path),
                why="Each of them takes room in every turn, and they may differ below their "
                "descriptions. Nothing is decided for you.",
                by_hand="Put them into one note, or tell apart what they describe.",
            )
