"""Reads ``layers.json``, in which a workspace can say what its application sets up in code."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import TYPE_CHECKING, Any, TypeVar

from desktop_app.core.engine_text import valid_unicode
from desktop_app.core.notes.layer import (
    DEFAULT_INDEX_BYTES,
    DEFAULT_MOUNT,
    Commit,
    Layer,
    Layers,
    placeholders,
)
from desktop_app.core.notes.paths import filled, joined, mount_problems, source_problem

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

NAME = "layers.json"
Value = TypeVar("Value")


def read_layers_file(data: bytes, values: Mapping[str, str]) -> Layers:
    """Return the layers of a file; never fails.

    What can't be used is told in words and the rest is read.

    Args:
        data: The file.
        values: For placeholders in the names of folders: ``{"userId": "u-101"}``.
    """
    try:
        read = json.loads(data.decode("utf-8-sig"))
    except (ValueError, RecursionError) as error:
        return Layers((), (f"{NAME} can't be read: {error}.",))
    given = read.get("layers") if isinstance(read, dict) else None
    if not isinstance(given, list):
        return Layers((), (f"{NAME} has no list of layers.",))
    folder = read.get("dataDir", ".")
    if not isinstance(folder, str) or source_problem(folder):
        return Layers((), (f"{NAME}: dataDir is no folder below the workspace.",))
    problems: list[str] = []
    folder = valid_unicode(folder)
    layers = [_layer(one, folder, at, problems) for at, one in enumerate(given, 1)]
    return Layers(checked([one for one in layers if one], values), tuple(problems))


def checked(layers: Sequence[Layer], values: Mapping[str, str]) -> tuple[Layer, ...]:
    """Return layers with their placeholders filled in and with what is wrong about each."""
    mounts = mount_problems([one.mount for one in layers])
    return tuple(_filled(one, values, problem) for one, problem in zip(layers, mounts, strict=True))


def _filled(layer: Layer, values: Mapping[str, str], mount_problem: str) -> Layer:
    path, missing, refused = filled(layer.template, values)
    problem = layer.problem or mount_problem or source_problem(layer.template) or refused
    names = placeholders(layer.template)
    given = tuple((name, values[name]) for name in dict.fromkeys(names) if values.get(name))
    source = joined("", path)
    return replace(layer, source=source, values=given, missing=missing, problem=problem)


def _layer(given: Any, folder: str, number: int, problems: list[str]) -> Layer | None:
    if not isinstance(given, dict):
        problems.append(f"{NAME}: layer {number} is not an object.")
        return None
    taken = _Taken(given, f"{NAME}: layer {number}", problems)
    source = taken.text("sourceDir", "")
    return Layer(
        source="",
        # An absolute path stays absolute, so that it is refused.
        template=source if source_problem(source) else joined(folder, source),
        mount=taken.text("harnessDir", DEFAULT_MOUNT) or DEFAULT_MOUNT,
        description=taken.text("description", ""),
        instructions=taken.text("instructions", ""),
        max_index_bytes=taken.size("maxIndexBytes", DEFAULT_INDEX_BYTES),
        roles=taken.roles("canWrite"),
        commit=taken.commit("commit"),
        skill=given.get("skill") is not False,
    )


class _Taken:
    """Takes values of one layer, and says which of them can't be used."""

    def __init__(self, given: Mapping[str, Any], where: str, problems: list[str]) -> None:
        self._given = given
        self._where = where
        self._problems = problems

    def text(self, key: str, otherwise: str) -> str:
        value = self._given.get(key)
        if value is None:
            return otherwise
        if isinstance(value, str):
            # JSON can name half a character: no folder has it, and nothing can write it.
            return valid_unicode(value)
        return self._refuse(key, "no text", otherwise)

    def size(self, key: str, otherwise: int) -> int:
        value = self._given.get(key)
        if value is None:
            return otherwise
        if isinstance(value, int) and not isinstance(value, bool) and value >= 0:
            return value
        return self._refuse(key, "no number of bytes", otherwise)

    def roles(self, key: str) -> tuple[tuple[str, bool], ...] | None:
        """Who may write; what can't be understood lets nobody."""
        value = self._given.get(key)
        if value is None or value is True:
            return None
        if value is False:
            return ()
        if isinstance(value, dict) and all(isinstance(may, bool) for may in value.values()):
            return tuple((valid_unicode(role), may) for role, may in value.items())
        return self._refuse(key, "no list of roles with true or false", ())

    def commit(self, key: str) -> Commit:
        try:
            return Commit(self.text(key, Commit.AFTER_TURN.value))
        except ValueError:
            known = ", ".join(one.value for one in Commit)
            return self._refuse(key, f"none of {known}", Commit.READ_ONLY)

    def _refuse(self, key: str, what: str, otherwise: Value) -> Value:
        self._problems.append(f"{self._where}: {key} is {what}.")
        return otherwise
