"""The file that holds the layers which a person has named by hand, for one workspace."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import msgspec

from desktop_app.core.errors import StoreError
from desktop_app.core.notes.layer import (
    DEFAULT_INDEX_BYTES,
    DEFAULT_MOUNT,
    Commit,
    Layer,
)
from desktop_app.store.private_file import read_private, write_private

if TYPE_CHECKING:
    from pathlib import Path


class _StoredLayer(msgspec.Struct, frozen=True, omit_defaults=True):
    template: str
    mount: str = DEFAULT_MOUNT
    description: str = ""
    instructions: str = ""
    max_index_bytes: int = DEFAULT_INDEX_BYTES
    roles: dict[str, bool] | None = None
    commit: Commit = Commit.AFTER_TURN
    skill: bool = True


class _Stored(msgspec.Struct, frozen=True):
    layers: tuple[_StoredLayer, ...] = ()


class NoteLayersFile:
    """Layers by hand; kept with the person's own settings, never in the workspace."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def read(self) -> tuple[tuple[Layer, ...], str]:
        """Return the layers and why they are none; the reason is empty if all is well."""
        try:
            data = read_private(self._path)
            stored = _Stored() if data is None else msgspec.json.decode(data, type=_Stored)
        except StoreError as error:
            return (), error.message
        except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
            return (), f"“{self._path}” is damaged, so nothing of it is used."
        return tuple(_layer(one) for one in stored.layers), ""

    def write(self, layers: tuple[Layer, ...]) -> None:
        """Store ``layers``; what is wrong with them is found anew whenever they are read.

        Raises:
            StoreError: the file can't be written, or can't hold a name that is not UTF-8.
        """
        stored = _Stored(tuple(_stored(one) for one in layers))
        try:
            data = msgspec.json.encode(stored)
        except UnicodeEncodeError as error:
            message = "A layer has a name that is not UTF-8."
            raise StoreError(message, "It can't be kept. Rename the folder first.") from error
        write_private(self._path, msgspec.json.format(data, indent=2) + b"\n")


def _layer(stored: _StoredLayer) -> Layer:
    fields = msgspec.structs.asdict(stored)
    roles = None if stored.roles is None else tuple(stored.roles.items())
    return replace(Layer(source="", is_by_hand=True), **{**fields, "roles": roles})


def _stored(layer: Layer) -> _StoredLayer:
    fields = {name: getattr(layer, name) for name in _StoredLayer.__struct_fields__}
    roles = None if layer.roles is None else dict(layer.roles)
    return _StoredLayer(**{**fields, "roles": roles})
