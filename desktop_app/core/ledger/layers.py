"""Which folder supplies a file to the agent: the bucket, its project, or the workspace root."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from desktop_app.core.files.row import FileRow
from desktop_app.core.files.text import read_text
from desktop_app.core.ledger.book import Layer, Supplied
from desktop_app.core.ledger.java_text import is_blank
from desktop_app.core.ledger.placeholder import PLACEHOLDER

if TYPE_CHECKING:
    from collections.abc import Iterable

    from desktop_app.core.ledger.book import Bucket

PROJECT_ENDING = ".agentscope/workspace"


@dataclass(frozen=True, slots=True)
class Candidate:
    """One layer's file under a name.

    Attributes:
        layer: Whose it is.
        row: The file; ``None`` if there is none, or if it can't be read.
        problem: Why it can't be read; ``""`` if it can, or is not there.
        is_link: Whether it is a link, which the agent follows and we do not.
    """

    layer: Layer
    row: FileRow | None = None
    problem: str = ""
    is_link: bool = False


def layers_of(bucket: Bucket) -> tuple[tuple[Layer, str], ...]:
    """Return the folders that a bucket is read through, the first one first."""
    folders = [(Layer.BUCKET, bucket.path)]
    if bucket.project is not None:
        folders.append((Layer.PROJECT, bucket.project))
    folders.append((Layer.ROOT, bucket.root))
    seen: dict[str, Layer] = {}
    for layer, folder in folders:
        seen.setdefault(folder, layer)
    return tuple((layer, folder) for folder, layer in seen.items())


def project_of(root: str) -> str | None:
    """Return the folder that the agent runs in, where the place of its workspace says so.

    >>> project_of("bot/.agentscope/workspace"), project_of(".agentscope/workspace")
    ('bot', '')
    """
    if root == PROJECT_ENDING:
        return ""
    ending = f"/{PROJECT_ENDING}"
    return root.removesuffix(ending) if root.endswith(ending) else None


def joined(folder: str, name: str) -> str:
    """Return the path of a name in a folder of the opened workspace."""
    return f"{folder}/{name}" if folder else name


def supply(name: str, candidates: Iterable[Candidate]) -> Supplied:
    """Return a file as the agent reads it, from what each layer has under its name.

    Args:
        name: The path of the bucket's own file, for the sentences.
        candidates: One for each layer, the bucket's first.
    """
    own: FileRow | None = None
    problem = ""
    for candidate in candidates:
        found = _read(name, candidate)
        if candidate.layer is Layer.BUCKET:
            own, problem = candidate.row, found.problem
        if found.layer is not None:
            return Supplied(
                layer=found.layer, row=found.row, text=found.text, own=own, problem=problem
            )
    return Supplied(own=own, problem=problem)


def _read(name: str, candidate: Candidate) -> Supplied:
    """Return what one layer supplies; no layer if the agent goes on to the next."""
    row, layer = candidate.row, candidate.layer
    if candidate.is_link:
        return Supplied(layer=layer, problem=candidate.problem)
    if row is None:
        return Supplied(problem=candidate.problem)
    text = read_text(row.data)
    if not text.is_utf8:
        return Supplied(
            problem=f"{name} is not UTF-8: the agent can't read it. It reads the next folder's "
            f"file instead, and its next save would replace {name}. Convert that to UTF-8 first."
        )
    if is_blank(text.text):
        return Supplied(
            layer=layer,
            row=row,
            text=read_text(PLACEHOLDER.encode()),
            problem=f"{name} is empty: the agent reads “{PLACEHOLDER}” in its place, and its next "
            "save writes that sentence into the file. Deleting the file is better.",
        )
    return Supplied(layer=layer, row=row, text=text)
