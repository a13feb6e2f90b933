"""Prints notes, and what the system prompt says about them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from desktop_app.cli.notes_opening import NotesDesk
from desktop_app.cli.reading import Reader, engine_argument
from desktop_app.cli.snippet import print_exactly
from desktop_app.cli.text import visible
from desktop_app.core.notes.names import alike_words
from desktop_app.core.notes.section import LayerIndex, layer_index, note_section
from desktop_app.services.notes.reading import read_notes
from desktop_app.services.notes.searching import search_notes

if TYPE_CHECKING:
    from argparse import Namespace
    from collections.abc import Sequence

    from desktop_app.cli.terminal import Terminal
    from desktop_app.core.notes.layer import Layer
    from desktop_app.core.notes.note import Note, NoteFolder
    from desktop_app.services.notes.searching import NoteHit

DONE = 0
_MOST_NAMED, _MOST_OTHERS = 3, 20
"""Each of a thousand equal notes has 999 others."""


def run(options: Namespace, terminal: Terminal) -> int:
    """Do what was asked for."""
    desk = NotesDesk(options, Reader(options, terminal), terminal)
    return {"list": _list, "note": _section, "show": _show}[options.action](desk, options, terminal)


def _list(desk: NotesDesk, options: Namespace, terminal: Terminal) -> int:
    folder = desk.folder(desk.layer())
    if options.find is not None:
        for hit in search_notes(desk.files, folder, engine_argument(options.find)):
            _print_hit(hit, options, terminal)
        return DONE
    index = layer_index(folder)
    listed = {note.path for note in index.listed}
    for note in folder.notes:
        if options.json:
            terminal.record(_row(folder, note, is_listed=note.path in listed))
        else:
            _print_row(folder, note, terminal, is_listed=note.path in listed)
    for skipped in folder.skipped:
        if options.json:
            terminal.record({"path": skipped.path, "skipped": skipped.reason})
        else:
            terminal.say(f"{skipped.path} is not listed. {skipped.reason}")
    if folder.problem:
        terminal.say(folder.problem)
    return DONE


def _section(desk: NotesDesk, options: Namespace, terminal: Terminal) -> int:
    layers = desk.layers.layers if options.layer is None else (desk.layer(),)
    folders = [_mounted(desk, layer, terminal) for layer in layers]
    role = desk.role()
    section = note_section(folders, role)
    warnings = [{"mount": mount, "reason": reason} for mount, reason in section.warnings]
    if options.json:
        indexes = [_index_fields(folder, role) for folder in folders if folder.layer.is_usable]
        fields = {"text": section.text, "role": role, "bytes": section.size}
        terminal.record({**fields, "warnings": warnings, "layers": indexes})
        return DONE
    print_exactly(section.text.encode(), terminal)
    for index in section.indexes:
        if index.is_cut:
            terminal.say(_cut_words(index))
    return DONE


def _mounted(desk: NotesDesk, layer: Layer, terminal: Terminal) -> NoteFolder:
    folder = read_notes(desk.files, layer)
    if folder.problem:
        fails = " A turn of the harness fails with this." if layer.problem else ""
        terminal.say(f"{layer.mount}: {folder.problem}{fails}")
    return folder


def _cut_words(index: LayerIndex) -> str:
    mount, limit = index.layer.mount, index.layer.max_index_bytes
    return (
        f"{mount}: the list ends after {len(index.listed):,} files with {index.bytes_used:,} of"
        f" {limit:,} bytes; {len(index.left_out):,} are left out (memory_index_truncated)."
    )


def _index_fields(folder: NoteFolder, role: str | None) -> dict[str, Any]:
    index = layer_index(folder, role)
    listed = {note.path for note in index.listed}
    return {
        "mount": folder.layer.mount,
        "writable": index.is_writable,
        "bytes_used": index.bytes_used,
        "max_index_bytes": folder.layer.max_index_bytes,
        "listed": len(index.listed),
        "left_out": len(index.left_out),
        "rows": [_row(folder, note, is_listed=note.path in listed) for note in folder.notes],
    }


def _show(desk: NotesDesk, options: Namespace, terminal: Terminal) -> int:
    layer = desk.layer()
    note = desk.note(layer, options.path)
    assert note.row is not None  # it was read as a whole
    if not options.json:
        print_exactly(note.row.data, terminal)
        return DONE
    folder = desk.folder(layer)
    terminal.record({**_row(folder, note, is_listed=_is_listed(folder, note)), **_parts(note)})
    return DONE


def _is_listed(folder: NoteFolder, note: Note) -> bool:
    return any(one.path == note.path for one in layer_index(folder).listed)


def _parts(note: Note) -> dict[str, Any]:
    assert note.text is not None  # it was read as a whole
    is_text = note.is_editable or note.is_convertible
    return {
        "description": note.description,
        "body": note.body if is_text else None,
        "metadata": [key.name for key in note.front.keys] if note.front else None,
        "metadata_error": note.front.error if note.front else "",
        "encoding": note.text.encoding.value,
        "line_endings": note.text.endings,
        "editable": note.is_editable,
    }


def _row(folder: NoteFolder, note: Note, *, is_listed: bool) -> dict[str, Any]:
    return {
        "mount": folder.layer.mount,
        "path": note.path,
        "file": note.facts.path,
        "line": note.line.written,
        "text": note.line.text,
        "rule": note.line.rule_words,
        "certainty": "doc" if note.line.is_stated else "inferred",
        "bytes": note.line.size,
        "listed": is_listed,
        "warning": note.line.warning,
        **_others("duplicates", folder.duplicates.get(note.path, ())),
        **_others("similar_names", folder.twins.get(note.path, ())),
    }


def _others(name: str, paths: Sequence[str]) -> dict[str, Any]:
    """Return the first of other notes and how many there are."""
    return {name: [{"path": one} for one in paths[:_MOST_OTHERS]], f"{name}_count": len(paths)}


def _print_row(folder: NoteFolder, note: Note, terminal: Terminal, *, is_listed: bool) -> None:
    text = f": {note.line.text}" if note.line.text else ""
    terminal.line(visible(f"{'' if is_listed else 'left out  '}{note.path}{text}"))
    odd = [note.line.warning] if note.line.warning else []
    same, twins = folder.duplicates.get(note.path, ()), folder.twins.get(note.path, ())
    odd += [f"“{other}” says the same." for other in same[:_MOST_NAMED]]
    odd += _and_more(same, "The same text")
    odd += [alike_words(note.path, other) for other in twins[:_MOST_NAMED]]
    odd += _and_more(twins, "Nearly this name")
    for words in odd:
        terminal.say(f"{note.path}: {words}")


def _and_more(others: Sequence[str], words: str) -> list[str]:
    more = len(others) - _MOST_NAMED
    return [f"{words}: {more:,} more."] if more > 0 else []


def _print_hit(hit: NoteHit, options: Namespace, terminal: Terminal) -> None:
    if options.json:
        terminal.record(
            {
                "mount": hit.mount,
                "path": hit.note.path,
                "part": hit.part.value,
                "line": hit.line,
                "excerpt": hit.excerpt.text,
            }
        )
    else:
        where = f"{hit.note.path}:{hit.line}" if hit.line else hit.note.path
        terminal.line(visible(f"{where}: {hit.excerpt.text}"))
