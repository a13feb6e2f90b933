"""Lists the layers of notes, and keeps those that a person names by hand."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from desktop_app.cli.notes_opening import NotesDesk
from desktop_app.cli.reading import Reader, engine_argument
from desktop_app.cli.text import visible
from desktop_app.core.counting import counted
from desktop_app.core.errors import NotFoundError, RefusedError
from desktop_app.core.notes.layer import DEFAULT_INDEX_BYTES, Layer, normal_mount
from desktop_app.core.notes.layers_file import checked
from desktop_app.services.notes.reading import choices
from desktop_app.services.workspace_files import note_layers

if TYPE_CHECKING:
    from argparse import Namespace

    from desktop_app.cli.terminal import Terminal

DONE, UNREADABLE = 0, 3


def run(options: Namespace, terminal: Terminal) -> int:
    """List the layers; before that, name one or forget one if that was asked for."""
    if not options.add and options.mount:
        raise RefusedError("--mount is for a layer that is added.", "Add --add FOLDER.")
    desk = NotesDesk(options, Reader(options, terminal), terminal)
    if options.add:
        _keep(desk, (*desk.by_hand, _added(desk, options)))
    elif options.drop:
        _keep(desk, _without(desk, engine_argument(options.drop)))
    if options.add or options.drop:
        desk = NotesDesk(options, Reader(options, terminal), terminal)
    for layer in desk.layers.layers:
        if options.json:
            terminal.record(_fields(desk, layer))
        else:
            terminal.line(visible(_line(desk, layer)))
    is_unknown = desk.layers.problems and not desk.layers.layers
    return UNREADABLE if is_unknown else DONE


def _keep(desk: NotesDesk, layers: tuple[Layer, ...]) -> None:
    note_layers(desk.files).write(layers)


def _added(desk: NotesDesk, options: Namespace) -> Layer:
    if not options.mount:
        raise RefusedError("It is not known where the agent finds it.", "Add --mount PATH.")
    writers = options.writer
    layer = Layer(
        source="",
        template=engine_argument(options.add),
        mount=engine_argument(options.mount),
        description=engine_argument(options.description),
        instructions=engine_argument(options.instructions),
        max_index_bytes=DEFAULT_INDEX_BYTES if options.limit is None else options.limit,
        roles=tuple((engine_argument(role), True) for role in writers) if writers else None,
        is_by_hand=True,
    )
    problem = checked([*desk.layers.layers, layer], {})[-1].problem
    if problem:
        raise RefusedError(problem, "Nothing was kept.")
    return layer


def _without(desk: NotesDesk, mount: str) -> tuple[Layer, ...]:
    wanted = normal_mount(mount)
    kept = tuple(layer for layer in desk.by_hand if normal_mount(layer.mount) != wanted)
    if len(kept) == len(desk.by_hand):
        raise NotFoundError(f"No layer “{mount}” was named by hand.", "Nothing was changed.")
    return kept


def _line(desk: NotesDesk, layer: Layer) -> str:
    who = "everybody writes" if layer.may_write(None) else _writers(layer)
    limit = counted(layer.max_index_bytes, "byte")
    odd = _odd(desk, layer)
    return f"{layer.mount}  {layer.source}  {who}  {limit}{odd and f'  ({odd})'}"


def _writers(layer: Layer) -> str:
    names = ", ".join(role for role in layer.writers if layer.may_write(role))
    return f"{names} writes" if names else "read-only"


def _odd(desk: NotesDesk, layer: Layer) -> str:
    if layer.problem or not layer.missing:
        return layer.problem
    known = ", ".join(choices(desk.files, layer))
    return f"{' and '.join(layer.missing)} is not given{known and f'; there are {known}'}"


def _fields(desk: NotesDesk, layer: Layer) -> dict[str, Any]:
    return {
        "mount": layer.mount,
        "folder": layer.source,
        "template": layer.template,
        "description": layer.description,
        "instructions": layer.instructions,
        "max_index_bytes": layer.max_index_bytes,
        "roles": None if layer.roles is None else dict(layer.roles),
        "commit": layer.commit.value,
        "skill": layer.skill,
        "by_hand": layer.is_by_hand,
        "missing": list(layer.missing),
        "choices": list(choices(desk.files, layer)),
        "problem": layer.problem,
    }
