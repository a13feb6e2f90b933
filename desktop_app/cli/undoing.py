"""Takes changes back, does them again, and lists them."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

from desktop_app.cli.changing import Changer
from desktop_app.cli.parser import names_scope
from desktop_app.cli.reading import engine_argument, wanted_key
from desktop_app.cli.showing import change_fields, print_change
from desktop_app.cli.showing_files import file_fields
from desktop_app.cli.text import visible
from desktop_app.core.editing.journal import EntryState
from desktop_app.core.engine_time import format_column
from desktop_app.core.errors import NotFoundError, RefusedError
from desktop_app.services.file_outline import read_outline
from desktop_app.services.workspace import has_changes
from desktop_app.services.workspace_files import open_files

if TYPE_CHECKING:
    from argparse import Namespace
    from collections.abc import Iterator
    from pathlib import Path

    from desktop_app.cli.terminal import Terminal
    from desktop_app.core.changes import Change
    from desktop_app.core.editing.journal import Entry
    from desktop_app.services.editing.editor import Editor
    from desktop_app.services.file_memory import FileMemory
    from desktop_app.services.harness_source import HarnessSource

DONE = 0
_PAGE = 200


def undo(options: Namespace, terminal: Terminal) -> int:
    """Take back the newest change, or the one that is named."""
    changer = Changer(options, terminal)
    editor = _editor_of(changer, options)
    if options.dry_run:
        entry = _named(editor, options) or editor.stacks()[0]
        return _show(editor, entry, options, terminal, back=True)
    outcome = editor.undo(changer.context, options.entry or "", reason=changer.reason)
    return changer.finish(editor, outcome)


def redo(options: Namespace, terminal: Terminal) -> int:
    """Do again what was undone last, or the change that is named."""
    changer = Changer(options, terminal)
    editor = _editor_of(changer, options)
    if options.dry_run:
        entry = _named(editor, options) or editor.stacks()[1]
        return _show(editor, entry, options, terminal)
    outcome = editor.redo(changer.context, options.entry or "", reason=changer.reason)
    return changer.finish(editor, outcome)


def history(options: Namespace, terminal: Terminal) -> int:
    """List changes, show one, or restore a version."""
    changer = Changer(options, terminal)
    if options.show or options.restore:
        editor = _editor_of(changer, options)
        entry = _named(editor, options)
        if not options.restore:
            return _show(editor, entry, options, terminal)
        assert entry is not None
        if options.dry_run:
            change = editor.version_of(entry.id, before=options.version == "before")
            return _show_change(change, entry, options, terminal)
        before = options.version == "before"
        outcome = editor.restore(entry.id, changer.context, before=before, reason=changer.reason)
        return changer.finish(editor, outcome)
    memory_id = wanted_key(options) if names_scope(options) else None
    told: set[tuple[Path, str]] = set()
    for opened in _opened(changer):
        editor = changer.editor(opened, looks_only=True)
        # Two state files of one workspace have the same memory files beside them.
        names = [name for name in editor.names if (editor.journal.path, name) not in told]
        told.update((editor.journal.path, name) for name in names)
        for entry in _entries(editor, tuple(names), memory_id, options.limit):
            if options.json:
                terminal.record(_fields(entry))
            else:
                terminal.line(_line(entry))
    return DONE


def _opened(changer: Changer) -> tuple[HarnessSource | FileMemory, ...]:
    """Return everything with a journal: state files, and memory files that stand alone.

    Raises:
        StoreError: there is no memory, or none that can be read.
    """
    workspace = changer.reader.workspace
    files = open_files(workspace.root)
    folders = {source.workspace for source in workspace.sources}
    if workspace.sources:
        is_apart = files.root not in folders and has_changes(files)
        return (*workspace.sources, files) if is_apart else workspace.sources
    if workspace.failures or not (has_changes(files) or not read_outline(files).is_empty):
        workspace.require_source()
    return (files,)


def _editor_of(changer: Changer, options: Namespace) -> Editor:
    """Return the editor of the file that has the named entry, else of the one file."""
    looks_only = getattr(options, "show", None) is not None
    editors = [changer.editor(opened, looks_only=looks_only) for opened in _opened(changer)]
    wanted = _wanted(options)
    if wanted:
        found = [one for one in editors if (e := one.journal.entry(wanted)) and e.file in one.names]
        if not found:
            raise NotFoundError(
                f"No journal here has an entry “{wanted}”.", "memloupe history lists them."
            )
        return found[0]
    if editors[1:]:
        names = " and ".join(f"“{editor.path}”" for editor in editors)
        raise RefusedError(
            f"There are several files here: {names}.", "Name one of them as the WORKSPACE."
        )
    return editors[0]


def _wanted(options: Namespace) -> str:
    names = (getattr(options, name, None) for name in ("entry", "show", "restore"))
    return engine_argument(next(filter(None, names), ""))


def _named(editor: Editor, options: Namespace) -> Entry | None:
    wanted = _wanted(options)
    return editor.journal.entry(wanted) if wanted else None


def _entries(
    editor: Editor, names: tuple[str, ...], memory_id: str | None, most: int | None
) -> Iterator[Entry]:
    read = partial(editor.journal.entries, names, memory_id=memory_id)
    last, left = "", most
    while page := read(before=last, limit=_PAGE if left is None else min(left, _PAGE)):
        yield from page
        last = page[-1].id
        left = None if left is None else left - len(page)
        if left == 0:
            return


def _show(
    editor: Editor,
    entry: Entry | None,
    options: Namespace,
    terminal: Terminal,
    *,
    back: bool = False,
) -> int:
    if entry is None:
        raise RefusedError("There is nothing that could be taken back or done again here.")
    change = editor.journal.change(entry.id)
    return _show_change(change.inverse() if back else change, entry, options, terminal)


def _show_change(change: Change, entry: Entry, options: Namespace, terminal: Terminal) -> int:
    if options.json:
        terminal.record({**_fields(entry), "rows": change_fields(change)} | file_fields(change))
        return DONE
    terminal.line(_line(entry))
    if entry.reason:
        terminal.line(f"reason: {visible(entry.reason)}")
    print_change(change, terminal)
    return DONE


def _state(entry: Entry) -> str:
    if entry.state is EntryState.WRITTEN:
        return "undone" if entry.is_undone else "written"
    return entry.state.value


def _line(entry: Entry) -> str:
    kind = "" if entry.kind.value == "change" else f"{entry.kind.value}: "
    return visible(
        f"{entry.id}  {format_column(entry.at)}  {entry.who}  {_state(entry)}  {kind}{entry.label}"
    )


def _fields(entry: Entry) -> dict[str, Any]:
    return {
        "entry": entry.id,
        "file": entry.file,
        "kind": entry.kind.value,
        "of": entry.of,
        "state": _state(entry),
        "who": entry.who,
        "at": format_column(entry.at),
        "label": entry.label,
        "reason": entry.reason,
        "memory_ids": list(entry.memory_ids),
    }
